/** The result sheet of a batch: a row for each line, in a file of the same kind as the sheet of the lines. */
import { systemClock as clock } from '../adapters/system/clock.ts';
import { RESULT_COLUMNS, resultRow } from '../entry/batch/result.ts';
import { CsvWriter } from '../spreadsheet/write/csv-writer.ts';
import type { StatusColour } from '../spreadsheet/write/workbook-styles.ts';
import { WorkbookWriter } from '../spreadsheet/write/workbook-writer.ts';
import type { BatchFolder } from './batch-folder.ts';
import type { DoneLine } from './make-batch.ts';

const WIDTHS: Partial<Record<(typeof RESULT_COLUMNS)[number], number>> = {
  line: 8,
  product: 32,
  id: 38,
  state: 22,
  gaps: 60,
  registry_gaps: 60,
  errors: 60,
  pdf: 28,
  verify_url: 40,
  sha256: 66,
};
/** Columns of several lines of text. */
const WRAPPED = ['gaps', 'registry_gaps', 'errors'];
const COLOURS: Record<string, StatusColour> = {
  stated: 'good',
  stated_with_defects: 'attention',
  incomplete: 'attention',
  '': 'bad',
};

/** @returns the name of the file */
export async function writeResult(
  folder: BatchFolder,
  done: readonly DoneLine[],
  isWorkbook: boolean,
): Promise<string> {
  const parts: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void parts.push(Uint8Array.from(bytes)) };
  const rows = done.map((line) => Object.values(resultRow(line, () => line.file)));
  if (isWorkbook) {
    const workbook = new WorkbookWriter(sink, { title: 'Result of a batch', createdAtMs: clock.now() });
    await workbook.addSheet({
      name: 'Result',
      columns: RESULT_COLUMNS.map((name) => ({
        header: name,
        width: WIDTHS[name] ?? 16,
        wrap: WRAPPED.includes(name),
        opensFile: name === 'pdf',
      })),
      status: { column: RESULT_COLUMNS.indexOf('state'), colours: COLOURS },
    });
    for (const row of rows) await workbook.addRow(row);
    await workbook.close();
  } else {
    const csv = new CsvWriter(sink);
    for (const row of [RESULT_COLUMNS, ...rows]) await csv.addRow(row);
    await csv.close();
  }
  const name = isWorkbook ? 'result.xlsx' : 'result.csv';
  folder.put(name, Buffer.concat(parts));
  return name;
}
