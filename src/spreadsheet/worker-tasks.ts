/** What a worker process does for tables: read the file of a stranger into packed rows. */
import type { TaskGroup, TaskOutput } from '../domain/isolated-tasks.ts';
import type { TableFormat } from '../domain/table.ts';
import { formatOf } from './file-format.ts';
import { FILE_BYTES_MAX } from './limits.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { type ReadTable, TableBuilder } from './table-builder.ts';
import { refuse, TableRefused } from './table-refused.ts';
import { readWorkbook, type SheetOptions } from './xlsx/read-workbook.ts';
import { WorkbookPackage } from './xlsx/workbook-package.ts';
import { workbookParts } from './xlsx/workbook-parts.ts';

const KINDS: Readonly<Record<TableFormat, string>> = { csv: 'CSV', json: 'JSON', xlsx: 'an Excel workbook' };

export interface ReadInput extends SheetOptions {
  format?: TableFormat | undefined;
}

/** What a worker says: a table whose chunks stand one after another in the bytes, or why the file is refused. */
export type ReadOutput = { fault: TableRefused['fault'] } | (Omit<ReadTable, 'chunks'> & { chunkBytes: number[] });

export const spreadsheetTasks: TaskGroup = {
  tasks: {
    async read(input: ReadInput, [file]: Uint8Array[]): Promise<Partial<TaskOutput>> {
      try {
        const { chunks, ...table } = await readBytes(file!, input);
        const output: ReadOutput = { ...table, chunkBytes: chunks.map(({ length }) => length) };
        return { text: JSON.stringify(output), bytes: Buffer.concat(chunks) };
      } catch (error) {
        if (!(error instanceof TableRefused)) throw error;
        return { text: JSON.stringify({ fault: error.fault } satisfies ReadOutput) };
      }
    },
  },
};

/** @throws TableRefused */
export async function readBytes(bytes: Uint8Array, { format, sheet, headerLine }: ReadInput = {}): Promise<ReadTable> {
  if (bytes.length > FILE_BYTES_MAX) refuse('The file is larger than 128 MB. Split it.');
  const found = await formatOf(bytes);
  if (format !== undefined && format !== found && (format === 'xlsx' || found === 'xlsx')) {
    // A ZIP file that is no workbook is refused as what it is.
    if (found === 'xlsx') await workbookParts(await WorkbookPackage.open(bytes));
    refuse(`The file was sent as ${KINDS[format]} and is ${KINDS[found]}. Send it as ${KINDS[found]}.`);
  }
  if (found === 'xlsx') return readWorkbook(bytes, { sheet, headerLine });
  if (sheet !== undefined) refuse('Only a workbook has sheets. Leave the sheet out.');
  const table = new TableBuilder(headerLine);
  const kind = format ?? found;
  if (kind === 'json') readJson(bytes, table);
  else await readCsv(bytes, table);
  if (table.isEmpty) refuse('The file has no rows with content.');
  return table.finish(kind);
}
