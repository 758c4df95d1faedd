/** One fault of the torture: how it is described, and what its rounds are given and may say. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Fault {
  name: string;
  /** Rounds of `--quick`, and of a run at length. */
  rounds: { quick: number; full: number };
  /** Runs all rounds; calls `trial.round` after each. What it throws is a violation too. */
  run(trial: Trial): Promise<void>;
}

/** Thrown by a fault that this machine cannot be made to suffer. */
export class Skipped extends Error {}

export class Trial {
  readonly violations: string[] = [];
  /** Figures worth reading beside the verdict. */
  readonly notes: string[] = [];
  readonly dir = mkdtempSync(join(tmpdir(), 'portside-torture-'));
  readonly #random: () => number;
  rounds = 0;

  constructor(
    readonly seed: number,
    readonly roundsMax: number,
    readonly quick: boolean,
  ) {
    this.#random = mulberry32(seed);
  }

  /** A whole number from `min` to `max`, from the seed. */
  between(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1));
  }

  /** The guarantee that must hold; the run goes on either way, so that one fault does not hide the next. */
  holds(guarantee: boolean, text: string): void {
    if (!guarantee) this.violations.push(`round ${this.rounds}: ${text}`);
  }

  round(): void {
    this.rounds++;
  }

  note(text: string): void {
    this.notes.push(text);
  }

  [Symbol.dispose](): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export type Outcome = Awaited<ReturnType<typeof suffer>>;

/** Runs one fault to its end. */
export async function suffer(fault: Fault, seed: number, rounds: number, quick: boolean) {
  using trial = new Trial(seed, rounds, quick);
  const begunMs = performance.now();
  let skipped: string | undefined;
  try {
    await fault.run(trial);
  } catch (error) {
    // In CI what cannot be shown is a failure.
    if (error instanceof Skipped && !process.env.CI) skipped = error.message;
    else trial.violations.push(`round ${trial.rounds}: ${(error as Error).stack ?? error}`);
  }
  const { violations, notes } = trial;
  if (!skipped && trial.rounds === 0) violations.push('no round came to its end');
  return { name: fault.name, rounds: trial.rounds, violations, notes, skipped, ms: performance.now() - begunMs };
}

/** Small, seeded and good enough to spread moments: github.com/bryc/code, public domain. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
