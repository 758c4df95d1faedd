/**
 * The lists and the schedule in use: each embedded list, replaced by its newest import. A newer binary may embed a newer
 * list; then the import is ignored. Imports are stored whole in the database, so that all processes and restarts agree.
 */
import type { Actor } from '../domain/audit.ts';
import type { Clock } from '../domain/clock.ts';
import { sha256Hex } from '../domain/sha256.ts';
import type { TariffImport, TariffImportStore } from '../domain/tariff-import-store.ts';
import { embeddedTariff } from './embedded.ts';
import { TariffFileError } from './json-fields.ts';
import { parseList } from './parse-list.ts';
import { type ImportOptions, type ImportPlan, planImport } from './plan-import.ts';
import type { Schedule } from './schedule.ts';
import { type TariffData, withList } from './tariff-data.ts';

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
    let data = embeddedTariff();
    for (const { listId } of await this.#imports.newest()) {
      if (listId === SCHEDULE_ID) continue;
      const list = parseList((await this.#imports.body(listId))!, data.articles);
      const embedded = data.lists.find((known) => known.list_id === list.list_id);
      if (!embedded || list.as_of >= embedded.as_of) data = withList(data, list);
    }
    return data;
  }

  /** The imported schedule, or null. It is large and only explanations need it; `Tariff.schedule` keeps it in memory. */
  async loadSchedule(): Promise<Schedule | null> {
    const text = await this.#imports.body(SCHEDULE_ID);
    if (text === undefined) return null;
    const { parseScheduleJson } = await import('./parse-schedule.ts');
    return parseScheduleJson(text);
  }

  /**
   * What importing a file would change.
   * @throws TariffFileError like `planImport`, and if the embedded list is newer, because the import would be ignored
   */
  async plan(text: string, options: ImportOptions): Promise<ImportPlan> {
    const plan = await planImport(text, await this.load(), await this.loadSchedule(), options);
    if (plan.kind === 'list') {
      const embedded = embeddedTariff().lists.find((known) => known.list_id === plan.list.list_id);
      if (embedded && plan.list.as_of < embedded.as_of) {
        const reason = `the file is as of ${plan.list.as_of}, but this version of Portside contains the list as of ${embedded.as_of}`;
        throw new TariffFileError(null, reason);
      }
    }
    return plan;
  }

  /** Stores an accepted file. Running servers answer from it within a second. */
  async save(plan: ImportPlan, actor: Actor): Promise<void> {
    const [listId, version] =
      plan.kind === 'list' ? [plan.list.list_id, plan.list.version] : [SCHEDULE_ID, `${plan.schedule.size} numbers`];
    const summary = JSON.stringify({
      added: plan.added.length,
      removed: plan.removed.length,
      rate_changed: plan.rate_changed.length,
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
