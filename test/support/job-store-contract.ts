/**
 * Tests of jobs that every storage must pass. `open` returns one empty database as two processes open it.
 * It has over 400 lines, because it is one contract, whose tests share the database and its two processes.
 */
import { describe, expect, test } from 'bun:test';
import type { PostgresStorage } from '../../src/adapters/postgres/open.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { utcDay } from '../../src/domain/clock.ts';
import type { ChunkOutcome } from '../../src/domain/job.ts';
import { OPEN_JOBS_PER_LINEAGE } from '../../src/domain/job-progress.ts';
import type { JobStore, NewJob } from '../../src/domain/job-store.ts';
import type { Storage } from '../../src/domain/storage.ts';
import { KeyIssuer } from '../../src/keys/key-issuer.ts';
import { readKeyUsage } from '../../src/limits/key-usage.ts';
import { UsageHistory } from '../../src/limits/usage-history.ts';
import { openLimiter } from './limiter.ts';
import { type TestClock, testClock } from './temp.ts';
import { until } from './until.ts';

const actor = { name: 'test', origin: 'test' };
const DAY_MS = 86_400_000;
const PER_DAY = 10_000;

export function openTestJobs(storage: Storage, clock: TestClock): JobStore {
  return 'openJobsWithClock' in storage
    ? (storage as PostgresStorage).openJobsWithClock(clock)
    : storage.openJobs(clock);
}

/** A job of chunks of ten lines, each with the bytes of its number. */
function newTestJob(id: string, lineageId: number, changes: Partial<NewJob> & { chunkCount?: number } = {}): NewJob {
  const { chunkCount = 2, ...given } = changes;
  const chunks = Array.from({ length: chunkCount }, (_, number) => ({
    number,
    firstLine: 2 + number * 10,
    lines: 10,
    input: Uint8Array.of(number, 1, 2),
  }));
  return {
    id: `job_${id}`,
    kind: 'tariff_audit',
    lineageId,
    keyId: lineageId,
    product: 'tariff',
    options: { codeColumn: 'A' },
    linesTotal: chunkCount * 10,
    chunks,
    units: 7,
    perDay: PER_DAY,
    ...given,
  };
}

const outcome = (changes: Partial<ChunkOutcome> = {}): ChunkOutcome => ({
  output: Uint8Array.of(9, 9),
  counts: { applies: 4, retired: 1 },
  errors: [],
  unitsUnused: 0,
  ...changes,
});

