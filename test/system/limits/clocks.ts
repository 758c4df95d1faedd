/** Limits compared with a list of times, under restarts, two processes, and clocks that are set. */
import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { openSqlite } from '../../../src/adapters/sqlite/open.ts';
import { KeyIssuer } from '../../../src/keys/key-issuer.ts';
import type { LimitRequest } from '../../../src/limits/batching-limiter.ts';
import { readKeyUsage } from '../../../src/limits/key-usage.ts';
import { openLimiter } from '../../support/limiter.ts';
import { tempDir, testClock } from '../../support/temp.ts';

const LIMITS = { perMinute: 5, perDay: 12 };
const KEYS = [1, 2];
const DAY_MS = 86_400_000;

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      process: fc.nat(1),
      key: fc.constantFrom(...KEYS),
      times: fc.integer({ min: 1, max: 7 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(fc.integer({ min: 0, max: 70_000 }), fc.constantFrom(1, 59_999, 60_000, 60_001, 3_600_000)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), process: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rollUp' as const), process: fc.nat(1) }) },
);

test('two processes on one file, with restarts and roll-ups, admit exactly what a list of times admits', async () => {
  const dir = tempDir();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const path = `${dir}/run${run++}.db`;
      // Close to midnight UTC, so that waits cross the day.
      const clock = testClock(Date.UTC(2026, 10, 21, 23, 58));
      const storages = [openSqlite(path, { lockWaitMs: 2000 }), openSqlite(path, { lockWaitMs: 2000 })];
      const keyIssuer = new KeyIssuer(storages[0]!, clock);
      for (const _ of KEYS) await keyIssuer.issue({ name: 'k', scope: 'all' }, { name: 't', origin: 't' });
      const open = (i: number) => openLimiter(storages[i]!, clock);
      const limiters = [open(0), open(1)];
      const model = new Map<number, number[]>(KEYS.map((key) => [key, []]));
      try {
        for (const action of steps) {
          if (action.kind === 'wait') clock.pass(action.ms);
          else if (action.kind === 'rollUp') await limiters[action.process]!.rollUp();
          else if (action.kind === 'restart') {
            limiters[action.process]!.close();
            limiters[action.process] = open(action.process);
          } else {
            const asks: LimitRequest[] = Array.from({ length: action.times }, () => ({
              keyId: action.key,
              lineageId: action.key,
              limits: LIMITS,
              product: 'tariff',
            }));
            const decisions = await Promise.all(asks.map((ask) => limiters[action.process]!.admit(ask)));
            const times = model.get(action.key)!;
            for (const decision of decisions) {
              const inMinute = times.filter((t) => t > clock.ms - 60_000).length;
              const inDay = times.filter((t) => Math.floor(t / DAY_MS) === Math.floor(clock.ms / DAY_MS)).length;
              const admitted = inMinute < LIMITS.perMinute && inDay < LIMITS.perDay;
              expect(decision.admitted).toBe(admitted);
              if (admitted) times.push(clock.ms);
              expect(decision.minuteLeft).toBe(LIMITS.perMinute - inMinute - (admitted ? 1 : 0));
              expect(decision.dayLeft).toBe(LIMITS.perDay - inDay - (admitted ? 1 : 0));
            }
          }
        }
        for (const key of KEYS) {
          const times = model.get(key)!;
          expect(await readKeyUsage(storages[1]!, { id: key, lineageId: key }, clock.ms)).toEqual({
            minute: times.filter((t) => t > clock.ms - 60_000).length,
            today: times.filter((t) => Math.floor(t / DAY_MS) === Math.floor(clock.ms / DAY_MS)).length,
            total: times.length,
          });
        }
      } finally {
        for (const limiter of limiters) limiter.close();
        for (const storage of storages) storage.close();
        for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
      }
    }),
    { numRuns: 60 },
  );
});

