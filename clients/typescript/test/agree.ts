import { expect } from 'bun:test';
import type { Played } from './play.ts';

/** Asserts that a case went as the table says. */
export function agree({ actual, faults, leaked }: Played, script: { expect: object }): void {
  expect(actual).toMatchObject({ waits: [], ...script.expect });
  expect(faults).toEqual([]);
  expect(leaked).toBe(false);
}
