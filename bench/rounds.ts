/** Interleaved rounds and their statistics. On a shared machine only values from the same round can be compared. */
import type { Contender, Sample, Table } from './bench.ts';

/** Median and extremes. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

export interface TableResult {
  name: string;
  title: string;
  metrics: Table['metrics'];
  notes: string[];
  rows: { contender: string; samples: Sample[] }[];
}

/** Of contenders that are measured at once. Each must still get some processor time. */
const AT_ONCE = 4;

/**
 * Runs A B C A B C …, so that other load on the machine affects all contenders equally.
 * @param isQuick measures independent contenders at once: their figures mean nothing
 */
export async function runRounds(
  table: Table,
  usual: number,
  say: (text: string) => void,
  isQuick = false,
): Promise<TableResult> {
  const rounds = table.rounds ?? usual;
  const atOnce = isQuick && table.isIndependent ? AT_ONCE : 1;
  const rows = table.contenders.map(({ name }) => ({ contender: name, samples: [] as Sample[] }));
  if (table.warmUp) say(`${table.name}  warming up`);
  await table.warmUp?.();
  for (let round = 1; round <= rounds; round++) {
    for (let first = 0; first < table.contenders.length; first += atOnce) {
      const group = table.contenders.slice(first, first + atOnce);
      const measure = async (contender: Contender, i: number) => {
        if (round > (contender.rounds ?? rounds)) return;
        say(`${table.name}  round ${round}/${rounds}  ${contender.name}`);
        rows[first + i]!.samples.push(await contender.measure());
      };
      await Promise.all(group.map(measure));
    }
  }
  const { name, title, metrics, notes = [] } = table;
  return { name, title, metrics, notes, rows };
}

export function valuesOf(result: TableResult, contender: string, metric: string): number[] {
  const row = result.rows.find((row) => row.contender === contender);
  return row?.samples.map((sample) => sample[metric] ?? Number.NaN) ?? [];
}

/** The first row's value divided by the contender's, for each round. */
export function ratiosOf(result: TableResult, contender: string, metric: string): number[] {
  return divideByRound(valuesOf(result, result.rows[0]!.contender, metric), valuesOf(result, contender, metric));
}

/** Each of ours divided by theirs of the same round. Whoever was measured in fewer rounds keeps the value of the last one. */
export function divideByRound(ours: number[], theirs: number[]): number[] {
  if (ours.length === 0 || theirs.length === 0) return [];
  const at = (values: number[], round: number) => values[Math.min(round, values.length - 1)]!;
  const rounds = Math.max(ours.length, theirs.length);
  return Array.from({ length: rounds }, (_, round) => at(ours, round) / at(theirs, round));
}

export function spread(values: number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}
