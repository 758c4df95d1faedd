import { afterEach, expect, test } from 'bun:test';
import { tempStorage, testClock } from '../../test/support/temp.ts';
import { until } from '../../test/support/until.ts';
import { PortsideError } from '../domain/errors.ts';
import type { ChunkOutcome, Job, JobChunk, JobProcessor } from '../domain/job.ts';
import { CHUNK_BYTES_MAX, CHUNKS_MAX } from '../domain/job-progress.ts';
import type { NewJob } from '../domain/job-store.ts';
import { KeyIssuer } from '../keys/key-issuer.ts';
import { readKeyUsage } from '../limits/key-usage.ts';
import { type Jobs, openJobs } from './open-jobs.ts';

type Run = JobProcessor['run'];

const opened: Jobs[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.close()));
});

const outcome = (chunk: JobChunk): ChunkOutcome => ({
  output: chunk.input,
  counts: { applies: chunk.lines },
  errors: [],
  unitsUnused: 0,
});

async function openBench() {
  const storage = tempStorage();
  const clock = testClock();
  const issuer = new KeyIssuer(storage, clock);
  const key = (await issuer.issue({ name: 'k', scope: 'all' }, { name: 't', origin: 't' })).row.id;
  const faults: unknown[] = [];
  const open = (...processors: JobProcessor[]): Jobs => {
    const jobs = openJobs({
      store: storage.openJobs(clock),
      processors,
      clock,
      onFault: (error) => faults.push(error),
      isStorageFault: (error) => error instanceof Error && error.message === 'the database is away',
      leaseMs: 1000,
    });
    opened.push(jobs);
    jobs.start();
    return jobs;
  };
  const audits = (run: Run): JobProcessor => ({ kind: 'tariff_audit', run });
  const accept = async (jobs: Jobs, chunkCount: number): Promise<Job> => {
    const acceptance = await jobs.accept(jobOf(key, chunkCount));
    if (acceptance.outcome !== 'accepted') throw new Error(acceptance.outcome);
    return acceptance.job;
  };
  const statusOf = async (jobs: Jobs, { id }: Job) => (await jobs.find(key, id))?.status;
  const today = async () => (await readKeyUsage(storage, { id: key, lineageId: key }, clock.ms)).today;
  return { storage, clock, key, faults, open, audits, accept, statusOf, today };
}

function jobOf(key: number, chunkCount: number, inputBytes = 3): Omit<NewJob, 'id'> {
  const chunks = Array.from({ length: chunkCount }, (_, number) => ({
    number,
    firstLine: 1 + number,
    lines: 1,
    input: new Uint8Array(inputBytes).fill(number),
  }));
  const who = { lineageId: key, keyId: key, product: 'tariff' };
  return { kind: 'tariff_audit', ...who, options: null, linesTotal: chunkCount, chunks, units: 10, perDay: 1000 };
}

test('a job that is accepted is done, chunk by chunk', async () => {
  const { open, audits, accept, statusOf } = await openBench();
  const done: number[] = [];
  const jobs = open(
    audits(async (_, chunk) => {
      done.push(chunk.number);
      return outcome(chunk);
    }),
  );
  const job = await accept(jobs, 4);
  expect(job.id).toMatch(/^job_[0-9A-Za-z]{24}$/);
  await until('it is done', async () => (await statusOf(jobs, job)) === 'finished');
  expect(done).toEqual([0, 1, 2, 3]);
  expect((await jobs.chunks(job.id, 0, 9)).map(({ output }) => output![0])).toEqual([0, 1, 2, 3]);
  expect([jobs.chunksEnded.done, jobs.gauges().chunks_running]).toEqual([4, 0]);
});

test('work that is unavailable is tried again after a pause, and one pause does not stop other jobs', async () => {
  const { open, audits, accept, statusOf, clock, today } = await openBench();
  let refusals = 4;
  const jobs = open(
    audits(async ({ linesTotal }, chunk) => {
      if (linesTotal === 1 && refusals-- === 4) throw new PortsideError('unavailable', { retryAfterS: 7 });
      if (linesTotal === 1 && refusals > 0) throw new Error('the database is away');
      return outcome(chunk);
    }),
  );
  const paused = await accept(jobs, 1);
  await until('it is put off', () => jobs.chunksEnded.put_off === 1);
  const other = await accept(jobs, 2);
  await until('the other is done', async () => (await statusOf(jobs, other)) === 'finished');
  expect(await statusOf(jobs, paused)).toBe('running');
  for (const [at, pauseMs] of [7000, 5000, 5000].entries()) {
    clock.pass(pauseMs);
    // Another job wakes the runner.
    await jobs.accept(jobOf(0, 2));
    if (at < 2) await until('it is put off again', () => jobs.chunksEnded.put_off === at + 2);
  }
  await until('it is done', async () => (await statusOf(jobs, paused)) === 'finished');
  expect(await today()).toBe(20);
});

