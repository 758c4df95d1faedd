/**
 * Searches for the input with the most work a character, for each reader of a stranger's text:
 * `bun run fuzz [--minutes N] [--reader NAME] [--save FOLDER]`. Replay with PORTSIDE_SEED.
 *
 * The best inputs of each reader are changed again and again; what costs more is kept. A reader fails if an input costs more than
 * its constant, or if its work grows faster than its text. Processor time is only reported: where it is large beside the work, the
 * count misses something.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { between, mulberry32 } from '../../support/random.ts';
import { ATTACKS, type Reader } from './attacks.ts';
import { type Input, mutate, randomInput, textOf } from './grammar.ts';
import { type Cost, growsTooFast } from './growth.ts';
import { READERS } from './readers.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, reader: { type: 'string' }, save: { type: 'string' } },
});
const minutes = Number(values.minutes);
const names = (Object.keys(READERS) as Reader[]).filter((name) => !values.reader || name === values.reader);
if (!(minutes > 0) || names.length === 0) {
  process.stderr.write(`--minutes must be a number above 0, and --reader one of ${Object.keys(READERS).join(', ')}.\n`);
  process.exit(2);
}
const seed = process.env.PORTSIDE_SEED ? Number(process.env.PORTSIDE_SEED) : between(Math.random, 1, 2 ** 31 - 1);
process.stderr.write(`PORTSIDE_SEED=${seed}\n`);

/** How many of the best inputs of a reader are changed further. */
const KEPT = 16;
/** The first inputs of a run pay for the compiler, so slow ones count only if they are slow twice. */
const OUTLIER_NS = 400;

interface Measured {
  name: string;
  text: (chars: number) => string;
  input?: Input;
  workPerChar: number;
  nsPerChar: number;
}

interface Search {
  best: Measured[];
  slowest: Measured | undefined;
  tried: number;
}

const faults: string[] = [];
const searches = new Map<Reader, Search>(names.map((name) => [name, { best: [], slowest: undefined, tried: 0 }]));

for (const { name, reader, text } of ATTACKS) {
  if (searches.has(reader)) attempt(reader, { name, text });
}
const random = mulberry32(seed);
const end = performance.now() + minutes * 60_000;
while (performance.now() < end) {
  for (const reader of names) {
    const { best } = searches.get(reader)!;
    const parents = best.flatMap((one) => one.input ?? []);
    const parent = parents[between(random, 0, Math.max(0, parents.length - 1))];
    const input = parent && random() < 0.9 ? mutate(reader, parent, random) : randomInput(reader, random);
    attempt(reader, { name: JSON.stringify(input), text: (chars) => textOf(input, chars), input });
  }
}
report();
if (values.save) await save(values.save);
process.exit(faults.length > 0 ? 1 : 0);

function attempt(reader: Reader, candidate: Pick<Measured, 'name' | 'text' | 'input'>): void {
  const search = searches.get(reader)!;
  const { chars, fixed, perChar } = READERS[reader];
  search.tried++;
  const text = candidate.text(chars);
  const [work, ns] = measure(reader, text);
  if (work > fixed + perChar * text.length) fail(reader, candidate.name, `${work} units for ${text.length} characters`);
  const measured = { ...candidate, workPerChar: work / text.length, nsPerChar: ns / text.length };
  const known = search.best.at(-1);
  if (search.best.length < KEPT || measured.workPerChar > known!.workPerChar) {
    checkGrowth(reader, candidate, text.length, work);
    search.best = [...search.best, measured].sort((a, b) => b.workPerChar - a.workPerChar).slice(0, KEPT);
  }
  if (measured.nsPerChar <= Math.max(OUTLIER_NS, search.slowest?.nsPerChar ?? 0)) return;
  const [, again] = measure(reader, text);
  const slower = Math.min(ns, again) / text.length;
  if (slower > (search.slowest?.nsPerChar ?? 0)) search.slowest = { ...measured, nsPerChar: slower };
}

function checkGrowth(reader: Reader, { name, text }: Pick<Measured, 'name' | 'text'>, chars: number, work: number) {
  const costOf = (longer: string): Cost => [longer.length, measure(reader, longer)[0]];
  const costs = [[chars, work] as const, costOf(text(2 * chars)), costOf(text(4 * chars))] as const;
  if (growsTooFast(costs, READERS[reader].fixed))
    fail(reader, name, `too much work for more text, in characters and units: ${costs.join(' ')}`);
}

/** Units of work, and nanoseconds of processor time. */
function measure(reader: Reader, text: string): [number, number] {
  const before = process.threadCpuUsage();
  const work = READERS[reader].work(text);
  const { user, system } = process.threadCpuUsage(before);
  return [work, (user + system) * 1000];
}

function fail(reader: Reader, name: string, what: string): void {
  faults.push(`${reader}: ${what}. Input: ${name.slice(0, 2000)}`);
}

function report(): void {
  const out = (line: string) => process.stdout.write(`${line}\n`);
  for (const [reader, { tried, best, slowest }] of searches) {
    const { chars, fixed, perChar } = READERS[reader];
    const constant = (perChar + fixed / chars).toFixed(1);
    const [worst] = best;
    out(
      `${reader}: ${tried} inputs of ${chars} characters, worst ${worst?.workPerChar.toFixed(1)} units a character of ${constant}`,
    );
    out(`  ${worst?.name.slice(0, 160)}`);
    if (slowest) {
      out(
        `  slowest ${slowest.nsPerChar.toFixed(0)} ns a character at ${slowest.workPerChar.toFixed(1)} units: ${slowest.name.slice(0, 160)}`,
      );
    }
  }
  for (const fault of faults) out(`FAILED ${fault}`);
}

/** The worst inputs, as files that a scan or an import can read, and as the JSON that makes them. */
async function save(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [reader, { best, slowest }] of searches) {
    for (const [i, { name, text }] of [...best, ...(slowest ? [slowest] : [])].entries()) {
      await Bun.write(join(folder, `${reader}-${i}.txt`), text(READERS[reader].chars));
      await Bun.write(join(folder, `${reader}-${i}.json`), `${name}\n`);
    }
  }
}
