import { expect, test } from 'bun:test';
import type { ReadTable } from '../../spreadsheet/read-table.ts';
import { TableRefused } from '../../spreadsheet/table-refused.ts';
import { acceptSheet } from './audited-sheet.ts';
import { ColumnsRefused } from './find-columns.ts';

const table = (sheet: string, nextSheets?: string[]) => ({ sheet, ...(nextSheets && { nextSheets }) }) as ReadTable;
const missing = (sheet: string) => new ColumnsRefused(`none in ${sheet}`, 'code', [], true);

/** The sheet that was accepted. */
function accepted(first: ReadTable, faults: Record<string, Error>): Promise<string> {
  return acceptSheet(
    first,
    async (sheet) => {
      if (faults[sheet] instanceof TableRefused) throw faults[sheet];
      return table(sheet);
    },
    async ({ sheet }) => {
      if (faults[sheet!]) throw faults[sheet!];
      return sheet!;
    },
  );
}

test('the first sheet with a column of numbers is audited', async () => {
  const empty = new TableRefused({ reason: 'is empty' });
  const faults = { Cover: missing('Cover'), Empty: empty, Notes: missing('Notes') };
  expect(await accepted(table('Parts', ['More']), {})).toBe('Parts');
  expect(await accepted(table('Cover', ['Empty', 'Notes', 'Parts', 'More']), faults)).toBe('Parts');
});

test('without one the first sheet is refused, and so is a sheet that was named', async () => {
  const faults = { Cover: missing('Cover'), Notes: missing('Notes') };
  await expect(accepted(table('Cover', ['Notes']), faults)).rejects.toThrow('none in Cover');
  await expect(accepted(table('Cover'), faults)).rejects.toThrow('none in Cover');
});

test('two columns that fit are not passed over for another sheet', async () => {
  const two = new ColumnsRefused('two fit', 'code', []);
  await expect(accepted(table('Parts', ['More']), { Parts: two })).rejects.toThrow('two fit');
});
