import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { ApiKey } from '../../domain/key.ts';
import type { DecideKeyChange, KeyStore, NewApiKey } from '../../domain/key-store.ts';
import type { Database, Tables } from '../database.ts';
import { limitColumns } from '../resource-rows.ts';
import { readLimits, writeLimits } from './accounts.ts';
import { recordActivity } from './activity-log.ts';
import { announce } from './announce.ts';
import { type KeyTextIndex, searchKeys } from './key-search.ts';

/** @param textIndex finds keys by a part of their texts. Without it all keys are read, which takes some 50 ms for 100,000 */
export function keyStore(database: Database, textIndex?: KeyTextIndex): KeyStore {
  const { keys } = database.schema;
  const change = <T>(work: (tables: Tables) => Promise<T>): Promise<T> =>
    database.write(async (tables) => {
      const result = await work(tables);
      await announce(database, tables, 'keys');
      return result;
    });
  const findOne = async (tables: Tables, id: number) => (await tables.select().from(keys).where(eq(keys.id, id)))[0];
  // Every key in use is looked up again after any key has changed.
  const byHash = database.prepare((tables) =>
    tables
      .select()
      .from(keys)
      .where(eq(keys.hash, sql.placeholder('hash'))),
  );

  async function insert(tables: Tables, row: NewApiKey, lineageId: number): Promise<ApiKey> {
    const [inserted] = await tables
      .insert(keys)
      .values({ ...row, lineageId })
      .returning();
    return inserted!;
  }

  /** Locks all keys of the lineages of these keys, in order of their ids: two changes at once must not wait for each other. */
  async function lockLineages(tables: Tables, ids: readonly number[]): Promise<void> {
    const lineages = tables
      .select({ lineageId: keys.lineageId })
      .from(keys)
      .where(inArray(keys.id, [...ids]));
    const related = tables.select({ id: keys.id }).from(keys).where(inArray(keys.lineageId, lineages));
    await database.forUpdate(related.orderBy(keys.id));
  }

  /** Call after `lockLineages`, in the same transaction. */
  async function changeOne(tables: Tables, id: number, decide: DecideKeyChange) {
    const before = await findOne(tables, id);
    const change = decide(before, before ? await readLimits(database, tables, before.lineageId) : {}, id);
    if (!before) throw new Error(`A change of key ${id}, which does not exist.`);
    if (!change) return { row: before, successor: undefined, entry: undefined };
    const { set, limits, resources, successor: next, activity } = change;
    const successor = next && (await insert(tables, next, before.lineageId));
    const changed = { ...set, ...(successor && { successorId: successor.id }) };
    if (Object.keys(changed).length > 0) await tables.update(keys).set(changed).where(eq(keys.id, id));
    if (limits) await tables.update(keys).set(limits).where(eq(keys.lineageId, before.lineageId));
    if (resources) await writeLimits(database, tables, before.lineageId, limitColumns(resources));
    const row = { ...before, ...changed, ...limits };
    const entry = activity(row);
    await recordActivity(database, tables, entry);
    return { row, successor, entry };
  }

  return {
    insert: (inserts) =>
      change(async (tables) => {
        const rows: ApiKey[] = [];
        for (const { row, activity, resources: limits } of inserts) {
          const issued = await insert(tables, row, 0);
          issued.lineageId = issued.id;
          await tables.update(keys).set({ lineageId: issued.id }).where(eq(keys.id, issued.id));
          if (limits) await writeLimits(database, tables, issued.id, limitColumns(limits));
          await recordActivity(database, tables, activity(issued));
          rows.push(issued);
        }
        return rows;
      }),

    change: (id, decide) =>
      change(async (tables) => {
        await lockLineages(tables, [id]);
        return changeOne(tables, id, decide);
      }),

    changeAll: (ids, decide) =>
      change(async (tables) => {
        await lockLineages(tables, ids);
        const rows: ApiKey[] = [];
        for (const id of ids) rows.push((await changeOne(tables, id, decide)).row);
        return rows;
      }),

    find: (id) => database.read((tables) => findOne(tables, id)),
    findByHash: async (hash) => (await byHash({ hash }))[0],

    list: (limit, offset) =>
      database.read((tables) => tables.select().from(keys).orderBy(desc(keys.id)).limit(limit).offset(offset)),

    relatives: ({ id, lineageId }) =>
      database.read((tables) =>
        tables
          .select()
          .from(keys)
          .where(and(eq(keys.lineageId, lineageId), ne(keys.id, id)))
          .orderBy(keys.id),
      ),

    search: (search, nowMs) => database.read((tables) => searchKeys(database, tables, search, nowMs, textIndex)),
  };
}
