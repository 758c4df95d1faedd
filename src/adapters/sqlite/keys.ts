import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { ApiKey } from '../../domain/key.ts';
import type { DecideKeyChange, KeyStore, NewApiKey } from '../../domain/key-store.ts';
import { limitColumns } from '../resource-rows.ts';
import { recordActivity } from './activity-log.ts';
import { announce } from './announce.ts';
import { searchKeys } from './key-search.ts';
import { keys } from './schema/keys.ts';
import { readLimits, writeLimits } from './stored-bytes.ts';
import type { Tables } from './tables.ts';

export function keyStore(records: Tables): KeyStore {
  // Prepared, because every key in use is looked up again after any key has changed.
  const byHash = records
    .select()
    .from(keys)
    .where(eq(keys.hash, sql.placeholder('hash')))
    .prepare();
  const change = <T>(work: (tables: Tables) => T): T =>
    records.transaction(
      (tables) => {
        const result = work(tables as unknown as Tables);
        announce(tables, 'keys');
        return result;
      },
      { behavior: 'immediate' },
    );
  return {
    async insert(inserts) {
      return change((tables) =>
        inserts.map(({ row, activity, resources: limits }) => {
          const issued = insert(tables, row, 0);
          issued.lineageId = issued.id;
          tables.update(keys).set({ lineageId: issued.id }).where(eq(keys.id, issued.id)).run();
          if (limits) writeLimits(tables, issued.id, limitColumns(limits));
          recordActivity(tables, activity(issued));
          return issued;
        }),
      );
    },

    async change(id, decide) {
      return change((tables) => changeOne(tables, id, decide));
    },

    async changeAll(ids, decide) {
      return change((tables) => ids.map((id) => changeOne(tables, id, decide).row));
    },

    async find(id) {
      return find(records, id);
    },

    async findByHash(hash) {
      return byHash.get({ hash });
    },

    async list(limit, offset) {
      return records.select().from(keys).orderBy(desc(keys.id)).limit(limit).offset(offset).all();
    },

    async relatives({ id, lineageId }) {
      const related = and(eq(keys.lineageId, lineageId), ne(keys.id, id));
      return records.select().from(keys).where(related).orderBy(keys.id).all();
    },

    async search(search, nowMs) {
      return searchKeys(records, search, nowMs);
    },
  };
}

function find(tables: Pick<Tables, 'select'>, id: number): ApiKey | undefined {
  return tables.select().from(keys).where(eq(keys.id, id)).get();
}

/** Call inside a transaction that holds the write lock. */
function changeOne(tables: Tables, id: number, decide: DecideKeyChange) {
  const before = find(tables, id);
  const change = decide(before, before ? readLimits(tables, before.lineageId) : {}, id);
  if (!before) throw new Error(`A change of key ${id}, which does not exist.`);
  if (!change) return { row: before, successor: undefined, entry: undefined };
  const { set, limits, resources, successor: next, activity } = change;
  const successor = next && insert(tables, next, before.lineageId);
  const changed = { ...set, ...(successor && { successorId: successor.id }) };
  if (Object.keys(changed).length > 0) tables.update(keys).set(changed).where(eq(keys.id, id)).run();
  if (limits) tables.update(keys).set(limits).where(eq(keys.lineageId, before.lineageId)).run();
  if (resources) writeLimits(tables, before.lineageId, limitColumns(resources));
  const row = { ...before, ...changed, ...limits };
  const entry = activity(row);
  recordActivity(tables, entry);
  return { row, successor, entry };
}

function insert(tables: Tables, row: NewApiKey, lineageId: number): ApiKey {
  return tables
    .insert(keys)
    .values({ ...row, lineageId })
    .returning()
    .get();
}
