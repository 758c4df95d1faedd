import { and, desc, eq, ne } from 'drizzle-orm';
import type { ApiKey } from '../../domain/key.ts';
import type { KeyStore, NewApiKey } from '../../domain/key-store.ts';
import { limitColumns } from '../resource-rows.ts';
import { recordAudit } from './audit.ts';
import { announce } from './changes.ts';
import type { Connections } from './connections.ts';
import { searchKeys } from './key-search.ts';
import { writeLimits } from './resources.ts';
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
    insert: (row, audit, limits) =>
      change(async (tables) => {
        const issued = await insert(tables, row, 0);
        issued.lineageId = issued.id;
        await tables.update(keys).set({ lineageId: issued.id }).where(eq(keys.id, issued.id));
        if (limits) await writeLimits(tables, issued.id, limitColumns(limits));
        await recordAudit(tables, audit(issued));
        return issued;
      }),

    change: (id, decide) =>
      change(async (tables) => {
        const [before] = await tables.select().from(keys).where(eq(keys.id, id)).for('update');
        const { set, successor: next, audit } = decide(before);
        if (!before) throw new Error(`A change of key ${id}, which does not exist.`);
        const successor = next && (await insert(tables, next, before.lineageId));
        const changed = { ...set, ...(successor && { successorId: successor.id }) };
        await tables.update(keys).set(changed).where(eq(keys.id, id));
        const row = { ...before, ...changed };
        await recordAudit(tables, audit(row));
        return { row, successor };
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

async function insert(tables: Tables, row: NewApiKey, lineageId: number): Promise<ApiKey> {
  const [inserted] = await tables
    .insert(keys)
    .values({ ...row, lineageId })
    .returning();
  return inserted!;
}
