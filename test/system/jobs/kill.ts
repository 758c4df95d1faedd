/** A job does not notice that the processes that do it are killed: its result, its counts and its price are those of an undisturbed run. */
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openStorage } from '../../../src/adapters/open.ts';
import type { ChunkOutcome } from '../../../src/domain/job.ts';
import { acceptedJob, advanced, type JobRecord } from '../../../src/domain/job-progress.ts';
import { KeyIssuer } from '../../../src/keys/key-issuer.ts';
import { seededRandom } from '../../support/seed.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';
import { freshDatabase, POSTGRES, POSTGRES_URL } from '../postgres/database.ts';
import { ADMITTED, CHUNKS, LINES, outcomeOf, READY, realClock, UNITS, UNUSED_OF_CHUNK, wideJob } from './work.ts';

const PROCESSES = 3;
const KILLS = 10;
const KILLS_AT_START = 3;
/** Reached while the job runs: requests and the job compete for the day. */
const PER_DAY = UNITS + 150;
const program = join(import.meta.dir, 'process.ts');

test(
  'SQLite: ten kills of three processes leave the result and the count of an undisturbed run',
  () => torture('SQLite', join(tempDir(), 'portside.db'), ''),
  120_000,
);

test.skipIf(!POSTGRES_URL)(
  `${POSTGRES}: ten kills of three processes leave the result and the count of an undisturbed run`,
  async () => torture('PostgreSQL', '', await freshDatabase()),
  120_000,
);

class Process {
  admitted = 0;
  readonly ready = Promise.withResolvers<void>();
  readonly #child;
  readonly #read: Promise<void>;

  constructor(database: string, key: number) {
    this.#child = Bun.spawn([process.execPath, program, database, String(key), String(PER_DAY)], {
      stdout: 'pipe',
      stderr: 'inherit',
    });
    this.#read = this.#count();
  }

  /** Kills it, and returns how many requests it had answered. */
  async kill(): Promise<number> {
    this.#child.kill('SIGKILL');
    await this.#child.exited;
    await this.#read;
    return this.admitted;
  }

  async #count(): Promise<void> {
    for await (const bytes of this.#child.stdout) {
      for (const byte of bytes) {
        if (byte === ADMITTED.charCodeAt(0)) this.admitted++;
        if (byte === READY.charCodeAt(0)) this.ready.resolve();
      }
    }
  }
}

async function torture(name: string, path: string, url: string): Promise<void> {
  const random = seededRandom(`kill a job on ${name}`);
  const storage = await openStorage({ path, url }, { lockWaitMs: 5000 });
  afterAll(() => storage.close());
  const actor = { name: 'test', origin: 'test' };
  const key = (await new KeyIssuer(storage, realClock).issue({ name: 'k', scope: 'all' }, actor)).row.id;
  const jobs = storage.openJobs(realClock);
  const start = () => new Process(path || url, key);
  const running = Array.from({ length: PROCESSES }, start);
  // Also when something below fails.
  afterAll(() => Promise.all(running.map((process) => process.kill())));
  const answered: number[] = [];
  const theJob = async () => (await jobs.list(key, { limit: 9 })).jobs[0];
  let killedAtWork = 0;
  // On a busy machine some die before they have begun, so that more are killed.
  for (let kills = 0; kills < KILLS || (killedAtWork < KILLS / 2 && kills < 3 * KILLS); kills++) {
    const victim = Math.floor(random() * PROCESSES);
    // The first die while they start or while they accept the job, the others at any moment of it.
    if (kills >= KILLS_AT_START) {
      await running[victim]!.ready.promise;
      await until('the job is accepted', async () => (await theJob()) !== undefined);
    }
    await Bun.sleep(random() * 250);
    answered.push(await running[victim]!.kill());
    if ((await theJob())?.status === 'running') killedAtWork++;
    running[victim] = start();
  }
  expect(killedAtWork).toBeGreaterThanOrEqual(KILLS / 2);
  await until('the job ends', async () => (await theJob())?.endedAtMs !== undefined, 150_000);
  expect(await theJob()).toMatchObject({ status: 'finished' });
  // What it did not need was given back, and is taken by requests: until the day is spent to the last unit.
  const used = async () => (await storage.usage.lineages([key], (await theJob())!.chargedDay, 0)).get(key)!.today;
  await until('the day is spent', async () => (await used()) >= PER_DAY, 60_000);
  await Bun.sleep(50);
  for (const process of running) answered.push(await process.kill());

  const stored = await jobs.list(key, { limit: 9 });
  expect(stored.jobs).toHaveLength(1);
  const job = stored.jobs[0]!;
  const expected = undisturbed(key);
  const chunks = await jobs.chunks(job.id, 0, CHUNKS + 1);
  expect(chunks.map(({ output }) => Buffer.from(output!).toString('hex'))).toEqual(
    expected.outputs.map(({ output }) => Buffer.from(output).toString('hex')),
  );
  const { counts, errors, errorsOmitted, linesDone } = expected.job;
  const unitsReturned = CHUNKS * UNUSED_OF_CHUNK;
  expect(job).toMatchObject({ counts, errors, errorsOmitted, linesDone, unitsCharged: UNITS, unitsReturned });
  expect(linesDone).toBe(CHUNKS * LINES);

  const cells = await storage.usage.days(key, job.chargedDay);
  const requestsOf = (product: string) =>
    cells.filter((cell) => cell.product === product).reduce((sum, { requests }) => sum + requests, 0);
  expect(requestsOf('tariff')).toBe(UNITS - unitsReturned);
  expect(requestsOf('tariff') + requestsOf('pixel')).toBe(PER_DAY);
  // A request whose process was killed before it could say so may be counted, and every one that it told of is.
  const told = answered.reduce((sum, count) => sum + count, 0);
  expect(requestsOf('pixel')).toBeGreaterThanOrEqual(told);
  expect(requestsOf('pixel')).toBeLessThanOrEqual(told + KILLS + PROCESSES);
  expect((await storage.resources.account(key, 0)).used.storedBytes).toBe(expected.job.storedBytes);
}

/** What the job comes to when nothing happens. */
function undisturbed(key: number): { outputs: ChunkOutcome[]; job: JobRecord } {
  const given = { ...wideJob(CHUNKS), id: 'job_x', lineageId: key, keyId: key, units: UNITS, perDay: PER_DAY };
  let job = acceptedJob(given, 0);
  const outputs = given.chunks.map((chunk) => {
    const outcome = outcomeOf(chunk);
    job = advanced(job, chunk, outcome);
    return outcome;
  });
  return { outputs, job };
}
