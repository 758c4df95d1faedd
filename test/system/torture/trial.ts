/** A fault of the torture, and the state of its rounds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { between, mulberry32 } from '../../support/random.ts';

export interface Fault {
  name: string;
  /** Rounds with `--quick` and without. */
  rounds: { quick: number; full: number };
  /** Runs all rounds and calls `trial.round` after each. An error is a violation too. */
  run(trial: Trial): Promise<void>;
}

/** Thrown by a fault that cannot run on this machine. */
export class Skipped extends Error {}

export class Trial {
  readonly violations: string[] = [];
  /** Figures for the table. */
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

  /** A whole number from `min` to `max`, both included, from the seed. */
  between(min: number, max: number): number {
    return between(this.#random, min, max);
  }

  /** Records a violation unless the guarantee holds. The run continues, so that one violation does not hide the next. */
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
    // In CI a fault that cannot run is a failure.
    if (error instanceof Skipped && !process.env.CI) skipped = error.message;
    else trial.violations.push(`round ${trial.rounds}: ${(error as Error).stack || error}`);
  }
  const { violations, notes } = trial;
  if (!skipped && trial.rounds === 0) violations.push('no round was completed');
  return { name: fault.name, rounds: trial.rounds, violations, notes, skipped, ms: performance.now() - begunMs };
}
