import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** What keys want to be told of: `domain/watch.ts`. `subject` is JSON; secrets sign webhooks and are kept as they are. */
export const watches = sqliteTable(
  'watches',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    lineageId: integer('lineage_id').notNull(),
    keyId: integer('key_id').notNull(),
    kind: text('kind', { enum: ['tariff', 'pixel'] }).notNull(),
    name: text('name').notNull(),
    paused: integer('paused', { mode: 'boolean' }).notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    subject: text('subject').notNull(),
    idempotencyKey: text('idempotency_key'),
    fingerprint: text('fingerprint'),
    webhookUrl: text('webhook_url'),
    webhookState: text('webhook_state', { enum: ['on', 'off'] }),
    webhookNote: text('webhook_note'),
    secret: text('secret'),
    oldSecret: text('old_secret'),
    oldSecretUntilMs: integer('old_secret_until_ms'),
    rotationKey: text('rotation_key'),
  },
  (table) => [uniqueIndex('watches_id').on(table.id), index('watches_lineage').on(table.lineageId, table.seq)],
);

/** The parts of a watch that are looked at: each store, or all numbers. `seen` is what was told last, as JSON. */
export const watchLooks = sqliteTable(
  'watch_looks',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    watchId: text('watch_id').notNull(),
    kind: text('kind', { enum: ['tariff', 'pixel'] }).notNull(),
    part: text('part').notNull(),
    /** Null while the watch is paused. */
    dueAtMs: integer('due_at_ms'),
    lease: text('lease'),
    leaseUntilMs: integer('lease_until_ms'),
    basis: text('basis').notNull(),
    seen: text('seen'),
    failures: integer('failures').notNull(),
    lookedAtMs: integer('looked_at_ms'),
    outcome: text('outcome'),
  },
  (table) => [index('watch_looks_watch').on(table.watchId), index('watch_looks_due').on(table.kind, table.dueAtMs)],
);

/** Events and how they are delivered. `body` is never changed. `attempts_log` is JSON. */
export const watchEvents = sqliteTable(
  'watch_events',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    watchId: text('watch_id').notNull(),
    lineageId: integer('lineage_id').notNull(),
    type: text('type').notNull(),
    atMs: integer('at_ms').notNull(),
    body: text('body').notNull(),
    once: text('once'),
    delivery: text('delivery', { enum: ['none', 'pending', 'delivered', 'dead'] }).notNull(),
    attempts: integer('attempts').notNull(),
    dueAtMs: integer('due_at_ms'),
    lease: text('lease'),
    leaseUntilMs: integer('lease_until_ms'),
    attemptsLog: text('attempts_log').notNull(),
  },
  (table) => [
    uniqueIndex('watch_events_id').on(table.id),
    uniqueIndex('watch_events_once').on(table.once),
    index('watch_events_lineage').on(table.lineageId, table.seq),
    index('watch_events_watch').on(table.watchId, table.seq),
    index('watch_events_at').on(table.atMs),
    index('watch_events_due').on(table.dueAtMs).where(sql`${table.dueAtMs} IS NOT NULL`),
    index('watch_events_leased').on(table.leaseUntilMs).where(sql`${table.leaseUntilMs} IS NOT NULL`),
    index('watch_events_delivery').on(table.delivery).where(sql`${table.delivery} IN ('pending', 'dead')`),
  ],
);
