/**
 * `bun run torture`: runs Portside under every fault that it must survive, and prints one table. `--quick` is the form for CI,
 * `--only NAME` runs one fault, `--seed N` repeats a run, `--rounds N` sets the number of rounds.
 * Exit code 1 when a guarantee was broken.
 */
import { parseArgs } from 'node:util';
import { FAULTS } from './faults.ts';
import { type Outcome, suffer } from './trial.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    seed: { type: 'string' },
    rounds: { type: 'string' },
  },
});
const { quick } = values;
const seed = Number(values.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]);
const pace = quick ? 'quick' : 'full';
const chosen = FAULTS.filter(({ name, rounds }) => (values.only ? values.only.includes(name) : rounds[pace] > 0));
if (chosen.length === 0 || !Number.isSafeInteger(seed)) {
  print(`--only takes ${FAULTS.map(({ name }) => name).join(', ')}; --seed takes a whole number`);
  process.exit(2);
}

const outcomes: Outcome[] = [];
for (const fault of chosen) {
  process.stderr.write(`${fault.name} …\n`);
  const rounds = Number(values.rounds ?? (fault.rounds[pace] || 1));
  const outcome = await suffer(fault, seed, rounds, quick);
  for (const violation of outcome.violations.slice(0, 20)) process.stderr.write(`  ${violation}\n`);
  outcomes.push(outcome);
}

const rows = outcomes.map(({ name, rounds, violations, skipped, notes, ms }) => [
  name,
  skipped ? 'skipped' : String(rounds),
  skipped ? '' : String(violations.length),
  (ms / 1000).toFixed(1),
  skipped ?? notes.join('; '),
]);
const table = [['fault', 'rounds', 'violations', 'seconds', 'seen'], ...rows];
const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]!.length)));
print(`torture${quick ? ' --quick' : ''}, seed ${seed}\n`);
for (const row of table)
  print(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );

const sum = (count: (outcome: Outcome) => number) => outcomes.map(count).reduce((a, b) => a + b, 0);
const broken = sum(({ violations }) => violations.length);
print(`\n${sum(({ rounds, violations }) => (violations.length === 0 ? rounds : 0))} pass\n${broken} fail`);
if (broken > 0) {
  const names = outcomes.filter(({ violations }) => violations.length > 0).map(({ name }) => `--only ${name}`);
  print(`Again: bun run torture${quick ? ' --quick' : ''} ${names.join(' ')} --seed ${seed}`);
}
process.exit(broken > 0 ? 1 : 0);
