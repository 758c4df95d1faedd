import { expect, test } from 'bun:test';
import { clocks, fuzz } from './suites.ts';

// Importing the suites throws if a file of theirs does not exist.
test('the suites of the torture run name files that exist', () => {
  expect([clocks.name, fuzz.name]).toEqual(['clock-jumps', 'fuzz']);
});
