/** Compares what was measured with the targets in `budget.json`. */
import budget from './budget.json' with { type: 'json' };
import { formatNumber } from './results.ts';
import { divideByRound, spread, type TableResult, valuesOf } from './rounds.ts';

interface Limit {
  table: string;
  metric: string;
  /** Portside's row; the first of the table by default. */
  of?: string;
  /**
   * The peer whose value Portside's is divided by; of several, the one that Portside does worst beside. Without this and `beside_table`,
   * the limit is on Portside's value itself.
   */
  beside?: string | string[];
  /** The peer's metric, if it is another one. */
  beside_metric?: string;
  /** Another table, whose first row Portside's value is divided by. */
  beside_table?: string;
  at_least?: number;
  at_most?: number;
  /** What the line is about, for the table of goals. Lines without it are targets that were held before. */
  goal?: string;
}

export interface BudgetCheck {
  /** `absent`: this run did not measure it. */
  result: 'held' | 'MISSED' | 'absent';
  what: string;
  measured: string;
  limit: string;
  goal?: string | undefined;
}

/** One check for each line of the budget. A skipped peer counts as missed; a table that was not run is absent. */
export function checkBudget(tables: TableResult[]): BudgetCheck[] {
  return (budget as Limit[]).map((line) => {
    const { table: name, metric, of, beside, beside_table, at_least = -Infinity, at_most = Infinity, goal } = line;
    const divisor = Array.isArray(beside) ? 'best peer' : (beside ?? beside_table);
    const what = `${name} ${metric}${of ? ` of ${of}` : ''}${divisor ? ` / ${divisor}` : ''}`;
    const limit = line.at_least !== undefined ? `at least ${at_least}` : `at most ${at_most}`;
    const table = tables.find((table) => table.name === name);
    if (!table) return { result: 'absent', what, measured: '', limit, goal };
    const peers = [beside].flat();
    const ratios = peers.map((peer) => measuredValues(tables, table, line, peer));
    const values = worst(ratios, line.at_least !== undefined);
    if (values.length === 0 || values.some(Number.isNaN))
      return { result: 'MISSED', what, measured: 'not measured', limit, goal };
    const { median, min, max } = spread(values);
    const held = median >= at_least && median <= at_most;
    const measured = `${formatNumber(median, 2)} (${formatNumber(min, 2)}..${formatNumber(max, 2)})`;
    return { result: held ? 'held' : 'MISSED', what, measured, limit, goal };
  });
}

/** Lines of text with aligned columns. */
export function toText(checks: BudgetCheck[]): string {
  const width = (column: 'what' | 'measured') => Math.max(...checks.map((check) => check[column].length));
  const [whatWidth, measuredWidth] = [width('what'), width('measured')];
  const lines = checks.map(
    ({ result, what, measured, limit }) =>
      `${result.padEnd(6)}  ${what.padEnd(whatWidth)}  ${measured.padStart(measuredWidth)}  ${limit}`,
  );
  const count = (wanted: BudgetCheck['result']) => checks.filter(({ result }) => result === wanted).length;
  return [...lines, `${count('held')} held, ${count('MISSED')} missed, ${count('absent')} absent.`, ''].join('\n');
}

/** The values with the lowest median, or the highest. Those that were not measured are the worst. */
function worst(peers: number[][], isLowest: boolean): number[] {
  const unmeasured = peers.find((values) => values.length === 0 || values.some(Number.isNaN));
  const median = (values: number[]) => spread(values).median * (isLowest ? 1 : -1);
  return unmeasured ?? [...peers].sort((a, b) => median(a) - median(b))[0]!;
}

function measuredValues(tables: TableResult[], table: TableResult, line: Limit, beside: string | undefined) {
  const { metric, of, beside_metric = metric, beside_table } = line;
  const ours = of ?? table.rows[0]!.contender;
  const values = valuesOf(table, ours, metric);
  if (beside) return divideByRound(values, valuesOf(table, beside, beside_metric));
  if (!beside_table) return values;
  const other = tables.find(({ name }) => name === beside_table);
  const theirs = other ? valuesOf(other, other.rows[0]!.contender, metric) : [];
  return divideByRound(values, theirs);
}
