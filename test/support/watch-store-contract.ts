/** Tests of watches that every storage must pass. `open` returns one empty database as two processes open it. */
import { describe, expect, test } from 'bun:test';
import type { Storage } from '../../src/domain/storage.ts';
import {
  EVENTS_PER_WATCH_MAX,
  LINEAGE_STORES_MAX,
  type NewEvent,
  TEST_EVENT,
  TESTS_PER_WATCH_MAX,
  WATCHES_MAX,
} from '../../src/domain/watch.ts';
import type { NewWatch, WatchInsertion, WatchStore } from '../../src/domain/watch-store.ts';
import { embeddedTariff } from '../../src/tariff/embedded.ts';
import { deliverThroughFailures } from './hold-deliveries.ts';
import { testClock } from './temp.ts';
import { allEvents, stageWatches } from './watch-stand-ins.ts';

const NOW = 1_800_000_000_000;
let made = 0;
const newWatch = (more: Partial<NewWatch> = {}): NewWatch => ({
  id: `wat_${String(++made).padStart(24, '0')}`,
  lineageId: 1,
  keyId: 1,
  name: 'test',
  isPaused: false,
  createdAtMs: NOW,
  subject: { kind: 'tariff', codes: ['7318.15.20'] },
  webhook: { url: 'https://hooks.example.com/', state: 'on', secret: 'whsec_c2VjcmV0' },
  parts: [{ part: '', dueAtMs: NOW, seen: '{}', basis: 'a' }],
  ...more,
});
const newEvent = (more: Partial<NewEvent> = {}): NewEvent => ({
  id: `evt_${String(++made).padStart(24, '0')}`,
  type: 'tariff.revised',
  atMs: NOW,
  body: `{"number":${made},"text":"é\\n"}`,
  ...more,
});
const result = { basis: 'b', failures: 0, outcome: 'told', dueAtMs: NOW + 1000, events: [] as NewEvent[] };
const one = async (store: WatchStore, more: Partial<NewWatch> = {}) => {
  const inserted = await store.insert(newWatch(more));
  if (!('watch' in inserted)) throw new Error(inserted.outcome);
  return inserted.watch;
};

