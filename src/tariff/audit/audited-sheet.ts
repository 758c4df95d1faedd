/** Which sheet of a workbook is audited: the one that was named, else the first that has a column of tariff numbers. */
import type { ReadTable } from '../../spreadsheet/read-table.ts';
import { TableRefused } from '../../spreadsheet/table-refused.ts';
import { ColumnsRefused } from './find-columns.ts';

/** Sheets behind the first that are tried. Each is read again. */
const SHEETS_TRIED = 5;

/**
 * @param first the table of the sheet that was named, or of the first one
 * @param read another sheet
 * @param accept throws ColumnsRefused if the table has no column of numbers
 * @throws the refusal of the first sheet if no other fits
 */
export async function acceptSheet<T>(
  first: ReadTable,
  read: (sheet: string) => Promise<ReadTable>,
  accept: (table: ReadTable) => Promise<T>,
): Promise<T> {
  try {
    return await accept(first);
  } catch (error) {
    if (!isMissing(error)) throw error;
    for (const sheet of (first.nextSheets ?? []).slice(0, SHEETS_TRIED)) {
      try {
        return await accept(await read(sheet));
      } catch (other) {
        if (!isMissing(other) && !(other instanceof TableRefused)) throw other;
      }
    }
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ColumnsRefused && error.isMissing;
}
