/**
 * The lists that are in force here: those inside the binary, each replaced by its newest import, unless a newer binary
 * brought a newer one. Imports are kept whole in the database, so every process and every restart sees the same.
 */
import type { Clock } from '../domain/clock.ts';
import { sha256Hex } from '../domain/sha256.ts';
import type { TariffImport, TariffImportStore } from '../domain/tariff-import-store.ts';
import { embeddedTariff, type TariffData } from './embedded.ts';
import { TariffFileError } from './json-fields.ts';
import { parseList } from './parse-list.ts';
import { type ImportOptions, type ImportPlan, planImport, withList } from './plan-import.ts';
import type { Schedule } from './schedule.ts';

/** The name under which an imported schedule is kept beside the lists. */
const SCHEDULE_ID = 'usitc-schedule';

export class TariffStore {
  readonly #imports: TariffImportStore;
  readonly #clock: Clock;

  constructor({ tariffImports }: { tariffImports: TariffImportStore }, clock: Clock) {
    this.#imports = tariffImports;
    this.#clock = clock;
  }

  /** @throws TariffFileError when an import that this binary once accepted cannot be read by it any more. */
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

  /** The imported schedule, for explanations; null when none was imported. It is large, so only commands ask for it. */
  async loadSchedule(): Promise<Schedule | null> {
    const text = await this.#imports.body(SCHEDULE_ID);
    if (text === undefined) return null;
    const { readScheduleJson } = await import('./parse-schedule.ts');
    return readScheduleJson(text);
  }

  /**
   * What a file would change here. @throws TariffFileError as `planImport`, and where the list inside this binary is newer:
   * such an import would never be in force.
   */
  async plan(text: string, options: ImportOptions): Promise<ImportPlan> {
    const plan = await planImport(text, await this.load(), await this.loadSchedule(), options);
    if (plan.kind === 'list') {
      const embedded = embeddedTariff().lists.find((known) => known.list_id === plan.list.list_id);
      if (embedded && plan.list.as_of < embedded.as_of) {
        const reason = `the file stands for ${plan.list.as_of}, and this version of Portside holds ${embedded.as_of}`;
        throw new TariffFileError(null, reason);
      }
    }
    return plan;
  }

  /** Keeps an accepted file; running servers swap it in within a second. */
  async save(plan: ImportPlan, actor: { name: string; origin: string }): Promise<void> {
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