export function holdToJobStoreContract(name: string, skip: boolean, open: () => Promise<[Storage, Storage]>): void {
  describe.skipIf(skip)(`${name}: jobs`, () => {
    async function openAll(startMs?: number) {
      const storages = await open();
      const clock = testClock(startMs);
      const issuer = new KeyIssuer(storages[0], clock);
      const issue = async () => (await issuer.issue({ name: 'k', scope: 'all' }, actor)).row.id;
      const stores = storages.map((storage) => openTestJobs(storage, clock));
      const keys = [await issue(), await issue()] as const;
      const today = async (key: number) =>
        (await readKeyUsage(storages[1], { id: key, lineageId: key }, clock.ms)).today;
      const stored = async (key: number) => (await storages[1].resources.account(key, 0)).used.storedBytes;
      return { storages, clock, stores: stores as [JobStore, JobStore], keys, today, stored };
    }

    /** Does everything that there is to do, in turns of the two processes. */
    async function finish(stores: readonly JobStore[], of: (line: number) => Partial<ChunkOutcome> = () => ({})) {
      for (let turn = 0; ; turn++) {
        const store = stores[turn % stores.length]!;
        const claimed = await store.claim(`p${turn % stores.length}`, 1000, []);
        if (!claimed) return;
        expect(await store.complete(claimed, outcome(of(claimed.chunk.number)))).toBe(true);
      }
    }

    test('a job is accepted, done by two processes, read, listed and removed', async () => {
      const { stores, keys, today, stored, clock } = await openAll();
      const [one, two] = stores;
      const accepted = await one.accept(newTestJob('a', keys[0], { chunkCount: 3 }));
      expect(accepted).toMatchObject({
        outcome: 'accepted',
        job: { id: 'job_a', status: 'queued', linesTotal: 30, unitsCharged: 7, chargedDay: utcDay(clock.ms) },
      });
      expect(await today(keys[0])).toBe(7);
      expect(await stored(keys[0])).toBeGreaterThan(9);
      expect(await two.find(keys[1], 'job_a')).toBeUndefined();
      await finish(stores, (number) => ({ errors: [{ line: 30 - number, message: 'is damaged' }] }));
      const job = (await two.find(keys[0], 'job_a'))!;
      expect(job).toMatchObject({
        status: 'finished',
        linesDone: 30,
        counts: { applies: 12, retired: 3 },
        options: { codeColumn: 'A' },
        unitsReturned: 0,
        endedAtMs: clock.ms,
        expiresAtMs: clock.ms + 7 * DAY_MS,
      });
      expect(job.errors.map(({ line }) => line)).toEqual([28, 29, 30]);
      const chunks = await two.chunks('job_a', 1, 5);
      expect(
        chunks.map(({ chunk, output }) => [chunk.number, chunk.firstLine, [...chunk.input], [...output!]]),
      ).toEqual([
        [1, 12, [1, 1, 2], [9, 9]],
        [2, 22, [2, 1, 2], [9, 9]],
      ]);
      expect(await one.remove(keys[1], 'job_a')).toBe(false);
      expect(await one.remove(keys[0], 'job_a')).toBe(true);
      expect(await two.find(keys[0], 'job_a')).toBeUndefined();
      expect(await two.chunks('job_a', 0, 5)).toEqual([]);
      expect(await stored(keys[0])).toBe(0);
      expect(await today(keys[0])).toBe(7);
    });

    test('an acceptance that breaks off leaves nothing to see, to do or to pay, and is pruned', async () => {
      const { stores, keys, today, stored, clock } = await openAll();
      const job = newTestJob('a', keys[0], { chunkCount: 400, idempotency: { key: 'once', fingerprint: 'f' } });
      const broken = job.chunks.map((chunk) => ({ ...chunk }));
      let reads = 0;
      Object.defineProperty(broken[399]!, 'input', {
        get() {
          // The first readings measure it; the last one stores it.
          if (++reads > 3) throw new Error('the process ends');
          return Uint8Array.of(1);
        },
      });
      await expect(stores[0].accept({ ...job, chunks: broken })).rejects.toThrow();
      expect(await stores[1].find(keys[0], 'job_a')).toBeUndefined();
      expect(await stores[1].list(keys[0], { limit: 9 })).toEqual({ jobs: [] });
      expect(await stores[1].claim('p', 1000, [])).toBeUndefined();
      expect(await stores[1].remove(keys[0], 'job_a')).toBe(false);
      expect((await stores[1].load()).chunksWaiting).toBe(0);
      expect([await today(keys[0]), await stored(keys[0])]).toEqual([0, 0]);
      clock.pass(11 * 60_000);
      await stores[1].prune();
      expect(await stores[1].chunks('job_a', 0, 1)).toEqual([]);
      // Nothing of it keeps the same request, or the same id, from being accepted.
      expect(await stores[1].accept(job)).toMatchObject({ outcome: 'accepted' });
      expect([await today(keys[0]), (await stores[0].load()).chunksWaiting]).toEqual([7, 400]);
    });

    test('a day is charged exactly by jobs of two processes beside ordinary requests, and never the minute', async () => {
      const { storages, stores, keys, today, clock } = await openAll();
      const [key] = keys;
      const limits = { perMinute: 50, perDay: 40 };
      const limiters = storages.map((storage) => openLimiter(storage, clock));
      const asks = Array.from({ length: 20 }, (_, i) =>
        limiters[i % 2]!.admit({ keyId: key, lineageId: key, product: 'tariff', limits }),
      );
      const accepts = Array.from({ length: 8 }, (_, i) =>
        stores[i % 2]!.accept(newTestJob(`a${i}`, key, { units: 6, perDay: 40 })),
      );
      const decisions = await Promise.all(asks);
      const acceptances = await Promise.all(accepts);
      const admitted = decisions.filter((decision) => decision.admitted).length;
      const charged = acceptances.filter((acceptance) => acceptance.outcome === 'accepted').length * 6;
      expect(admitted + charged).toBeLessThanOrEqual(40);
      expect(admitted + charged).toBeGreaterThan(34);
      expect(await today(key)).toBe(admitted + charged);
      const dayLeft = 40 - admitted - charged;
      expect(await stores[0].accept(newTestJob('b', key, { units: dayLeft + 1, perDay: 40 }))).toEqual({
        outcome: 'day_spent',
        dayLeft,
        dayResetS: DAY_MS / 2000,
      });
      const minute = await limiters[1]!.admit({ keyId: key, lineageId: key, product: 'tariff', limits });
      expect([minute.minuteLeft, minute.dayLeft]).toEqual([
        50 - admitted - Number(minute.admitted),
        dayLeft - Number(minute.admitted),
      ]);
      expect((await readKeyUsage(storages[0], { id: key, lineageId: key }, clock.ms)).minute).toBe(
        admitted + Number(minute.admitted),
      );
      for (const limiter of limiters) await limiter.close();
    });

    test('what a job does not use goes back to the day that was charged, also after midnight', async () => {
      const beforeMidnight = Date.UTC(2026, 10, 21, 23, 59);
      const { storages, stores, keys, clock } = await openAll(beforeMidnight);
      const [key] = keys;
      const limiters = storages.map((storage) => openLimiter(storage, clock));
      const limits = { perMinute: 100, perDay: 100 };
      const ask = () => limiters[1]!.admit({ keyId: key, lineageId: key, product: 'pixel', limits });
      await stores[0].accept(newTestJob('a', key, { units: 40, perDay: 100, product: 'pixel' }));
      await stores[0].accept(newTestJob('b', key, { units: 50, perDay: 100, product: 'pixel' }));
      expect((await ask()).dayLeft).toBe(9);
      const claimed = (await stores[1].claim('p', 1000, []))!;
      await stores[1].complete(claimed, outcome({ unitsUnused: 3 }));
      clock.pass(120_000);
      expect((await ask()).dayLeft).toBe(99);
      // Half of it is not done, and three units of the other half were not needed.
      expect(await stores[0].remove(key, 'job_a')).toBe(true);
      const failing = (await stores[1].claim('p', 1000, []))!;
      expect(await stores[1].fail(failing.job.id, failing.lease, 'broke')).toBe(true);
      expect(await stores[0].find(key, 'job_b')).toMatchObject({
        status: 'failed',
        failure: 'broke',
        unitsReturned: 50,
      });
      expect((await ask()).dayLeft).toBe(98);
      const days = await new UsageHistory(storages[0]).days(key, clock.ms);
      expect(days.slice(-2).map(({ requests }) => requests)).toEqual([{ pixel: 40 - 23 + 1 }, { pixel: 2 }]);
      const minutes = await new UsageHistory(storages[0]).minutes(key, clock.ms);
      expect(minutes.flatMap(({ requests }) => requests.pixel ?? [])).toEqual([1, 2]);
      clock.ms = beforeMidnight + 1;
      expect((await ask()).dayLeft).toBe(100 - 19);
      for (const limiter of limiters) await limiter.close();
    });

    test('an outcome with another basis starts the job over, and leases of the old one are lost', async () => {
      const { stores, keys, stored } = await openAll();
      const [one, two] = stores;
      await one.accept(newTestJob('a', keys[0], { chunkCount: 3 }));
      const before = await stored(keys[0]);
      const first = (await one.claim('p', 1000, []))!;
      const second = (await one.claim('p', 1000, []))!;
      const third = (await two.claim('q', 1000, []))!;
      expect(await one.claim('p', 1000, [])).toBeUndefined();
      await one.complete(first, outcome({ basis: 'old', unitsUnused: 2 }));
      await one.complete(second, outcome({ basis: 'new', output: Uint8Array.of(1, 2, 3) }));
      expect(await stored(keys[0])).toBe(before + 3);
      expect(await one.find(keys[0], 'job_a')).toMatchObject({ linesDone: 10, counts: { applies: 4 } });
      expect(await two.complete(third, outcome({ basis: 'old' }))).toBe(false);
      await finish(stores, () => ({ basis: 'new' }));
      expect(await one.find(keys[0], 'job_a')).toMatchObject({
        status: 'finished',
        linesDone: 30,
        unitsReturned: 0,
        counts: { applies: 12 },
      });
      const outputs = await one.chunks('job_a', 0, 9);
      expect(outputs.map(({ output }) => output!.length)).toEqual([2, 3, 2]);
    });

    test('a lease is one process’s until it ends, is renewed, and given back with a pause', async () => {
      const { stores, keys, clock } = await openAll();
      const [one, two] = stores;
      await one.accept(newTestJob('a', keys[0], { chunkCount: 1 }));
      const claimed = (await one.claim('p', 1000, []))!;
      expect(claimed.attempt).toBe(1);
      expect(await two.claim('q', 1000, [])).toBeUndefined();
      clock.pass(900);
      expect(await one.renew('job_a', claimed.lease, 1000)).toBe(true);
      clock.pass(900);
      expect(await two.claim('q', 1000, [])).toBeUndefined();
      clock.pass(200);
      const taken = (await two.claim('q', 1000, []))!;
      expect(taken.attempt).toBe(2);
      expect(await one.renew('job_a', claimed.lease, 1000)).toBe(false);
      expect(await one.complete(claimed, outcome())).toBe(false);
      expect(await one.fail('job_a', claimed.lease, 'x')).toBe(false);
      await one.release('job_a', claimed.lease);
      expect(await one.claim('p', 1000, [])).toBeUndefined();
      await two.release('job_a', taken.lease, 5000);
      clock.pass(4999);
      expect(await one.claim('p', 1000, [])).toBeUndefined();
      clock.pass(1);
      expect(await one.claim('p', 1000, ['tariff_audit'])).toBeUndefined();
      const again = (await one.claim('p', 1000, ['pixel_audit']))!;
      expect(again.attempt).toBe(2);
      expect(await one.remove(keys[0], 'job_a')).toBe(true);
      expect(await one.complete(again, outcome())).toBe(false);
      expect(await one.renew('job_a', again.lease, 1000)).toBe(false);
    });

    test('lineages take turns, whatever the size of their jobs, and of one lineage the oldest job is first', async () => {
      const { stores, keys, clock } = await openAll();
      await stores[0].accept(newTestJob('large', keys[0], { chunkCount: 6 }));
      clock.pass(5);
      await stores[0].accept(newTestJob('later', keys[0], { chunkCount: 1 }));
      for (let i = 0; i < 2; i++) await stores[i]!.claim('p', 60_000, []);
      clock.pass(5);
      await stores[0].accept(newTestJob('small', keys[1], { chunkCount: 2 }));
      const order: string[] = [];
      for (;;) {
        const claimed = await stores[order.length % 2]!.claim('p', 60_000, []);
        if (!claimed) break;
        order.push(`${claimed.job.id.slice(4)} ${claimed.chunk.number}`);
      }
      expect(order).toEqual(['small 0', 'large 2', 'small 1', 'large 3', 'large 4', 'large 5', 'later 0']);
    });

    test('as a server opens it, times are those of the machine or of the database, and a lease ends by them', async () => {
      const { storages, keys } = await openAll();
      const [one, two] = storages.map((storage) => storage.openJobs(systemClock));
      const accepted = await one!.accept(newTestJob('a', keys[0], { chunkCount: 1 }));
      if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome);
      expect(Math.abs(accepted.job.acceptedAtMs - Date.now())).toBeLessThan(60_000);
      const first = (await one!.claim('p', 1, []))!;
      await until('the lease ends', async () => (await two!.claim('q', 60_000, [])) !== undefined);
      expect(await one!.complete(first, outcome())).toBe(false);
      const unclaimed = await one!.claim('p', 1, []);
      expect(unclaimed).toBeUndefined();
      expect((await two!.find(keys[0], 'job_a'))!.startedAtMs).toBeWithin(Date.now() - 60_000, Date.now() + 60_000);
    });

    test('processes that claim at once never get the same chunk', async () => {
      const { stores, keys } = await openAll();
      await stores[0].accept(newTestJob('a', keys[0], { chunkCount: 12 }));
      const claims = await Promise.all(Array.from({ length: 16 }, (_, i) => stores[i % 2]!.claim('p', 60_000, [])));
      const numbers = claims.flatMap((claimed) => (claimed ? [claimed.chunk.number] : []));
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers).toHaveLength(12);
    });

    test('jobs that are accepted, done and removed at once never wait for each other in a circle', async () => {
      const { stores, keys, today, stored } = await openAll();
      let done = 0;
      const work = Array.from({ length: 6 }, async (_, worker) => {
        const [one, other] = worker % 2 === 0 ? stores : stores.toReversed();
        for (let i = 0; i < 5; i++) {
          const job = newTestJob(`${worker}-${i}`, keys[0], { units: 20 });
          expect((await one!.accept(job)).outcome).toBe('accepted');
          const claimed = await one!.claim('p', 60_000, []);
          const [isRemoved, isDone] = await Promise.all([
            other!.remove(keys[0], job.id),
            claimed && one!.complete(claimed, outcome()),
          ]);
          expect(isRemoved).toBe(true);
          if (isDone) done++;
        }
      });
      await Promise.all(work);
      // A job has two chunks of ten units, of which the done ones are paid.
      expect([await today(keys[0]), await stored(keys[0])]).toEqual([10 * done, 0]);
      expect(await stores[0].load()).toEqual({ open: 0, chunksWaiting: 0 });
    });

    test('the same idempotency key gives the same job, with another request a conflict, also at once', async () => {
      const { stores, keys, today } = await openAll();
      const send = (i: number, fingerprint: string, lineage = keys[0]) =>
        stores[i % 2]!.accept(
          newTestJob(`n${i}-${lineage}-${fingerprint}`, lineage, { idempotency: { key: 'once', fingerprint } }),
        );
      const answers = await Promise.all([0, 1, 2, 3].map((i) => send(i, 'x')));
      expect(answers.filter(({ outcome: is }) => is === 'accepted')).toHaveLength(1);
      expect(new Set(answers.map((answer) => ('job' in answer ? answer.job.id : answer.outcome))).size).toBe(1);
      expect(await send(5, 'y')).toEqual({ outcome: 'conflict' });
      expect((await send(6, 'y', keys[1])).outcome).toBe('accepted');
      expect(await today(keys[0])).toBe(7);
    });

    test('open jobs of a lineage and stored bytes have a bound, and nothing of a refused job stays', async () => {
      const { storages, stores, keys, today, stored, clock } = await openAll();
      const answers = await Promise.all(
        Array.from({ length: OPEN_JOBS_PER_LINEAGE + 2 }, (_, i) =>
          stores[i % 2]!.accept(newTestJob(`a${i}`, keys[0], { chunkCount: 1 })),
        ),
      );
      expect(answers.filter(({ outcome: is }) => is === 'too_many')).toHaveLength(2);
      expect(await today(keys[0])).toBe(OPEN_JOBS_PER_LINEAGE * 7);
      const issuer = new KeyIssuer(storages[0], clock);
      const small = (await issuer.issue({ name: 's', scope: 'all', resources: { storedBytes: 10_000_000 } }, actor)).row
        .id;
      const large = newTestJob('large', small, { chunkCount: 1 });
      const input = new Uint8Array(6_000_000);
      const chunks = [{ ...large.chunks[0]!, input }];
      expect((await stores[0].accept({ ...large, chunks })).outcome).toBe('accepted');
      expect(await stores[1].accept({ ...large, id: 'job_more', chunks })).toEqual({ outcome: 'storage_spent' });
      expect(await stores[1].find(small, 'job_more')).toBeUndefined();
      expect(await stores[1].chunks('job_more', 0, 9)).toEqual([]);
      expect(await today(small)).toBe(7);
      expect(await stored(small)).toBeLessThan(6_100_000);
      await stores[0].remove(small, 'job_large');
      expect(await stored(small)).toBe(0);
      expect((await stores[1].accept({ ...large, id: 'job_more', chunks })).outcome).toBe('accepted');
    });

    test('of 150 errors the first by line are kept, and the others counted, in whatever order chunks end', async () => {
      const { stores, keys } = await openAll();
      const [store] = stores;
      await store.accept(newTestJob('a', keys[0], { chunkCount: 3 }));
      const claims = [
        (await store.claim('p', 9e4, []))!,
        (await store.claim('p', 9e4, []))!,
        (await store.claim('p', 9e4, []))!,
      ];
      const errorsOf = (chunk: number) =>
        Array.from({ length: 50 }, (_, i) => ({ line: 1 + chunk * 50 + i, column: 'B', message: 'is damaged' }));
      for (const place of [2, 0, 1]) await store.complete(claims[place]!, outcome({ errors: errorsOf(place) }));
      const job = (await store.find(keys[0], 'job_a'))!;
      expect([job.errors.length, job.errors[0]!.line, job.errors.at(-1)!.line, job.errorsOmitted]).toEqual([
        100, 1, 100, 50,
      ]);
    });

    test('a list is newest first, by kind and status, in pages', async () => {
      const { stores, keys, clock } = await openAll();
      for (const id of ['a', 'b', 'c', 'd']) {
        await stores[0].accept(newTestJob(id, keys[0], id === 'c' ? { kind: 'pixel_audit' } : {}));
        if (id !== 'b') clock.pass(1);
      }
      await stores[0].accept(newTestJob('other', keys[1]));
      const read = async (search: Parameters<JobStore['list']>[1]) => {
        const { jobs, next } = await stores[1].list(keys[0], search);
        return { ids: jobs.map(({ id }) => id), next };
      };
      const first = await read({ limit: 2 });
      expect(first.ids).toEqual(['job_d', 'job_c']);
      expect(await read({ limit: 2, after: first.next! })).toEqual({ ids: ['job_b', 'job_a'], next: undefined });
      expect((await read({ limit: 9, kind: 'pixel_audit' })).ids).toEqual(['job_c']);
      expect((await read({ limit: 9, status: 'finished' })).ids).toEqual([]);
    });

    test('seven days after its end a job is removed, and one that stays open that long fails', async () => {
      const { stores, keys, stored, clock, today } = await openAll();
      await stores[0].accept(newTestJob('a', keys[0]));
      await finish(stores);
      await stores[0].accept(newTestJob('stuck', keys[1]));
      expect(await stores[1].load()).toEqual({ open: 1, chunksWaiting: 2, oldestMs: clock.ms });
      clock.pass(7 * DAY_MS - 1);
      expect(await stores[1].prune()).toBe(0);
      clock.pass(2);
      expect(await stores[1].prune()).toBe(2);
      expect(await stores[0].find(keys[0], 'job_a')).toBeUndefined();
      expect(await stored(keys[0])).toBe(0);
      expect(await stores[0].find(keys[1], 'job_stuck')).toMatchObject({ status: 'failed', unitsReturned: 7 });
      clock.ms -= 7 * DAY_MS + 1;
      expect([await today(keys[0]), await today(keys[1])]).toEqual([7, 0]);
      expect(await stores[1].load()).toEqual({ open: 0, chunksWaiting: 0 });
    });
  });
}
