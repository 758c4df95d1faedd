/** What a sheet may hold, and what is refused with its place. */
import { describe, expect, test } from 'bun:test';
import { cellsOf, refusalOf, rowsOf } from '../../../test/support/tables.ts';
import { type WorkbookText, workbook } from '../../../test/support/workbooks.ts';
import type { Cell } from '../../domain/table.ts';
import { readBytes } from '../worker-tasks.ts';

const read = (text: WorkbookText) => readBytes(workbook(text), { headerLine: 0 });
const text = (value: string, attributes = '') => `<c${attributes} t="inlineStr"><is><t>${value}</t></is></c>`;
/** The cells of one row. */
const row = async (cells: string, more: Partial<WorkbookText> = {}): Promise<readonly Cell[]> =>
  cellsOf(await read({ rows: `<row r="1">${cells}</row>`, ...more }))[0]!;
const styles = (...formats: string[]) =>
  `<numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}<xf numFmtId="14"/></cellXfs>`;

describe('places', () => {
  test('are counted where rows and cells do not name them, also between those that do', async () => {
    const rows = `<row>${text('a')}${text('b')}</row><row r="5"><c/>${text('c')}<c r="E5"><v>1</v></c>${text('f')}</row><row>${text('d')}</row>`;
    expect(rowsOf(await read({ rows }))).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 5, cells: ['', 'c', '', '', { type: 'number', raw: '1', text: '1' }, 'f'] },
      { line: 6, cells: ['d'] },
    ]);
  });

  test('are in small letters too, and names may have a prefix', async () => {
    const sheet = `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="2"><x:c r="b2"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const table = await read({ rows: '', others: [{ name: 'xl/worksheets/sheet1.xml', content: sheet }] });
    expect(rowsOf(table)).toEqual([{ line: 2, cells: ['', { type: 'number', raw: '7', text: '7' }] }]);
  });

  test.each([
    ['a row twice', `<row r="2">${text('a')}</row><row r="2">${text('b')}</row>`, 'line 2: comes after row 2'],
    ['a cell twice', `<row r="1">${text('a', ' r="A1"')}${text('b', ' r="A1"')}</row>`, 'Cell A1 stands in the wrong'],
    ['a cell of another row', `<row r="1">${text('a', ' r="A2"')}</row>`, 'Cell A2 stands in the wrong place'],
    ['row 0', `<row r="0">${text('a')}</row>`, 'A row has a number that no sheet has'],
    ['a negative row', `<row r="-1">${text('a')}</row>`, 'A row has a number that no sheet has'],
    ['row 1,048,577', `<row r="1048577">${text('a')}</row>`, 'A row has a number that no sheet has'],
    ['column XFE', `<row r="1">${text('a', ' r="XFE1"')}</row>`, '"XFE1" is not a cell of a sheet'],
    ['a cell without letters', `<row r="1">${text('a', ' r="1"')}</row>`, '"1" is not a cell of a sheet'],
    ['a cell outside of rows', text('a'), 'is not a cell of a sheet'],
    ['cells beyond XFD', `<row r="1"><c r="XFD1"/>${text('a')}</row>`, 'is not a cell of a sheet'],
  ])('%s: refused with the part', async (_, rows, reason) => {
    const message = await refusalOf(workbook({ rows }));
    expect(message).toContain(reason);
    expect(message).toStartWith('xl/worksheets/sheet1.xml');
  });
});

describe('a cell of type', () => {
  test.each<[type: string, cell: string, read: Cell]>([
    ['b', '<c t="b"><v>1</v></c>', { type: 'boolean', raw: '1', text: 'TRUE' }],
    ['b, false', '<c t="b"><v>0</v></c>', { type: 'boolean', raw: '0', text: 'FALSE' }],
    ['e', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', { type: 'error', raw: '#DIV/0!', text: '#DIV/0!' }],
    ['str', '<c t="str"><f>"0101"&amp;"21"</f><v>010121</v></c>', '010121'],
    ['d', '<c t="d"><v>2026-07-01</v></c>', { type: 'date', raw: '2026-07-01', text: '2026-07-01', iso: '2026-07-01' }],
    [
      'd with a time',
      '<c t="d"><v>2026-07-01T09:30:00Z</v></c>',
      { type: 'date', raw: '2026-07-01T09:30:00Z', text: '2026-07-01T09:30:00Z', iso: '2026-07-01T09:30:00' },
    ],
    ['d that is no date', '<c t="d"><v>soon</v></c>', { type: 'date', raw: 'soon', text: 'soon' }],
    ['n', '<c t="n"><v> 7317 </v></c>', { type: 'number', raw: '7317', text: '7317' }],
    ['none', '<c><v>7.317E9</v></c>', { type: 'number', raw: '7.317E9', text: '7317000000' }],
    ['inlineStr in runs', '<c t="inlineStr"><is><r><t>01</t></r><r><t>01</t></r></is></c>', '0101'],
    [
      'inlineStr with a reading aid',
      '<c t="inlineStr"><is><t>課</t><rPh sb="0" eb="1"><t>カ</t></rPh><t>長</t></is></c>',
      '課長',
    ],
    ['inlineStr in CDATA', '<c t="inlineStr"><is><t><![CDATA[<a> & b]]></t></is></c>', '<a> & b'],
    ['n with a formula and no value', '<c><f>A1*2</f></c>', { type: 'error', raw: '=A1*2', text: '=A1*2' }],
  ])('%s', async (_, cell, value) => {
    expect(await row(cell)).toEqual([value]);
  });

  test.each([
    ['that nobody knows', '<c r="B1" t="q"><v>1</v></c>', 'line 1, column B: Its type "q" is not known.'],
    ['n without a number', '<c r="B1"><v>7317.00.55</v></c>', 'line 1, column B: Its number is not a number.'],
  ])('%s is refused', async (_, cell, reason) => {
    expect(await refusalOf(workbook({ rows: `<row r="1">${cell}</row>` }))).toBe(`xl/worksheets/sheet1.xml, ${reason}`);
  });
});

describe('shared texts', () => {
  const strings =
    '<si><t>plain</t></si><si/><si><r><t xml:space="preserve">rich </t></r><r><t>text</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si><si><t>_x0041__x005F_x0042_</t></si>';
  const shared = (index: string) => `<c t="s"><v>${index}</v></c>`;

  test('are whole, without reading aids, and empty ones keep their place', async () => {
    const cells = [0, 1, 2, 3, 4].map((index) => shared(String(index))).join('');
    expect(await row(cells, { strings })).toEqual(['plain', '', 'rich text', '東京', 'A_x0042_']);
  });

  test.each(['5', '-1', '1.5', '1e0', '999999999999', 'x', '4294967296'])(
    'a cell that names text %s is refused, and no other text is put there',
    async (index) => {
      const file = workbook({ rows: `<row r="7"><c r="C7" t="s"><v>${index}</v></c></row>`, strings });
      expect(await refusalOf(file)).toBe(
        `xl/worksheets/sheet1.xml, line 7, column C: The cell names text ${index} of 5. Save the workbook again.`,
      );
    },
  );

  test('a workbook without any is refused only if a cell names one', async () => {
    expect(await refusalOf(workbook({ rows: `<row>${shared('0')}</row>` }))).toContain('names text 0 of 0');
  });
});

describe('numbers as they were seen', () => {
  test.each<[raw: string, format: string, seen: string]>([
    ['1012100', '00000000', '01012100'],
    ['101210010', '0000000000', '0101210010'],
    ['101210010', '0000\\.00\\.00\\.00', '0101.21.00.10'],
    ['101210010', '0000&quot;.&quot;00&quot;.&quot;0000', '0101.21.0010'],
    ['7317005502', '0.00E+00', '7.32E+09'],
    ['0', '0000000000', '0000000000'],
  ])('%s in %s is %s', async (raw, format, seen) => {
    const [cell] = await row(`<c s="1"><v>${raw}</v></c>`, { styles: styles(format) });
    expect(cell).toMatchObject({ type: 'number', raw, text: seen });
  });

  test('a style that the workbook does not have shows the number as it is', async () => {
    expect(await row('<c s="99"><v>7317</v></c>', { styles: styles() })).toEqual([
      { type: 'number', raw: '7317', text: '7317' },
    ]);
  });

  test('dates count from 1900, or from 1904 where the workbook says so', async () => {
    const cell = '<c s="1"><v>44742</v></c>';
    expect(await row(cell, { styles: styles() })).toMatchObject([
      { type: 'date', text: '6/30/2022', iso: '2022-06-30' },
    ]);
    expect(await row(cell, { styles: styles(), is1904: true })).toMatchObject([
      { type: 'date', text: '7/1/2026', iso: '2026-07-01' },
    ]);
  });
});

describe('what could be missed is said', () => {
  test('hidden rows and columns, merged cells, and formulas without a value', async () => {
    const table = await read({
      rows: `<row r="1" hidden="1">${text('a')}</row><row r="2">${text('b')}<c><f>A1</f></c></row>`,
      tail: '<mergeCells><mergeCell ref="A2:B3"/><mergeCell ref="C2:D3"/></mergeCells>',
      others: [],
    });
    expect(cellsOf(table)).toHaveLength(2);
    expect(table.remarks).toEqual([
      'A hidden row was read too.',
      'The sheet has 2 merged cells: only the first row and column of each has its content.',
      'A formula has no stored value. Open the workbook in a spreadsheet program and save it.',
    ]);
  });

  const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  /** Sheets by name, in order: what is on them, and their state. */
  const sheets = (all: [name: string, cell: string, state?: string][]) =>
    workbook({
      rows: '',
      others: [
        {
          name: 'xl/workbook.xml',
          content: `<workbook ${MAIN} xmlns:r="${TYPE}"><sheets>${all.map(([name, , state], at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"${state ? ` state="${state}"` : ''}/>`).join('')}</sheets></workbook>`,
        },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content: `<Relationships>${all.map((_, at) => `<Relationship Id="r${at}" Type="${TYPE}/worksheet" Target="/xl/worksheets/s${at}.xml"/>`).join('')}</Relationships>`,
        },
        ...all.map(([, cell], at) => ({
          name: `xl/worksheets/s${at}.xml`,
          content: `<worksheet ${MAIN}><sheetData><row>${cell && text(cell)}</row></sheetData></worksheet>`,
        })),
      ],
    });

  test('the first visible sheet with content is read, and the others are named', async () => {
    const file = sheets([
      ['Old', 'x', 'hidden'],
      ['Very old', 'y', 'veryHidden'],
      ['Empty', ''],
      ['Parts', 'z'],
      ['Old parts', 'x', 'hidden'],
      ['More', 'z'],
    ]);
    const table = await readBytes(file, { headerLine: 0 });
    expect([table.sheet, table.nextSheets, cellsOf(table)]).toEqual(['Parts', ['More'], [['z']]]);
    expect(table.remarks).toEqual([
      'Only the sheet "Parts" was read, not "Old", "Very old", "Empty", "Old parts", "More".',
    ]);
    expect(cellsOf(await readBytes(file, { headerLine: 0, sheet: ' old ' }))).toEqual([['x']]);
    expect(await refusalOf(file, { sheet: 'Part' })).toContain('has no sheet "Part". It has "Old", "Very old"');
    expect(await refusalOf(file, { sheet: 'Empty' })).toBe('The sheet "Empty" is empty.');
    expect(await refusalOf(sheets([['Old', 'x', 'hidden']]))).toBe('No visible sheet of the workbook has content.');
  });
});

test('a workbook that lacks a sheet it names is refused with the part', async () => {
  const broken = workbook({ rows: '', others: [{ name: 'xl/worksheets/sheet1.xml', content: '<a/>' }] });
  expect(await refusalOf(broken)).toBe('xl/worksheets/sheet1.xml: This part is not a sheet.');
});