test('a fault of ours fails the job, gives back what was not done, and is told to the operator, not to the owner', async () => {
  const { open, audits, accept, key, faults, today, statusOf } = await openBench();
  const jobs = open(
    audits(async (_, chunk) => {
      if (chunk.number === 1) throw new TypeError('secret of the house');
      return outcome(chunk);
    }),
  );
  const job = await accept(jobs, 4);
  await until('it fails', async () => (await statusOf(jobs, job)) === 'failed');
  const failed = (await jobs.find(key, job.id))!;
  expect(failed).toMatchObject({ linesDone: 1, unitsReturned: 7 });
  expect(failed.failure).toContain('given back');
  expect(failed.failure).not.toContain('secret');
  expect(String(faults[0])).toContain('secret');
  expect(await today()).toBe(3);
});

test('a job that is removed stops at once, and what it was doing is not stored', async () => {
  const { open, audits, accept, key, today } = await openBench();
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const jobs = open(
    audits((_, chunk, signal) => {
      started.resolve();
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          stopped.resolve();
          resolve(outcome(chunk));
        });
      });
    }),
  );
  const job = await accept(jobs, 2);
  await started.promise;
  expect(await jobs.remove(key, job.id)).toBe(true);
  await stopped.promise;
  await until('it is given up', () => jobs.gauges().chunks_running === 0);
  expect(await jobs.find(key, job.id)).toBeUndefined();
  expect([jobs.chunksEnded.lost, await today()]).toEqual([1, 0]);
});

test('a chunk that another process took over is stopped here, and its outcome is not stored', async () => {
  const { storage, clock, open, audits, accept } = await openBench();
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const jobs = open(
    audits((_, chunk, signal) => {
      started.resolve();
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          stopped.resolve();
          resolve(outcome(chunk));
        });
      });
    }),
  );
  await accept(jobs, 1);
  await started.promise;
  const other = storage.openJobs(clock);
  do clock.pass(1001);
  while (!(await other.claim('another process', 1000, [])));
  await stopped.promise;
  await until('it is given up', () => jobs.gauges().chunks_running === 0);
  expect(jobs.chunksEnded).toMatchObject({ done: 0, lost: 1 });
});

test('a process that stops gives back what runs, and the next one goes on with it at once', async () => {
  const { open, audits, accept, statusOf } = await openBench();
  const started = Promise.withResolvers<void>();
  const waits: Run = (_, __, signal) => {
    started.resolve();
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  };
  const first = open(audits(waits));
  const job = await accept(first, 2);
  await started.promise;
  await first.close();
  expect(await statusOf(first, job)).toBe('running');
  const second = open(audits(async (_, chunk) => outcome(chunk)));
  await until('it is done', async () => (await statusOf(second, job)) === 'finished');
  expect(second.chunksEnded.done).toBe(2);
});

test('a kind without its work here is left to others', async () => {
  const { open, audits, accept, statusOf } = await openBench();
  const without = open({ kind: 'pixel_audit', run: async (_, chunk) => outcome(chunk) });
  const job = await accept(without, 1);
  await accept(without, 1);
  expect([await statusOf(without, job), without.gauges().chunks_running]).toEqual(['queued', 0]);
  const other = open(audits(async (_, chunk) => outcome(chunk)));
  await until('it is done', async () => (await statusOf(other, job)) === 'finished');
  expect(without.chunksEnded.done).toBe(0);
});

test('a chunk that ends its process again and again fails its job in the end', async () => {
  const { storage, clock, open, audits, accept, key } = await openBench();
  const dead = storage.openJobs(clock);
  const idle = open();
  const job = await accept(idle, 1);
  for (let kills = 0; kills < 20; kills++) {
    expect(await dead.claim('killed', 1000, [])).toBeDefined();
    clock.pass(1001);
  }
  const jobs = open(audits(async (_, chunk) => outcome(chunk)));
  await until('it fails', async () => (await jobs.find(key, job.id))?.status === 'failed');
  expect(await jobs.find(key, job.id)).toMatchObject({ unitsReturned: 10 });
});

test('a file without rows, too many chunks and a chunk that is too large are refused before anything is stored', async () => {
  const { open, key, today } = await openBench();
  const jobs = open();
  const code = (job: Omit<NewJob, 'id'>) => jobs.accept(job).catch((error) => error.code);
  expect(await code(jobOf(key, 0))).toBe('invalid_request');
  expect(await code(jobOf(key, CHUNKS_MAX + 1))).toBe('payload_too_large');
  expect(await code(jobOf(key, 1, CHUNK_BYTES_MAX + 1))).toBe('payload_too_large');
  expect([await today(), (await jobs.load()).open]).toEqual([0, 0]);
});
