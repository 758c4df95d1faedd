import { expect, test } from 'bun:test';
import { isUsedLater } from './key.ts';

const NOW = Date.UTC(2026, 10, 22, 0, 5);

test.each([
  ['never, and not today', null, 0, false],
  ['never, and today', null, 15, true],
  ['yesterday, and not today', Date.UTC(2026, 10, 21, 23, 59), 0, false],
  ['yesterday, and today', Date.UTC(2026, 10, 21, 23, 59), 1, true],
  ['today', Date.UTC(2026, 10, 22, 0, 1), 9, false],
])('a key was last used %s', (_name, lastUsedAt, requests, isLater) => {
  expect(isUsedLater({ lastUsedAt }, requests, NOW)).toBe(isLater);
});
