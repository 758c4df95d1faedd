/** Events as v2 shows them. */
import type { WatchEvent } from '../../../domain/watch.ts';
import { timeOf } from '../certificates/representation.ts';
import { sequenceCursor } from '../sequence-cursor.ts';

export function eventView({ id, type, watchId, atMs, body, delivery }: WatchEvent) {
  return {
    id,
    type,
    watch_id: watchId,
    created_at: timeOf(atMs),
    body: JSON.parse(body) as object,
    delivery: {
      state: delivery.state,
      attempts: delivery.attempts,
      next_attempt_at: delivery.dueAtMs === undefined ? null : timeOf(delivery.dueAtMs),
      log: delivery.log.map(({ atMs: endedAtMs, status, error }) => ({
        at: timeOf(endedAtMs),
        status: status ?? null,
        error: error ?? null,
      })),
    },
  };
}

/** @param found one more than a page holds, if there are more @param after the place that was asked for */
export function eventPage(found: readonly WatchEvent[], limit: number, after: number) {
  const page = found.slice(0, limit);
  return {
    events: page.map(eventView),
    next_cursor: sequenceCursor('events', page.at(-1)?.seq ?? after),
    has_more: found.length > page.length,
  };
}
