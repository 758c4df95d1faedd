import { describe, expect, test } from 'bun:test';
import { auditTable } from '../../../test/support/audit-table.ts';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import type { TableRow } from '../../domain/table.ts';
import { unpackRows } from '../../spreadsheet/row-chunk.ts';
import { embeddedTariff } from '../embedded.ts';
import { acceptTariffAudit, type TariffAuditChoice } from './accept-audit.ts';
import { ColumnsRefused } from './find-columns.ts';
import { auditTasks } from './worker-tasks.ts';

const data = embeddedTariff();
const tasks = new InlineTasks(auditTasks);

const accept = (lines: string[][], choice: TariffAuditChoice = {}) =>
  acceptTariffAudit(auditTable(lines), choice, { data, today: '2026-11-20', tasks, owner: 'test' });

const columnsOf = async (lines: string[][], choice: TariffAuditChoice = {}) =>
  (await accept(lines, choice)).options.columns;

async function refusal(lines: string[][], choice: TariffAuditChoice = {}): Promise<ColumnsRefused> {
  const error = await accept(lines, choice).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ColumnsRefused);
  return error as ColumnsRefused;
}

describe('the column of numbers is found by its header', () => {
  test.each([
    'HTS',
    'HTSUS',
    'hts_code',
    'HTSCode',
    'HTS #',
    'HTS No.',
    'US HTS Code',
    'Tariff',
    'Tariff number',
    'HS code',
    'HS-Code',
    'Customs Code',
    'Commodity code',
    'Zolltarifnummer',
    'Zolltarif-Nr.',
    'Statistische Warennummer',
    '海关编码',
    'HS编码',
    '商品编码',
    'HSコード',
    'HS코드',
    'Code SH',
    'Code tarifaire',
    'Numéro tarifaire',
    'Partida arancelaria',
    'Fracción arancelaria',
    'Código arancelario',
    'NCM',
    'Codice doganale',
    'Kod HS',
    'Код ТН ВЭД',
    'GTİP',
    'HTS Code (10 digits)',
    'Item HTS code',
  ])('%s', async (name) => {
    expect(
      await columnsOf([
        ['sku', 'quantity', name],
        ['7326', '4000', '7326.90.8688'],
        ['7318', '8482', '101210010'],
      ]),
    ).toEqual({ code: 2 });
  });

  test('a header is not enough if nothing under it is a number', async () => {
    expect(
      await columnsOf([
        ['tariff', 'number'],
        ['yes', '7326.90.8688'],
        ['no', '7317.00.5502'],
      ]),
    ).toEqual({ code: 1 });
  });

  test('the number for the United States comes before one for the world, and the audit says so', async () => {
    const { options } = await accept([
      ['HS code', 'HTSUS'],
      ['732690', '7326.90.8688'],
    ]);
    expect(options.columns).toEqual({ code: 1 });
    expect(options.readings).toEqual(['Column "HS code" also holds tariff numbers and was not looked at.']);
  });

  test.each(['Number', 'Old HTS', 'Column 3'])('a column of other numbers is named: %s', async (name) => {
    const { options } = await accept([
      ['HTS', name],
      ['7326.90.8688', '7208.10.1500'],
    ]);
    expect(options.columns).toEqual({ code: 0 });
    expect(options.readings).toEqual([`Column "${name}" also holds tariff numbers and was not looked at.`]);
  });

  test('a column that the user names is taken without a word about others', async () => {
    const lines = [
      ['HTS', 'HTS 2'],
      ['7326.90.8688', '7208.10.1500'],
    ];
    const { options } = await accept(lines, { code: 'HTS 2' });
    expect([options.columns, options.readings]).toEqual([{ code: 1 }, []]);
  });
});

describe('the column of numbers is found by its content', () => {
  test('under any header', async () => {
    const lines = [
      ['part', 'x', 'qty'],
      ['A7326', '7326.90.8688', '7318'],
      ['B', '7317005502', '8482'],
      ['C', '', '40'],
    ];
    expect(await columnsOf(lines)).toEqual({ code: 1 });
  });

  test('without a header, and the first line is kept', async () => {
    const { options, linesTotal, chunks } = await accept([
      ['A', '7326.90.8688'],
      ['B', '7317.00.5502'],
    ]);
    expect([options.columns, options.header, linesTotal]).toEqual([{ code: 1 }, ['', ''], 2]);
    expect(unpackRows<TableRow>(chunks[0]!.input)).toEqual([{ line: 1, cells: ['A', '7326.90.8688'] }]);
  });

  test('of a plain list of headings', async () => {
    expect(await columnsOf([['what'], ['7326'], ['7317']])).toEqual({ code: 0 });
  });
});

