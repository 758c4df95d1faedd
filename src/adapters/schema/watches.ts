import { sql } from 'drizzle-orm';
import type { Columns } from './columns.ts';

export function watchTables({ boolean, index, integer, long, serial, table, text, uniqueIndex }: Columns) {
  return {
    /** Watches of keys: `domain/watch.ts`. `subject` is JSON; secrets sign webhooks and are kept as they are. */
    watches: table(
      'watches',
      {
        seq: serial('seq'),
        id: text('id').notNull(),
        lineageId: long('lineage_id').notNull(),
        keyId: long('key_id').notNull(),
        kind: text('kind', { enum: ['tariff', 'pixel'] }).notNull(),
        name: text('name').notNull(),
        paused: boolean('paused').notNull(),
        createdAtMs: long('created_at_ms').notNull(),
        subject: text('subject').notNull(),
        idempotencyKey: text('idempotency_key'),
        fingerprint: text('fingerprint'),
        webhookUrl: text('webhook_url'),
        webhookState: text('webhook_state', { enum: ['on', 'off'] }),
        webhookNote: text('webhook_note'),
        secret: text('secret'),
        oldSecret: text('old_secret'),
        oldSecretUntilMs: long('old_secret_until_ms'),
        rotationKey: text('rotation_key'),
      },
      (columns) => [
        uniqueIndex('watches_id').on(columns.id),
        index('watches_lineage').on(columns.lineageId, columns.seq),
      ],
    ),

    /** The parts of a watch that are looked at: each store, or all numbers. `seen` is what was told last, as JSON. */
    watchLooks: table(
      'watch_looks',
      {
        id: serial('id'),
        watchId: text('watch_id').notNull(),
        kind: text('kind', { enum: ['tariff', 'pixel'] }).notNull(),
        part: text('part').notNull(),
        /** Null while the watch is paused. */
        dueAtMs: long('due_at_ms'),
        lease: text('lease'),
        leaseUntilMs: long('lease_until_ms'),
        basis: text('basis').notNull(),
        seen: text('seen'),
        failures: integer('failures').notNull(),
        lookedAtMs: long('looked_at_ms'),
        outcome: text('outcome'),
      },
      (columns) => [
        index('watch_looks_watch').on(columns.watchId),
        index('watch_looks_due').on(columns.kind, columns.dueAtMs),
      ],
    ),

    /** Events and how they are delivered. `body` is never changed. `attempts_log` is JSON. */
    watchEvents: table(
      'watch_events',
      {
        seq: serial('seq'),
        id: text('id').notNull(),
        watchId: text('watch_id').notNull(),
        lineageId: long('lineage_id').notNull(),
        type: text('type').notNull(),
        atMs: long('at_ms').notNull(),
        body: text('body').notNull(),
        once: text('once'),
        delivery: text('delivery', { enum: ['none', 'pending', 'delivered', 'dead'] }).notNull(),
        attempts: integer('attempts').notNull(),
        dueAtMs: long('due_at_ms'),
        lease: text('lease'),
        leaseUntilMs: long('lease_until_ms'),
        attemptsLog: text('attempts_log').notNull(),
      },
      (columns) => [
        uniqueIndex('watch_events_id').on(columns.id),
        uniqueIndex('watch_events_once').on(columns.once),
        index('watch_events_lineage').on(columns.lineageId, columns.seq),
        index('watch_events_watch').on(columns.watchId, columns.seq),
        index('watch_events_at').on(columns.atMs),
        index('watch_events_due').on(columns.dueAtMs).where(sql`${columns.dueAtMs} IS NOT NULL`),
        index('watch_events_leased').on(columns.leaseUntilMs).where(sql`${columns.leaseUntilMs} IS NOT NULL`),
        index('watch_events_delivery').on(columns.delivery).where(sql`${columns.delivery} IN ('pending', 'dead')`),
      ],
    ),
  };
}
