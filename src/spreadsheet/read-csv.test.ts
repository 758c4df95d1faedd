import { describe, expect, test } from 'bun:test';
import { cellsOf, MemorySink, refusalOf, rowsOf } from '../../test/support/tables.ts';
import { readBytes } from './worker-tasks.ts';
import { CsvWriter } from './write/csv-writer.ts';

const read = (text: string) => readBytes(Buffer.from(text));

describe('a CSV file', () => {
  test.each([
    ['commas', 'Part,HTS\nA,0101.21.00.10\n'],
    ['semicolons', 'Part;HTS\r\nA;0101.21.00.10\r\n'],
    ['tabs', 'Part\tHTS\nA\t0101.21.00.10'],
    ['a byte order mark', '\uFEFFPart,HTS\nA,0101.21.00.10\n'],
    ['lone CR', 'Part,HTS\rA,0101.21.00.10\r'],
    ['the hint of Excel', 'sep=;\r\nPart;HTS\r\nA;0101.21.00.10\r\n'],
  ])('with %s is read', async (_, text) => {
    const table = await read(text);
    expect(table).toMatchObject({ format: 'csv', header: ['Part', 'HTS'], rows: 1, columns: 2 });
    expect(cellsOf(table)).toEqual([['A', '0101.21.00.10']]);
  });

  test('keeps the other delimiters as text', async () => {
    const table = await read('Part;Share;Text\nA;4,5;"x;y"\nB;2,5;steel, zinc\n');
    expect(cellsOf(table)).toEqual([
      ['A', '4,5', 'x;y'],
      ['B', '2,5', 'steel, zinc'],
    ]);
  });

  test('has the delimiter that is outside of quotes', async () => {
    const table = await read('"Name; short",HTS\n"Nails; small",7317\n"Screws; small",7318\n');
    expect([table.header, ...cellsOf(table)]).toEqual([
      ['Name; short', 'HTS'],
      ['Nails; small', '7317'],
      ['Screws; small', '7318'],
    ]);
  });

  test('counts lines as a person counts them, with line breaks in cells and empty lines', async () => {
    const table = await read('Part list\n\nPart,HTS\n"A\n1",7317\n\n\nB,7318\r\n"C\r\n\r\n2",7319\nD,7320\n');
    expect(table).toMatchObject({ headerLine: 3, preamble: [{ line: 1, cells: ['Part list'] }] });
    expect(rowsOf(table).map(({ line }) => line)).toEqual([4, 8, 9, 12]);
  });

  test('of any number of rows is read: the parser never waits for a reader that waits for it', async () => {
    for (const rows of [15, 16, 17, 151, 5000]) {
      expect((await read(`Part,HTS\n${'A,7317\n'.repeat(rows)}`)).rows).toBe(rows);
    }
  });

  test('with a row that is refused is read no further, wherever that row is', async () => {
    const wide = `A${',7317'.repeat(17_000)}\n`;
    const error = await read(`Part,HTS\n${'A,7317\n'.repeat(200)}${wide}${'A,7317\n'.repeat(200)}`).catch(
      (thrown) => thrown,
    );
    expect(error.fault.line).toBe(202);
  });

  test('keeps a quote within a cell', async () => {
    expect(cellsOf(await read('Part,Name\nA,1/2" bolt\n'))).toEqual([['A', '1/2" bolt']]);
  });
});

test.each([
  ['a zero byte', 'Part,HTS\nA,\u00007317\n', 'line 2: The file contains a zero byte'],
  ['a quote that never closes', 'Part,HTS\nA,7317\n"B,7318\nC,7319\n', 'line 3: A quote opens in this row'],
  ['nothing', '', 'The file is empty.'],
  ['blank lines only', '\n , \n', 'The file has no rows with content.'],
])('a file with %s is refused', async (_, text, message) => {
  expect(await refusalOf(Buffer.from(text))).toStartWith(message);
});

