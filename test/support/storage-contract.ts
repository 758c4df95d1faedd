/**
 * Tests that every storage must pass. `open` returns one empty database as two processes open it.
 * It has over 400 lines, because it is one contract, whose tests share the database and its two processes.
 */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { SqliteStorage } from '../../src/adapters/sqlite/open.ts';
import { utcDay } from '../../src/domain/clock.ts';
import { PARTIES_MAX, type PartyDetails } from '../../src/domain/party-profile.ts';
import type { PartyProfileStore } from '../../src/domain/party-profile-store.ts';
import type { Storage } from '../../src/domain/storage.ts';
import { ALL_KEYS, USAGE_MINUTES_KEPT } from '../../src/domain/usage-store.ts';
import { KeyCache } from '../../src/keys/key-cache.ts';
import { KeyError } from '../../src/keys/key-fields.ts';
import { KeyIssuer } from '../../src/keys/key-issuer.ts';
import type { LimitRequest } from '../../src/limits/batching-limiter.ts';
import { ErrorTally } from '../../src/limits/error-tally.ts';
import { ForeignUseTally } from '../../src/limits/foreign-use-tally.ts';
import { readKeyUsage } from '../../src/limits/key-usage.ts';
import { HISTORY_DAYS, UsageHistory } from '../../src/limits/usage-history.ts';
import { OperatorAccounts, setPassword } from '../../src/operator/accounts.ts';
import { Lockout } from '../../src/operator/sign-in/lockout.ts';
import { Sessions } from '../../src/operator/sign-in/sessions.ts';
import { openLimiter, openTestLedger } from './limiter.ts';
import { type TestClock, testClock } from './temp.ts';
import { until } from './until.ts';

const actor = { name: 'test', origin: 'test' };
const DAY_MS = 86_400_000;

/** Moves everything counted to where it is read from, as time alone would. SQLite's last minute goes with it. */
async function rollUpAll(storage: Storage, clock: TestClock): Promise<void> {
  if ('journal' in storage) {
    const { journal } = storage as SqliteStorage;
    while (journal.rollUp(Number.MAX_SAFE_INTEGER));
  } else {
    const ledger = openTestLedger(storage, clock);
    while (await ledger.rollUp());
  }
}

function ask(keyId: number, lineageId: number, limits: LimitRequest['limits'], product = 'tariff'): LimitRequest {
  return { keyId, lineageId, limits, product };
}