describe('a table is refused with its columns named', () => {
  test('if none fits', async () => {
    const { message, role } = await refusal([
      ['sku', 'qty', ''],
      ['A', '40', 'b'],
    ]);
    expect([message, role]).toEqual([
      'No column holds tariff numbers. The columns are: "sku", "qty", column C.',
      'code',
    ]);
  });

  test('if none fits, with what the reader of the file remarked', async () => {
    const formulas = { ...auditTable([['sku'], ['A'], ['B']]), remarks: ['2 formulas have no stored value.'] };
    const refused = acceptTariffAudit(formulas, {}, { data, today: '2026-11-20', tasks, owner: 'test' });
    await expect(refused).rejects.toThrow('The columns are: "sku". 2 formulas have no stored value.');
  });

  test('if two fit', async () => {
    const { message } = await refusal([
      ['HTS old', 'a', 'b'],
      ['x', '7326.90.8688', '7317.00.5502'],
    ]);
    expect(message).toBe('"a" and "b" may all hold tariff numbers. The columns are: "HTS old", "a", "b".');
    const named = await refusal([
      ['HTS', 'HTS code'],
      ['7326.90.8688', '7317.00.5502'],
    ]);
    expect(named.message).toStartWith('"HTS" and "HTS code" may all hold tariff numbers.');
  });

  test.each([
    ['HTS 1', 'HTS 2'],
    ['HTS', 'HTS 2'],
    ['HTS', 'HTS (2)'],
    ['HTS', 'Secondary HTS'],
    ['HTS', 'Component HTS'],
    ['HTSUS', 'HTS'],
    ['HS code', 'HS code of the set'],
    ['Tariff number', 'US HTS of the set'],
  ])('if the headers of two say that they hold them: %s and %s', async (first, second) => {
    const { message } = await refusal([
      ['part', first, second],
      ['A', '0101.21.0010', '7326.90.8688'],
      ['B', '', '7208.10.1500'],
    ]);
    expect(message).toStartWith(`"${first}" and "${second}" may all hold tariff numbers.`);
  });

  test('if the column that was named is not there, or is there twice', async () => {
    const lines = [
      ['HTS', 'no', 'No'],
      ['7326.90.8688', '1', '2'],
    ];
    expect((await refusal(lines, { code: 'hs' })).message).toStartWith('There is no column "hs".');
    expect((await refusal(lines, { code: 'NO' })).message).toStartWith('2 columns are called "NO".');
    expect(await columnsOf(lines, { code: 'No' })).toEqual({ code: 2 });
    expect(await columnsOf(lines, { code: 'b' })).toEqual({ code: 1 });
    expect(await columnsOf(lines, { code: '3' })).toEqual({ code: 2 });
  });

  test('if it is empty', async () => {
    expect((await refusal([['a', 'b']])).message).toStartWith('No column holds tariff numbers.');
  });
});

