import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The requests that were admitted in about the last minute, one row for each committed group. `journal-text.ts` writes and
 * reads `entries`. Every counted request is either here or in `usage`.
 */
export const journal = sqliteTable('journal', {
  // Without AUTOINCREMENT, which changes a second table with every row. `SqliteJournal` numbers on after the journal was empty.
  seq: integer('seq').primaryKey(),
  atMs: integer('at_ms').notNull(),
  entries: text('entries').notNull(),
});

/**
 * The state of each lineage's limits after its last row that was rolled up. After a restart a process continues from it.
 * `times` and `counts` are JSON arrays.
 */
export const savedLineages = sqliteTable('saved_lineages', {
  lineageId: integer('lineage_id').primaryKey(),
  atMs: integer('at_ms').notNull(),
  newestDay: integer('newest_day').notNull(),
  times: text('times').notNull(),
  counts: text('counts').notNull(),
});

/** Requests by day, key and product, rolled up from the journal. */
export const usage = sqliteTable(
  'usage',
  {
    day: integer('day').notNull(),
    keyId: integer('key_id').notNull(),
    product: text('product').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.keyId, table.product] }),
    index('usage_key').on(table.keyId, table.day),
  ],
);

/** Sums of `usage` over all keys, written by the same roll-up: 90 days of 100,000 keys are too many rows to add up for a page. */
export const usageTotals = sqliteTable(
  'usage_totals',
  {
    day: integer('day').notNull(),
    product: text('product').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.product] })],
);

/** Requests of the last two hours by minute since 1970-01-01 UTC, rolled up from the journal. `key_id` 0 is the sum of all keys. */
export const usageMinutes = sqliteTable(
  'usage_minutes',
  {
    minute: integer('minute').notNull(),
    keyId: integer('key_id').notNull(),
    product: text('product').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.keyId, table.product] })],
);

/** Requests answered with an error. Not part of the ledger. `key_id` 0 is the sum of all keys and of callers without a key. */
export const usageErrors = sqliteTable(
  'usage_errors',
  {
    keyId: integer('key_id').notNull(),
    day: integer('day').notNull(),
    product: text('product').notNull(),
    code: text('code').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.day, table.product, table.code] }),
    // The keys that reached a limit today, without reading 90 days of all keys.
    index('usage_errors_day').on(table.day, table.code),
  ],
);

/** Errors of the last two hours by minute since 1970-01-01 UTC, the sum of all keys and of callers without a key. */
export const errorMinutes = sqliteTable(
  'error_minutes',
  {
    minute: integer('minute').notNull(),
    code: text('code').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.code] })],
);

/** Requests with a key from outside of its networks, since it was issued. */
export const foreignUses = sqliteTable('foreign_uses', {
  keyId: integer('key_id').primaryKey(),
  requests: integer('requests').notNull(),
  lastAddress: text('last_address').notNull(),
  lastAt: integer('last_at').notNull(),
});

/** Requests of the last two days by hour since 1970-01-01 UTC, as `usage_minutes`. */
export const usageHours = sqliteTable(
  'usage_hours',
  {
    hour: integer('hour').notNull(),
    keyId: integer('key_id').notNull(),
    product: text('product').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.keyId, table.product] })],
);
