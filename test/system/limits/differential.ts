/**
 * Drives SQLite, PostgreSQL and a plain list of times with the same seeded steps, and compares every decision. Steps are groups of
 * requests for limits from 1 to 1,000,000, jobs that take many requests from a day and give them back, changed limits, waits, clocks that are set, roll-ups and restarts of two processes.
 *
 *   bun run differential --steps 1000000 [--seed N]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openPostgres } from '../../../src/adapters/postgres/open.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open.ts';
import type { JobStore } from '../../../src/domain/job-store.ts';
import type { LimitDecision, Limits } from '../../../src/domain/limits.ts';
import type { Storage } from '../../../src/domain/storage.ts';
import { KeyIssuer } from '../../../src/keys/key-issuer.ts';
import type { BatchingLimiter } from '../../../src/limits/batching-limiter.ts';
import { readKeyUsage } from '../../../src/limits/key-usage.ts';
import { openTestJobs } from '../../support/job-store-contract.ts';
import { openLimiter } from '../../support/limiter.ts';
import { type TestClock, testClock } from '../../support/temp.ts';
import { ListOfTimes } from './list-of-times.ts';

const PROCESSES = 2;
const DAY_MS = 86_400_000;
const PER_MINUTE = [1, 2, 5, 37, 100, 599, 600, 601, 900, 6_000, 50_000, 1_000_000];
const PER_DAY = [1, 12, 700, 2_500, 1_000_000];
const PRODUCTS = ['tariff', 'pixel', 'entry'];
const CLOCK_STEPS_MS = [1, 99, 100, 999, 1000, 1001, 5000, 59_999, 60_000, 60_001, 3_600_000, DAY_MS, 3 * DAY_MS];
const WAITS_MS = [0, 1, 7, 50, 99, 100, 101, 1000, 20_000, 59_899, 59_999, 60_000, 60_001, 66_000];
const JOB_UNITS = [1, 2, 11, 12, 100, 699, 2_400];
const JOB_LINES = 10;
const JOBS_OPEN_MAX = 9;
const READ_EVERY = 250;

interface Lineage {
  id: number;
  keyIds: number[];
  limits: Limits;
  model: ListOfTimes;
  jobs: OpenJob[];
}

interface OpenJob {
  id: string;
  units: number;
  day: number;
}

interface Engine {
  name: string;
  storages: Storage[];
  limiters: BatchingLimiter[];
  jobs: JobStore[];
}

export interface Difference {
  step: number;
  what: string;
  expected: unknown;
  found: unknown;
}

export interface DifferentialResult {
  steps: number;
  decisions: number;
  admitted: number;
  /** Charges of jobs, and jobs that gave something back. */
  charged: number;
  returned: number;
  engines: string[];
  difference: Difference | undefined;
}

