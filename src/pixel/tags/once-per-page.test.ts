import { expect, test } from 'bun:test';
import { sortFacts } from './facts.ts';
import { oncePerPage } from './once-per-page.ts';

test('an answer is computed once for each page, even if it is undefined', () => {
  const asked: unknown[] = [];
  const answer = oncePerPage((page): number | undefined => {
    asked.push(page);
    return page.tags.length > 0 ? page.tags.length : undefined;
  });
  const empty = sortFacts([]);
  const other = sortFacts([]);
  expect([answer(empty), answer(empty), answer(other), answer(empty)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(asked).toEqual([empty, other]);
  expect(asked[0]).toBe(empty);
  expect(asked[1]).toBe(other);
});