export function holdToStorageContract(name: string, skip: boolean, open: () => Promise<[Storage, Storage]>): void {
  describe.skipIf(skip)(`${name}: limits and the account`, () => {
    test('two processes, with restarts and roll-ups, admit exactly what a list of times admits', async () => {
      const storages = await open();
      // Shortly before midnight UTC, so that waits cross it.
      const clock = testClock(Date.UTC(2026, 10, 21, 23, 58));
      const keyIssuer = new KeyIssuer(storages[0], clock);
      const limits = { perMinute: 5, perDay: 12 };
      const limiters = storages.map((storage) => openLimiter(storage, clock));
      const step = fc.oneof(
        {
          weight: 8,
          arbitrary: fc.record({ ask: fc.integer({ min: 1, max: 7 }), key: fc.nat(1), process: fc.nat(1) }),
        },
        {
          weight: 4,
          arbitrary: fc.record({
            wait: fc.oneof(fc.nat(70_000), fc.constantFrom(1, 59_999, 60_000, 60_001, 3_600_000)),
          }),
        },
        { weight: 1, arbitrary: fc.record({ restart: fc.nat(1) }) },
        { weight: 1, arbitrary: fc.constant({ rollUp: true as const }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
          const keys = [
            await keyIssuer.issue({ name: 'a', scope: 'all' }, actor),
            await keyIssuer.issue({ name: 'b', scope: 'all' }, actor),
          ];
          const model = keys.map((): number[] => []);
          for (const action of steps) {
            if ('wait' in action) clock.pass(action.wait);
            else if ('rollUp' in action) await limiters[0]!.rollUp();
            else if ('restart' in action) {
              await limiters[action.restart]!.close();
              limiters[action.restart] = openLimiter(storages[action.restart]!, clock);
            } else {
              const { id } = keys[action.key]!.row;
              const times = model[action.key]!;
              const requests = Array.from({ length: action.ask }, () => ask(id, id, limits));
              const decisions = await Promise.all(requests.map((request) => limiters[action.process]!.admit(request)));
              for (const decision of decisions) {
                const inMinute = times.filter((time) => time > clock.ms - 60_000).length;
                const inDay = times.filter((time) => utcDay(time) === utcDay(clock.ms)).length;
                const admitted = inMinute < limits.perMinute && inDay < limits.perDay;
                if (admitted) times.push(clock.ms);
                const spent = admitted ? 1 : 0;
                const oldest = times.find((time) => time > clock.ms - 60_000);
                expect(decision).toEqual({
                  admitted,
                  minuteLeft: limits.perMinute - inMinute - spent,
                  minuteResetS: oldest === undefined ? 0 : Math.ceil((oldest + 60_000 - clock.ms) / 1000),
                  dayLeft: limits.perDay - inDay - spent,
                  dayResetS: Math.ceil(((utcDay(clock.ms) + 1) * DAY_MS - clock.ms) / 1000),
                });
              }
            }
          }
          for (const [i, { row }] of keys.entries()) {
            const times = model[i]!;
            expect(await readKeyUsage(storages[1], row, clock.ms)).toEqual({
              minute: times.filter((time) => time > clock.ms - 60_000).length,
              today: times.filter((time) => utcDay(time) === utcDay(clock.ms)).length,
              total: times.length,
            });
          }
        }),
        { numRuns: 40 },
      );
      for (const limiter of limiters) await limiter.close();
    });

    test('two processes that count many keys at once admit exactly the limit of each', async () => {
      const storages = await open();
      const clock = testClock();
      const keyIssuer = new KeyIssuer(storages[0], clock);
      const limiters = [...storages, ...storages].map((storage) => openLimiter(storage, clock));
      const ids: number[] = [];
      for (let i = 0; i < 20; i++) ids.push((await keyIssuer.issue({ name: `k${i}`, scope: 'all' }, actor)).row.id);
      const limits = { perMinute: 7, perDay: 1000 };
      const admitted: number[] = [];
      await Promise.all(
        limiters.map(async (limiter, index) => {
          for (let round = 0; round < 3; round++) {
            // The processes use the keys in different orders, which would deadlock if locks were taken in that order.
            const order = index % 2 ? ids : ids.toReversed();
            const group = order.map((id) => ask(id, id, limits));
            const decisions = await Promise.all(group.map((request) => limiter.admit(request)));
            for (const [i, decision] of decisions.entries()) if (decision.admitted) admitted.push(order[i]!);
          }
        }),
      );
      for (const id of ids) {
        expect(admitted.filter((lineage) => lineage === id)).toHaveLength(7);
      }
      for (const limiter of limiters) await limiter.close();
    });

    test('a rotated key and its successor share their limits and are counted separately', async () => {
      const [storage] = await open();
      const clock = testClock();
      const keyIssuer = new KeyIssuer(storage, clock);
      const first = await keyIssuer.issue({ name: 'k', scope: 'all' }, actor);
      const second = await keyIssuer.rotate(first.row.id, 60_000, actor);
      const limiter = openLimiter(storage, clock);
      const limits = { perMinute: 5, perDay: 100 };
      const requests = [first, second, first, second, second, first, second].map(({ row }) =>
        ask(row.id, row.lineageId, limits, row === first.row ? 'tariff' : 'pixel'),
      );
      const decisions = await Promise.all(requests.map((request) => limiter.admit(request)));
      expect(decisions.map(({ admitted }) => admitted)).toEqual([true, true, true, true, true, false, false]);
      expect(await readKeyUsage(storage, first.row, clock.ms)).toEqual({ minute: 5, today: 5, total: 2 });
      expect(await readKeyUsage(storage, second.row, clock.ms)).toEqual({ minute: 5, today: 5, total: 3 });
      await limiter.close();
    });

    test('a clock set back admits no more than the limit in a minute of real time, and a request a minute later', async () => {
      const [storage] = await open();
      const clock = testClock();
      const { row } = await new KeyIssuer(storage, clock).issue({ name: 'k', scope: 'all' }, actor);
      const limiter = openLimiter(storage, clock);
      const admitted = async () => {
        const request = ask(row.id, row.id, { perMinute: 3, perDay: 1000 });
        return (await limiter.admit(request)).admitted;
      };
      expect([await admitted(), await admitted(), await admitted(), await admitted()]).toEqual([
        true,
        true,
        true,
        false,
      ]);
      clock.ms -= 3_600_000;
      expect(await admitted()).toBe(false);
      clock.pass(59_999);
      expect(await admitted()).toBe(false);
      clock.pass(1);
      expect(await admitted()).toBe(true);
      await limiter.close();
    });

    test('a roll-up does not change the counts of days and minutes, for one key and for all', async () => {
      const [storage] = await open();
      const midnight = Date.UTC(2026, 10, 21);
      const clock = testClock(midnight - 30_000);
      const keyIssuer = new KeyIssuer(storage, clock);
      const { id: a } = (await keyIssuer.issue({ name: 'a', scope: 'all' }, actor)).row;
      const { id: b } = (await keyIssuer.issue({ name: 'b', scope: 'all' }, actor)).row;
      const limiter = openLimiter(storage, clock);
      const use = async (atMs: number, id: number, product: string, times: number) => {
        clock.ms = atMs;
        const limits = { perMinute: 100, perDay: 100 };
        await Promise.all(Array.from({ length: times }, () => limiter.admit(ask(id, id, limits, product))));
      };
      await use(midnight - 30_000, a, 'tariff', 3);
      await use(midnight + 1000, a, 'tariff', 5);
      await use(midnight + 1000, b, 'pixel', 7);
      await use(midnight + 60_000, b, 'entry', 2);
      const nowMs = midnight + 61_000;
      const history = new UsageHistory(storage);
      const read = async () => ({
        days: (await history.days(undefined, nowMs)).slice(-2),
        daysOfA: (await history.days(a, nowMs)).slice(-2),
        minutes: (await history.minutes(undefined, nowMs)).slice(-3),
        minutesOfB: (await history.minutes(b, nowMs)).slice(-3),
        today: (await history.lineages([a, b, b], nowMs)).get(b)!.today,
      });
      const expected: Awaited<ReturnType<typeof read>> = {
        days: [
          { atMs: midnight - DAY_MS, requests: { tariff: 3 } },
          { atMs: midnight, requests: { tariff: 5, pixel: 7, entry: 2 } },
        ],
        daysOfA: [
          { atMs: midnight - DAY_MS, requests: { tariff: 3 } },
          { atMs: midnight, requests: { tariff: 5 } },
        ],
        minutes: [
          { atMs: midnight - 60_000, requests: { tariff: 3 } },
          { atMs: midnight, requests: { tariff: 5, pixel: 7 } },
          { atMs: midnight + 60_000, requests: { entry: 2 } },
        ],
        minutesOfB: [
          { atMs: midnight - 60_000, requests: {} },
          { atMs: midnight, requests: { pixel: 7 } },
          { atMs: midnight + 60_000, requests: { entry: 2 } },
        ],
        today: 9,
      };
      expect(await read()).toEqual(expected);
      await rollUpAll(storage, clock);
      expect(await read()).toEqual(expected);
      expect((await keyIssuer.find(b))!.lastUsedAt).toBe(midnight + 60_000);
      await limiter.close();
    });

    test('uses from foreign networks are added up over processes, and the latest address stays', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const tallies = [new ForeignUseTally(storage, clock), new ForeignUseTally(other, clock)];
      for (let i = 0; i < 40; i++) {
        clock.ms += 1;
        // Both processes use the keys in different orders, which must not deadlock.
        for (const keyId of i % 2 ? [7, 8, 9] : [9, 8, 7]) tallies[i % 2]!.count(keyId, `192.0.2.${i}`);
      }
      await Promise.all(tallies.map((tally) => tally.flush()));
      // Of two processes that write at once, SQLite makes one try again.
      await Promise.all(tallies.map((tally) => tally.close()));
      for (const keyId of [7, 8, 9]) {
        const expected = { keyId, requests: 40, lastAddress: '192.0.2.39', lastAt: clock.ms };
        expect(await storage.usage.foreignUse(keyId)).toEqual(expected);
      }
      expect(await storage.usage.foreignUse(10)).toBeUndefined();
      await other.usage.addForeignUses([{ keyId: 7, requests: 1, lastAddress: '192.0.2.1', lastAt: clock.ms - 5 }]);
      expect(await storage.usage.foreignUse(7)).toMatchObject({ requests: 41, lastAddress: '192.0.2.39' });
    });

    test('a key that is found by its hash is the one that is found by its number, in all fields', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const keyIssuer = new KeyIssuer(storage, clock);
      const full = {
        name: 'full',
        scope: 'pixel',
        owner: 'o',
        tags: 'a b',
        notes: 'n',
        networks: '192.0.2.0/24',
      } as const;
      const limits = { perMinute: 7, perDay: 70, expiresAt: clock.ms + DAY_MS };
      const { row } = await keyIssuer.issue({ ...full, ...limits }, actor);
      const { row: successor } = await keyIssuer.rotate(row.id, 1000, actor);
      await keyIssuer.revoke(row.id, actor);
      const [old, current] = [await storage.keys.find(row.id), await storage.keys.find(successor.id)];
      expect(old).toMatchObject({ ...full, successorId: successor.id, revokedAt: clock.ms });
      expect(await other.keys.findByHash(row.hash)).toEqual(old);
      expect(await other.keys.findByHash(successor.hash)).toEqual(current);
      expect(await other.keys.findByHash('none')).toBeUndefined();
    });

    test('the networks of a key are stored, changed, searched and handed on', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const keyIssuer = new KeyIssuer(storage, clock);
      const networks = '203.0.113.0/24 2001:db8::/32';
      const { row } = await keyIssuer.issue({ name: 'networks', scope: 'all', networks }, actor);
      const { row: successor } = await keyIssuer.rotate(row.id, 1000, actor);
      expect([row.networks, successor.networks]).toEqual([networks, networks]);
      await new KeyIssuer(other, clock).edit(successor.id, { networks: '' }, actor);
      expect((await storage.keys.find(successor.id))!.networks).toBe('');
      expect((await storage.keys.findByHash(row.hash))!.networks).toBe(networks);
      const search = { text: 'networks', order: 'created', descending: true, limit: 5, offset: 0 } as const;
      expect((await other.keys.search(search, clock.ms)).rows.map((found) => found.networks)).toEqual(['', networks]);
    });

    test('the days of a lineage add up its keys and no others, before and after they are rolled up', async () => {
      const [storage, other] = await open();
      const midnight = Date.UTC(2026, 10, 21);
      const clock = testClock(midnight);
      const keyIssuer = new KeyIssuer(storage, clock);
      const { row: old } = await keyIssuer.issue({ name: 'old', scope: 'all' }, actor);
      const { row: successor } = await keyIssuer.rotate(old.id, DAY_MS, actor);
      const { row: stranger } = await keyIssuer.issue({ name: 'stranger', scope: 'all' }, actor);
      const limiter = openLimiter(storage, clock);
      const use = (key: { id: number; lineageId: number }, product: string, times: number) => {
        const request = () => limiter.admit(ask(key.id, key.lineageId, { perMinute: 100, perDay: 100 }, product));
        return Promise.all(Array.from({ length: times }, request));
      };
      clock.ms = midnight - 1000;
      await use(old, 'tariff', 3);
      clock.ms = midnight + 1000;
      await use(old, 'tariff', 5);
      await use(successor, 'tariff', 2);
      await use(successor, 'entry', 1);
      await use(stranger, 'tariff', 7);
      const read = async () => (await new UsageHistory(other).lineageDays(old.lineageId, clock.ms)).slice(-3);
      const expected: Awaited<ReturnType<typeof read>> = [
        { atMs: midnight - 2 * DAY_MS, requests: {} },
        { atMs: midnight - DAY_MS, requests: { tariff: 3 } },
        { atMs: midnight, requests: { tariff: 7, entry: 1 } },
      ];
      expect(await read()).toEqual(expected);
      await rollUpAll(storage, clock);
      expect(await read()).toEqual(expected);
      await limiter.close();
    });

    test('errors are counted by key and code, those without a key only in the total, and old days are deleted', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const tallies = [new ErrorTally(storage, clock), new ErrorTally(other, clock)];
      for (const tally of tallies) {
        tally.count('tariff', 7, 'rate_limited');
        tally.count('pixel', undefined, 'unauthorized');
      }
      await Promise.all(tallies.map((tally) => tally.flush()));
      await Promise.all(tallies.map((tally) => tally.flush()));
      const history = new UsageHistory(storage);
      expect(await history.errors(7, clock.ms)).toEqual([
        { product: 'tariff', code: 'rate_limited', today: 2, total: 2 },
      ]);
      expect(await storage.usage.errors(ALL_KEYS, utcDay(clock.ms), 0)).toEqual([
        { product: 'tariff', code: 'rate_limited', today: 2, total: 2 },
        { product: 'pixel', code: 'unauthorized', today: 2, total: 2 },
      ]);
      clock.pass((HISTORY_DAYS + 1) * DAY_MS);
      tallies[0]!.count('entry', 7, 'scope');
      for (const tally of tallies) await tally.close();
      expect((await storage.usage.errors(7, utcDay(clock.ms), 0)).map(({ code }) => code)).toEqual(['scope']);
    });

    test('all counters of a full tally are added at once, and minutes are added up over products', async () => {
      const [{ usage }] = await open();
      const minute = 100 * 1440;
      const counters = Array.from({ length: 10_000 }, (_, keyId) => ({
        keyId,
        product: 'tariff',
        code: 'rate_limited',
        requests: keyId + 1,
      }));
      counters.push({ keyId: ALL_KEYS, product: 'pixel', code: 'rate_limited', requests: 5 });
      await usage.addErrors(counters, 100, minute);
      await usage.addErrors([], 100, minute);
      expect(await usage.keysWithError('rate_limited', 100, 2)).toEqual([
        { keyId: 9999, requests: 10_000 },
        { keyId: 9998, requests: 9999 },
      ]);
      expect(await usage.recentErrors(minute)).toEqual([{ code: 'rate_limited', requests: 6 }]);
      await usage.addErrors(counters.slice(0, 1), 101, minute + USAGE_MINUTES_KEPT + 1);
      expect(await usage.recentErrors(0)).toEqual([{ code: 'rate_limited', requests: 1 }]);
      const uses = counters
        .slice(1, 10_000)
        .map(({ keyId }) => ({ keyId, requests: 2, lastAddress: 'a', lastAt: keyId }));
      await usage.addForeignUses(uses);
      await usage.addForeignUses([]);
      expect(await usage.foreignUse(9999)).toEqual({ keyId: 9999, requests: 2, lastAddress: 'a', lastAt: 9999 });
    });
  });

  describe.skipIf(skip)(`${name}: keys and what an operator keeps`, () => {
    test('a key is issued, rotated and revoked with audit rows; a refused change leaves none', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const keyIssuer = new KeyIssuer(storage, clock);
      const keyCache = new KeyCache((hash) => other.keys.findByHash(hash), clock);
      const first = await keyIssuer.issue({ name: 'broker', scope: 'all', notes: 'delegate:on', perMinute: 7 }, actor);
      const second = await keyIssuer.rotate(first.row.id, 60_000, actor);
      expect(second.old).toEqual((await other.keys.find(first.row.id))!);
      expect(await other.keys.relatives(first.row)).toEqual([second.row]);
      expect(await keyCache.verify(second.key)).toMatchObject({ lineageId: first.row.id, limits: { perMinute: 7 } });
      await keyIssuer.revoke(second.row.id, actor);
      await expect(keyIssuer.revoke(second.row.id, actor)).rejects.toThrow(KeyError);
      await expect(keyIssuer.rotate(first.row.id, 0, actor)).rejects.toThrow('rotating');
      await expect(keyIssuer.edit(99, { notes: 'x' }, actor)).rejects.toThrow('no key 99');
      const rows = await other.activity.search({ text: '', action: 'key.', limit: 10 });
      expect(rows.map(({ action }) => action)).toEqual(['key.revoke', 'key.rotate', 'key.issue']);
      expect(rows[1]).toMatchObject({
        subject: `key ${first.row.id} (broker)`,
        detail: `into ${second.row.id}, overlap 60 s`,
      });
      expect(await other.keys.list(10, 0)).toHaveLength(2);
    });

    test('an edit changes limits for the whole lineage and everything else for one key, in every process', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const keyIssuer = new KeyIssuer(storage, clock);
      const old = await keyIssuer.issue({ name: 'k', scope: 'all', owner: 'Ines', tags: 'eu broker' }, actor);
      const stranger = await keyIssuer.issue({ name: 'k', scope: 'all' }, actor);
      const next = await keyIssuer.rotate(old.row.id, 60_000, actor);
      expect(next.row).toMatchObject({ owner: 'Ines', tags: 'broker eu' });
      const edit = { perMinute: 7, perDay: null, resources: { cpuMs: 120_000 }, scope: 'pixel', owner: '' } as const;
      const { row, changes } = await new KeyIssuer(other, clock).edit(next.row.id, edit, actor);
      expect(row).toEqual({ ...next.row, perMinute: 7, scope: 'pixel', owner: '' });
      expect(changes).toBe('scope all to pixel; owner "Ines" to none; per minute 100 to 7; cpuMs default to 120000');
      expect(await storage.keys.find(old.row.id)).toMatchObject({ perMinute: 7, scope: 'all', owner: 'Ines' });
      expect(await storage.keys.find(stranger.row.id)).toEqual(stranger.row);
      expect((await storage.resources.account(old.row.lineageId, 0)).overrides.cpuMs).toBe(120_000);
      const again = await keyIssuer.edit(next.row.id, edit, actor);
      expect([again.row, again.changes]).toEqual([row, '']);
      const entries = await storage.activity.search({ text: '', action: 'key.edit', limit: 9 });
      expect(entries.map(({ subject, detail }) => [subject, detail])).toEqual([[`key ${row.id} (k)`, changes]]);
    });

    test('edits of two keys of one lineage at once both hold, and its keys never differ in their limits', async () => {
      const storages = await open();
      const clock = testClock();
      const issuers = storages.map((storage) => new KeyIssuer(storage, clock));
      const { row: old } = await issuers[0]!.issue({ name: 'k', scope: 'all' }, actor);
      const { row: next } = await issuers[0]!.rotate(old.id, 60_000, actor);
      for (let round = 1; round <= 10; round++) {
        await Promise.all([
          issuers[0]!.edit(old.id, { perMinute: round, notes: `a${round}` }, actor),
          issuers[1]!.edit(next.id, { perMinute: round + 100, notes: `b${round}` }, actor),
        ]);
        const [a, b] = [(await storages[0]!.keys.find(old.id))!, (await storages[1]!.keys.find(next.id))!];
        expect([a.notes, b.notes]).toEqual([`a${round}`, `b${round}`]);
        expect(a.perMinute).toBe(b.perMinute);
        expect([round, round + 100]).toContain(a.perMinute);
      }
    });

    test('new limits of a lineage admit exactly as many requests as they say, through either of its keys', async () => {
      const storages = await open();
      const clock = testClock();
      const keyIssuer = new KeyIssuer(storages[0], clock);
      const { row: old } = await keyIssuer.issue({ name: 'k', scope: 'all', perMinute: 10, perDay: 100 }, actor);
      const { row: next } = await keyIssuer.rotate(old.id, 60_000, actor);
      const limiters = storages.map((storage) => openLimiter(storage, clock));
      const admit = async (requests: number) => {
        const decisions = [];
        for (let i = 0; i < requests; i++) {
          const { id, lineageId, perMinute, perDay } = (await storages[i % 2]!.keys.find(i % 2 ? old.id : next.id))!;
          decisions.push(await limiters[i % 2]!.admit(ask(id, lineageId, { perMinute, perDay })));
        }
        return decisions.filter(({ admitted }) => admitted).length;
      };
      expect(await admit(12)).toBe(10);
      await keyIssuer.edit(old.id, { perMinute: 13 }, actor);
      expect(await admit(12)).toBe(3);
      await keyIssuer.edit(next.id, { perMinute: 5 }, actor);
      expect(await admit(3)).toBe(0);
      clock.pass(60_000);
      expect(await admit(9)).toBe(5);
      await keyIssuer.edit(next.id, { perMinute: 1000, perDay: 20 }, actor);
      expect(await admit(9)).toBe(2);
      for (const limiter of limiters) await limiter.close();
    });

    test('many keys are issued and revoked together, or none of them', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const keyIssuer = new KeyIssuer(storage, clock);
      const inputs = Array.from({ length: 30 }, (_, i) => ({ name: `k${i}`, scope: 'all' as const, perDay: i + 1 }));
      const issued = await keyIssuer.issueAll(inputs, actor);
      expect(issued.map(({ row }) => [row.name, row.perDay, row.lineageId === row.id])).toEqual(
        inputs.map(({ name, perDay }) => [name, perDay, true]),
      );
      await expect(keyIssuer.issueAll([...inputs, { name: '', scope: 'all' }], actor)).rejects.toThrow('A name has');
      expect([await keyIssuer.issueAll([], actor), await keyIssuer.revokeAll([], actor)]).toEqual([[], []]);
      expect(await other.keys.list(100, 0)).toHaveLength(30);
      const ids = issued.map(({ row }) => row.id).reverse();
      await expect(keyIssuer.revokeAll([...ids, 999_999], actor)).rejects.toThrow('no key 999999');
      expect((await other.keys.list(100, 0)).every((row) => row.revokedAt === null)).toBe(true);
      await keyIssuer.revoke(ids[3]!, actor);
      clock.pass(5);
      const both = await Promise.all([keyIssuer, new KeyIssuer(other, clock)].map((all) => all.revokeAll(ids, actor)));
      expect(both.map((rows) => rows.map(({ id }) => id))).toEqual([ids, ids]);
      expect((await other.keys.find(ids[3]!))!.revokedAt).toBe(clock.ms - 5);
      const entries = await storage.activity.search({ text: '', action: 'key.revoke', limit: 100 });
      expect(entries).toHaveLength(30);
    });

    test('of two concurrent rotations or revocations of one key one succeeds', async () => {
      const storages = await open();
      const clock = testClock();
      const issuers = storages.map((storage) => new KeyIssuer(storage, clock));
      const { row } = await issuers[0]!.issue({ name: 'k', scope: 'all' }, actor);
      const rotations = await Promise.allSettled(issuers.map((keyIssuer) => keyIssuer.rotate(row.id, 1000, actor)));
      expect(rotations.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const revocations = await Promise.allSettled(issuers.map((keyIssuer) => keyIssuer.revoke(row.id, actor)));
      expect(revocations.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    test('a process is notified of the changes of others, but not of those before it started to watch', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const keyIssuer = new KeyIssuer(storage, clock);
      await keyIssuer.issue({ name: 'before', scope: 'all' }, actor);
      const heard: string[] = [];
      const watch = await other.changes.watch(() => {});
      watch.on('tariff', async () => void heard.push('tariff'));
      await keyIssuer.issue({ name: 'after', scope: 'all' }, actor);
      // Also of a change since the watch began, if its listener is added later.
      watch.on('keys', () => void heard.push('keys'));
      await until('a change of keys is heard', () => heard.length >= 1);
      const entry = { atMs: 1, actor: 'a', origin: 'o', action: 'tariff.import', subject: 's' };
      const row = { listId: 'l', version: '1', importedAt: 1, sha256: 'x', summary: '{}', body: 'one' };
      await storage.tariffImports.add(row, entry);
      await until('a change of lists is heard', () => heard.length >= 2);
      expect(heard).toEqual(['keys', 'tariff']);
      watch.stop();
      await storage.tariffImports.add({ ...row, version: '2', body: 'two' }, entry);
      await storage.tariffImports.add({ ...row, listId: 'm' }, entry);
      expect(await other.tariffImports.body('l')).toBe('two');
      expect(await other.tariffImports.body('none')).toBeUndefined();
      const lists = await other.tariffImports.list(2);
      expect(lists.map(({ listId }) => listId)).toEqual(['m', 'l']);
      expect(await other.tariffImports.newest()).toEqual(expect.arrayContaining(lists));
      const newest = (await other.tariffImports.newest()).map(({ listId, version }) => `${listId} ${version}`);
      expect(newest.sort()).toEqual(['l 2', 'm 1']);
    });

    test('a setting is created once, by the first process', async () => {
      const [storage, other] = await open();
      let made = 0;
      const values = await Promise.all(
        [storage, other].map(({ settings }) => settings.keep('s', () => `made ${made++}`)),
      );
      expect(values[0]).toBe(values[1]!);
      expect(await storage.settings.get('s')).toBe(values[0]!);
      expect(await storage.settings.get('none')).toBeUndefined();
    });

    test('a signing certificate is kept for good, once, and the newest is listed first', async () => {
      const [storage, other] = await open();
      const certificate = (fingerprint: string, firstUsedMs: number) => ({ fingerprint, pem: 'p', firstUsedMs });
      await Promise.all(
        [storage, other].map(({ signingCertificates }, i) => signingCertificates.keep(certificate('b', i))),
      );
      await other.signingCertificates.keep(certificate('a', 5));
      await other.signingCertificates.keep(certificate('a', 9));
      const listed = await storage.signingCertificates.list();
      expect(listed.map(({ fingerprint }) => fingerprint)).toEqual(['a', 'b']);
      expect(listed[0]).toEqual(certificate('a', 5));
    });

    test('sessions end by time, sign-out, their maximum number and every change of their operator', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const accounts = new OperatorAccounts(storage, clock);
      await setPassword(storage, clock, 'a good long password');
      const owner = (await storage.operator.find('owner'))!;
      const { passwordHash: _, ...withoutHash } = owner;
      expect(await other.operator.list()).toEqual([withoutHash]);
      const sessions = new Sessions(storage, clock);
      const audit = { atMs: 1, actor: 'owner', origin: '::1', action: 'operator.sign-in', subject: 'operator owner' };
      const attempt = { addresses: [], forgive: () => [] };
      const start = async () => (await sessions.start(owner, audit, attempt))!;
      const token = await start();
      const elsewhere = new Sessions(other, clock);
      expect(await elsewhere.operatorOf(token)).toMatchObject({ name: 'owner', role: 'owner' });
      expect(await elsewhere.operatorOf(token)).not.toHaveProperty('passwordHash');
      await sessions.end(token);
      expect(await sessions.operatorOf(token)).toBeUndefined();
      const session = (tokenHash: string, startedAt: number) => ({
        ...{ tokenHash, operatorId: owner.id, origin: '::1', startedAt, expiresAt: startedAt + 100 },
      });
      for (const [i, hash] of ['a', 'b', 'c'].entries()) {
        await storage.operator.startSession(session(hash, 10 + i), owner.passwordHash, audit, attempt, 2);
      }
      expect((await storage.operator.sessionsOf(owner.id)).map(({ tokenHash }) => tokenHash)).toEqual(['c', 'b']);
      await storage.operator.startSession(session('d', 111), owner.passwordHash, audit, attempt, 9);
      expect((await storage.operator.sessionsOf(owner.id)).map(({ tokenHash }) => tokenHash)).toEqual(['d', 'c']);
      await storage.operator.touchSession('d', 150);
      expect((await storage.operator.session('d'))?.session.seenAt).toBe(150);
      await accounts.add('second', 'owner', actor);
      const changes: [string, () => Promise<unknown>][] = [
        ['another password', () => setPassword(storage, clock, 'another good long password')],
        ['another role', () => accounts.setRole('owner', 'reader', actor)],
        ['its removal', () => accounts.remove('owner', actor)],
      ];
      for (const [what, change] of changes) {
        const { passwordHash } = (await storage.operator.find('owner'))!;
        await storage.operator.startSession(session(what, 200), passwordHash, audit, attempt, 9);
        await change();
        expect([what, await other.operator.session(what)]).toEqual([what, undefined]);
        const late = await storage.operator.startSession(session('late', 200), 'the old hash', audit, attempt, 9);
        expect([what, late]).toEqual([what, false]);
      }
    });

    test('sessions of the workbench end by time, sign-out and their maximum number for a key, and others stay', async () => {
      const [{ workbenchSessions: workSessions }, { workbenchSessions: elsewhere }] = await open();
      const session = (tokenHash: string, startedAt: number, keyHash = 'key') => ({
        ...{ tokenHash, keyHash, lineageId: 1, origin: '::1', startedAt, expiresAt: startedAt + 100 },
      });
      const tokens = async (keyHash: string) => (await elsewhere.ofKey(keyHash)).map(({ tokenHash }) => tokenHash);
      const bounds = { idleMs: 0, sessionsMax: 2 };
      await workSessions.start(session('other', 9, 'other key'), bounds);
      for (const [i, hash] of ['a', 'b', 'c'].entries()) await workSessions.start(session(hash, 10 + i), bounds);
      expect(await tokens('key')).toEqual(['c', 'b']);
      expect(await elsewhere.find('c')).toEqual({ ...session('c', 12), seenAt: 12 });
      expect(await elsewhere.find('a')).toBeUndefined();
      // Both at the same millisecond: one of them is the oldest, in either database the same.
      await Promise.all([workSessions.start(session('d', 20), bounds), elsewhere.start(session('e', 20), bounds)]);
      expect(await tokens('key')).toEqual(['e', 'd']);
      await workSessions.touch('d', 50);
      await workSessions.touch('nobody', 50);
      expect((await elsewhere.find('d'))?.seenAt).toBe(50);
      await elsewhere.start(session('f', 60), { idleMs: 20, sessionsMax: 9 });
      expect([await tokens('key'), await tokens('other key')]).toEqual([['f', 'd'], []]);
      await workSessions.start(session('g', 120), { idleMs: 0, sessionsMax: 9 });
      expect(await tokens('key')).toEqual(['g', 'f']);
      await workSessions.start(session('h', 121, 'other key'), { idleMs: 0, sessionsMax: 9 });
      await elsewhere.endOthers('key', 'f');
      expect([await tokens('key'), await tokens('other key')]).toEqual([['f'], ['h']]);
      await workSessions.end('f');
      expect([await tokens('key'), await tokens('other key')]).toEqual([[], ['h']]);
    });

    test('a party is added once by two processes, replaced whole, and counted by lineage', async () => {
      const [{ parties }, { parties: elsewhere }] = await open();
      const details = (name: string): PartyDetails => ({ roles: ['certifier', 'testing_lab'], name });
      const put = (store: PartyProfileStore, alternateId: string, name: string, atMs: number, lineageId = 1) =>
        store.put({ lineageId, alternateId, details: details(name), atMs });
      await Promise.all([put(parties, 'A', 'first', 5), put(elsewhere, 'A', 'first', 5)]);
      const [only, ...more] = await elsewhere.list({ lineageId: 1, limit: 9 });
      expect(more).toEqual([]);
      expect(only).toEqual({ ...only!, lineageId: 1, alternateId: 'A', details: details('first'), createdAtMs: 5 });
      await put(parties, 'B', 'other', 6);
      const replaced = { ...only!, details: details('second'), updatedAtMs: 7 };
      expect(await put(elsewhere, 'A', 'second', 7)).toEqual(replaced);
      expect(await parties.find(1, 'A')).toEqual(replaced);
      expect(await parties.find(2, 'A')).toBeUndefined();
      expect((await parties.list({ lineageId: 1, limit: 9 })).map(({ alternateId }) => alternateId)).toEqual([
        'B',
        'A',
      ]);
      expect(await parties.list({ lineageId: 1, before: only!.seq, limit: 9 })).toEqual([]);
      expect(await parties.list({ lineageId: 1, role: 'manufacturer', limit: 9 })).toEqual([]);
      expect(await parties.list({ lineageId: 1, role: 'testing_lab', limit: 1 })).toHaveLength(1);
      for (let n = 2; n < PARTIES_MAX - 1; n++) await put(parties, `N${n}`, 'filler', 8);
      // One place is left, and two processes want it.
      const last = await Promise.all([put(parties, 'X', 'x', 9), put(elsewhere, 'Y', 'y', 9)]);
      expect(last.filter((each) => each === 'full')).toHaveLength(1);
      expect(await put(parties, 'A', 'third', 10)).toMatchObject({ details: details('third') });
      expect(await put(parties, 'Z', 'of others', 10, 2)).toMatchObject({ lineageId: 2 });
      expect([await elsewhere.remove(2, 'A'), await elsewhere.remove(1, 'A'), await parties.remove(1, 'A')]).toEqual([
        false,
        true,
        false,
      ]);
    });

    test('of two owners who remove each other at once, one stays', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const accounts = [new OperatorAccounts(storage, clock), new OperatorAccounts(other, clock)];
      for (const name of ['first', 'second']) await accounts[0]!.add(name, 'owner', actor, 'a good long password');
      await expect(accounts[0]!.add('first', 'reader', actor, 'a good long password')).rejects.toThrow('already');
      const removals = await Promise.allSettled([
        accounts[0]!.remove('first', actor),
        accounts[1]!.setRole('second', 'issuer', actor),
      ]);
      expect(removals.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await accounts[0]!.list()).filter(({ role }) => role === 'owner')).toHaveLength(1);
      const done = (await storage.activity.search({ text: '', action: 'operator.', limit: 10 })).map(
        ({ action }) => action,
      );
      expect(done.filter((action) => action !== 'operator.add')).toHaveLength(1);
    });

    test('no session survives a change of its password that another process makes at the same time', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const audit = { atMs: 1, actor: 'owner', origin: '::1', action: 'operator.sign-in', subject: 'operator owner' };
      const attempt = { addresses: ['1.2.3.4'], forgive: () => [] };
      await setPassword(storage, clock, 'a good long password');
      const { id: operatorId } = (await storage.operator.find('owner'))!;
      const failure = { address: '1.2.3.4', failures: 9, lastAt: 5, lockedUntil: 5 };
      for (let round = 0; round < 10; round++) {
        const { passwordHash } = (await storage.operator.find('owner'))!;
        const change = { kind: 'password', id: operatorId, passwordHash: `hash ${round}`, atMs: 5 } as const;
        const session = { tokenHash: `${round}`, operatorId, origin: '::1', startedAt: 10, expiresAt: 20 };
        await Promise.all([
          storage.operator.startSession(session, passwordHash, audit, attempt, 9),
          other.operator.change(() => ({ change: { ...change, liftsLockouts: true }, activity: audit })),
          storage.operator.endSessionsOf(operatorId),
          storage.operator.countFailures([failure.address], () => [failure], { rowsMax: 10, keep: '*' }),
        ]);
        expect(await other.operator.sessionsOf(operatorId)).toEqual([]);
      }
    });

    test('of two concurrent submissions of one form one succeeds', async () => {
      const [storage, other] = await open();
      const claims = await Promise.all([storage, other].map(({ operator }) => operator.claimForm('f', 10, 0)));
      expect(claims.sort()).toEqual([false, true]);
      expect(await storage.operator.claimForm('f', 20, 10)).toBe(true);
    });

    test('concurrent failed sign-ins are all counted, and the oldest rows are deleted', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const lockouts = [new Lockout(storage, clock), new Lockout(other, clock)];
      await setPassword(storage, clock, 'a good long password');
      const attempts = Array.from({ length: 10 }, (_, i) => lockouts[i % 2]!.admitStranger('1.2.3.4'));
      const admitted = (await Promise.all(attempts)).flatMap((answer) => (answer.admitted ? [answer] : []));
      expect(admitted.map(({ failuresThisHour }) => failuresThisHour).sort()).toEqual([1, 2, 3, 4, 5]);
      const failures = async () => {
        const rows = await storage.operator.failures(['1.2.3.4', '*']);
        return rows.map((row) => `${row.address} ${row.failures}`).sort();
      };
      expect(await failures()).toEqual(['* 5', '1.2.3.4 5']);
      await setPassword(storage, clock, 'another good long password');
      expect(await failures()).toEqual([]);
      const again = await lockouts[1]!.admitStranger('1.2.3.4');
      if (!again.admitted) throw new Error('The new password lifts the lockout.');
      const owner = (await storage.operator.find('owner'))!;
      const audit = { atMs: 1, actor: 'owner', origin: '::1', action: 'operator.sign-in', subject: 'operator owner' };
      await new Sessions(storage, clock).start(owner, audit, again.attempt);
      expect(await failures()).toEqual(['* 0']);
      for (let i = 0; i < 12; i++) {
        const row = { address: `address ${i}`, failures: 1, lastAt: i, lockedUntil: 0 };
        await storage.operator.countFailures([row.address], () => [row], { rowsMax: 10, keep: '*' });
      }
      expect(await failures()).toEqual(['* 0']);
      expect(await storage.operator.failures(['address 0', 'address 11'])).toHaveLength(1);
    });

    test('strangers of all processes share one attempt every five seconds, and what was not used as a stock', async () => {
      const [storage, other] = await open();
      const clock = testClock();
      const lockouts = [new Lockout(storage, clock), new Lockout(other, clock)];
      let networks = 0;
      const guessUntilRefused = async () => {
        for (let admitted = 0; ; admitted++) {
          const answer = await lockouts[networks % 2]!.admitStranger(`network ${networks++}`);
          if (!answer.admitted) return { admitted, waitMs: answer.waitMs, own: answer.own };
        }
      };
      expect(await guessUntilRefused()).toEqual({ admitted: 40, waitMs: 5000, own: false });
      clock.ms += 4999;
      expect(await guessUntilRefused()).toEqual({ admitted: 0, waitMs: 1, own: false });
      clock.ms += 1;
      expect(await guessUntilRefused()).toEqual({ admitted: 1, waitMs: 5000, own: false });
      clock.ms += 60_000;
      expect(await guessUntilRefused()).toEqual({ admitted: 12, waitMs: 5000, own: false });
      expect((await lockouts[0]!.admitKnown('device 1 a')).admitted).toBe(true);
      clock.ms -= 86_400_000;
      const { waitMs } = await guessUntilRefused();
      expect(waitMs).toBeLessThanOrEqual(5000);
    });

    test('the audit is searched by text, action and page, and wildcards of SQL are plain text', async () => {
      const [storage] = await open();
      for (const [i, subject] of ['100% sure', 'under_score', 'Back\\slash'].entries()) {
        await storage.activity.record({ atMs: i, actor: 'a', origin: '::1', action: `key.${i}`, subject });
      }
      const found = async (text: string, action = '') =>
        (await storage.activity.search({ text, action, limit: 10 })).map(({ subject }) => subject);
      expect(await found('0% s')).toEqual(['100% sure']);
      expect(await found('r_S')).toEqual(['under_score']);
      expect(await found('back\\SL')).toEqual(['Back\\slash']);
      expect(await found('', 'key.1')).toEqual(['under_score']);
      expect(await found('', 'key._')).toEqual([]);
      const [newest] = await storage.activity.search({ text: '', action: '', limit: 1 });
      const older = await storage.activity.search({ text: '', action: '', before: newest!.id, limit: 10 });
      expect(older).toHaveLength(2);
    });
  });
}