describe('origin, date and value', () => {
  test('are found by header and content', async () => {
    const lines = [
      ['HTS', 'Country of origin', 'Entry date', 'Customs value (USD)'],
      ['7326.90.8688', 'China', '2026-04-22', '12.50'],
    ];
    expect(await columnsOf(lines)).toMatchObject({ code: 0, origin: 1, date: 2 });
    expect(
      await columnsOf([
        ['HTS', 'Ursprungsland', 'Einfuhrdatum', 'Zollwert'],
        ['7326.90.8688', 'Deutschland', '22.04.2026', '12,50'],
      ]),
    ).toEqual({
      code: 0,
      origin: 1,
      date: 2,
      value: 3,
      decimalSign: ',',
    });
  });

  test('a value or an origin is not taken from a column whose cells are something else, and the audit says so', async () => {
    const { options } = await accept([
      ['HTS', 'Origin', 'Value EUR', 'Value'],
      ['7326.90.8688', 'warehouse 7', '12', 'high'],
    ]);
    expect(options.columns).toEqual({ code: 0 });
    expect(options.readings).toEqual([
      'Column "Origin" was not read as the country of origin: its cells name no countries. No duties are worked out.',
      'Column "Value" was not read as the customs value: most of its cells are no amounts in US dollars.',
    ]);
  });

  test('a country of origin is read though most of its cells name no country', async () => {
    const lines = [['HTS', 'Country of origin'], ...['EU', 'Various', 'DE'].map((origin) => ['7326.90.8688', origin])];
    expect(await columnsOf(lines)).toEqual({ code: 0, origin: 1 });
  });

  test('two columns of values are both left alone, and the audit says so', async () => {
    const { options } = await accept([
      ['HTS', 'Value', 'Amount'],
      ['7326.90.8688', '12', '13'],
    ]);
    expect(options.columns).toEqual({ code: 0 });
    expect(options.readings).toEqual(['"Value" and "Amount" may all hold customs values. None of them is read.']);
  });

  test('a value is not used where a column says another currency, or none beside others', async () => {
    const header = ['HTS', 'Customs value', 'Währung'];
    const { options } = await accept([
      header,
      ['7326.90.8688', '1', 'USD'],
      ['7326.90.8688', '2', 'JPY'],
      ['7326.90.8688', '3', ''],
      ['7326.90.8688', '', 'EUR'],
    ]);
    expect(options.columns).toEqual({ code: 0, value: 1, currency: 2 });
    expect(options.readings).toEqual([
      '2 values are not used: column "Währung" does not say US dollars. Line 3 has JPY.',
    ]);
    const dollars = await accept([header, ['7326.90.8688', '1', 'US Dollar'], ['7326.90.8688', '2', '']]);
    expect([dollars.options.columns, dollars.options.readings]).toEqual([{ code: 0, value: 1 }, []]);
  });

  test('a value is not used where the cell itself says another currency', async () => {
    const { options } = await accept([
      ['HTS', 'Customs value'],
      ['7326.90.8688', '1000 EUR'],
      ['7326.90.8688', '1000'],
    ]);
    expect(options.readings).toEqual(['1 value is not used: line 2 has 1000 EUR, which is not in US dollars.']);
  });

  test.each([
    ['Entry Date', '12/1/25'],
    ['Entry Date', '46100'],
    ['Entry date (MM/DD/YYYY)', '2026-04-05'],
    ['Entry Dt', '2026-04-05'],
    ['Entry Summary Date', '2026-04-05'],
    ['Date entered', '2026-04-05'],
    ['Estimated entry date', '2026-04-05'],
  ])('%s is read though its cells may be unclear, such as %s', async (name, cell) => {
    const lines = [
      ['HTS', name],
      ['7326.90.8688', cell],
    ];
    expect(await columnsOf(lines)).toEqual({ code: 0, date: 1 });
  });

  test('the entry date comes before the day of its summary, and before an estimate', async () => {
    expect(
      await columnsOf([
        ['HTS', 'Estimated entry date', 'Entry summary date', 'Entry date'],
        ['7326.90.8688', '2026-04-05', '2026-04-06', 'soon'],
      ]),
    ).toEqual({ code: 0, date: 3 });
  });

  test('columns of other days are named, because lines are answered as of another day', async () => {
    const { options } = await accept([
      ['HTS', 'Arrival date', 'Lieferdatum', 'Update'],
      ['7326.90.8688', '2026-04-05', '2026-04-05', 'x'],
    ]);
    expect(options.readings).toEqual([
      'Columns "Arrival date" and "Lieferdatum" were not read as the entry date: lines are answered as of 2026-11-20.',
    ]);
    const dated = await accept([
      ['HTS', 'Arrival date', 'Entry date'],
      ['7326.90.8688', '2026-04-05', '2026-04-05'],
    ]);
    expect(dated.options.readings).toEqual([]);
  });

  test('lines without an entry date are counted, because they are answered as of another day', async () => {
    const { options } = await accept([
      ['HTS', 'Entry date'],
      ['7326.90.8688', '2026-04-05'],
      ['7326.90.8688', ''],
      ['7326.90.8688', ' '],
      ['', ''],
    ]);
    expect(options.readings).toEqual(['2 lines have no entry date and are answered as of 2026-11-20.']);
  });

  test('the order of a date is that which other lines show, and the audit says so', async () => {
    const header = ['HTS', 'Entry date'];
    const shown = await accept([header, ['7326.90.8688', '03/04/2026'], ['7326.90.8688', '04/22/2026']]);
    expect(shown.options.columns.dateOrder).toBe('month');
    expect(shown.options.readings).toEqual([
      'Dates such as 03/04/2026 are read as month, day, year, because line 3 has 04/22/2026.',
    ]);
    const contradicted = await accept([header, ['7326.90.8688', '22/04/2026'], ['7326.90.8688', '04/22/2026']]);
    expect(contradicted.options.columns.dateOrder).toBeUndefined();
    expect(contradicted.options.readings).toEqual([]);
  });
});
