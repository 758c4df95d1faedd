/** Reads the sheets of a batch: the lines, and in a workbook the parties beside them. */
import type { ReadTable } from '../../spreadsheet/read-table.ts';
import { TableRefused } from '../../spreadsheet/table-refused.ts';
import { PARTIES_SHEET } from './template-sheets.ts';

export interface BatchSheets {
  table: ReadTable;
  /** Absent if the workbook has no sheet of this name, or the file is no workbook. */
  parties?: ReadTable;
}

/**
 * @param read one sheet of the file, the first if it is given no name
 * @param sheet name of the sheet of the lines; by default the first
 * @throws TableRefused as `read` does, for either sheet
 */
export async function readBatchSheets(
  read: (sheet?: string) => Promise<ReadTable>,
  sheet: string | undefined,
): Promise<BatchSheets> {
  const table = await read(sheet);
  if (table.format !== 'xlsx' || isParties(table.sheet)) return { table };
  try {
    return { table, parties: await read(PARTIES_SHEET) };
  } catch (error) {
    if (error instanceof TableRefused && NO_PARTIES.test(error.fault.reason)) return { table };
    throw error;
  }
}

/** How the reader says that a workbook has no such sheet, or nothing on it. */
const NO_PARTIES = /^The workbook has no sheet "Parties"|^The sheet "Parties" is empty/;

function isParties(sheet: string | undefined): boolean {
  return sheet?.trim().toLowerCase() === PARTIES_SHEET.toLowerCase();
}

/** Sentences for the sender: which sheets were read, and what could be missed in them. */
export function sheetRemarks(table: ReadTable, parties: ReadTable | undefined): string[] {
  const which =
    table.sheet === undefined
      ? []
      : [
          `The lines are those of the sheet "${table.sheet}"${parties ? `, their parties those of "${parties.sheet}"` : ''}.`,
        ];
  // The reader names every other sheet, also that of the parties.
  const isOfSheets = (remark: string) => remark.startsWith('Only the sheet');
  return [...which, ...table.remarks.filter((remark) => !isOfSheets(remark))];
}
