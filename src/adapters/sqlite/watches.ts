/** Watches in the database file. Every write is one transaction, committed with `synchronous=FULL`. */
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { EVENTS_PER_WATCH_MAX, type NewEvent, type Watch } from '../../domain/watch.ts';
import type { WatchStore } from '../../domain/watch-store.ts';
import {
  changedWatchColumns,
  claimedLookOf,
  DELIVERIES_PER_LINEAGE,
  deliveryColumns,
  eventOf,
  GIVEN_UP,
  lookColumns,
  lookStateOf,
  newEventRow,
  newLookRows,
  newWatchRow,
  PRUNED_AT_ONCE,
  redeliveryColumns,
  refusalOf,
  watchOf,
} from '../watch-rows.ts';
import { watchEvents, watches, watchLooks } from './schema/watches.ts';
import type { Tables } from './tables.ts';

type Reader = Pick<Tables, 'select'>;
type Writer = Pick<Tables, 'select' | 'insert' | 'update' | 'delete'>;

export function watchStore(records: Tables): WatchStore {
  const write = <T>(work: (tables: Writer) => T): T => records.transaction(work, { behavior: 'immediate' });
  const rowOf = (tables: Reader, lineageId: number, id: string) =>
    tables
      .select()
      .from(watches)
      .where(and(eq(watches.id, id), eq(watches.lineageId, lineageId)))
      .get();
  const eventRowOf = (tables: Reader, lineageId: number, id: string) =>
    tables
      .select()
      .from(watchEvents)
      .where(and(eq(watchEvents.id, id), eq(watchEvents.lineageId, lineageId)))
      .get();
  const isFree = (leaseUntilMs: typeof watchLooks.leaseUntilMs | typeof watchEvents.leaseUntilMs, nowMs: number) =>
    or(isNull(leaseUntilMs), lte(leaseUntilMs, nowMs));

  return {
    async insert(watch) {
      return write((tables) => {
        const rows = tables.select().from(watches).where(eq(watches.lineageId, watch.lineageId)).all();
        const refusal = refusalOf(watch, rows);
        if (refusal) return refusal;
        const row = tables.insert(watches).values(newWatchRow(watch)).returning().get();
        tables.insert(watchLooks).values(newLookRows(watch)).run();
        return { outcome: 'made' as const, watch: watchOf(row) };
      });
    },

    async find(lineageId, id) {
      const row = rowOf(records, lineageId, id);
      return row && watchOf(row);
    },

    async list(lineageId, before, limit) {
      const ofLineage = eq(watches.lineageId, lineageId);
      const rows = records
        .select()
        .from(watches)
        .where(before === undefined ? ofLineage : and(ofLineage, lt(watches.seq, before)))
        .orderBy(desc(watches.seq))
        .limit(limit)
        .all();
      return rows.map(watchOf);
    },

    async looks(watchId) {
      const rows = records.select().from(watchLooks).where(eq(watchLooks.watchId, watchId)).orderBy(asc(watchLooks.id));
      return rows.all().map(lookStateOf);
    },

    async change(lineageId, id, nowMs, decide) {
      return write((tables) => {
        const row = rowOf(tables, lineageId, id);
        if (!row) return undefined;
        const change = decide(watchOf(row));
        const columns = change && changedWatchColumns(change);
        if (!columns || Object.keys(columns).length === 0) return watchOf(row);
        const changed = tables.update(watches).set(columns).where(eq(watches.seq, row.seq)).returning().get();
        if (changed.paused !== row.paused) {
          const dueAtMs = changed.paused ? null : nowMs;
          tables.update(watchLooks).set({ dueAtMs }).where(eq(watchLooks.watchId, id)).run();
        }
        if (changed.webhookState !== 'on') giveUp(tables, id);
        return watchOf(changed);
      });
    },

    async remove(lineageId, id) {
      return write((tables) => {
        const row = rowOf(tables, lineageId, id);
        if (!row) return false;
        tables.delete(watches).where(eq(watches.seq, row.seq)).run();
        tables.delete(watchLooks).where(eq(watchLooks.watchId, id)).run();
        giveUp(tables, id);
        return true;
      });
    },

    async wakeTariff(basis, nowMs) {
      records
        .update(watchLooks)
        .set({ dueAtMs: nowMs })
        .where(and(eq(watchLooks.kind, 'tariff'), isNotNull(watchLooks.dueAtMs), ne(watchLooks.basis, basis)))
        .run();
    },

    async claimLook(kind, nowMs, untilMs, lease) {
      const due = and(
        eq(watchLooks.kind, kind),
        lte(watchLooks.dueAtMs, nowMs),
        isFree(watchLooks.leaseUntilMs, nowMs),
      );
      // Most of the time nothing is due, and then no lock is taken.
      if (!records.select({ id: watchLooks.id }).from(watchLooks).where(due).limit(1).get()) return undefined;
      return write((tables) => {
        const look = tables.select().from(watchLooks).where(due).orderBy(asc(watchLooks.dueAtMs)).limit(1).get();
        const watch = look && tables.select().from(watches).where(eq(watches.id, look.watchId)).get();
        if (!look || !watch) return undefined;
        tables.update(watchLooks).set({ lease, leaseUntilMs: untilMs }).where(eq(watchLooks.id, look.id)).run();
        return claimedLookOf(look, watch, lease);
      });
    },

    async finishLook(look, result, nowMs) {
      return write((tables) => {
        const held = and(eq(watchLooks.id, look.lookId), eq(watchLooks.lease, look.lease));
        const row = tables.select().from(watchLooks).where(held).get();
        const watch = row && tables.select().from(watches).where(eq(watches.id, row.watchId)).get();
        if (!row || !watch) return false;
        tables
          .update(watchLooks)
          .set(lookColumns(row, look, result, nowMs))
          .where(eq(watchLooks.id, row.id))
          .run();
        for (const event of result.events) store(tables, watchOf(watch), event);
        return true;
      });
    },

    async addEvent(lineageId, watchId, event) {
      return write((tables) => {
        const watch = rowOf(tables, lineageId, watchId);
        return watch && store(tables, watchOf(watch), event);
      });
    },

    async events({ lineageId, watchId, delivery, after, limit }) {
      const rows = records
        .select()
        .from(watchEvents)
        .where(
          and(
            eq(watchEvents.lineageId, lineageId),
            gt(watchEvents.seq, after),
            watchId === undefined ? undefined : eq(watchEvents.watchId, watchId),
            delivery === undefined ? undefined : eq(watchEvents.delivery, delivery),
          ),
        )
        .orderBy(asc(watchEvents.seq))
        .limit(limit);
      return rows.all().map(eventOf);
    },

    async findEvent(lineageId, id) {
      const row = eventRowOf(records, lineageId, id);
      return row && eventOf(row);
    },

    async redeliver(lineageId, id, nowMs) {
      return write((tables) => {
        const row = eventRowOf(tables, lineageId, id);
        const watch = row && tables.select().from(watches).where(eq(watches.id, row.watchId)).get();
        if (!row || watch?.webhookState !== 'on') return undefined;
        const columns = redeliveryColumns(nowMs);
        return eventOf(tables.update(watchEvents).set(columns).where(eq(watchEvents.seq, row.seq)).returning().get());
      });
    },

    async claimDelivery(nowMs, untilMs, lease) {
      const due = and(lte(watchEvents.dueAtMs, nowMs), isFree(watchEvents.leaseUntilMs, nowMs));
      if (!records.select({ seq: watchEvents.seq }).from(watchEvents).where(due).limit(1).get()) return undefined;
      return write((tables) => {
        const busy = tables
          .select({ lineageId: watchEvents.lineageId })
          .from(watchEvents)
          .where(gt(watchEvents.leaseUntilMs, nowMs))
          .groupBy(watchEvents.lineageId)
          .having(sql`count(*) >= ${DELIVERIES_PER_LINEAGE}`);
        const row = tables
          .select()
          .from(watchEvents)
          .where(and(due, sql`${watchEvents.lineageId} NOT IN ${busy}`))
          .orderBy(asc(watchEvents.dueAtMs), asc(watchEvents.seq))
          .limit(1)
          .get();
        const watch = row && tables.select().from(watches).where(eq(watches.id, row.watchId)).get();
        const webhook = watch && watchOf(watch).webhook;
        if (!row || !webhook) return undefined;
        tables.update(watchEvents).set({ lease, leaseUntilMs: untilMs }).where(eq(watchEvents.seq, row.seq)).run();
        return { event: eventOf(row), webhook, lease };
      });
    },

    async finishDelivery({ event, lease }, result) {
      return write((tables) => {
        const held = and(eq(watchEvents.seq, event.seq), eq(watchEvents.lease, lease));
        const done = tables.update(watchEvents).set(deliveryColumns(event, result)).where(held).returning().all();
        if (done.length === 0) return false;
        if (result.off !== undefined) {
          const off = { webhookState: 'off' as const, webhookNote: result.off };
          tables.update(watches).set(off).where(eq(watches.id, event.watchId)).run();
          giveUp(tables, event.watchId);
        }
        return true;
      });
    },

    async waiting(nowMs) {
      const [looks] = records.select({ n: count() }).from(watchLooks).where(lte(watchLooks.dueAtMs, nowMs)).all();
      const rows = records
        .select({ delivery: watchEvents.delivery, n: count() })
        .from(watchEvents)
        .where(inArray(watchEvents.delivery, ['pending', 'dead']))
        .groupBy(watchEvents.delivery)
        .all();
      const of = (state: string) => rows.find(({ delivery }) => delivery === state)?.n ?? 0;
      return { looksDue: looks!.n, deliveriesPending: of('pending'), deliveriesDead: of('dead') };
    },

    async prune(beforeMs) {
      const old = records
        .select({ seq: watchEvents.seq })
        .from(watchEvents)
        .where(lt(watchEvents.atMs, beforeMs))
        .limit(PRUNED_AT_ONCE);
      return records.delete(watchEvents).where(inArray(watchEvents.seq, old)).returning({ seq: watchEvents.seq }).all()
        .length;
    },
  };
}

function store(tables: Writer, watch: Watch, event: NewEvent) {
  const row = tables.insert(watchEvents).values(newEventRow(watch, event)).onConflictDoNothing().returning().get();
  if (!row) return eventOf(tables.select().from(watchEvents).where(eq(watchEvents.once, event.once!)).get()!);
  const kept = tables
    .select({ seq: watchEvents.seq })
    .from(watchEvents)
    .where(eq(watchEvents.watchId, watch.id))
    .orderBy(desc(watchEvents.seq))
    .limit(1)
    .offset(EVENTS_PER_WATCH_MAX);
  tables
    .delete(watchEvents)
    .where(and(eq(watchEvents.watchId, watch.id), sql`${watchEvents.seq} <= ${kept}`))
    .run();
  return eventOf(row);
}

function giveUp(tables: Writer, watchId: string): void {
  const waiting = and(eq(watchEvents.watchId, watchId), eq(watchEvents.delivery, 'pending'));
  tables.update(watchEvents).set(GIVEN_UP).where(waiting).run();
}
