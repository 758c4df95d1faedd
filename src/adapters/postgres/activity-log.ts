import { desc } from 'drizzle-orm';
import type { ActivityEntry, ActivityLog } from '../../domain/activity-log.ts';
import { activityFilter } from '../activity-filter.ts';
import type { Connections } from './connections.ts';
import { activity } from './schema.ts';
import type { Tables } from './tables.ts';

/** Call inside the transaction of the change that the entry records. */
export async function recordActivity(tables: Pick<Tables, 'insert'>, entry: ActivityEntry): Promise<void> {
  await tables.insert(activity).values(entry);
}

export function activityLog(connections: Connections): ActivityLog {
  return {
    record: (entry) => connections.read((tables) => recordActivity(tables, entry)),

    search({ limit, ...search }) {
      const filter = activityFilter(activity, search, 'ILIKE');
      return connections.read((tables) =>
        tables.select().from(activity).where(filter).orderBy(desc(activity.id)).limit(limit),
      );
    },
  };
}
