/** Lines of jobs whose chunks are small and whose results are plain columns: found in this process. */
import { type TObject, Type } from 'typebox';
import type { FoundLines, JobFamily, JobOutput, WantedLines } from './family.ts';

/** One line of such a result. @param columns one of them is `line` */
export function tableLine(columns: readonly string[], description: string): TObject {
  const cell = Type.Union([Type.String(), Type.Number(), Type.Null()], { description: 'As in the result.' });
  const line = Type.Integer({ minimum: 1, description: 'Line of the file, or number of the item.' });
  return Type.Object(Object.fromEntries(columns.map((name) => [name, name === 'line' ? line : cell])), { description });
}

/**
 * @param rowsOf the rows of a chunk, each with a cell for each column
 * @param outcome the column that `status` filters by
 */
export function findRows(
  columns: readonly string[],
  rowsOf: (output: Uint8Array) => (string | number | null)[][],
  outcome: string,
): JobFamily['findLines'] {
  const at = columns.indexOf(outcome);
  return async (_job, { output }: JobOutput, { filter: { status }, from, max }: WantedLines): Promise<FoundLines> => {
    const rows = rowsOf(output);
    const lines: object[] = [];
    for (let row = from; row < rows.length; row++) {
      if (status !== undefined && !status.includes(String(rows[row]![at]))) continue;
      if (lines.length >= max) return { lines, next: row };
      lines.push(Object.fromEntries(columns.map((name, column) => [name, rows[row]![column]])));
    }
    return { lines, next: null };
  };
}
