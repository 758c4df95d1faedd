/** The ratios to hold (`budget.json`), set against what was measured. */
import budget from './budget.json' with { type: 'json' };
import { figure } from './results.ts';
import { ratiosOf, spread, type TableResult, valuesOf } from './rounds.ts';

interface Limit {
  table: string;
  metric: string;
  /** Our row; the first of the table unless told. */
  of?: string;
  /** The peer whose value ours is divided by; without one, and without a table, the limit is on our value itself. */
  beside?: string;
  /** Another table, whose first row ours is divided by. */
  beside_table?: string;
  at_least?: number;
  at_most?: number;
}

export interface Judgement {
  /** `absent`: this run did not measure it. */
  verdict: 'held' | 'MISSED' | 'absent';
  what: string;
  measured: string;
  limit: string;
}

/** One judgement for each line of the budget. A peer that was skipped is not held; a table that was not run is absent. */
export function evaluateRules(tables: TableResult[]): Judgement[] {
  return (budget as Limit[]).map((line) => {
    const { table: name, metric, of, beside, beside_table, at_least = -Infinity, at_most = Infinity } = line;
    const divisor = beside ?? beside_table;
    const what = `${name} ${metric}${of ? ` of ${of}` : ''}${divisor ? ` / ${divisor}` : ''}`;
    const limit = line.at_least !== undefined ? `at least ${at_least}` : `at most ${at_most}`;
    const table = tables.find((table) => table.name === name);
    if (!table) return { verdict: 'absent', what, measured: '', limit };
    const values = measuredValues(tables, table, line);
    if (values.length === 0 || values.some(Number.isNaN))
      return { verdict: 'MISSED', what, measured: 'not measured', limit };
    const { median, min, max } = spread(values);
    const held = median >= at_least && median <= at_most;
    const measured = `${figure(median, 2)} (${figure(min, 2)}..${figure(max, 2)})`;
    return { verdict: held ? 'held' : 'MISSED', what, measured, limit };
  });
}

/** As lines of a table whose columns stand under each other. */
export function toText(judgements: Judgement[]): string {
  const width = (column: 'what' | 'measured') => Math.max(...judgements.map((judgement) => judgement[column].length));
  const [whatWidth, measuredWidth] = [width('what'), width('measured')];
  const lines = judgements.map(
    ({ verdict, what, measured, limit }) =>
      `${verdict.padEnd(6)}  ${what.padEnd(whatWidth)}  ${measured.padStart(measuredWidth)}  ${limit}`,
  );
  const count = (wanted: Judgement['verdict']) => judgements.filter(({ verdict }) => verdict === wanted).length;
  return [...lines, `${count('held')} held, ${count('MISSED')} missed, ${count('absent')} absent.`, ''].join('\n');
}

function measuredValues(tables: TableResult[], table: TableResult, { metric, of, beside, beside_table }: Limit) {
  const ours = of ?? table.rows[0]!.contender;
  if (beside) return ratiosOf(table, beside, metric, ours);
  const values = valuesOf(table, ours, metric);
  if (!beside_table) return values;
  const other = tables.find(({ name }) => name === beside_table);
  const theirs = other ? valuesOf(other, other.rows[0]!.contender, metric) : [];
  return theirs.map((value, round) => values[round]! / value);
}
