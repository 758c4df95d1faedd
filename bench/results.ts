/** Writes the results to files: JSON for programs, a Markdown page for people. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import { ratiosOf, type Spread, spread, type TableResult, valuesOf } from './rounds.ts';

export interface Results {
  takenAt: string;
  machine: Machine;
  rounds: number;
  secondsEach: number;
  skipped: string[];
  tables: TableResult[];
}

export async function writeResults(folder: string, results: Results): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await Bun.write(join(folder, 'latest.json'), `${JSON.stringify(results, null, 1)}\n`);
  await Bun.write(join(folder, 'README.md'), toMarkdown(results));
}

export function toMarkdown({ takenAt, machine, rounds, secondsEach, skipped, tables }: Results): string {
  const { cpu, cores, memoryGiB, kernel, loadBefore, versions } = machine;
  const lines = [
    '# Results',
    '',
    `Taken ${takenAt} by \`bun run bench\`: usually ${rounds} interleaved rounds, ${secondsEach} s of load each. Median (lowest..highest).`,
    'A ratio is the value of the first row divided by the value of its own row, computed in each round. A row of fewer rounds keeps the',
    'value of its last one. Such a row is a peer that takes long and hardly varies.',
    '',
    `Machine: ${cpu}, ${cores} cores, ${memoryGiB} GiB; ${kernel}; load average before the first round ${loadBefore.toFixed(2)}.`,
    `Versions: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    ...skipped.map((reason) => `Not measured: ${reason}.`),
  ];
  for (const table of tables) lines.push('', `## ${table.title}`, '', ...tableLines(table), ...notes(table));
  return `${lines.join('\n')}\n`;
}

function notes({ notes }: TableResult): string[] {
  return notes.length > 0 ? ['', ...notes] : [];
}

function tableLines(table: TableResult): string[] {
  const ratios = table.metrics.filter(({ ratio }) => ratio);
  const ratioTitles = ratios.map(({ title }) => `ratio of ${title}`);
  const header = ['', 'rounds', ...table.metrics.map(({ title }) => title), ...ratioTitles];
  const rows = table.rows.map(({ contender, samples }, i) => [
    contender,
    String(samples.length),
    ...table.metrics.map(({ name }) => formatSpread(spread(valuesOf(table, contender, name)))),
    ...ratios.map(({ name }) => (i === 0 ? '' : formatSpread(spread(ratiosOf(table, contender, name)), 2))),
  ]);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)];
}

/** Empty for a metric that the contender does not have. */
function formatSpread({ median, min, max }: Spread, decimals = decimalsFor(median)): string {
  if (Number.isNaN(median)) return '';
  return `${formatNumber(median, decimals)} (${formatNumber(min, decimals)}..${formatNumber(max, decimals)})`;
}

export function formatNumber(value: number, decimals = decimalsFor(value)): string {
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Three digits: results from a shared machine are not more precise. */
function decimalsFor(value: number): number {
  return value >= 100 ? 0 : value >= 10 ? 1 : 2;
}
