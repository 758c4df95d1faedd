/** A bench says how often each row was measured, and compares a row of fewer rounds with every round of the others. */
import { expect, test } from 'bun:test';
import type { Table } from '../../../bench/bench.ts';
import { type Results, toMarkdown } from '../../../bench/results.ts';
import { divideByRound, ratiosOf, runRounds } from '../../../bench/rounds.ts';

function counting(name: string, rounds?: number) {
  let value = 0;
  return { name, measure: async () => ({ ms: ++value }), ...(rounds !== undefined && { rounds }) };
}

const table = (): Table => ({
  name: 't',
  title: 'T',
  metrics: [{ name: 'ms', title: 'ms', ratio: true }],
  contenders: [counting('ours'), counting('steady', 1), counting('other')],
});

test('a contender is measured in as many rounds as it says, and the table says in how many', async () => {
  const measured = await runRounds(table(), 3, () => {});
  expect(measured.rows.map(({ samples }) => samples.map(({ ms }) => ms!))).toEqual([[1, 2, 3], [1], [1, 2, 3]]);
  expect(ratiosOf(measured, 'steady', 'ms')).toEqual([1, 2, 3]);
  expect(ratiosOf(measured, 'other', 'ms')).toEqual([1, 1, 1]);
  const machine = { loadBefore: 0, versions: {} } as Results['machine'];
  const page = toMarkdown({ takenAt: '', machine, rounds: 3, secondsEach: 1, skipped: [], tables: [measured] });
  expect(page).toContain('| steady | 1 | 1.00 (1.00..1.00) | 2.00 (1.00..3.00) |');
  expect(page).toContain('| other | 3 | 2.00 (1.00..3.00) | 1.00 (1.00..1.00) |');
});

test('a quick run measures independent contenders at once, and keeps each sample in its row', async () => {
  let running = 0;
  let most = 0;
  const slow = (name: string, ms: number) => ({
    name,
    measure: async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return { ms };
    },
  });
  const contenders = [1, 2, 3, 4, 5].map((ms) => slow(`c${ms}`, ms));
  const rowsOf = async (isIndependent: boolean) => {
    most = 0;
    const { rows } = await runRounds({ ...table(), contenders, isIndependent }, 1, () => {}, true);
    return rows.map(({ contender, samples }) => `${contender} ${samples.map(({ ms }) => ms)}`);
  };
  expect(await rowsOf(true)).toEqual(['c1 1', 'c2 2', 'c3 3', 'c4 4', 'c5 5']);
  expect(most).toBe(4);
  expect(await rowsOf(false)).toEqual(['c1 1', 'c2 2', 'c3 3', 'c4 4', 'c5 5']);
  expect(most).toBe(1);
});

test.each([
  [[2, 4, 6], [2], [1, 2, 3]],
  [[6], [1, 2, 3], [6, 3, 2]],
  [
    [2, 4, 6],
    [1, 2],
    [2, 2, 3],
  ],
  [[], [1], []],
  [[1], [], []],
])('%j by %j is %j', (ours, theirs, expected) => {
  expect(divideByRound(ours, theirs)).toEqual(expected);
});
