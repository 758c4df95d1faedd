/** Reads the sheets of a batch: the lines, and in a workbook the parties beside them. */
import type { ReadTable } from '../../spreadsheet/read-table.ts';
import { TableRefused } from '../../spreadsheet/table-refused.ts';
import { listedSheets, onlySheetRead } from '../../spreadsheet/unread-sheets.ts';
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

/** Sentences for the sender: which sheets were read and which were not, and what could be missed in them. */
export function sheetRemarks({ table, parties }: BatchSheets): string[] {
  if (table.sheet === undefined) return [...table.remarks];
  const others = table.otherSheets ?? [];
  const unread = others.filter((name) => name !== parties?.sheet);
  const sources = parties ? `, their parties those of "${parties.sheet}"` : '';
  return [
    `The lines are those of the sheet "${table.sheet}"${sources}.`,
    ...(unread.length > 0 ? [`Not read: ${listedSheets(unread)}.`] : []),
    ...ownRemarks(table),
    ...(parties ? ownRemarks(parties).map((remark) => `In the sheet "${parties.sheet}": ${remark}`) : []),
  ];
}

/** Without what the reader says of other sheets: it does not know that two were read. */
function ownRemarks({ sheet, otherSheets = [], remarks }: ReadTable): string[] {
  return remarks.filter((remark) => remark !== onlySheetRead(sheet ?? '', otherSheets));
}
