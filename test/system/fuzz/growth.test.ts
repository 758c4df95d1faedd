import { expect, test } from 'bun:test';
import { type Cost, growsTooFast } from './growth.ts';

const of = (work: (chars: number) => number) =>
  [1000, 2000, 4000].map((chars): Cost => [chars, work(chars)]) as [Cost, Cost, Cost];

test.each<[string, (chars: number) => number, boolean]>([
  ['constant', () => 5000, false],
  ['linear', (n) => 16 * n, false],
  ['linear after a cheap beginning', (n) => 7.5 * n - 2212, false],
  ['linear after a dear beginning', (n) => 7.5 * n + 50_000, false],
  ['n log n', (n) => n * Math.log2(n), false],
  ['quadratic', (n) => n * n, true],
  ['quadratic in a small part', (n) => 16 * n + n * n * 0.01, true],
  ['quadratic in the root', (n) => n ** 1.5, true],
])('%s', (_, work, expected) => expect(growsTooFast(of(work), 1000)).toBe(expected));
