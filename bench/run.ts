/** `bun run bench [--quick | --long] [--only NAME] [--check]`: runs every bench beside its peers and writes `bench/results/`. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, FULL, LONG, missingTool, QUICK } from './bench.ts';
import { bigDatabase } from './big-database.ts';
import { checkBudget, toText } from './budget.ts';
import { certificates } from './certificates.ts';
import { writeCharts } from './charts.ts';
import { clients } from './clients.ts';
import { coldStart } from './cold-start.ts';
import { eventLoop } from './event-loop.ts';
import { writeGoals } from './goals.ts';
import { hostileScans } from './hostile-scans.ts';
import { lookup } from './lookup.ts';
import { lookupsBesideJobs } from './lookups-beside-jobs.ts';
import { describeMachine } from './machine.ts';
import { memory } from './memory.ts';
import { operator } from './operator.ts';
import { partsList } from './parts-list.ts';
import { postgres } from './postgres.ts';
import { repeatedScans } from './repeated-scans.ts';
import { type Results, toMarkdown, writeResults } from './results.ts';
import { runRounds, type TableResult } from './rounds.ts';
import { scan } from './scan.ts';
import { search } from './search.ts';
import { trie } from './trie.ts';
import { workers } from './workers.ts';

const BENCHES: Bench[] = [
  lookup,
  trie,
  search,
  partsList,
  scan,
  repeatedScans,
  certificates,
  eventLoop,
  hostileScans,
  lookupsBesideJobs,
  bigDatabase,
  coldStart,
  memory,
  workers,
  postgres,
  operator,
  clients,
];

const { quick, long, only, check } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    long: { type: 'boolean' },
    only: { type: 'string' },
    check: { type: 'boolean' },
  },
}).values;
const chosen = BENCHES.filter(({ name }) => only === undefined || name === only);
if (chosen.length === 0) {
  process.stderr.write(`--only takes one of: ${BENCHES.map(({ name }) => name).join(', ')}.\n`);
  process.exit(2);
}

process.on('SIGINT', () => process.exit(130));

const pace = quick ? QUICK : long ? LONG : FULL;
const results: Results = {
  takenAt: new Date().toISOString(),
  machine: await describeMachine(),
  rounds: pace.rounds,
  secondsEach: pace.seconds,
  skipped: [],
  tables: [],
};
const failures: string[] = [];
const minutes: [bench: string, minutes: number][] = [];
for (const bench of chosen) {
  const beganMs = performance.now();
  try {
    await run(bench);
  } catch (error) {
    // One failure must not discard the results of all others.
    failures.push(`${bench.name} failed: ${error instanceof Error ? error.stack : error}`);
    results.skipped.push(`${bench.name}: it failed`);
  }
  minutes.push([bench.name, (performance.now() - beganMs) / 60_000]);
}
results.tables.push(minutesTable(minutes));
say('');

// A short or partial run must not replace the recorded results.
const folder = quick || only ? '.cache/bench/results' : 'bench/results';
const path = join(import.meta.dir, '..', folder);
await writeResults(path, results);
await writeCharts(path, results);
if (!quick && !only) await writeGoals(results);
process.stdout.write(`${toMarkdown(results)}\nWritten to ${folder}.\n`);
for (const failure of failures) process.stderr.write(`${failure}\n`);
if (failures.length > 0) process.exitCode = 1;
if (check) {
  const checks = checkBudget(results.tables);
  process.stdout.write(toText(checks));
  if (checks.some(({ result }) => result === 'MISSED')) process.exit(1);
}

async function run(bench: Bench): Promise<void> {
  const reason = missingTool(bench.needs);
  if (reason) {
    results.skipped.push(`${bench.name}: ${reason}`);
    return;
  }
  const rig = await bench.prepare(pace, say);
  results.skipped.push(...rig.skipped);
  try {
    for (const table of rig.tables) results.tables.push(await runRounds(table, pace.rounds, say, pace.isQuick));
  } finally {
    await rig.close();
  }
}

/** How long each bench took, with its preparation. */
function minutesTable(minutes: [bench: string, minutes: number][]): TableResult {
  const all = minutes.reduce((sum, [, spent]) => sum + spent, 0);
  return {
    name: 'bench',
    title: 'This bench, with its preparation',
    metrics: [{ name: 'minutes', title: 'minutes' }],
    notes: [],
    rows: [['all', all] as const, ...minutes].map(([contender, spent]) => ({
      contender,
      samples: [{ minutes: spent }],
    })),
  };
}

/** Progress, on a terminal only. */
function say(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
