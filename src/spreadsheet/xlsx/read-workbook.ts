import type { ReadTable } from '../table-builder.ts';
import { TableBuilder } from '../table-builder.ts';
import { refuse } from '../table-refused.ts';
import { readSheet } from './read-sheet.ts';
import { readStyles } from './read-styles.ts';
import { readSharedStrings, SharedStrings } from './shared-strings.ts';
import { type WorkbookSheet, workbookParts } from './workbook-parts.ts';
import { ZipDirectory } from './zip-directory.ts';

export interface SheetOptions {
  /** Name of the sheet. By default the first visible one with content. */
  sheet?: string | undefined;
  /** Line of the header, from 1; 0 if there is none. By default it is found. */
  headerLine?: number | undefined;
}

/** Reads one sheet. Macros, links and embedded files are never opened. @throws TableRefused naming the part or the cell */
export async function readWorkbook(bytes: Uint8Array, { sheet, headerLine }: SheetOptions): Promise<ReadTable> {
  const zip = new ZipDirectory(bytes);
  const parts = await workbookParts(zip);
  const candidates =
    sheet === undefined ? parts.sheets.filter(({ isVisible }) => isVisible) : [named(parts.sheets, sheet)];
  const strings = parts.strings === undefined ? new SharedStrings() : await readSharedStrings(zip, parts.strings);
  const styles = parts.styles === undefined ? [] : await readStyles(zip, parts.styles);
  for (const { name, part } of candidates) {
    const table = new TableBuilder(headerLine);
    await readSheet(zip, part, { strings, styles, is1904: parts.is1904 }, table);
    if (table.isEmpty) continue;
    const others = parts.sheets.filter((other) => other.part !== part).map((other) => `"${other.name}"`);
    if (others.length > 0) table.remark(`Only the sheet "${name}" was read, not ${listed(others)}.`);
    return table.finish('xlsx', name);
  }
  return refuse(
    sheet === undefined ? 'No visible sheet of the workbook has content.' : `The sheet "${sheet}" is empty.`,
  );
}

function named(sheets: readonly WorkbookSheet[], wanted: string): WorkbookSheet {
  const found =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
  return (
    found ?? refuse(`The workbook has no sheet "${wanted}". It has ${listed(sheets.map(({ name }) => `"${name}"`))}.`)
  );
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => name.slice(0, 40));
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ');
}
