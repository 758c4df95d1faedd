/**
 * Tests that count the inputs a promise of SECURITY.md was tried with. Each prints `tried N, held N` at its end and compares them
 * with the table, so that the table cannot claim what no test does.
 */
import { expect, test } from 'bun:test';
import { appendFileSync } from 'node:fs';
import { securityTable } from './security-table.ts';

/** The first few say what is wrong. */
const SHOWN_MAX = 30;

export class Tally {
  #tried = 0;
  readonly #broken: string[] = [];

  /** Counts one input, and records what was seen if the promise did not hold. The others are tried all the same. */
  holds(held: boolean, input: string, seen = ''): void {
    this.#tried++;
    if (!held) this.#broken.push(seen ? `${input}: ${seen}` : input);
  }

  get counts(): { tried: number; held: number } {
    return { tried: this.#tried, held: this.#tried - this.#broken.length };
  }

  get broken(): string[] {
    return this.#broken.slice(0, SHOWN_MAX);
  }
}

/** Registers a test whose name is in the table of SECURITY.md. It fails if an input broke the promise, or if the table has other counts. */
export function attack(name: string, tryAll: (tally: Tally) => Promise<void>): void {
  test(name, async () => {
    const tally = new Tally();
    await tryAll(tally);
    const { counts, broken } = tally;
    process.stderr.write(`${name}: tried ${counts.tried}, held ${counts.held}\n`);
    expect(broken).toEqual([]);
    // `bun run security` writes the table, so its tests cannot compare with it.
    const file = process.env.PORTSIDE_TALLY_FILE;
    if (file) return appendFileSync(file, `${JSON.stringify({ test: name, ...counts })}\n`);
    const { tried, held } = (await securityTable()).find((row) => row.test === name) ?? {};
    expect({ tried, held }, 'SECURITY.md has other counts; run `bun run security`').toEqual(counts);
  });
}
