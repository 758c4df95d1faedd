/** The search of the audit log as a condition for either database. Without `ESCAPE` SQLite has no escape character. */
import { and, type Column, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import type { ActivitySearch } from '../domain/activity-log.ts';
import { escapeLike } from './escape-like.ts';

interface AuditColumns {
  id: Column;
  atMs: Column;
  actor: Column;
  action: Column;
  subject: Column;
  origin: Column;
  detail: Column;
}

/** @param likeIgnoringCase the database's operator: `LIKE` of SQLite ignores case, PostgreSQL's does not */
export function activityFilter(
  { id, atMs, actor, action, subject, origin, detail }: AuditColumns,
  search: Omit<ActivitySearch, 'limit'>,
  likeIgnoringCase: 'LIKE' | 'ILIKE',
): SQL | undefined {
  const operator = sql.raw(likeIgnoringCase);
  const part = `%${escapeLike(search.text)}%`;
  const contains = (column: Column) => sql`${column} ${operator} ${part} ESCAPE '\\'`;
  return and(
    search.before === undefined ? undefined : lt(id, search.before),
    search.sinceMs === undefined ? undefined : gte(atMs, search.sinceMs),
    search.untilMs === undefined ? undefined : lt(atMs, search.untilMs),
    search.action ? sql`${action} LIKE ${`${escapeLike(search.action)}%`} ESCAPE '\\'` : undefined,
    search.text ? or(contains(actor), contains(subject), contains(origin), contains(detail)) : undefined,
  );
}
