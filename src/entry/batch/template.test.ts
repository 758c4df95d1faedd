import { expect, test } from 'bun:test';
import { readBytes } from '../../spreadsheet/worker-tasks.ts';
import { WorkbookPackage } from '../../spreadsheet/xlsx/workbook-package.ts';
import { templateWorkbook } from './template.ts';
import { templateSheets } from './template-sheets.ts';

test('the workbook holds every sheet of the template, and what is typed into it stays text', async () => {
  const bytes = await templateWorkbook(Date.UTC(2026, 10, 20));
  for (const { name, header, rows } of templateSheets()) {
    const read = await readBytes(bytes, { sheet: name });
    expect([name, read.header, read.rows]).toEqual([name, header, rows.length]);
  }
  expect(await xmlOf(bytes, 'xl/worksheets/sheet1.xml')).toContain('customWidth="1" style="5"/>');
  expect(await xmlOf(bytes, 'xl/styles.xml')).toContain('formatCode="@"');
});

/** One part of a workbook. */
async function xmlOf(bytes: Uint8Array, part: string): Promise<string> {
  const zip = await WorkbookPackage.open(bytes);
  let xml = '';
  for await (const piece of zip.content(part)) xml += new TextDecoder().decode(piece);
  return xml;
}
