/** The ratios to hold (`budget.json`), set against what was measured. */
import budget from './budget.json' with { type: 'json' };
import { ratiosOf, spread, type TableResult, valuesOf } from './rounds.ts';

interface Limit {
  table: string;
  metric: string;
  /** The peer whose value ours is divided by; without one the limit is on our value itself. */
  beside?: string;
  at_least?: number;
  at_most?: number;
}

export interface Judgement {
  held: boolean;
  text: string;
}

/** One judgement for each line of the budget whose table was measured. A peer that was skipped is not held. */
export function judge(tables: TableResult[]): Judgement[] {
  return (budget as Limit[]).flatMap((line) => {
    const table = tables.find(({ name }) => name === line.table);
    return table ? [judgeLine(table, line)] : [];
  });
}

function judgeLine(table: TableResult, { metric, beside, at_least = 0, at_most = Infinity }: Limit): Judgement {
  const ours = table.rows[0]!.contender;
  const values = beside ? ratiosOf(table, beside, metric) : valuesOf(table, ours, metric);
  const what = `${table.name} ${metric}${beside ? ` / ${beside}` : ''}`;
  if (values.length === 0) return { held: false, text: `${what}: not measured` };
  const { median, min, max } = spread(values);
  const limit = at_least > 0 ? `at least ${at_least}` : `at most ${at_most}`;
  return {
    held: median >= at_least && median <= at_most,
    text: `${what}: ${median.toFixed(2)} (${min.toFixed(2)}..${max.toFixed(2)}), ${limit}`,
  };
}
