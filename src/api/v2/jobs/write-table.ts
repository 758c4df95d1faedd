/** Writes a result of plain columns in each format, a part at a time. */
import type { TableFormat } from '../../../domain/table.ts';
import { CsvWriter } from '../../../spreadsheet/write/csv-writer.ts';
import { JsonWriter } from '../../../spreadsheet/write/json-writer.ts';
import type { Sink } from '../../../spreadsheet/write/sink.ts';
import { WorkbookWriter } from '../../../spreadsheet/write/workbook-writer.ts';

export interface ResultTable {
  /** Of the workbook and its sheet. */
  title: string;
  createdAtMs: number;
  /** Names of the columns, each once. */
  columns: readonly string[];
  rows: AsyncIterable<readonly (string | number | null)[]>;
}

export async function writeTable(table: ResultTable, format: TableFormat, sink: Sink): Promise<void> {
  const { title, createdAtMs, columns, rows } = table;
  switch (format) {
    case 'csv': {
      const csv = new CsvWriter(sink);
      await csv.addRow(columns);
      for await (const cells of rows) await csv.addRow(cells);
      return csv.close();
    }
    case 'xlsx': {
      const workbook = new WorkbookWriter(sink, { title, createdAtMs });
      await workbook.addSheet({ name: title, columns: columns.map((header) => ({ header })) });
      for await (const cells of rows) await workbook.addRow(cells);
      return workbook.close();
    }
    case 'json': {
      const json = new JsonWriter(sink, { fields: {}, name: 'rows' });
      for await (const cells of rows)
        await json.addRow(Object.fromEntries(columns.map((name, at) => [name, cells[at]])));
      return json.close();
    }
  }
}
