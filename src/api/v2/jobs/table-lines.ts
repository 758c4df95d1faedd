/** Lines of jobs whose chunks are small and whose results are plain columns: found in this process. */
import { Type } from 'typebox';
import type { FoundLines, JobFamily, JobOutput, WantedLines } from './family.ts';

/** One line of such a result: `Row` as the document describes it. @param columns one of them is `line` */
export function tableLine<Row>(columns: readonly (keyof Row & string)[], description: string) {
  const cell = Type.Union([Type.String(), Type.Number(), Type.Null()], { description: 'As in the result.' });
  const line = Type.Integer({ minimum: 1, description: 'Line of the file, or number of the item.' });
  const fields = Object.fromEntries(columns.map((name) => [name, name === 'line' ? line : cell]));
  return Type.Unsafe<Row>(Type.Object(fields, { description }));
}

/**
 * @param rowsOf the rows of a chunk, each by the names of its columns
 * @param outcome the column that `status` filters by
 */
export function findRows<Row extends object>(
  rowsOf: (output: Uint8Array) => Row[],
  outcome: keyof Row,
): JobFamily['findLines'] {
  return async (_job, { output }: JobOutput, { filter: { status }, from, max }: WantedLines): Promise<FoundLines> => {
    const rows = rowsOf(output);
    const lines: Row[] = [];
    for (let at = from; at < rows.length; at++) {
      const row = rows[at]!;
      if (status !== undefined && !status.includes(String(row[outcome]))) continue;
      if (lines.length >= max) return { lines, next: at };
      lines.push(row);
    }
    return { lines, next: null };
  };
}
