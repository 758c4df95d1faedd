/**
 * The lists and the schedule in use: each embedded list, replaced by its newest import (`imported-lists.ts`). Imports are stored whole in the database, so that all processes and restarts agree.
 */
import type { Actor } from '../domain/activity-log.ts';
import type { Clock } from '../domain/clock.ts';
import type { IsolatedTasks } from '../domain/isolated-tasks.ts';
import { sha256Hex } from '../domain/sha256.ts';
import type { TariffImport, TariffImportStore } from '../domain/tariff-import-store.ts';
import { compiledTariff } from './compiled-tariff.ts';
import { embeddedTariff } from './embedded.ts';
import { tariffOf } from './import/imported-lists.ts';
import type { ImportOptions } from './import/plan-import.ts';
import { type PlannedImport, planInWorker } from './import/plan-in-worker.ts';
import type { NotesOptions, NotesRevision } from './notes/compare-notes.ts';
import { readNotesInWorker } from './notes/read-in-worker.ts';
import type { TariffData } from './tariff-data.ts';
import type { CompiledLists } from './tariff-revision.ts';

/** The `list_id` under which the imported schedule is stored. */
const SCHEDULE_ID = 'usitc-schedule';

export class TariffStore {
  readonly #imports: TariffImportStore;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ tariffImports }: { tariffImports: TariffImportStore }, clock: Pick<Clock, 'now'>) {
    this.#imports = tariffImports;
    this.#clock = clock;
  }

  /** @throws TariffFileError if this binary cannot read a list that another version accepted */
  async load(): Promise<TariffData> {
    // Read again if anything was imported meanwhile, so that the id says exactly which imports are in the data.
    for (;;) {
      const importId = await this.#newestId();
      const data = tariffOf(await this.#listBodies(), await this.#imports.body(SCHEDULE_ID));
      if (importId === (await this.#newestId())) return { ...data, ...(importId > 0 && { importId }) };
    }
  }

  /** What a server answers from at its start: without imports what the build compiled, and the lists once something needs them. */
  async open(compiled = compiledTariff()): Promise<TariffData | CompiledLists> {
    return compiled && (await this.#newestId()) === 0 ? { compiled, read: embeddedTariff } : this.load();
  }

  async #newestId(): Promise<number> {
    const [newest] = await this.#imports.list(1);
    return newest?.id ?? 0;
  }

  /**
   * What importing a file would change. The file may be anybody's, so `tasks` read it.
   * @throws TariffFileError like `planImport`, if the embedded list is newer, because the import would be ignored, and if the
   *   file cannot be read within the limits
   */
  async plan(file: Uint8Array, options: ImportOptions, tasks: IsolatedTasks): Promise<PlannedImport> {
    const [lists, schedule] = [await this.#listBodies(), await this.#imports.body(SCHEDULE_ID)];
    return planInWorker(file, { lists, schedule }, options, tasks);
  }

  /**
   * How the lists in the notes of chapter 99 differ from the lists in use.
   * @throws TariffFileError if a list cannot be read for certain
   */
  async readNotes(file: Uint8Array, options: NotesOptions, tasks: IsolatedTasks): Promise<NotesRevision> {
    return readNotesInWorker(file, await this.#listBodies(), options, tasks);
  }

  async #listBodies(): Promise<string[]> {
    const newest = (await this.#imports.newest()).filter(({ listId }) => listId !== SCHEDULE_ID);
    return Promise.all(newest.map(async ({ listId }) => (await this.#imports.body(listId))!));
  }

  /** Stores an accepted file. Running servers answer from it within a second. */
  async save(plan: PlannedImport, actor: Actor): Promise<void> {
    const [listId, version] =
      plan.kind === 'list' ? [plan.list.list_id, plan.list.version] : [SCHEDULE_ID, plan.schedule.revision];
    const summary = JSON.stringify({
      added: plan.added.length,
      removed: plan.removed.length,
      rate_changed: plan.rate_changed.length,
      terms_changed: plan.terms_changed.length,
      dates_changed: plan.dates_changed.length,
      totals: plan.totals,
    });
    const atMs = this.#clock.now();
    await this.#imports.add(
      { listId, version, importedAt: atMs, sha256: sha256Hex(plan.text), body: plan.text, summary },
      {
        atMs,
        actor: actor.name,
        origin: actor.origin,
        action: 'tariff.import',
        subject: `${listId} ${version}`,
        detail: summary,
      },
    );
  }

  /** Newest first, without their text. */
  imports(limit: number): Promise<TariffImport[]> {
    return this.#imports.list(limit);
  }
}
