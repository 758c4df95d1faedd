import { and, type Column, desc, gte, lt, or, sql } from 'drizzle-orm';
import type { ActivityEntry, ActivityLog, ActivitySearch } from '../../domain/activity-log.ts';
import type { Database, Tables } from '../database.ts';
import { escapeLike } from '../escape-like.ts';

/** Call inside the transaction of the change that the entry records. */
export async function recordActivity(database: Database, tables: Tables, entry: ActivityEntry): Promise<void> {
  await tables.insert(database.schema.activity).values(entry);
}

export function activityLog(database: Database): ActivityLog {
  const { activity } = database.schema;
  return {
    record: (entry) => database.write((tables) => recordActivity(database, tables, entry)),

    search: ({ limit, ...search }) =>
      database.read((tables) =>
        tables.select().from(activity).where(filterOf(database, search)).orderBy(desc(activity.id)).limit(limit),
      ),
  };
}

function filterOf(database: Database, search: Omit<ActivitySearch, 'limit'>) {
  const { id, atMs, actor, action, subject, origin, detail } = database.schema.activity;
  const contains = (column: Column) => database.contains(sql`lower(${column})`, sql`lower(${search.text})`);
  return and(
    search.before === undefined ? undefined : lt(id, search.before),
    search.sinceMs === undefined ? undefined : gte(atMs, search.sinceMs),
    search.untilMs === undefined ? undefined : lt(atMs, search.untilMs),
    // SQLite has no escape character without ESCAPE.
    search.action ? sql`${action} LIKE ${`${escapeLike(search.action)}%`} ESCAPE '\\'` : undefined,
    search.text ? or(contains(actor), contains(subject), contains(origin), contains(detail)) : undefined,
  );
}