export function holdToWatchStoreContract(name: string, skip: boolean, open: () => Promise<[Storage, Storage]>): void {
  describe.skipIf(skip)(`${name}: watches`, () => {
    test('a watch is read as it was made, by its lineage alone, and is gone when it is removed', async () => {
      const [{ watches }] = await open();
      const watch = await one(watches);
      expect(await watches.find(1, watch.id)).toEqual(watch);
      expect(await watches.find(2, watch.id)).toBeUndefined();
      expect(await watches.change(2, watch.id, NOW, () => ({ name: 'stolen' }))).toBeUndefined();
      expect(await watches.remove(2, watch.id)).toBe(false);
      expect((await watches.find(1, watch.id))?.name).toBe('test');
      expect(await watches.remove(1, watch.id)).toBe(true);
      expect(await watches.find(1, watch.id)).toBeUndefined();
      expect(await watches.claimLook('tariff', NOW, NOW + 1, 'x')).toBeUndefined();
    });

    test('of processes that send one Idempotency-Key at once, one makes a watch; another request is a conflict', async () => {
      const storages = await open();
      const idempotency = { key: 'k', fingerprint: 'f' };
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, n) => storages[n % 2]!.watches.insert(newWatch({ idempotency }))),
      );
      expect(all.filter(({ outcome }) => outcome === 'made')).toHaveLength(1);
      expect(new Set(all.map((each) => ('watch' in each ? each.watch.id : '')))).toHaveProperty('size', 1);
      const other = newWatch({ idempotency: { key: 'k', fingerprint: 'other' } });
      expect((await storages[0].watches.insert(other)).outcome).toBe('conflict');
      const later = newWatch({ idempotency: { key: 'k', fingerprint: 'other' }, createdAtMs: NOW + 86_400_001 });
      expect((await storages[0].watches.insert(later)).outcome).toBe('made');
    });

    test('a lineage has so many watches and stores, and no more, whoever makes them at once', async () => {
      const storages = await open();
      const stores = Array.from({ length: 100 }, (_, n) => `https://s${n}.example/`);
      const subject = { kind: 'pixel', stores, every: 'day' } as const;
      const parts = stores.map((part) => ({ part, dueAtMs: NOW }));
      const most = LINEAGE_STORES_MAX / 100;
      // Ten at once: all of them would wait for one lock longer than a busy database lets a connection wait.
      const insertAll = async (count: number, watch: () => NewWatch) => {
        const all: WatchInsertion[] = [];
        while (all.length < count) {
          const tens = Array.from({ length: Math.min(10, count - all.length) }, (_, n) =>
            storages[n % 2]!.watches.insert(watch()),
          );
          all.push(...(await Promise.all(tens)));
        }
        return all;
      };
      const full = await insertAll(most + 3, () => newWatch({ subject, parts }));
      expect(full.filter(({ outcome }) => outcome === 'made')).toHaveLength(most);
      expect(full.filter(({ outcome }) => outcome === 'too_many_stores')).toHaveLength(3);
      const more = await insertAll(WATCHES_MAX, () => newWatch());
      expect(more.filter(({ outcome }) => outcome === 'made')).toHaveLength(WATCHES_MAX - most);
      expect((await storages[0].watches.insert(newWatch({ lineageId: 2 }))).outcome).toBe('made');
    }, 60_000);

    test('a look is done by one process; its events and what was told are stored together, once', async () => {
      const [{ watches }, other] = await open();
      const watch = await one(watches);
      const claims = await Promise.all(
        [watches, other.watches, watches, other.watches].map((store, n) =>
          store.claimLook('tariff', NOW, NOW + 1000, `lease ${n}`),
        ),
      );
      const [claimed, ...rest] = claims.filter((claim) => claim !== undefined);
      expect(rest).toEqual([]);
      expect(claimed).toMatchObject({ watch, part: '', seen: '{}', basis: 'a', failures: 0 });
      // The process was killed: after the lease another one does it, and the first one comes too late.
      const again = (await other.watches.claimLook('tariff', NOW + 1000, NOW + 9000, 'later'))!;
      const event = newEvent();
      expect(await watches.finishLook(claimed!, { ...result, events: [event] }, NOW)).toBe(false);
      expect(await other.watches.finishLook(again, { ...result, seen: '{"v":2}', events: [event] }, NOW)).toBe(true);
      expect(await other.watches.finishLook(again, { ...result, events: [newEvent()] }, NOW)).toBe(false);
      const events = await watches.events({ lineageId: 1, after: 0, limit: 10 });
      expect(events.map(({ id, body }) => [id, body])).toEqual([[event.id, event.body]]);
      expect(await watches.claimLook('tariff', NOW, NOW + 1, 'early')).toBeUndefined();
      expect(await watches.claimLook('tariff', NOW + 1000, NOW + 2000, 'next')).toMatchObject({
        seen: '{"v":2}',
        basis: 'b',
      });
    });

    test('an import during a look is looked at afterwards, and a pause during it holds', async () => {
      const [{ watches }] = await open();
      const watch = await one(watches);
      const first = (await watches.claimLook('tariff', NOW, NOW + 1000, 'one'))!;
      await watches.wakeTariff('c', NOW + 5);
      await watches.finishLook(first, result, NOW + 9);
      const second = (await watches.claimLook('tariff', NOW + 10, NOW + 1000, 'two'))!;
      expect(second.basis).toBe('b');
      await watches.change(1, watch.id, NOW, () => ({ isPaused: true }));
      await watches.finishLook(second, result, NOW + 11);
      expect(await watches.claimLook('tariff', NOW * 2, NOW * 3, 'three')).toBeUndefined();
      await watches.wakeTariff('d', NOW);
      expect(await watches.claimLook('tariff', NOW * 2, NOW * 3, 'four')).toBeUndefined();
      await watches.change(1, watch.id, NOW + 20, () => ({ isPaused: false }));
      expect(await watches.claimLook('tariff', NOW + 20, NOW * 3, 'five')).toBeDefined();
    });

    test('an event is never changed by its deliveries, and a lineage has two under way at most', async () => {
      const [{ watches }, other] = await open();
      const watch = await one(watches);
      const stranger = await one(watches, { lineageId: 2 });
      for (let n = 0; n < 4; n++) await watches.addEvent(1, watch.id, newEvent());
      const before = await watches.events({ lineageId: 1, after: 0, limit: 10 });
      const claims = [];
      for (let n = 0; n < 4; n++)
        claims.push(await [watches, other.watches][n % 2]!.claimDelivery(NOW, NOW + 1000, `${n}`));
      expect(claims.map((claim) => claim?.event.seq)).toEqual([before[0]!.seq, before[1]!.seq, undefined, undefined]);
      await watches.addEvent(2, stranger.id, newEvent());
      expect((await watches.claimDelivery(NOW, NOW + 1000, 'other lineage'))?.event.lineageId).toBe(2);
      const attempt = { atMs: NOW, status: 500 };
      expect(await watches.finishDelivery(claims[0]!, { state: 'pending', attempt, dueAtMs: NOW + 5000 })).toBe(true);
      expect(await watches.finishDelivery(claims[0]!, { state: 'delivered', attempt })).toBe(false);
      expect(await watches.finishDelivery(claims[1]!, { state: 'dead', attempt })).toBe(true);
      const after = await watches.events({ lineageId: 1, after: 0, limit: 10 });
      const fixed = ({ id, body, type, atMs, seq }: NewEvent & { seq: number }) => ({ id, body, type, atMs, seq });
      expect(after.map(fixed)).toEqual(before.map(fixed));
      expect(after.map(({ delivery }) => delivery.state)).toEqual(['pending', 'dead', 'pending', 'pending']);
      expect(after[0]!.delivery).toMatchObject({ attempts: 1, dueAtMs: NOW + 5000, log: [attempt] });
      const again = await watches.redeliver(1, before[1]!.id, NOW + 1);
      expect(again?.delivery).toMatchObject({ state: 'pending', attempts: 0, dueAtMs: NOW + 1, log: [attempt] });
      expect(await watches.redeliver(2, before[1]!.id, NOW)).toBeUndefined();
      const dead = await watches.events({ lineageId: 1, delivery: 'dead', after: 0, limit: 10 });
      expect(dead).toEqual([]);
    });

    test('customers take turns: silent receivers leave places to others, also when each has many events', async () => {
      const [{ watches }, other] = await open();
      const claim = (n: number, atMs: number) =>
        [watches, other.watches][n % 2]!.claimDelivery(atMs, atMs + 180_000, `${n} ${atMs}`);
      const silent = await Promise.all([1, 2, 3, 4, 5, 6].map((lineageId) => one(watches, { lineageId })));
      for (const { lineageId, id } of silent)
        for (let n = 0; n < 5; n++) await watches.addEvent(lineageId, id, newEvent());
      const held = [];
      for (let n = 0; n < 8; n++) held.push(await claim(n, NOW));
      // One each, and no second while half of the places are taken.
      const taken = held.flatMap((claimed) => claimed?.event.lineageId ?? []);
      expect(taken.sort()).toEqual([1, 2, 3, 4, 5, 6]);
      const healthy = await one(watches, { lineageId: 7 });
      await watches.addEvent(7, healthy.id, newEvent({ atMs: NOW + 1 }));
      expect((await claim(9, NOW + 1))?.event.lineageId).toBe(7);

      // All six time out. Together they get four places.
      const later = NOW + 10_000;
      for (const claimed of held)
        if (claimed) {
          const attempt = { atMs: NOW, error: 'timeout' };
          await watches.finishDelivery(claimed, { state: 'pending', attempt, dueAtMs: later + 60_000 });
        }
      const again = [];
      for (let n = 0; n < 8; n++) again.push((await claim(n, later))?.event.lineageId);
      expect(again.filter((lineageId) => lineageId !== undefined)).toHaveLength(4);
      const more = await Promise.all([8, 9, 10].map((lineageId) => one(watches, { lineageId })));
      for (const { lineageId, id } of more) await watches.addEvent(lineageId, id, newEvent({ atMs: later }));
      const fresh = [];
      for (let n = 0; n < 4; n++) fresh.push((await claim(n, later))?.event.lineageId);
      expect(fresh).toEqual([8, 9, 10, undefined]);
    });

    test('a webhook that is switched off, taken away or removed gives up what waits', async () => {
      const [{ watches }] = await open();
      const [gone, removed, taken] = [
        await one(watches),
        await one(watches, { lineageId: 2 }),
        await one(watches, { lineageId: 3 }),
      ];
      for (const { lineageId, id } of [gone, gone, removed, taken]) await watches.addEvent(lineageId, id, newEvent());
      const claimed = (await watches.claimDelivery(NOW, NOW + 1, 'x'))!;
      await watches.finishDelivery(claimed, { state: 'dead', attempt: { atMs: NOW, status: 410 }, off: 'gone' });
      expect((await watches.find(1, gone.id))?.webhook).toMatchObject({ state: 'off', note: 'gone' });
      await watches.remove(2, removed.id);
      await watches.change(3, taken.id, NOW, () => ({ webhook: null }));
      expect(await watches.claimDelivery(NOW * 2, NOW * 3, 'y')).toBeUndefined();
      expect(await watches.redeliver(1, claimed.event.id, NOW)).toBeUndefined();
      expect(await watches.waiting(NOW)).toMatchObject({ deliveriesPending: 0, deliveriesDead: 4 });
      expect((await watches.addEvent(1, gone.id, newEvent()))?.delivery.state).toBe('none');
    });

    test('an event with a known name is not stored twice, and old events go', async () => {
      const [{ watches }, other] = await open();
      const watch = await one(watches);
      const named = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          [watches, other.watches][n % 2]!.addEvent(1, watch.id, newEvent({ once: 'today' })),
        ),
      );
      expect(new Set(named.map((event) => event?.id)).size).toBe(1);
      for (let n = 0; n < EVENTS_PER_WATCH_MAX + 2; n += 1) await watches.addEvent(1, watch.id, newEvent());
      const kept = await watches.events({ lineageId: 1, after: 0, limit: EVENTS_PER_WATCH_MAX + 10 });
      expect(kept).toHaveLength(EVENTS_PER_WATCH_MAX);
      let pruned = 0;
      for (let n = 1; n > 0; pruned += n) n = await watches.prune(NOW + 1);
      expect(pruned).toBe(EVENTS_PER_WATCH_MAX);
    }, 120_000);

    test('of test events a watch keeps the newest few, and none when it is removed', async () => {
      const [{ watches }] = await open();
      const watch = await one(watches);
      const told = (await watches.addEvent(1, watch.id, newEvent({ type: 'tariff.revised' })))!;
      let newest = told;
      for (let n = 0; n < TESTS_PER_WATCH_MAX + 5; n++)
        newest = (await watches.addEvent(1, watch.id, newEvent({ type: TEST_EVENT })))!;
      const kept = await watches.events({ lineageId: 1, after: 0, limit: 100 });
      expect(kept.filter(({ type }) => type === TEST_EVENT)).toHaveLength(TESTS_PER_WATCH_MAX);
      expect([kept[0]!.id, kept.at(-1)!.id]).toEqual([told.id, newest.id]);
      await watches.remove(1, watch.id);
      expect((await watches.events({ lineageId: 1, after: 0, limit: 100 })).map(({ id }) => id)).toEqual([told.id]);
    });

    test('events arrive at least once and unchanged, whoever is killed or slow', async () => {
      await deliverThroughFailures(await open());
    }, 120_000);

    test('several processes tell a revision once, and one with older data does not tell that it was undone', async () => {
      const storages = await open();
      const clock = testClock();
      const held = embeddedTariff();
      const unlisted = {
        ...held,
        importId: 1,
        lists: held.lists.map((list) => ({
          ...list,
          listings: list.listings.filter(({ digits }) => digits !== '8712003500'),
        })),
      };
      const code = held.lists[0]!.listings.find(({ to }) => to === null)!.code;
      const revised = {
        ...held,
        importId: 2,
        lists: held.lists.map((list) => ({ ...list, listings: list.listings.filter((one) => one.code !== code) })),
      };
      const stages = await Promise.all(storages.map((storage) => stageWatches(storage, clock, unlisted)));
      const [first, second] = stages as [(typeof stages)[0], (typeof stages)[0]];
      await first.watches.make(first.owner, { codes: [code, '0101.21.00'] }, undefined);
      await first.settle();
      const told = (await allEvents(first)).length;
      // One process has loaded the import, the other has not yet.
      first.tariff.replace(revised);
      await Promise.all([first.settle(), second.settle(), first.settle(), second.settle()]);
      clock.pass(3_600_000 * 13);
      await Promise.all([second.settle(), first.settle()]);
      second.tariff.replace(revised);
      await Promise.all([first.settle(), second.settle()]);
      const events = (await allEvents(first)).slice(told).filter(({ type }) => type === 'tariff.revised');
      expect(events).toHaveLength(1);
      const { changes } = JSON.parse(events[0]!.body).data;
      expect(new Set(changes.flatMap((change: { codes: string[] }) => change.codes))).toEqual(new Set([code]));
    }, 60_000);

    test('a reader that follows the cursor passes over no event of writers beside it', async () => {
      const [{ watches }, other] = await open();
      const made = [await one(watches), await one(watches)];
      const seen: string[] = [];
      let writing = true;
      const reader = (async () => {
        for (let after = 0; ; ) {
          const last = !writing;
          const page = await watches.events({ lineageId: 1, after, limit: 3 });
          seen.push(...page.map(({ id }) => id));
          after = page.at(-1)?.seq ?? after;
          if (last && page.length === 0) return;
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      const events = Array.from({ length: 60 }, () => newEvent());
      await Promise.all(events.map((event, n) => [watches, other.watches][n % 2]!.addEvent(1, made[n % 2]!.id, event)));
      writing = false;
      await reader;
      expect([...seen].sort()).toEqual(events.map(({ id }) => id).sort());
    }, 60_000);
  });
}
