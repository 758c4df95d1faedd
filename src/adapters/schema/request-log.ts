import type { Columns } from './columns.ts';

export function requestLogTables({ index, integer, long, serial, table, text }: Columns) {
  return {
    /** Answered requests, for the operator: `domain/request-log.ts`. Bounded in days and rows. */
    requestLog: table(
      'request_log',
      {
        id: serial('id'),
        atMs: long('at_ms').notNull(),
        requestId: text('request_id').notNull(),
        method: text('method').notNull(),
        route: text('route').notNull(),
        status: integer('status').notNull(),
        code: text('code').notNull(),
        keyId: long('key_id'),
        durationUs: long('duration_us').notNull(),
        network: text('network').notNull(),
      },
      (columns) => [
        index('request_log_at').on(columns.atMs),
        index('request_log_key').on(columns.keyId, columns.atMs),
        index('request_log_request').on(columns.requestId),
      ],
    ),

    /** By day: how many rows `request_log` has, and how many requests were not kept. */
    requestLogDays: table('request_log_days', {
      day: integer('day').primaryKey(),
      kept: long('kept').notNull(),
      keyless: long('keyless').notNull(),
      notKept: long('not_kept').notNull(),
    }),
  };
}
