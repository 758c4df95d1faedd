/** Writes the template of a batch as a workbook. */
import { WorkbookWriter } from '../../spreadsheet/write/workbook-writer.ts';
import { HELP_SHEET, templateSheets } from './template-sheets.ts';

const HELP_WIDTHS = [32, 24, 40, 80, 60];
const WIDTH = 24;

/** The bytes of the workbook. @param nowMs when it was made */
export async function templateWorkbook(nowMs: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const workbook = new WorkbookWriter(
    { write: (bytes) => void parts.push(Uint8Array.from(bytes)) },
    { title: 'Certificates of a batch', createdAtMs: nowMs },
  );
  for (const { name, header, rows } of templateSheets()) {
    const isHelp = name === HELP_SHEET;
    await workbook.addSheet({
      name,
      columns: header.map((heading, at) => ({
        header: heading,
        width: isHelp ? HELP_WIDTHS[at]! : WIDTH,
        wrap: isHelp,
        typesText: !isHelp,
      })),
      filter: isHelp,
    });
    for (const row of rows) await workbook.addRow(row);
  }
  await workbook.close();
  return Buffer.concat(parts);
}
