import type { ReadTable } from '../table-builder.ts';
import { TableBuilder } from '../table-builder.ts';
import { refuse } from '../table-refused.ts';
import { listedSheets, onlySheetRead } from '../unread-sheets.ts';
import { readSheet } from './read-sheet.ts';
import { readStyles } from './read-styles.ts';
import { readSharedStrings, SharedStrings } from './shared-strings.ts';
import { WorkbookPackage } from './workbook-package.ts';
import { type WorkbookSheet, workbookParts } from './workbook-parts.ts';

export interface SheetOptions {
  /** Name of the sheet. By default the first visible one with content. */
  sheet?: string | undefined;
  /** Line of the header, from 1; 0 if there is none. By default it is found. */
  headerLine?: number | undefined;
}

/** Reads one sheet. Macros, links and embedded files are never opened. @throws TableRefused naming the part or the cell */
export async function readWorkbook(bytes: Uint8Array, { sheet, headerLine }: SheetOptions): Promise<ReadTable> {
  const zip = await WorkbookPackage.open(bytes);
  const parts = await workbookParts(zip);
  const candidates =
    sheet === undefined ? parts.sheets.filter(({ isVisible }) => isVisible) : [named(parts.sheets, sheet)];
  const strings = parts.strings === undefined ? new SharedStrings() : await readSharedStrings(zip, parts.strings);
  const styles = parts.styles === undefined ? [] : await readStyles(zip, parts.styles);
  for (const [at, { name, part }] of candidates.entries()) {
    const table = new TableBuilder(headerLine);
    await readSheet(zip, part, { strings, styles, is1904: parts.is1904 }, table);
    if (table.isEmpty) continue;
    const otherSheets = parts.sheets.filter((other) => other.part !== part).map((other) => other.name);
    if (otherSheets.length > 0) table.remark(onlySheetRead(name, otherSheets));
    const read = { ...table.finish('xlsx', name), otherSheets };
    return sheet === undefined ? { ...read, nextSheets: candidates.slice(at + 1).map((next) => next.name) } : read;
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
    found ?? refuse(`The workbook has no sheet "${wanted}". It has ${listedSheets(sheets.map(({ name }) => name))}.`)
  );
}