/** Runs `steps` steps from `seed`, and stops at the first difference. `postgresUrl` names an empty database. */
export async function runDifferential(
  seed: number,
  steps: number,
  postgresUrl: string | undefined,
  onProgress: (step: number) => void = () => {},
): Promise<DifferentialResult> {
  const random = randomFrom(seed);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const clock = testClock(Date.UTC(2026, 10, 21, 23, 58));
  const folder = mkdtempSync(join(tmpdir(), 'portside-differential-'));
  const engines: Engine[] = [
    await openEngine('SQLite', clock, async () => openSqlite(join(folder, 'portside.db'), { lockWaitMs: 5000 })),
  ];
  if (postgresUrl) engines.push(await openEngine('PostgreSQL', clock, () => openPostgres(postgresUrl)));
  const result: DifferentialResult = {
    steps: 0,
    decisions: 0,
    admitted: 0,
    charged: 0,
    returned: 0,
    engines: engines.map(({ name }) => name),
    difference: undefined,
  };
  const compare = (what: string, expected: unknown, found: unknown): void => {
    if (isDeepStrictEqual(expected, found) || result.difference) return;
    result.difference = { step: result.steps, what, expected, found };
  };
  try {
    const lineages = await issueLineages(engines, clock, pick);
    for (; result.steps < steps && !result.difference; result.steps++) {
      const chance = random();
      const processIndex = Math.floor(random() * PROCESSES);
      if (chance < 0.54) await ask(processIndex);
      else if (chance < 0.59) await accept(processIndex);
      else if (chance < 0.62) await giveBack(processIndex);
      else if (chance < 0.85) clock.pass(random() < 0.5 ? pick(WAITS_MS) : Math.floor(random() * 3000));
      else if (chance < 0.9) clock.ms += pick([-1, 1]) * pick(CLOCK_STEPS_MS);
      else if (chance < 0.93) pick(lineages).limits = { perMinute: pick(PER_MINUTE), perDay: pick(PER_DAY) };
      else if (chance < 0.97) for (const { limiters } of engines) await limiters[processIndex]!.rollUp();
      else {
        for (const { limiters, storages } of engines) {
          await limiters[processIndex]!.close();
          limiters[processIndex] = openLimiter(storages[processIndex]!, clock);
        }
      }
      if (result.steps % READ_EVERY === 0) {
        await compareUsage(pick(lineages));
        onProgress(result.steps);
      }
    }

    async function ask(processIndex: number): Promise<void> {
      const chosen = new Set(Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(lineages)));
      const requests = [...chosen].flatMap((lineage) => {
        // Now and then enough for a limit above 600 to be met.
        const wanted = random() < 0.03 ? 602 : 1 + Math.floor(random() * 7);
        return Array.from({ length: wanted }, () => ({
          lineage,
          request: {
            keyId: pick(lineage.keyIds),
            lineageId: lineage.id,
            product: pick(PRODUCTS),
            limits: limitsOf(lineage),
          },
        }));
      });
      const expected = decideAll(requests, clock.now());
      for (const { name, limiters } of engines) {
        const found = await Promise.all(requests.map(({ request }) => limiters[processIndex]!.admit(request)));
        compare(`decisions of ${name}`, expected, found);
      }
      result.decisions += expected.length;
      for (const { admitted } of expected) if (admitted) result.admitted++;
    }

    async function accept(processIndex: number): Promise<void> {
      const lineage = pick(lineages);
      if (lineage.jobs.length === JOBS_OPEN_MAX) return;
      const units = pick(JOB_UNITS);
      const { perDay } = lineage.limits;
      const { isCharged, dayLeft, day } = lineage.model.charge(perDay, units, clock.now());
      const id = `job_${result.steps}`;
      const chunks = [{ number: 0, firstLine: 1, lines: JOB_LINES, input: Uint8Array.of(1) }];
      const who = { lineageId: lineage.id, keyId: pick(lineage.keyIds), product: pick(PRODUCTS) };
      const job = {
        id,
        kind: 'tariff_audit' as const,
        ...who,
        options: null,
        linesTotal: JOB_LINES,
        chunks,
        units,
        perDay,
      };
      const expected = isCharged ? ['accepted', units, day] : ['day_spent', dayLeft, undefined];
      for (const { name, jobs } of engines) {
        const found = await jobs[processIndex]!.accept(job);
        const facts =
          found.outcome === 'accepted'
            ? [found.outcome, found.job.unitsCharged, found.job.chargedDay]
            : [found.outcome, found.outcome === 'day_spent' ? found.dayLeft : undefined, undefined];
        compare(`acceptance of ${name}`, expected, facts);
      }
      if (!isCharged) return;
      lineage.jobs.push({ id, units, day });
      result.charged++;
    }

    /** Removes a job of which nothing was done, so that all of it is given back. */
    async function giveBack(processIndex: number): Promise<void> {
      const lineage = pick(lineages);
      const job = lineage.jobs.shift();
      if (!job) return;
      lineage.model.giveBack(job.day, job.units);
      result.returned++;
      for (const { name, jobs } of engines) {
        compare(`removal in ${name}`, true, await jobs[processIndex]!.remove(lineage.id, job.id));
      }
    }

    /** Keys of a lineage share limits, but while they change a group may hold requests under both. */
    function limitsOf({ limits }: Lineage): Limits {
      if (random() >= 0.05) return limits;
      return {
        ...limits,
        perMinute: Math.min(limits.perMinute, pick([599, 600, 601, Math.max(1, limits.perMinute - 1)])),
      };
    }

    async function compareUsage({ id, keyIds, model }: Lineage): Promise<void> {
      const expected = { today: model.today(clock.now()), total: model.total };
      for (const { name, storages } of engines) {
        const uses = await Promise.all(
          keyIds.map((keyId) => readKeyUsage(storages[1]!, { id: keyId, lineageId: id }, clock.now())),
        );
        const total = uses.reduce((sum, use) => sum + use.total, 0);
        compare(`usage in ${name}`, expected, { today: uses[0]!.today, total });
      }
    }
  } finally {
    for (const { limiters, storages } of engines) {
      for (const limiter of limiters) await limiter.close();
      for (const storage of storages) await storage.close();
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

interface Asked {
  lineage: Lineage;
  request: { limits: Limits };
}

/** What the lists of times decide for a group. The lowest limits of a lineage in the group hold for all of it. */
function decideAll(requests: readonly Asked[], nowMs: number): LimitDecision[] {
  const byLineage = Map.groupBy(requests, ({ lineage }) => lineage);
  const decisions = new Map<Lineage, LimitDecision[]>();
  for (const [lineage, asked] of byLineage) {
    const perMinute = Math.min(...asked.map(({ request }) => request.limits.perMinute));
    const perDay = Math.min(...asked.map(({ request }) => request.limits.perDay));
    decisions.set(lineage, lineage.model.decide({ perMinute, perDay }, asked.length, nowMs));
  }
  return requests.map(({ lineage }) => decisions.get(lineage)!.shift()!);
}

async function openEngine(name: string, clock: TestClock, open: () => Promise<Storage>): Promise<Engine> {
  const storages: Storage[] = [];
  for (let i = 0; i < PROCESSES; i++) storages.push(await open());
  const limiters = storages.map((storage) => openLimiter(storage, clock));
  return { name, storages, limiters, jobs: storages.map((storage) => openTestJobs(storage, clock)) };
}

/** The same lineages of two keys each in every engine. */
async function issueLineages(
  engines: Engine[],
  clock: TestClock,
  pick: <T>(choices: readonly T[]) => T,
): Promise<Lineage[]> {
  const actor = { name: 'test', origin: 'test' };
  const lineages: Lineage[] = [];
  for (let i = 0; i < PER_MINUTE.length + 4; i++) {
    const issued: number[][] = [];
    for (const { storages } of engines) {
      const issuer = new KeyIssuer(storages[0]!, clock);
      const { row } = await issuer.issue({ name: `lineage ${i}`, scope: 'all' }, actor);
      const successor = await issuer.rotate(row.id, 0, actor);
      issued.push([row.id, successor.row.id]);
    }
    if (issued.some((ids) => !isDeepStrictEqual(ids, issued[0])))
      throw new Error('The engines gave keys different ids.');
    const perMinute = PER_MINUTE[i] ?? pick(PER_MINUTE);
    lineages.push({
      id: issued[0]![0]!,
      keyIds: issued[0]!,
      limits: { perMinute, perDay: pick(PER_DAY) },
      model: new ListOfTimes(),
      jobs: [],
    });
  }
  return lineages;
}

/** mulberry32: the same numbers from the same seed on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

if (import.meta.main) {
  const { parseArgs } = await import('node:util');
  const { values } = parseArgs({ options: { steps: { type: 'string' }, seed: { type: 'string' } } });
  const steps = Number(values.steps ?? 1_000_000);
  const seed = Number(values.seed ?? process.env.PORTSIDE_SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  const { fastDatabase, POSTGRES_URL } = await import('../postgres/database.ts');
  process.stdout.write(
    `seed ${seed}, ${steps.toLocaleString('en')} steps${POSTGRES_URL ? '' : ', without PostgreSQL'}\n`,
  );
  const url = POSTGRES_URL ? await fastDatabase() : undefined;
  const every = Math.max(READ_EVERY, Math.floor(steps / 20));
  const result = await runDifferential(seed, steps, url, (step) => {
    if (step % every < READ_EVERY) process.stdout.write(`${step.toLocaleString('en')} steps\n`);
  });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  process.exit(result.difference ? 1 : 0);
}
