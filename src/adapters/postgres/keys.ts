import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { ApiKey } from '../../domain/key.ts';
import type { DecideKeyChange, KeyStore, NewApiKey } from '../../domain/key-store.ts';
import { limitColumns } from '../resource-rows.ts';
import { recordActivity } from './activity-log.ts';
import { announce } from './changes.ts';
import type { Connections } from './connections.ts';
import { searchKeys } from './key-search.ts';
import { readLimits, writeLimits } from './resources.ts';
import { keys } from './schema.ts';
import type { Tables } from './tables.ts';

export function keyStore(connections: Connections): KeyStore {
  const change = <T>(work: (tables: Tables) => Promise<T>): Promise<T> =>
    connections.write(async (tables) => {
      const result = await work(tables);
      await announce(tables, 'keys');
      return result;
    });
  const findOne = async (filter: ReturnType<typeof eq>) =>
    (await connections.read((tables) => tables.select().from(keys).where(filter)))[0];
  return {
    insert: (inserts) =>
      change(async (tables) => {
        const rows: ApiKey[] = [];
        for (const { row, activity, resources: limits } of inserts) {
          const issued = await insert(tables, row, 0);
          issued.lineageId = issued.id;
          await tables.update(keys).set({ lineageId: issued.id }).where(eq(keys.id, issued.id));
          if (limits) await writeLimits(tables, issued.id, limitColumns(limits));
          await recordActivity(tables, activity(issued));
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

    find: (id) => findOne(eq(keys.id, id)),
    findByHash: (hash) => findOne(eq(keys.hash, hash)),

    list: (limit, offset) =>
      connections.read((tables) => tables.select().from(keys).orderBy(desc(keys.id)).limit(limit).offset(offset)),

    relatives: ({ id, lineageId }) =>
      connections.read((tables) =>
        tables
          .select()
          .from(keys)
          .where(and(eq(keys.lineageId, lineageId), ne(keys.id, id)))
          .orderBy(keys.id),
      ),

    search: (search, nowMs) => connections.read((tables) => searchKeys(tables, search, nowMs)),
  };
}

/** Locks all keys of the lineages of these keys, in order of their ids: two changes at once must not wait for each other. */
async function lockLineages(tables: Tables, ids: readonly number[]): Promise<void> {
  const lineages = tables
    .select({ lineageId: keys.lineageId })
    .from(keys)
    .where(inArray(keys.id, [...ids]));
  await tables
    .select({ id: keys.id })
    .from(keys)
    .where(inArray(keys.lineageId, lineages))
    .orderBy(keys.id)
    .for('update');
}

/** Call after `lockLineages`, in the same transaction. */
async function changeOne(tables: Tables, id: number, decide: DecideKeyChange) {
  const [before] = await tables.select().from(keys).where(eq(keys.id, id));
  const change = decide(before, before ? await readLimits(tables, before.lineageId) : {}, id);
  if (!before) throw new Error(`A change of key ${id}, which does not exist.`);
  if (!change) return { row: before, successor: undefined, entry: undefined };
  const { set, limits, resources, successor: next, activity } = change;
  const successor = next && (await insert(tables, next, before.lineageId));
  const changed = { ...set, ...(successor && { successorId: successor.id }) };
  if (Object.keys(changed).length > 0) await tables.update(keys).set(changed).where(eq(keys.id, id));
  if (limits) await tables.update(keys).set(limits).where(eq(keys.lineageId, before.lineageId));
  if (resources) await writeLimits(tables, before.lineageId, limitColumns(resources));
  const row = { ...before, ...changed, ...limits };
  const entry = activity(row);
  await recordActivity(tables, entry);
  return { row, successor, entry };
}

async function insert(tables: Tables, row: NewApiKey, lineageId: number): Promise<ApiKey> {
  const [inserted] = await tables
    .insert(keys)
    .values({ ...row, lineageId })
    .returning();
  return inserted!;
}
