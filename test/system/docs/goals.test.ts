/** The goals in docs/performance.md are those of the budget, with what the recorded run measured. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { checkBudget } from '../../../bench/budget.ts';
import { goalTable, withGoals } from '../../../bench/goals.ts';
import type { Results } from '../../../bench/results.ts';
import { root } from '../../support/paths.ts';

const recorded: Results = await Bun.file(join(root, 'bench/results/latest.json')).json();

test('the table in docs/performance.md is that of the recorded results', async () => {
  const page = await Bun.file(join(root, 'docs/performance.md')).text();
  expect(withGoals(page, goalTable(recorded))).toBe(page);
});

test('a goal whose table was not measured is not called held', () => {
  const rows = goalTable({ ...recorded, tables: [] })
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| |'));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(row).toEndWith('| not measured | missed |');
});

test('of several peers the best one counts, and one that was not measured misses the goal', () => {
  const budgetOf = (cpuOfPeers: Record<string, number>) => {
    const rows = Object.entries({ Portside: 20, ...cpuOfPeers }).map(([contender, cpu_us]) => {
      return { contender, samples: [{ cpu_us, requests_per_second: 1e6 / cpu_us }] };
    });
    const table = { name: 'lookup-5', title: '', metrics: [], notes: [], rows };
    return checkBudget([table])
      .filter(({ what }) => what.endsWith('/ best peer'))
      .map(({ result, measured }) => `${result} ${measured}`);
  };
  const peers = { 'Hono on Bun, SQLite': 50, 'Fastify on Node, SQLite': 80, 'Go net/http, SQLite': 160 };
  const last = 'Fastify on Node, Redis and PostgreSQL';
  expect(budgetOf({ ...peers, [last]: 400 })).toEqual(['held 0.40 (0.40..0.40)', 'held 2.50 (2.50..2.50)']);
  expect(budgetOf({ ...peers, [last]: 25 })).toEqual(['MISSED 0.80 (0.80..0.80)', 'MISSED 1.25 (1.25..1.25)']);
  expect(budgetOf(peers)).toEqual(['MISSED not measured', 'MISSED not measured']);
});
