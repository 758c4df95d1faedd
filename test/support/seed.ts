/**
 * One seed for all random tests of a run. It is printed at the start; `PORTSIDE_SEED=N bun test FILE` replays it.
 * `bunfig.toml` loads this file before the tests, so that fast-check uses the seed in every property.
 */
import fc from 'fast-check';
import { between, mulberry32 } from './random.ts';

const given = process.env.PORTSIDE_SEED;
if (given !== undefined && !/^-?\d{1,10}$/.test(given)) throw new Error(`PORTSIDE_SEED: "${given}" is not an integer.`);
const seed = given === undefined ? between(Math.random, 1, 2 ** 31 - 1) : Number(given);
if (given === undefined) process.stderr.write(`PORTSIDE_SEED=${seed}\n`);
fc.configureGlobal({ seed });

/** A generator of numbers in [0, 1) for one test. `name` keeps it independent of the other tests and their order. */
export function seededRandom(name: string): () => number {
  process.stderr.write(`${name}: PORTSIDE_SEED=${seed}\n`);
  return mulberry32(seed ^ Bun.hash.crc32(name));
}

const keyMaterial = mulberry32(seed);

/** For test clocks. All clocks of a process share one generator: two of them on one database must not make equal keys. */
export function seededBytes(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, () => keyMaterial() * 256);
}

/** The number of runs of a property: `few` in the ordinary suite, `many` in the step of CI that sets `PORTSIDE_ROUNDS=full`. */
export function runs(few: number, many: number): number {
  return process.env.PORTSIDE_ROUNDS === 'full' ? many : few;
}

/**
 * A part of `cases` in the ordinary suite, another one with each seed; all of them in the step of CI.
 * @param every one of so many is kept
 */
export function sample<T>(name: string, cases: readonly T[], every: number): T[] {
  const step = runs(every, 1);
  const first = between(seededRandom(name), 0, step - 1);
  return cases.filter((_, at) => at % step === first);
}