describe('a quote that takes in rows', () => {
  test.each([
    [
      'up to a quote hundreds of rows below',
      `A,"Plate 1/2 in,7208\n${'B,Nut,7318\n'.repeat(500)}Z,Plate 3/4",0101\n`,
      2,
    ],
    ['up to the next row', 'A,"Plate 1/2 in,7208\nZ,Plate 3/4",0101\n', 2],
    ['as a ditto mark', 'A,Plate,7208\nB,",7326\nC,",7326\n', 3],
    ['as a ditto mark in the last column', 'A,Plate,7208\nB,Nut,"\nC,Nut,"\n', 3],
    ['up to a cell in quotes', 'A,"L" plate,7208\n"Big one,Plate,7326\nX,Nut,7208\n"Y",Nut,0101\n', 3],
    ['below a cell with a line break', '"A\n1",Plate,7208\nB,"Plate 1/2 in,7326\nC,Nut,7208\nD,x",0101\n', 4],
  ])('%s is refused with its line', async (_, rows, line) => {
    expect(await refusalOf(Buffer.from(`Part,Name,HTS\n${rows}`))).toStartWith(
      `line ${line}: A quote opens in this line and takes the rows below it into one cell.`,
    );
  });

  test.each([
    ['an address', 'A,"Acme, Inc.\r\n12 Main St, Springfield, IL\r\nUSA",7208\n'],
    ['a description', 'A,"Plate, flat, hot-rolled\n2 mm",7208\n'],
    ['two cells with lines', '"A\n1","Plate\nflat\n2 mm",7208\n'],
  ])('is not %s', async (_, rows) => {
    const table = await read(`Part,Name,HTS\n${rows}B,Nut,7318\n`);
    expect([table.rows, table.remarks.length]).toEqual([2, 1]);
  });

  test('the sender is told of cells with several lines', async () => {
    const table = await read('Part,Name,HTS\nA,Nut,7318\nB,"a\nb",7318\nC,"a\nb",7318\n');
    expect(table.remarks).toEqual(['2 cells have several lines, the first in line 3.']);
    expect((await read('Part,HTS\nB,"7318\nx"\n')).remarks).toEqual(['A cell has several lines in line 2.']);
  });
});

test('a row longer than a mebibyte is refused with its line', async () => {
  expect(await refusalOf(Buffer.from(`Part,HTS\nA,${'x'.repeat(3 << 20)}\n`))).toStartWith(
    'line 2: This row is longer',
  );
});

describe('the encoding', () => {
  test('is UTF-16 with a mark', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Tëil,HTS\nŚruba,7318\n', 'utf16le')]);
    expect(cellsOf(await readBytes(bytes))).toEqual([['Śruba', '7318']]);
  });

  test.each(['utf16le', 'utf16be'])('is %s without a mark', async (order) => {
    const bytes = Buffer.from('Teil,Größe\nA,7318\n', 'utf16le');
    const table = await readBytes(order === 'utf16le' ? bytes : bytes.swap16());
    expect([table.header, ...cellsOf(table)]).toEqual([
      ['Teil', 'Größe'],
      ['A', '7318'],
    ]);
  });

  test('of UTF-16 that ends within a character is refused', async () => {
    const bytes = Buffer.from('Part,HTS\nA,7318\n', 'utf16le').subarray(0, -1);
    expect(await refusalOf(bytes)).toContain('A character from here on is damaged: this is not UTF-16LE.');
  });

  test('is Windows-1252 only if nothing looks like UTF-8, and the sender is told', async () => {
    const latin = await readBytes(Buffer.from('Teil,Größe\nA,7318\n', 'latin1'));
    expect(latin.header).toEqual(['Teil', 'Größe']);
    expect(latin.remarks).toEqual(['The file is not UTF-8. It was read as Windows-1252.']);
    const mixed = Buffer.concat([Buffer.from('Teil,Größe\nA,'), Buffer.from([0xe9]), Buffer.from('\n')]);
    expect(await refusalOf(mixed)).toBe('line 2: This is not UTF-8. Save the file as CSV UTF-8.');
  });
});

test('what the CSV writer writes is read back, also cells that look like formulas', async () => {
  const rows = [
    ['Part', 'Name'],
    ['=1+1', "'=x"],
    ['@a', 'a "b", c\r\nd'],
    ['-5 pcs', "'tis"],
  ];
  const sink = new MemorySink();
  const writer = new CsvWriter(sink);
  for (const row of rows) await writer.addRow(row);
  await writer.close();
  expect(Buffer.from(sink.bytes).toString()).not.toMatch(/(^|,)"?[=@]/m);
  const table = await readBytes(sink.bytes);
  expect([table.header, ...cellsOf(table)]).toEqual(rows);
});
