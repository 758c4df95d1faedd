import { asc, desc, eq, inArray, lt, notInArray, or, sql } from 'drizzle-orm';
import { INSTANCE_KEPT_MS, INSTANCES_MAX, type InstanceStore } from '../../domain/instance.ts';
import { instanceOf, instanceRow } from '../instance-rows.ts';
import type { Connections } from './connections.ts';
import { instances } from './schema.ts';

export function instanceStore(connections: Connections): InstanceStore {
  return {
    report: (instance) =>
      connections.write(async (tables) => {
        const row = instanceRow(instance);
        await tables.insert(instances).values(row).onConflictDoUpdate({ target: instances.id, set: row });
        const newest = tables
          .select({ id: instances.id })
          .from(instances)
          .orderBy(desc(instances.seenAt), asc(instances.id))
          .limit(INSTANCES_MAX);
        // Rows that another server is deleting are skipped, so that two of them cannot deadlock.
        const gone = tables
          .select({ id: instances.id })
          .from(instances)
          .where(or(lt(instances.seenAt, instance.seenAt - INSTANCE_KEPT_MS), notInArray(instances.id, newest)))
          .for('update', { skipLocked: true });
        await tables.delete(instances).where(inArray(instances.id, gone));
      }),

    remove: async (id) => {
      await connections.read((tables) => tables.delete(instances).where(eq(instances.id, id)));
    },

    list: async () =>
      (
        await connections.read((tables) =>
          tables
            .select()
            .from(instances)
            .orderBy(
              sql`${instances.host} COLLATE "C"`,
              sql`${instances.role} COLLATE "C"`,
              asc(instances.startedAt),
              asc(instances.id),
            )
            .limit(INSTANCES_MAX),
        )
      ).map(instanceOf),
  };
}
