/** The ledger of requests and the stores share a connection. Each must be exact, whatever the other does at that moment. */
import { expect, test } from 'bun:test';
import { openLimiter } from '../../../test/support/limiter.ts';
import { tempDir, tempStorage, testClock } from '../../../test/support/temp.ts';
import { DAY_MS, utcDay } from '../../domain/clock.ts';
import type { NewJob } from '../../domain/job-store.ts';
import { LedgerBusy } from '../../domain/limit-ledger.ts';
import { NOTHING_USED } from '../../domain/resources.ts';
import { readKeyUsage } from '../../limits/key-usage.ts';
import { resourceLedger } from '../stores/resources.ts';
import { SqliteDatabase, Turns } from './database.ts';
import type { SqliteStorage } from './open.ts';

const KEY = 7;
const PER_DAY = 1_000_000;
const limits = { perMinute: PER_DAY, perDay: PER_DAY };
const request = { keyId: KEY, lineageId: KEY, product: 'tariff', limits };
const booking = (cpuMs: number, day: number) => ({
  lineageId: KEY,
  day,
  kind: 'reserve' as const,
  amounts: { ...NOTHING_USED, cpuMs },
});

function newJob(number: number, chunkCount: number): NewJob {
  return {
    id: `job_${number}`,
    kind: 'tariff_audit',
    lineageId: KEY,
    keyId: KEY,
    product: 'tariff',
    options: {},
    linesTotal: chunkCount,
    chunks: Array.from({ length: chunkCount }, (_, i) => ({
      number: i,
      firstLine: i + 2,
      lines: 1,
      input: Uint8Array.of(i),
    })),
    units: 100,
    perDay: PER_DAY,
  };
}

const outcome = { output: Uint8Array.of(1), counts: {}, errors: [], unitsUnused: 3 };

/** Accepts a job, does its chunks, and returns what it cost. */
async function doJob(jobs: ReturnType<SqliteStorage['openJobs']>, job: NewJob): Promise<number> {
  expect((await jobs.accept(job)).outcome).toBe('accepted');
  for (;;) {
    const claimed = await jobs.claim('p', 60_000, []);
    if (!claimed) break;
    expect(await jobs.complete(claimed, outcome)).toBe(true);
  }
  const { unitsCharged, unitsReturned, status } = (await jobs.find(KEY, job.id))!;
  expect([status, unitsReturned]).toEqual(['finished', 3 * job.chunks.length]);
  return unitsCharged - unitsReturned;
}

async function usedToday(storage: SqliteStorage, nowMs: number): Promise<number> {
  return (await readKeyUsage(storage, { id: KEY, lineageId: KEY }, nowMs)).today;
}

test('a group that is committed between two queries of a transaction finds the ledger busy and counts nothing', async () => {
  const storage = tempStorage();
  const clock = testClock();
  const ledger = storage.openLedger(clock);
  let ended = false;
  const jobs = storage.openJobs(clock);
  const work = (async () => {
    const cost = await doJob(jobs, newJob(1, 5));
    const refusals = await storage.resources.book([booking(60_000, utcDay(clock.ms))]);
    expect(refusals).toEqual([undefined]);
    return cost;
  })().finally(() => {
    ended = true;
  });
  const group = {
    lineages: [{ lineageId: KEY, ...limits, wanted: 1 }],
    runs: [{ lineageId: KEY, keyId: KEY, product: 'tariff', before: 0, asked: 1 }],
  };
  let [admitted, busy] = [0, 0];
  for (let step = 1; !ended; step++) {
    try {
      ledger.commit(group);
      admitted++;
      ledger.rollUp();
    } catch (error) {
      if (!(error instanceof LedgerBusy)) throw error;
      busy++;
    }
    // Accepting a job waits for a turn of the event loop. Everything else happens between two steps.
    await (step % 100 === 0 ? new Promise(setImmediate) : undefined);
  }
  expect(busy).toBeGreaterThan(20);
  expect(admitted).toBeGreaterThan(20);
  expect(await usedToday(storage, clock.ms)).toBe(admitted + (await work));
});

test('requests, jobs and reservations of two processes at once are all counted, each exactly once', async () => {
  const dir = tempDir();
  const storages = [tempStorage(dir), tempStorage(dir)];
  const clock = testClock();
  // It throws what fails.
  const limiters = storages.map((storage) => openLimiter(storage, clock));
  const today = utcDay(clock.ms);
  const requests = Array.from({ length: 40 }, async (_, i) => {
    for (let n = 0; n < 25; n++) expect((await limiters[i % 2]!.admit(request)).admitted).toBe(true);
  });
  const reservations = storages.map(async ({ resources }) => {
    for (let n = 0; n < 40; n++) expect(await resources.book([booking(10, today)])).toEqual([undefined]);
  });
  const costs = storages.map(async (storage, process) => {
    const jobs = storage.openJobs(clock);
    let cost = 0;
    for (let n = 0; n < 4; n++) {
      const job = newJob(process * 10 + n, 3);
      expect((await jobs.accept(job)).outcome).toBe('accepted');
      if (n % 2 === 0) expect(await jobs.remove(KEY, job.id)).toBe(true);
      else cost += job.units;
    }
    return cost;
  });
  await Promise.all([...requests, ...reservations]);
  const spent = (await Promise.all(costs)).reduce((sum, cost) => sum + cost, 0);
  expect(await usedToday(storages[0]!, clock.ms)).toBe(40 * 25 + spent);
  expect((await storages[1]!.resources.account(KEY, today)).used.cpuMs).toBe(2 * 40 * 10);
  for (const limiter of limiters) await limiter.close();
});

test('charges are numbered after the rows that have left the journal', async () => {
  const storage = tempStorage();
  const clock = testClock();
  const jobs = storage.openJobs(clock);
  await jobs.accept(newJob(1, 1));
  while (storage.journal.rollUp(1));
  expect([storage.journal.rolledUpSeq(), storage.journal.between(0, 9)]).toEqual([1, []]);
  expect(await jobs.remove(KEY, 'job_1')).toBe(true);
  clock.pass(DAY_MS);
  await jobs.accept(newJob(2, 1));
  expect(storage.journal.between(0, 9).map(({ seq, entries }) => [seq, entries[0]![3]])).toEqual([
    [2, -100],
    [3, 100],
  ]);
});

test('a transaction of a store leaves the connection as it was: the ledger never waits for a lock', async () => {
  const storage = tempStorage();
  await storage.resources.book([booking(1, 1)]);
  expect(storage.counters.query('PRAGMA busy_timeout').get()).toEqual({ timeout: 0 });
});

test('a group of reservations that meets the lock of another process too long may be sent again', async () => {
  const storage = tempStorage();
  const impatient = resourceLedger(new SqliteDatabase(storage.counters, new Turns(), 0));
  storage.recordsFile.run('BEGIN IMMEDIATE');
  const refused = await Promise.resolve(impatient.book([booking(5, 1)])).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(LedgerBusy);
  storage.recordsFile.run('ROLLBACK');
  expect(await impatient.book([booking(5, 1)])).toEqual([undefined]);
  expect((await storage.resources.account(KEY, 1)).used.cpuMs).toBe(5);
});
