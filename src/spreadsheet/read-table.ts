/** Has the table of a stranger read by an isolated worker, and checks what the worker says about it. */
import { type IsolatedTasks, isStarved, type TaskBudget, TaskFault, TaskOverrun } from '../domain/isolated-tasks.ts';
import type { Cell, TableFormat, TableRow } from '../domain/table.ts';
import type { ReadTable } from './table-builder.ts';
import { TableRefused } from './table-refused.ts';
import type { ReadInput, ReadOutput } from './worker-tasks.ts';
import type { SheetOptions } from './xlsx/read-workbook.ts';

export type { ReadTable } from './table-builder.ts';

/** For the pool: the file, its texts, its rows in packed form, and what the collector has not freed yet. */
export const TABLE_MEMORY_BYTES = 768 << 20;
/** A workbook of 200,000 rows and ten columns takes 8 to 15 seconds of processor time, a CSV file of as many 2 to 3. */
const READ_BUDGET: TaskBudget = {
  cpuMs: 60_000,
  memoryBytes: TABLE_MEMORY_BYTES,
  outputBytes: 128 << 20,
  wallMs: 300_000,
};
const FORMATS: readonly TableFormat[] = ['csv', 'xlsx', 'json'];

export interface TableFile {
  bytes: Uint8Array;
  /** As the sender says. By default the bytes tell. */
  format?: TableFormat;
}

/**
 * @param tasks workers of the group `spreadsheet`
 * @param owners who take turns, see `WorkOrder`
 * @throws TableRefused if the file cannot be read, or not within the limits of `limits.ts`
 */
export async function readTable(
  { bytes, format }: TableFile,
  { sheet, headerLine }: SheetOptions,
  tasks: IsolatedTasks,
  owners: readonly string[],
): Promise<ReadTable> {
  const input: ReadInput = { format, sheet, headerLine };
  try {
    const result = await tasks.run({
      task: 'read',
      input,
      attachments: [bytes],
      budget: READ_BUDGET,
      owners,
      size: bytes.length,
    });
    return tableOf(JSON.parse(result.text) as ReadOutput, result.bytes);
  } catch (error) {
    throw refusal(error);
  }
}

function refusal(error: unknown): unknown {
  if (error instanceof TaskFault && error.kind === 'threw') return error;
  if (isStarved(error)) return new TableRefused({ reason: 'The machine was too busy to read the file. Try again.' });
  if (!(error instanceof TaskOverrun || error instanceof TaskFault || error instanceof SyntaxError)) return error;
  return new TableRefused({
    reason: 'The file cannot be read within the limits of a table. Split it, or save it again.',
  });
}

/** @throws SyntaxError unless the output has the shape of a table */
function tableOf(output: ReadOutput, bytes: Uint8Array): ReadTable {
  if (typeof output !== 'object' || output === null) throw new SyntaxError('not an object');
  if ('fault' in output) throw new TableRefused(faultOf(output.fault));
  const { format, sheet, otherSheets, nextSheets, header, headerLine, preamble, rows, columns, remarks, chunkBytes } =
    output;
  if (!FORMATS.includes(format)) throw new SyntaxError('format');
  if (sheet !== undefined && typeof sheet !== 'string') throw new SyntaxError('sheet');
  if (otherSheets !== undefined && !isTexts(otherSheets)) throw new SyntaxError('otherSheets');
  if (nextSheets !== undefined && !isTexts(nextSheets)) throw new SyntaxError('nextSheets');
  if (![headerLine, rows, columns].every((count) => Number.isSafeInteger(count) && count >= 0))
    throw new SyntaxError('counts');
  if (!Array.isArray(preamble) || !preamble.every(isRow)) throw new SyntaxError('preamble');
  if (!isTexts(remarks)) throw new SyntaxError('remarks');
  if (!isCells(header)) throw new SyntaxError('header');
  if (!Array.isArray(chunkBytes)) throw new SyntaxError('chunks');
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (const length of chunkBytes) {
    if (!Number.isSafeInteger(length) || length <= 0 || at + length > bytes.length) throw new SyntaxError('chunk');
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  if (at !== bytes.length) throw new SyntaxError('bytes');
  return {
    format,
    ...(sheet !== undefined && { sheet }),
    ...(otherSheets !== undefined && { otherSheets }),
    ...(nextSheets !== undefined && { nextSheets }),
    header,
    headerLine,
    preamble,
    rows,
    columns,
    chunks,
    remarks,
  };
}

function faultOf({ line, column, part, reason }: TableRefused['fault']): TableRefused['fault'] {
  return {
    ...(Number.isSafeInteger(line) && { line: line! }),
    ...(typeof column === 'string' && { column: column.slice(0, 100) }),
    ...(typeof part === 'string' && { part: part.slice(0, 200) }),
    reason: String(reason).slice(0, 1000),
  };
}

function isTexts(texts: unknown): texts is string[] {
  return Array.isArray(texts) && texts.every((text) => typeof text === 'string');
}

function isRow(row: TableRow): boolean {
  return typeof row === 'object' && row !== null && Number.isSafeInteger(row.line) && isCells(row.cells);
}

function isCells(cells: readonly Cell[]): boolean {
  return (
    Array.isArray(cells) &&
    cells.every((cell) => typeof cell === 'string' || (typeof cell?.text === 'string' && typeof cell.raw === 'string'))
  );
}
