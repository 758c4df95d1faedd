import { desc } from 'drizzle-orm';
import type { ActivityEntry, ActivityLog } from '../../domain/activity-log.ts';
import { activityFilter } from '../activity-filter.ts';
import { activity } from './schema/activity.ts';
import type { Tables } from './tables.ts';

/** Call inside the transaction of the change that the entry records. */
export function recordActivity(tables: Pick<Tables, 'insert'>, entry: ActivityEntry): void {
  tables.insert(activity).values(entry).run();
}

export function activityLog(records: Tables): ActivityLog {
  return {
    async record(entry) {
      recordActivity(records, entry);
    },

    async search({ limit, ...search }) {
      const filter = activityFilter(activity, search, 'LIKE');
      return records.select().from(activity).where(filter).orderBy(desc(activity.id)).limit(limit).all();
    },
  };
}
