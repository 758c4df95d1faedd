/** What our writers write, our reader reads back: any text, any number with any format, in any number of rows. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-character.ts';
import { runs } from '../../test/support/seed.ts';
import { cellsOf, MemorySink } from '../../test/support/tables.ts';
import { type Cell, cellText } from '../domain/table.ts';
import { SwallowedRows } from './swallowed-rows.ts';
import { readBytes } from './worker-tasks.ts';
import { CsvWriter } from './write/csv-writer.ts';
import { WorkbookWriter } from './write/workbook-writer.ts';
import { numberCell } from './xlsx/number-cell.ts';

const FORMATS = [undefined, '0000000000', '0.00E+00', 'm/d/yyyy', '#,##0.00', '0.0%', '@', 'h:mm', '"<&>"0', '[h]:mm'];
/** Blank texts are no content, and the reader leaves them out at the end of a row. */
const anyText = fc
  .oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom('_', 'x', '0', 'D', '\r', '\n', ' ', '"', "'", '=', ',', ';', '\t', '&', '<', ']', '>'),
    }),
  )
  .filter((text) => text.isWellFormed() && text.trim() !== '');
const anyNumber = fc
  .tuple(
    fc.oneof(fc.nat(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()),
    fc.constantFrom(...FORMATS),
  )
  .map(([value, format]): Cell => numberCell(String(value), format, false) ?? 'x');
const HEADER = ['Part', 'HTS code', 'Origin'];

async function written(rows: readonly (readonly Cell[])[], kind: 'csv' | 'xlsx'): Promise<Uint8Array> {
  const sink = new MemorySink();
  if (kind === 'csv') {
    const csv = new CsvWriter(sink);
    for (const row of [HEADER, ...rows]) await csv.addRow(row);
    await csv.close();
  } else {
    const workbook = new WorkbookWriter(sink, { title: 'A', createdAtMs: 0 });
    await workbook.addSheet({ name: 'A', columns: HEADER.map((header) => ({ header })) });
    for (const row of rows) await workbook.addRow(row);
    await workbook.close();
  }
  return sink.bytes;
}

const rowsOf = (cell: fc.Arbitrary<Cell>) =>
  fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 40 });

test('a workbook', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf(fc.oneof(anyText, anyNumber)), async (rows) => {
      expect(cellsOf(await readBytes(await written(rows, 'xlsx'), { headerLine: 1 }))).toEqual(rows);
    }),
    { numRuns: runs(20, 150) },
  );
});

/** A cell that holds rows as wide as the others is refused. */
function holdsNoRows(rows: readonly (readonly Cell[])[]): boolean {
  const swallowed = new SwallowedRows(',');
  for (const row of [HEADER, ...rows]) swallowed.see(row.map(cellText), 1);
  return swallowed.line === undefined;
}

test('CSV, without zero bytes and without cells that hold whole rows', async () => {
  const text = anyText.filter((value) => !value.includes('\0'));
  await fc.assert(
    fc.asyncProperty(rowsOf(text).filter(holdsNoRows), async (rows) => {
      expect(cellsOf(await readBytes(await written(rows, 'csv'), { format: 'csv', headerLine: 1 }))).toEqual(rows);
    }),
    { numRuns: runs(20, 150) },
  );
});

test.each(['csv', 'xlsx'] as const)('a %s file of many chunks, each row in its place', async (kind) => {
  const rows = Array.from({ length: 2500 }, (_, at) => [`P-${at}`, '7317.00.5518', 'CN']);
  const table = await readBytes(await written(rows, kind));
  expect(table).toMatchObject({ rows: 2500, header: HEADER });
  expect(table.chunks).toHaveLength(3);
  expect(cellsOf(table)).toEqual(rows);
});
