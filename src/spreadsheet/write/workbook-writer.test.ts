import { expect, test } from 'bun:test';
import { cellsOf, MemorySink } from '../../../test/support/tables.ts';
import type { TypedCell } from '../../domain/table.ts';
import { readBytes } from '../worker-tasks.ts';
import { WorkbookPackage } from '../xlsx/workbook-package.ts';
import { JsonWriter } from './json-writer.ts';
import { WorkbookWriter } from './workbook-writer.ts';

test('a workbook with two sheets is read back, with damaged numbers as they were', async () => {
  const sink = new MemorySink();
  const writer = new WorkbookWriter(sink, { title: 'Audit', createdAtMs: 0 });
  const code: TypedCell = { type: 'number', raw: '101210010', text: '0101210010', format: '0000000000' };
  const day: TypedCell = { type: 'date', raw: '46204', text: '7/1/2026', format: 'm/d/yyyy', iso: '2026-07-01' };
  await writer.addSheet({ name: 'Lines', columns: [{ header: 'Part' }, { header: 'Code' }, { header: 'Date' }] });
  await writer.addRow(['=1+1', code, day]);
  await writer.addRow(['_x000D_ \r\n\u0001', '0101210010']);
  await writer.addSheet({ name: 'Lines', columns: [{ header: 'What' }, { header: 'Count' }] });
  await writer.addRow(['Lines', 2]);
  await writer.close();
  const lines = await readBytes(sink.bytes);
  expect(lines).toMatchObject({ format: 'xlsx', sheet: 'Lines', header: ['Part', 'Code', 'Date'], headerLine: 1 });
  expect(lines.remarks).toEqual(['Only the sheet "Lines" was read, not "Lines 2".']);
  expect(cellsOf(lines)).toEqual([
    ['=1+1', code, day],
    ['_x000D_ \r\n\u0001', '0101210010'],
  ]);
  expect(cellsOf(await readBytes(sink.bytes, { sheet: 'lines 2' }))).toEqual([
    ['Lines', { type: 'number', raw: '2', text: '2' }],
  ]);
});

test('the same rows give the same bytes in every time zone', async () => {
  const bytesIn = async (zone: string) => {
    const own = process.env.TZ;
    process.env.TZ = zone;
    try {
      const sink = new MemorySink();
      const writer = new WorkbookWriter(sink, { title: 'Audit', createdAtMs: Date.UTC(2026, 6, 1, 23, 59, 58) });
      await writer.addSheet({ name: 'A', columns: [{ header: 'Part' }] });
      await writer.addRow(['Schraube']);
      await writer.close();
      return Buffer.from(sink.bytes).toString('latin1');
    } finally {
      process.env.TZ = own ?? 'UTC';
    }
  };
  const expected = await bytesIn('UTC');
  // The date and time of the first member.
  expect(Buffer.from(expected.slice(10, 14), 'latin1').readUInt32LE()).toBe(0x5ce1bf7d);
  for (const zone of ['America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'])
    expect((await bytesIn(zone)) === expected).toBe(true);
});

test('a row with broken text is as high as its lines', async () => {
  const sink = new MemorySink();
  const writer = new WorkbookWriter(sink, { title: 'Audit', createdAtMs: 0 });
  await writer.addSheet({ name: 'A', columns: [{ header: 'Why', width: 10, wrap: true }] });
  for (const text of ['short', 'a text of three lines here', 'two\nlines', 'x'.repeat(9000)])
    await writer.addRow([text]);
  await writer.close();
  const zip = await WorkbookPackage.open(sink.bytes);
  let xml = '';
  for await (const slice of zip.content('xl/worksheets/sheet1.xml')) xml += Buffer.from(slice).toString();
  expect([...xml.matchAll(/<row r="\d+"(?: ht="(\d+)")?/g)].map(([, height]) => height)).toEqual([
    undefined,
    undefined,
    '45',
    '30',
    '405',
  ]);
});

test('a long name of a column is shown whole above rows of one line, and a title has its own height', async () => {
  const sink = new MemorySink();
  const writer = new WorkbookWriter(sink, { title: 'Audit', createdAtMs: 0 });
  const columns = [{ header: 'Number looked up', width: 15, clip: true }, { header: 'HTS' }];
  await writer.addSheet({ name: 'A', columns, preamble: [['Parts list']] });
  await writer.addRow(['7317.00.5518']);
  await writer.close();
  let xml = '';
  const zip = await WorkbookPackage.open(sink.bytes);
  for await (const slice of zip.content('xl/worksheets/sheet1.xml')) xml += Buffer.from(slice).toString();
  expect([...xml.matchAll(/<row r="\d+"(?: ht="(\d+)")?/g)].map(([, height]) => height)).toEqual([
    undefined,
    '30',
    '15',
  ]);
});

test('names of files beside the workbook are links, and nothing else is', async () => {
  const sink = new MemorySink();
  const writer = new WorkbookWriter(sink, { title: 'Batch', createdAtMs: 0 });
  await writer.addSheet({ name: 'A', columns: [{ header: 'PDF', opensFile: true }, { header: 'Other' }] });
  const unsafe = [
    '../a.pdf',
    'file:a.pdf',
    'a/b.pdf',
    '\\\\host\\a.pdf',
    '.hidden',
    'a b.pdf',
    '%2e%2e.pdf',
    '',
    'a"b.pdf',
    'ä.pdf',
  ];
  for (const name of ['0001-A.pdf', ...unsafe, '0002-B_1.pdf']) await writer.addRow([name, 'c.pdf']);
  await writer.close();
  const zip = await WorkbookPackage.open(sink.bytes);
  const contentOf = async (name: string) => {
    let xml = '';
    for await (const slice of zip.content(name)) xml += Buffer.from(slice).toString();
    return xml;
  };
  const sheet = await contentOf('xl/worksheets/sheet1.xml');
  expect([...sheet.matchAll(/<hyperlink ref="(\w+)" r:id="(\w+)"/g)].map(([, cell, id]) => [cell, id])).toEqual([
    ['A2', 'rId1'],
    ['A13', 'rId2'],
  ]);
  const targets = [
    ...(await contentOf('xl/worksheets/_rels/sheet1.xml.rels')).matchAll(/Target="([^"]+)" TargetMode="(\w+)"/g),
  ];
  expect(targets.map(([, target, mode]) => [target, mode])).toEqual([
    ['0001-A.pdf', 'External'],
    ['0002-B_1.pdf', 'External'],
  ]);
  const read = cellsOf(await readBytes(sink.bytes));
  expect(read.map(([name]) => name)).toEqual(['0001-A.pdf', ...unsafe, '0002-B_1.pdf']);
});

test('JSON is an array, or an object that ends in one', async () => {
  const [plain, headed] = [new MemorySink(), new MemorySink()];
  const rows = [{ line: 1 }, { line: 2 }];
  for (const writer of [new JsonWriter(plain), new JsonWriter(headed, { fields: { id: 'x' }, name: 'rows' })]) {
    for (const row of rows) await writer.addRow(row);
    await writer.close();
  }
  expect(JSON.parse(Buffer.from(plain.bytes).toString())).toEqual(rows);
  expect(JSON.parse(Buffer.from(headed.bytes).toString())).toEqual({ id: 'x', rows });
});
