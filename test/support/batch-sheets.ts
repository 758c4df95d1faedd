/** Sheets of certificates for tests, as `spreadsheet/` hands them on. */
import type { Cell, TableRow } from '../../src/domain/table.ts';
import type { BatchSheet } from '../../src/entry/batch/accept-batch.ts';
import { CHUNK_ROWS, packRows } from '../../src/spreadsheet/row-chunk.ts';
import { WorkbookWriter } from '../../src/spreadsheet/write/workbook-writer.ts';

/** A line that is stated in full, by column. */
export const FULL_LINE: Readonly<Record<string, string>> = {
  product_name: 'Adult bicycle helmet',
  sku: 'MRD-M-0001',
  lot: 'L-2603',
  lot_assigned_by: 'manufacturer',
  date_of_manufacture: '2026-03',
  place_of_manufacture: 'Shenzhen, Guangdong, China',
  rules: '16 CFR part 1203',
  importer_name: 'Harbor Imports LLC',
  importer_address: '12 Pier Road, Long Beach, CA 90802, United States',
  importer_email: 'compliance@harbor-imports.example',
  importer_phone: '+1 562 555 0100',
  manufacturer_name: 'Bright Harbor Sports Co., Ltd.',
  manufacturer_address: '88 Keji Road, Nanshan, Shenzhen 518057, China',
  manufacturer_email: 'qa@bright-harbor.example',
  manufacturer_phone: '+86 755 5550 0188',
  records_contact_name: 'Ana Ortiz',
  records_contact_address: '12 Pier Road, Long Beach, CA 90802, United States',
  records_contact_email: 'records@harbor-imports.example',
  records_contact_phone: '+1 562 555 0101',
  records_contact_role: 'importer',
  testing_lab_name: 'Harbor Testing Laboratories',
  testing_lab_address: '5 Test Street, Shenzhen 518057, China',
  testing_lab_email: 'reports@harbor-testing.example',
  testing_lab_phone: '+86 755 5550 0200',
  testing_lab_test_date: '2026-02-20',
  testing_lab_test_place: 'Shenzhen, China',
  attestation_name: 'Ana Ortiz',
  attestation_title: 'Director of compliance',
  attestation_date: '2026-04-01',
  attestation_accepted: 'yes',
  attestation_statement:
    'I certify that the statements above are true and that the product conforms to the rules cited.',
};

/** A sheet of lines, each with its cells by heading. The header has every heading once, in the order of the lines. */
export function sheetOf(lines: readonly Readonly<Record<string, Cell>>[], headerLine = 1): BatchSheet {
  const header = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  const rows = lines.map(
    (line, at): TableRow => ({ line: headerLine + 1 + at, cells: header.map((name) => line[name] ?? '') }),
  );
  return sheetOfRows(header, rows, headerLine);
}

export function sheetOfRows(header: readonly Cell[], rows: readonly TableRow[], headerLine = 1): BatchSheet {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) chunks.push(packRows(rows.slice(at, at + CHUNK_ROWS)));
  return { header, headerLine, rows: rows.length, chunks };
}

/** A workbook with these rows, the header among them. */
export async function workbookOf(
  sheets: readonly { name: string; rows: readonly (readonly Cell[])[] }[],
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void parts.push(Uint8Array.from(bytes)) };
  const workbook = new WorkbookWriter(sink, { title: 'Test', createdAtMs: 0 });
  for (const { name, rows } of sheets) {
    await workbook.addSheet({ name, columns: [], hasHeader: false });
    for (const row of rows) await workbook.addRow(row);
  }
  await workbook.close();
  return Buffer.concat(parts);
}
