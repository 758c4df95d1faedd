/** The table of goals in docs/performance.md: which lines of the budget the recorded run holds. `bun bench/goals.ts` writes it again. */
import { join } from 'node:path';
import { checkBudget } from './budget.ts';
import type { Results } from './results.ts';

const ROOT = join(import.meta.dir, '..');
const PAGE = join(ROOT, 'docs/performance.md');
const [BEGIN, END] = ['<!-- goals -->\n', '<!-- end of goals -->'];

/** A line for each goal, and one that counts the other lines of the budget that were measured. */
export function goalTable({ takenAt, tables }: Results): string {
  const checks = checkBudget(tables);
  const goals = checks.filter(({ goal }) => goal !== undefined);
  // Some tables need `--long`, or pages that are not in the repository.
  const others = checks.filter(({ goal, result }) => goal === undefined && result !== 'absent');
  const held = (of: typeof checks) => of.filter(({ result }) => result === 'held').length;
  const rows = goals.map(({ goal, limit, measured, result }) => {
    return `| ${goal} | ${limit} | ${measured || 'not measured'} | ${result === 'held' ? 'held' : 'missed'} |`;
  });
  return [
    `Measured on ${takenAt.slice(0, 10)}: median (lowest..highest). Held: ${held(goals)} of ${goals.length} goals, and ${held(others)} of ${others.length} other lines of the budget.`,
    '',
    '| | goal | measured | |',
    '|---|---|---:|---|',
    ...rows,
    '',
  ].join('\n');
}

/** The page with the table between its two marks. @throws when a mark is missing */
export function withGoals(page: string, table: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('docs/performance.md has no place for the goals.');
  return `${page.slice(0, begin + BEGIN.length)}\n${table}\n${page.slice(end)}`;
}

export async function writeGoals(results: Results): Promise<void> {
  await Bun.write(PAGE, withGoals(await Bun.file(PAGE).text(), goalTable(results)));
}

if (import.meta.main) await writeGoals(await Bun.file(join(ROOT, 'bench/results/latest.json')).json());
