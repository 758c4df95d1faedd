import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import {
  EVENTS_PER_WATCH_MAX,
  type NewEvent,
  TEST_EVENT,
  TESTS_PER_WATCH_MAX,
  type Watch,
} from '../../domain/watch.ts';
import type { WatchStore } from '../../domain/watch-store.ts';
import type { Database, Tables } from '../database.ts';
import {
  changedWatchColumns,
  claimedLookOf,
  DELIVERIES_BUSY,
  DELIVERIES_PER_LINEAGE,
  DELIVERIES_TO_FAILING,
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

export function watchStore(database: Database): WatchStore {
  const { watchEvents, watches, watchLooks } = database.schema;
  const isOwned = (lineageId: number, id: string) => and(eq(watches.id, id), eq(watches.lineageId, lineageId));
  const isOwnedEvent = (lineageId: number, id: string) =>
    and(eq(watchEvents.id, id), eq(watchEvents.lineageId, lineageId));
  const isFree = (leaseUntilMs: typeof watchLooks.leaseUntilMs | typeof watchEvents.leaseUntilMs, nowMs: number) =>
    or(isNull(leaseUntilMs), lte(leaseUntilMs, nowMs));
  const isTestOf = (watchId: string) => and(eq(watchEvents.watchId, watchId), eq(watchEvents.type, TEST_EVENT));
  /** Locks a watch before its looks and events, so that two changes cannot deadlock. */
  const lockWatch = async (tables: Tables, filter: ReturnType<typeof eq>) =>
    (await database.forUpdate(tables.select().from(watches).where(filter)))[0];

  async function store(tables: Tables, watch: Watch, event: NewEvent) {
    // Numbers are given in the order of the commits, or a reader could pass over an event that is committed late.
    await database.lock(tables, 'events');
    const [row] = await tables.insert(watchEvents).values(newEventRow(watch, event)).onConflictDoNothing().returning();
    if (!row) {
      const [known] = await tables.select().from(watchEvents).where(eq(watchEvents.once, event.once!));
      return eventOf(known!);
    }
    const kept = tables
      .select({ seq: watchEvents.seq })
      .from(watchEvents)
      .where(eq(watchEvents.watchId, watch.id))
      .orderBy(desc(watchEvents.seq))
      .limit(1)
      .offset(EVENTS_PER_WATCH_MAX);
    await tables.delete(watchEvents).where(and(eq(watchEvents.watchId, watch.id), sql`${watchEvents.seq} <= ${kept}`));
    if (event.type === TEST_EVENT) {
      const old = tables
        .select({ seq: watchEvents.seq })
        .from(watchEvents)
        .where(isTestOf(watch.id))
        .orderBy(desc(watchEvents.seq))
        .limit(1)
        .offset(TESTS_PER_WATCH_MAX);
      await tables.delete(watchEvents).where(and(isTestOf(watch.id), sql`${watchEvents.seq} <= ${old}`));
    }
    return eventOf(row);
  }

  /** Customers take turns: the longest due event of one that has none under way, otherwise of one that may have more. */
  async function nextDelivery(tables: Tables, due: SQL | undefined, nowMs: number) {
    const failing = tables
      .select({ watchId: watchEvents.watchId })
      .from(watchEvents)
      .where(and(isNotNull(watchEvents.dueAtMs), gt(watchEvents.attempts, 0)));
    const isFailing = inArray(watchEvents.watchId, failing);
    const isUnderWay = gt(watchEvents.leaseUntilMs, nowMs);
    const underWay = await tables
      .select({ lineageId: watchEvents.lineageId, n: count() })
      .from(watchEvents)
      .where(isUnderWay)
      .groupBy(watchEvents.lineageId);
    const [slow] = await tables.select({ n: count() }).from(watchEvents).where(and(isUnderWay, isFailing));
    const all = underWay.reduce((sum, { n }) => sum + n, 0);
    const most = all >= DELIVERIES_BUSY ? 1 : DELIVERIES_PER_LINEAGE;
    const begun = underWay.map(({ lineageId }) => lineageId);
    const full = underWay.filter(({ n }) => n >= most).map(({ lineageId }) => lineageId);
    const oldest = async (filter: SQL | undefined) => {
      const query = tables.select().from(watchEvents).where(and(due, filter));
      const [row] = await database.claim(query.orderBy(asc(watchEvents.dueAtMs), asc(watchEvents.seq)).limit(1));
      return row;
    };
    const mayFail = slow!.n < DELIVERIES_TO_FAILING ? undefined : not(isFailing);
    const fresh = await oldest(and(notInArray(watchEvents.lineageId, begun), mayFail));
    if (fresh || full.length === begun.length) return fresh;
    return oldest(and(inArray(watchEvents.lineageId, begun), notInArray(watchEvents.lineageId, full), mayFail));
  }

  async function giveUp(tables: Tables, watchId: string): Promise<void> {
    const waiting = and(eq(watchEvents.watchId, watchId), eq(watchEvents.delivery, 'pending'));
    await tables.update(watchEvents).set(GIVEN_UP).where(waiting);
  }

  return {
    insert: (watch) =>
      database.write(async (tables) => {
        // Two processes may each store the last one that a lineage may have.
        await database.lock(tables, 'watches', watch.lineageId);
        const rows = await tables.select().from(watches).where(eq(watches.lineageId, watch.lineageId));
        const refusal = refusalOf(watch, rows);
        if (refusal) return refusal;
        const [row] = await tables.insert(watches).values(newWatchRow(watch)).returning();
        await tables.insert(watchLooks).values(newLookRows(watch));
        return { outcome: 'made', watch: watchOf(row!) };
      }),

    find: (lineageId, id) =>
      database.read(async (tables) => {
        const [row] = await tables.select().from(watches).where(isOwned(lineageId, id));
        return row && watchOf(row);
      }),

    list: (lineageId, before, limit) =>
      database.read(async (tables) => {
        const ofLineage = eq(watches.lineageId, lineageId);
        const rows = await tables
          .select()
          .from(watches)
          .where(before === undefined ? ofLineage : and(ofLineage, lt(watches.seq, before)))
          .orderBy(desc(watches.seq))
          .limit(limit);
        return rows.map(watchOf);
      }),

    looks: (watchId) =>
      database.read(async (tables) => {
        const ofWatch = eq(watchLooks.watchId, watchId);
        return (await tables.select().from(watchLooks).where(ofWatch).orderBy(asc(watchLooks.id))).map(lookStateOf);
      }),

    change: (lineageId, id, nowMs, decide) =>
      database.write(async (tables) => {
        const row = await lockWatch(tables, isOwned(lineageId, id)!);
        if (!row) return undefined;
        const change = decide(watchOf(row));
        const columns = change && changedWatchColumns(change);
        if (!columns || Object.keys(columns).length === 0) return watchOf(row);
        const [changed] = await tables.update(watches).set(columns).where(eq(watches.seq, row.seq)).returning();
        if (changed!.paused !== row.paused) {
          const dueAtMs = changed!.paused ? null : nowMs;
          await tables.update(watchLooks).set({ dueAtMs }).where(eq(watchLooks.watchId, id));
        }
        if (changed!.webhookState !== 'on') await giveUp(tables, id);
        return watchOf(changed!);
      }),

    remove: (lineageId, id) =>
      database.write(async (tables) => {
        const removed = await tables.delete(watches).where(isOwned(lineageId, id)).returning({ seq: watches.seq });
        if (removed.length === 0) return false;
        await tables.delete(watchLooks).where(eq(watchLooks.watchId, id));
        await tables.delete(watchEvents).where(isTestOf(id));
        await giveUp(tables, id);
        return true;
      }),

    wakeTariff: (basis, nowMs) =>
      database.write(async (tables) => {
        await tables
          .update(watchLooks)
          .set({ dueAtMs: nowMs })
          .where(and(eq(watchLooks.kind, 'tariff'), isNotNull(watchLooks.dueAtMs), ne(watchLooks.basis, basis)));
      }),

    async claimLook(kind, nowMs, untilMs, lease) {
      const due = and(
        eq(watchLooks.kind, kind),
        lte(watchLooks.dueAtMs, nowMs),
        isFree(watchLooks.leaseUntilMs, nowMs),
      );
      // Most of the time nothing is due, and then no lock is taken.
      const first = (tables: Tables) => tables.select({ id: watchLooks.id }).from(watchLooks).where(due).limit(1);
      if ((await database.read(first)).length === 0) return undefined;
      return database.write(async (tables) => {
        const [look] = await database.claim(
          tables.select().from(watchLooks).where(due).orderBy(asc(watchLooks.dueAtMs)).limit(1),
        );
        if (!look) return undefined;
        const [watch] = await tables.select().from(watches).where(eq(watches.id, look.watchId));
        if (!watch) return undefined;
        await tables.update(watchLooks).set({ lease, leaseUntilMs: untilMs }).where(eq(watchLooks.id, look.id));
        return claimedLookOf(look, watch, lease);
      });
    },

    finishLook: (look, result, nowMs) =>
      database.write(async (tables) => {
        const watch = await lockWatch(tables, eq(watches.id, look.watch.id));
        const held = and(eq(watchLooks.id, look.lookId), eq(watchLooks.lease, look.lease));
        const [row] = await database.forUpdate(tables.select().from(watchLooks).where(held));
        if (!row || !watch) return false;
        await tables
          .update(watchLooks)
          .set(lookColumns(row, look, result, nowMs))
          .where(eq(watchLooks.id, row.id));
        for (const event of result.events) await store(tables, watchOf(watch), event);
        return true;
      }),

    addEvent: (lineageId, watchId, event) =>
      database.write(async (tables) => {
        const watch = await lockWatch(tables, isOwned(lineageId, watchId)!);
        return watch && store(tables, watchOf(watch), event);
      }),

    events: ({ lineageId, watchId, delivery, after, limit }) =>
      database.read(async (tables) => {
        const rows = await tables
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
        return rows.map(eventOf);
      }),

    findEvent: (lineageId, id) =>
      database.read(async (tables) => {
        const [row] = await tables.select().from(watchEvents).where(isOwnedEvent(lineageId, id));
        return row && eventOf(row);
      }),

    redeliver: (lineageId, id, nowMs) =>
      database.write(async (tables) => {
        const [found] = await tables.select().from(watchEvents).where(isOwnedEvent(lineageId, id));
        const watch = found && (await lockWatch(tables, eq(watches.id, found.watchId)));
        if (watch?.webhookState !== 'on') return undefined;
        const columns = redeliveryColumns(nowMs);
        const [row] = await tables.update(watchEvents).set(columns).where(isOwnedEvent(lineageId, id)).returning();
        return row && eventOf(row);
      }),

    async claimDelivery(nowMs, untilMs, lease) {
      const due = and(lte(watchEvents.dueAtMs, nowMs), isFree(watchEvents.leaseUntilMs, nowMs));
      const first = (tables: Tables) => tables.select({ seq: watchEvents.seq }).from(watchEvents).where(due).limit(1);
      if ((await database.read(first)).length === 0) return undefined;
      return database.write(async (tables) => {
        const row = await nextDelivery(tables, due, nowMs);
        if (!row) return undefined;
        const [watch] = await tables.select().from(watches).where(eq(watches.id, row.watchId));
        const webhook = watch && watchOf(watch).webhook;
        if (!webhook) return undefined;
        await tables.update(watchEvents).set({ lease, leaseUntilMs: untilMs }).where(eq(watchEvents.seq, row.seq));
        return { event: eventOf(row), webhook, lease };
      });
    },

    finishDelivery: ({ event, lease }, result) =>
      database.write(async (tables) => {
        await lockWatch(tables, eq(watches.id, event.watchId));
        const held = and(eq(watchEvents.seq, event.seq), eq(watchEvents.lease, lease));
        const done = await tables
          .update(watchEvents)
          .set(deliveryColumns(event, result))
          .where(held)
          .returning({ seq: watchEvents.seq });
        if (done.length === 0) return false;
        if (result.off !== undefined) {
          const off = { webhookState: 'off' as const, webhookNote: result.off };
          await tables.update(watches).set(off).where(eq(watches.id, event.watchId));
          await giveUp(tables, event.watchId);
        }
        return true;
      }),

    waiting: (nowMs) =>
      database.read(async (tables) => {
        const [looks] = await tables.select({ n: count() }).from(watchLooks).where(lte(watchLooks.dueAtMs, nowMs));
        const rows = await tables
          .select({ delivery: watchEvents.delivery, n: count() })
          .from(watchEvents)
          .where(inArray(watchEvents.delivery, ['pending', 'dead']))
          .groupBy(watchEvents.delivery);
        const of = (state: string) => rows.find(({ delivery }) => delivery === state)?.n ?? 0;
        return { looksDue: looks!.n, deliveriesPending: of('pending'), deliveriesDead: of('dead') };
      }),

    prune: (beforeMs) =>
      database.write(async (tables) => {
        const old = tables
          .select({ seq: watchEvents.seq })
          .from(watchEvents)
          .where(lt(watchEvents.atMs, beforeMs))
          .limit(PRUNED_AT_ONCE);
        const gone = await tables
          .delete(watchEvents)
          .where(inArray(watchEvents.seq, old))
          .returning({ seq: watchEvents.seq });
        return gone.length;
      }),
  };
}
