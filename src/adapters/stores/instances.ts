import { asc, desc, eq, inArray, lt, notInArray, or } from 'drizzle-orm';
import {
  INSTANCE_KEPT_MS,
  INSTANCES_MAX,
  type Instance,
  type InstanceLoad,
  type InstanceStore,
} from '../../domain/instance.ts';
import type { Database } from '../database.ts';

/** A server of another version may have written less. */
const NO_LOAD: InstanceLoad = { residentBytes: 0, pending: 0, lagMs: 0, pools: {} };

export function instanceStore(database: Database): InstanceStore {
  const { instances } = database.schema;
  const { host, id, role, seenAt, startedAt } = instances;
  return {
    report: (instance) =>
      database.write(async (tables) => {
        const row = { ...instance, load: JSON.stringify(instance.load) };
        await tables.insert(instances).values(row).onConflictDoUpdate({ target: id, set: row });
        const newest = tables.select({ id }).from(instances).orderBy(desc(seenAt), asc(id)).limit(INSTANCES_MAX);
        const old = or(lt(seenAt, instance.seenAt - INSTANCE_KEPT_MS), notInArray(id, newest));
        // Rows that another server is deleting are skipped, so that two of them cannot deadlock.
        const gone = database.claim(tables.select({ id }).from(instances).where(old));
        await tables.delete(instances).where(inArray(id, gone));
      }),

    remove: (instanceId) =>
      database.write(async (tables) => {
        await tables.delete(instances).where(eq(id, instanceId));
      }),

    list: () =>
      database.read(async (tables) => {
        const rows = await tables
          .select()
          .from(instances)
          .orderBy(database.caseless(host), database.caseless(role), asc(startedAt), asc(id))
          .limit(INSTANCES_MAX);
        return rows.map(instanceOf);
      }),
  };
}

function instanceOf(row: Omit<Instance, 'load'> & { load: string }): Instance {
  return { ...row, load: { ...NO_LOAD, ...(JSON.parse(row.load) as Partial<InstanceLoad>) } };
}
