/** The audit as JSON lines, newest first: one object a row. It is read in batches, so that its length does not matter. */
import type { ActivityLog, ActivityRow, ActivitySearch } from '../../domain/activity-log.ts';

const BATCH_ROWS = 500;

/** Yields the lines of one batch after the other. Rows that are written meanwhile are not part of it. */
export async function* activityLines(
  log: ActivityLog,
  search: Omit<ActivitySearch, 'limit' | 'before'>,
): AsyncGenerator<string> {
  let before: number | undefined;
  for (;;) {
    const rows = await log.search({ ...search, before, limit: BATCH_ROWS });
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(lineOf(row))}\n`).join('');
    if (rows.length < BATCH_ROWS) return;
    before = rows.at(-1)!.id;
  }
}

function lineOf({ id, atMs, actor, origin, action, subject, detail }: ActivityRow) {
  return { id, at: new Date(atMs).toISOString(), actor, origin, action, subject, detail };
}