test('a clock set back or forward admits no more than the limit in a minute of real time, and a request a minute later', async () => {
  const dir = tempDir();
  let run = 0;
  const jump = fc.record({
    jumpMs: fc.oneof(fc.integer({ min: -7_200_000, max: 7_200_000 }), fc.constantFrom(0, 0, 0, -500)),
    realMs: fc.integer({ min: 0, max: 61_000 }),
    asks: fc.integer({ min: 1, max: 8 }),
    restart: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(jump, { minLength: 1, maxLength: 15 }), async (jumps) => {
      const path = `${dir}/run${run++}.db`;
      const clock = testClock();
      const storage = openSqlite(path, { lockWaitMs: 2000 });
      const open = () => openLimiter(storage, clock);
      let limiter = open();
      let realMs = 0;
      let admittedBeforeForward = 0;
      const admittedAt: number[] = [];
      try {
        const limits = { perMinute: 5, perDay: 1_000_000 };
        const ask = async () => {
          const admission: LimitRequest = { keyId: 1, lineageId: 1, limits, product: 'tariff' };
          const { admitted } = await limiter.admit(admission);
          if (admitted) admittedAt.push(realMs);
          return admitted;
        };
        for (const { jumpMs, realMs: waitMs, asks, restart } of jumps) {
          realMs += waitMs;
          clock.pass(waitMs);
          clock.ms += jumpMs;
          // A clock set forward cannot be told from time that passed. Only requests after it can be checked.
          if (jumpMs > 0) admittedBeforeForward = admittedAt.length;
          if (restart) {
            limiter.close();
            limiter = open();
          }
          for (let i = 0; i < asks; i++) await ask();
          const exact = admittedAt.slice(admittedBeforeForward);
          expect(exact.filter((t) => t > realMs - 60_000).length).toBeLessThanOrEqual(5);
        }
        realMs += 61_001;
        clock.pass(61_001);
        expect(await ask()).toBe(true);
      } finally {
        limiter.close();
        storage.close();
        for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
      }
    }),
    { numRuns: 60 },
  );
});

test('a clock that is ahead for a while, with roll-ups, other keys and restarts, admits no more of this key', async () => {
  const dir = tempDir();
  let run = 0;
  const action = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask' as const), times: fc.integer({ min: 1, max: 7 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 70_000 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('ahead' as const),
        ms: fc.constantFrom(2000, 61_000, 7_200_000, DAY_MS, 3 * DAY_MS),
        other: fc.boolean(),
        fold: fc.boolean(),
        restart: fc.boolean(),
      }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 20 }), async (actions) => {
      const path = `${dir}/run${run++}.db`;
      const clock = testClock(Date.UTC(2026, 10, 21, 12));
      const storage = openSqlite(path, { lockWaitMs: 2000 });
      const keyIssuer = new KeyIssuer(storage, clock);
      for (const _ of KEYS) await keyIssuer.issue({ name: 'k', scope: 'all' }, { name: 't', origin: 't' });
      const open = () => openLimiter(storage, clock);
      let limiter = open();
      const admittedAt: number[] = [];
      const ask = async (keyId: number) => {
        const admission: LimitRequest = { keyId, lineageId: keyId, limits: LIMITS, product: 'tariff' };
        return (await limiter.admit(admission)).admitted;
      };
      try {
        for (const step of actions) {
          if (step.kind === 'wait') clock.pass(step.ms);
          else if (step.kind === 'ask') {
            for (let i = 0; i < step.times; i++) if (await ask(1)) admittedAt.push(clock.realMs);
          } else {
            clock.ms += step.ms;
            if (step.fold) await limiter.rollUp();
            if (step.other) await ask(2);
            if (step.restart) {
              limiter.close();
              limiter = open();
            }
            clock.ms -= step.ms;
          }
          expect(admittedAt.filter((at) => at > clock.realMs - 60_000).length).toBeLessThanOrEqual(LIMITS.perMinute);
          expect(admittedAt.length).toBeLessThanOrEqual(LIMITS.perDay);
        }
      } finally {
        limiter.close();
        storage.close();
        for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
      }
    }),
    { numRuns: 80 },
  );
});
