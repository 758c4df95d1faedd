/** The goals in the README are those of the budget, with what the recorded run measured. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { goalTable, withGoals } from '../../../bench/goals.ts';
import type { Results } from '../../../bench/results.ts';
import { root } from '../../support/paths.ts';

const recorded: Results = await Bun.file(join(root, 'bench/results/latest.json')).json();

test('the table in the README is that of the recorded results', async () => {
  const readme = await Bun.file(join(root, 'README.md')).text();
  expect(withGoals(readme, goalTable(recorded))).toBe(readme);
});

test('a goal whose table was not measured is not called held', () => {
  const rows = goalTable({ ...recorded, tables: [] })
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| |'));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(row).toEndWith('| not measured | missed |');
});
