import { describe, expect, test } from 'bun:test';
import { InlineWork } from '../../../test/support/inline-work.ts';
import type { Job } from '../../domain/job.ts';
import type { TableRow } from '../../domain/table.ts';
import { packRows, unpackRows } from '../../spreadsheet/row-chunk.ts';
import { embeddedTariff } from '../embedded.ts';
import { type AuditTable, acceptTariffAudit, type TariffAuditChoice } from './accept-audit.ts';
import { unpackOutput } from './audit-output.ts';
import { tariffAuditWork } from './audit-work.ts';
import { ColumnsRefused } from './find-columns.ts';
import { auditTasks } from './worker-tasks.ts';

const data = embeddedTariff();
const work = new InlineWork(auditTasks);

/** @param lines the first is the header */
function table(lines: string[][], perChunk = 2): AuditTable {
  const [header = [], ...rows] = lines;
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < rows.length; at += perChunk) {
    chunks.push(packRows(rows.slice(at, at + perChunk).map((cells, row) => ({ line: at + row + 2, cells }))));
  }
  return {
    format: 'csv',
    header,
    headerLine: 1,
    rows: rows.length,
    columns: Math.max(...lines.map(({ length }) => length)),
    chunks,
  };
}

const accept = (lines: string[][], choice: TariffAuditChoice = {}) =>
  acceptTariffAudit(table(lines), choice, { data, today: '2026-11-20', work, owner: 'test' });

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

  test('the number for the United States comes before one for the world', async () => {
    expect(
      await columnsOf([
        ['HS code', 'HTSUS'],
        ['732690', '7326.90.8688'],
      ]),
    ).toEqual({ code: 1 });
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

  test('are not taken from a column whose cells are something else, nor a value from one in euros', async () => {
    const lines = [
      ['HTS', 'Origin', 'Entry date', 'Value EUR', 'Value'],
      ['7326.90.8688', 'warehouse 7', 'late', '12', 'high'],
    ];
    expect(await columnsOf(lines)).toEqual({ code: 0 });
  });

  test('two columns of values are both left alone', async () => {
    expect(
      await columnsOf([
        ['HTS', 'Value', 'Amount'],
        ['7326.90.8688', '12', '13'],
      ]),
    ).toEqual({ code: 0 });
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

test('a unit is 50 different numbers that will be looked up', async () => {
  const codes = Array.from({ length: 101 }, (_, at) => [data.numbers.at(at * 7)]);
  expect((await accept([['HTS'], ...codes, ...codes, ['nails'], ['']])).units).toBe(3);
  expect((await accept([['HTS'], ['7326.90.8688'], ['7326908688']])).units).toBe(1);
});

test('a day before the lists begin is refused', async () => {
  await expect(accept([['HTS'], ['7326.90.8688']], { as_of: '2024-01-01' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test('a chunk of a job is audited with the columns and the day of its acceptance', async () => {
  const { options, chunks } = await accept([
    ['sku', 'HTS'],
    ['1', '7326.90.8688'],
    ['2', '101210010'],
  ]);
  const job = { lineageId: 1, options } as unknown as Job;
  const outcome = await tariffAuditWork({ data }, work).run(job, chunks[0]!, new AbortController().signal);
  expect(outcome.counts).toEqual({ applies: 1, damaged: 1 });
  expect(outcome.errors).toEqual([
    { line: 3, message: 'Damaged: a leading zero is missing. Compare it with the original.' },
  ]);
  expect(JSON.parse(outcome.basis!)).toMatchObject({ as_of: '2026-11-20', 'note-16c': expect.any(String) });
  expect(unpackOutput(outcome.output).rows.map(([status]) => status)).toEqual(['hit', 'damaged']);
});

test('of a chunk of lines at fault the first 100 are told and the others counted', async () => {
  const { chunks, options } = await acceptTariffAudit(
    table([['hts'], ...Array.from({ length: 150 }, (_, at) => [at === 0 ? '7318152065' : 'n/a'])], 1000),
    {},
    { data, today: '2026-11-20', work, owner: 'test' },
  );
  const job = { lineageId: 1, options } as Job;
  const outcome = await tariffAuditWork({ data }, work).run(job, chunks[0]!, new AbortController().signal);
  expect([outcome.errors.length, outcome.errorsOmitted]).toEqual([100, 49]);
});

test('work that is aborted is not waited for', async () => {
  const never = { run: () => new Promise<never>(() => {}), prepare() {} };
  const { chunks, options } = await accept([['hts'], ['7318152065']]);
  const abort = new AbortController();
  const run = tariffAuditWork({ data }, never).run({ lineageId: 1, options } as Job, chunks[0]!, abort.signal);
  abort.abort(new Error('removed'));
  await expect(run).rejects.toThrow('removed');
});
