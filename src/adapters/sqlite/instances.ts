import { asc, desc, eq, lt, notInArray } from 'drizzle-orm';
import { INSTANCE_KEPT_MS, INSTANCES_MAX, type InstanceStore } from '../../domain/instance.ts';
import { instanceOf, instanceRow } from '../instance-rows.ts';
import { instances } from './schema/instances.ts';
import type { Tables } from './tables.ts';

/** @param counters the connection that never waits for a lock: a report that fails is followed by the next one */
export function instanceStore(counters: Tables): InstanceStore {
  return {
    async report(instance) {
      counters.transaction(
        (tables) => {
          const row = instanceRow(instance);
          tables.insert(instances).values(row).onConflictDoUpdate({ target: instances.id, set: row }).run();
          const newest = tables
            .select({ id: instances.id })
            .from(instances)
            .orderBy(desc(instances.seenAt), asc(instances.id))
            .limit(INSTANCES_MAX);
          tables.delete(instances).where(notInArray(instances.id, newest)).run();
          tables
            .delete(instances)
            .where(lt(instances.seenAt, instance.seenAt - INSTANCE_KEPT_MS))
            .run();
        },
        { behavior: 'immediate' },
      );
    },

    async remove(id) {
      counters.delete(instances).where(eq(instances.id, id)).run();
    },

    async list() {
      return counters
        .select()
        .from(instances)
        .orderBy(asc(instances.host), asc(instances.role), asc(instances.startedAt), asc(instances.id))
        .limit(INSTANCES_MAX)
        .all()
        .map(instanceOf);
    },
  };
}
