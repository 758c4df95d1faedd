import type { Columns } from './columns.ts';

export function usageTables({ index, integer, long, primaryKey, table, text }: Columns) {
  return {
    /** Requests by day, key and product, rolled up from the journal. */
    usage: table(
      'usage',
      {
        day: integer('day').notNull(),
        keyId: long('key_id').notNull(),
        product: text('product').notNull(),
        requests: long('requests').notNull(),
      },
      (columns) => [
        primaryKey({ columns: [columns.day, columns.keyId, columns.product] }),
        index('usage_key').on(columns.keyId, columns.day),
      ],
    ),

    /** Sums of `usage` over all keys, written by the same roll-up: 90 days of 100,000 keys are too many rows to add up for a page. */
    usageTotals: table(
      'usage_totals',
      {
        day: integer('day').notNull(),
        product: text('product').notNull(),
        requests: long('requests').notNull(),
      },
      (columns) => [primaryKey({ columns: [columns.day, columns.product] })],
    ),

    /** Requests of the last two hours by minute since 1970-01-01 UTC, rolled up from the journal. `key_id` 0 is the sum of all keys. */
    usageMinutes: table(
      'usage_minutes',
      {
        minute: integer('minute').notNull(),
        keyId: long('key_id').notNull(),
        product: text('product').notNull(),
        requests: long('requests').notNull(),
      },
      (columns) => [primaryKey({ columns: [columns.minute, columns.keyId, columns.product] })],
    ),

    /** Requests answered with an error. Not part of the ledger. `key_id` 0 is the sum of all keys and of callers without a key. */
    usageErrors: table(
      'usage_errors',
      {
        keyId: long('key_id').notNull(),
        day: integer('day').notNull(),
        product: text('product').notNull(),
        code: text('code').notNull(),
        requests: long('requests').notNull(),
      },
      (columns) => [
        primaryKey({ columns: [columns.keyId, columns.day, columns.product, columns.code] }),
        // The keys that reached a limit today, without reading 90 days of all keys.
        index('usage_errors_day').on(columns.day, columns.code),
      ],
    ),

    /** Errors of the last two hours by minute since 1970-01-01 UTC, the sum of all keys and of callers without a key. */
    errorMinutes: table(
      'error_minutes',
      {
        minute: integer('minute').notNull(),
        code: text('code').notNull(),
        requests: long('requests').notNull(),
      },
      (columns) => [primaryKey({ columns: [columns.minute, columns.code] })],
    ),

    /** Requests with a key from outside of its networks, since it was issued. */
    foreignUses: table('foreign_uses', {
      keyId: long('key_id').primaryKey(),
      requests: long('requests').notNull(),
      lastAddress: text('last_address').notNull(),
      lastAt: long('last_at').notNull(),
    }),

    /** Requests of the last two days by hour since 1970-01-01 UTC, as `usage_minutes`. */
    usageHours: table(
      'usage_hours',
      {
        hour: integer('hour').notNull(),
        keyId: long('key_id').notNull(),
        product: text('product').notNull(),
        requests: long('requests').notNull(),
      },
      (columns) => [primaryKey({ columns: [columns.hour, columns.keyId, columns.product] })],
    ),
  };
}
