/**
 * The lists that are in force here: those inside the binary, each replaced by its newest import, unless a newer binary
 * brought a newer one. Imports are kept whole in the database, so every process and every restart sees the same.
 */
import { desc, eq } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { announce } from '../storage/changes.ts';
import type { Storage } from '../storage/open.ts';
import { audit, tariffImports } from '../storage/schema.ts';
import { embeddedTariff, type TariffData } from './embedded.ts';
import { TariffFileError } from './file.ts';
import { type ImportOptions, type ImportPlan, planImport, withList } from './import.ts';
import { parseList } from './list.ts';
import type { Schedule } from './schedule.ts';

/** The name under which an imported schedule is kept beside the lists. */
const SCHEDULE_ID = 'usitc-schedule';

export type TariffImport = Omit<typeof tariffImports.$inferSelect, 'body'>;

export class TariffStore {
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** @throws TariffFileError when an import that this binary once accepted cannot be read by it any more. */
  load(): TariffData {
    let data = embeddedTariff();
    for (const { listId } of this.#newest()) {
      if (listId === SCHEDULE_ID) continue;
      const list = parseList(this.#body(listId), data.articles);
      const embedded = data.lists.find((known) => known.list_id === list.list_id);
      if (!embedded || list.as_of >= embedded.as_of) data = withList(data, list);
    }
    return data;
  }

  /** The imported schedule, for explanations; null when none was imported. It is large, so only commands ask for it. */
  async loadSchedule(): Promise<Schedule | null> {
    if (!this.#newest().some((row) => row.listId === SCHEDULE_ID)) return null;
    const { readScheduleJson } = await import('./schedule-file.ts');
    return readScheduleJson(this.#body(SCHEDULE_ID));
  }

  /**
   * What a file would change here. @throws TariffFileError as `planImport`, and where the list inside this binary is newer:
   * such an import would never be in force.
   */
  async plan(text: string, options: ImportOptions): Promise<ImportPlan> {
    const plan = await planImport(text, this.load(), await this.loadSchedule(), options);
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
  save(plan: ImportPlan, actor: { name: string; origin: string }): void {
    const [listId, version] =
      plan.kind === 'list' ? [plan.list.list_id, plan.list.version] : [SCHEDULE_ID, `${plan.schedule.size} numbers`];
    const summary = {
      added: plan.added.length,
      removed: plan.removed.length,
      rate_changed: plan.rate_changed.length,
      dates_changed: plan.dates_changed.length,
      totals: plan.totals,
    };
    const sha256 = new Bun.CryptoHasher('sha256').update(plan.text).digest('hex');
    const atMs = this.#clock.now();
    this.#storage.records.transaction(
      (tables) => {
        tables
          .insert(tariffImports)
          .values({ listId, version, importedAt: atMs, sha256, body: plan.text, summary: JSON.stringify(summary) })
          .run();
        tables
          .insert(audit)
          .values({
            atMs,
            actor: actor.name,
            origin: actor.origin,
            action: 'tariff.import',
            subject: `${listId} ${version}`,
            detail: JSON.stringify(summary),
          })
          .run();
        announce(tables, 'tariff');
      },
      { behavior: 'immediate' },
    );
  }

  /** Newest first, without their text. */
  imports(limit: number): TariffImport[] {
    return this.#columns().orderBy(desc(tariffImports.id)).limit(limit).all();
  }

  #newest(): TariffImport[] {
    const seen = new Map<string, TariffImport>();
    for (const row of this.#columns().orderBy(tariffImports.id).all()) seen.set(row.listId, row);
    return [...seen.values()];
  }

  #columns() {
    const { id, listId, version, importedAt, sha256, summary } = tariffImports;
    return this.#storage.records.select({ id, listId, version, importedAt, sha256, summary }).from(tariffImports);
  }

  #body(listId: string): string {
    return this.#storage.records
      .select({ body: tariffImports.body })
      .from(tariffImports)
      .where(eq(tariffImports.listId, listId))
      .orderBy(desc(tariffImports.id))
      .limit(1)
      .get()!.body;
  }
}
