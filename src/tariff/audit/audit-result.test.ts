import { expect, test } from 'bun:test';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import { cellText, type TableRow } from '../../domain/table.ts';
import { packRows, unpackRows } from '../../spreadsheet/row-chunk.ts';
import { readBytes } from '../../spreadsheet/worker-tasks.ts';
import { embeddedTariff } from '../embedded.ts';
import { acceptTariffAudit, type TariffAuditChoice } from './accept-audit.ts';
import { auditChunk } from './audit-processor.ts';
import { type AuditedChunk, tariffAuditResult } from './audit-result.ts';
import { writeAuditWorkbook } from './audit-workbook.ts';
import { EarlierAnswers } from './changes-since.ts';
import { auditCsv, auditJson } from './result-text.ts';
import { auditTasks } from './worker-tasks.ts';

const data = embeddedTariff();
const tasks = new InlineTasks(auditTasks);
const PARTS = [
  'sku,Status,HTS code,note,Customs value USD',
  'A,open,7326.90.8688,"=1+1",100.10',
  'B,,101210010,,5',
  'C,,,no number,',
  'A,open,7326.90.8688,again,0.20',
  'D,,0101.21.0010,,1',
].join('\n');

async function audit(text: string | Uint8Array, choice: TariffAuditChoice = {}, since?: EarlierAnswers) {
  const table = await readBytes(typeof text === 'string' ? Buffer.from(text) : text);
  const { options, chunks } = await acceptTariffAudit(table, choice, {
    data,
    today: '2026-11-20',
    tasks,
    owner: 'test',
  });
  const audited: AuditedChunk[] = [];
  for (const { input } of chunks) {
    audited.push({ input, output: (await auditChunk(input, options, { data, tasks, owner: 'test' })).output });
  }
  return tariffAuditResult(options, audited, since);
}

async function workbookOf(result: Awaited<ReturnType<typeof audit>>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  await writeAuditWorkbook(
    result,
    { write: (bytes) => void pieces.push(Buffer.from(bytes)) },
    { title: 'parts.csv', createdAtMs: 0 },
  );
  return Buffer.concat(pieces);
}

async function textOf(pieces: AsyncGenerator<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

test('a chunk that an older version did is counted as it did', async () => {
  const table = await readBytes(Buffer.from(PARTS));
  const { options, chunks } = await acceptTariffAudit(table, {}, { data, today: '2026-11-20', tasks, owner: 'test' });
  const { input } = chunks[0]!;
  const { output } = await auditChunk(input, options, { data, tasks, owner: 'test' });
  const [head, ...rows] = unpackRows<{ summary: { value: { withoutNumber?: object } } }>(output);
  delete head!.summary.value.withoutNumber;
  const result = tariffAuditResult(options, [{ input, output: packRows([head, ...rows]) }]);
  for await (const _ of result.lines());
  expect(result.summary.value).toMatchObject({ lines: 4, withoutNumber: { lines: 0, cents: 0 } });
});

test('a CSV keeps every column and line in order, and its formulas stay text', async () => {
  const csv = await textOf(auditCsv(await audit(PARTS)));
  const lines = csv.split('\r\n');
  expect(lines[0]).toStartWith('\ufeffsku,Status,HTS code,note,Customs value USD,portside status,result,number,');
  expect(lines.slice(1, -1).map((line) => line.split(',').slice(0, 7).join(','))).toEqual([
    "A,open,7326.90.8688,'=1+1,100.10,hit,Listed",
    'B,,101210010,,5,damaged,Damaged number',
    'C,,,no number,,blank,No number',
    'A,open,7326.90.8688,again,0.20,hit,Listed',
    'D,,0101.21.0010,,1,clear,Not listed',
  ]);
});

test('JSON has the lines and what was counted', async () => {
  const { lines, summary, columns } = JSON.parse(await textOf(auditJson(await audit(PARTS))));
  expect(columns.slice(0, 7)).toEqual([
    'sku',
    'Status',
    'HTS code',
    'note',
    'Customs value USD',
    'portside status',
    'result',
  ]);
  expect(lines[1]).toMatchObject({
    line: 3,
    cells: ['B', '', '101210010', '', '5'],
    result: 'Damaged number',
    probably: '0101.21.0010',
  });
  expect(summary).toMatchObject({
    lines: 5,
    counts: { applies: 2, damaged: 1, blank: 1, not_listed: 1 },
    value: { lines: 4, total: 106.3, unclear: 0, without_number: { lines: 0, total: 0 } },
    law_read_to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    notice: expect.stringContaining('Not a ruling'),
  });
});

test('the value of a line without a number is told apart, because it may be a total', async () => {
  const parts = [
    'HTS,Part,Customs value',
    '7326.90.8688,A,100',
    '0101.21.0010,B,50',
    ',Subtotal,150',
    'Total,,150',
    ',,x',
  ];
  const result = await audit(parts.join('\n'));
  const { summary } = JSON.parse(await textOf(auditJson(result)));
  expect(summary.value).toEqual({
    currency: 'USD',
    lines: 2,
    total: 150,
    unclear: 0,
    without_number: { lines: 2, total: 300 },
  });
  const workbook = await readBytes(await workbookOf(await audit(parts.join('\n'))), {
    sheet: 'Summary',
    headerLine: 0,
  });
  const rows = unpackRows<TableRow>(workbook.chunks[0]!).map(({ cells }) => cells.map(cellText).join('|'));
  expect(rows.find((row) => row.startsWith('All lines'))).toContain('150.00|The value is that of the lines with a');
});

test('a workbook has the lines, and a summary with counts, money, lists and how far the law was read', async () => {
  const bytes = await workbookOf(await audit(PARTS));
  const lines = await readBytes(bytes, { sheet: 'Lines' });
  expect(lines.header.slice(0, 7).map(cellText)).toEqual([
    'sku',
    'Status',
    'HTS code',
    'note',
    'Customs value USD',
    'portside Status',
    'Result',
  ]);
  const rows = unpackRows<TableRow>(lines.chunks[0]!).map(({ cells }) => cells.map(cellText));
  expect(rows.map((cells) => [cells[2], cells[3], cells[6]])).toEqual([
    ['7326.90.8688', '=1+1', 'Listed'],
    ['101210010', '', 'Damaged number'],
    ['', 'no number', 'No number'],
    ['7326.90.8688', 'again', 'Listed'],
    ['0101.21.0010', '', 'Not listed'],
  ]);
  const summary = await readBytes(bytes, { sheet: 'Summary', headerLine: 0 });
  const text = unpackRows<TableRow>(summary.chunks[0]!)
    .map(({ cells }) => cells.map(cellText).join('|'))
    .join('\n');
  expect(text).toContain('Listed|2|');
  expect(text).toContain('9903.82.02|2|');
  expect(text).toContain('The law was read to ');
  expect(text).toContain('Not a ruling');
  expect(text).toContain('note-16c: ');
});

test('an earlier result shows only what changed since, in a workbook and in CSV', async () => {
  const before = await audit(PARTS, { as_of: '2025-06-01' });
  const file = await readBytes(await workbookOf(before), { sheet: 'Lines' });
  const earlier = new EarlierAnswers();
  const columns = EarlierAnswers.columnsIn(file.header);
  for (const { cells } of unpackRows<TableRow>(file.chunks[0]!)) earlier.add(cells, columns, 2);
  const now = await audit(`${PARTS}\nE,,7317.00.5502,new,1`, {}, earlier);
  const changed: [number, unknown][] = [];
  for await (const { line, added } of now.lines()) changed.push([line, added[0]]);
  expect(changed.map(([line]) => line)).toEqual([2, 3, 4, 5, 7]);
  expect(changed[0]![1]).toContain('rate: 25% added -> 50% added');
  // A damaged number and an empty cell: nothing is known of them.
  expect([changed[1]![1], changed[2]![1]]).toEqual(['not looked up', 'not looked up']);
  expect(changed[4]![1]).toBe('not in the earlier result');
  expect(now.unchanged()).toBe(1);
});

test('a line is compared with the earlier answer of its day', async () => {
  const entries = ['HTS,Entry date', '7326.90.8688,2026-04-05', '7326.90.8688,2026-04-06'];
  const earlier = new EarlierAnswers();
  const file = await readBytes(Buffer.from(await textOf(auditCsv(await audit(entries.join('\n'))))));
  const columns = EarlierAnswers.columnsIn(file.header);
  for (const { cells } of unpackRows<TableRow>(file.chunks[0]!)) earlier.add(cells, columns, 0);
  const now = await audit([...entries, '7326.90.8688,2026-05-01'].join('\n'), {}, earlier);
  const changed = (await Array.fromAsync(now.lines())).map(({ line, added }) => [line, added[0]]);
  expect(changed).toEqual([[4, 'the earlier result has other answers for other days, and none for this one']]);
  expect(now.unchanged()).toBe(2);
});

test('an earlier day shows what changed since', async () => {
  const result = await audit(`${PARTS}\nE,,9903.82.02,,`, { since: '2025-06-01' });
  const changed = (await Array.fromAsync(result.lines())).map(({ line, added }) => [line, added[0]]);
  expect(changed).toEqual([
    [2, expect.stringContaining('rate: ')],
    [3, 'not looked up'],
    [4, 'not looked up'],
    [5, expect.stringContaining('rate: ')],
    [7, 'not looked up'],
  ]);
  expect(result.unchanged()).toBe(1);
});

test('the result of an audit can be audited again', async () => {
  const first = await workbookOf(await audit(PARTS));
  const again = await audit(first, { code: 'HTS code' });
  expect(again.added.slice(0, 2).map(({ name }) => name)).toEqual(['portside status 2', 'portside result']);
});

test('dates that a spreadsheet may have swapped are unclear, and the audit says why', async () => {
  const table = [
    { line: 2, cells: ['7326.90.8688', { type: 'date' as const, raw: '46085', text: '3/4/2026', iso: '2026-03-04' }] },
    { line: 3, cells: ['7326.90.8688', '13/04/2026'] },
  ];
  const file = { format: 'xlsx' as const, header: ['HTS', 'Entry date'], headerLine: 1, rows: 2, columns: 2 };
  const { options, chunks } = await acceptTariffAudit(
    { ...file, chunks: [packRows(table)] },
    {},
    { data, today: '2026-11-20', tasks, owner: 'test' },
  );
  expect(options.readings.at(-1)).toStartWith(
    'Dates of the spreadsheet are unclear: it left line 3 (13/04/2026) as text',
  );
  const { output } = await auditChunk(chunks[0]!.input, options, { data, tasks, owner: 'test' });
  const lines = await Array.fromAsync(tariffAuditResult(options, [{ input: chunks[0]!.input, output }]).lines());
  expect(lines.map(({ added }) => added[0])).toEqual(['undated', 'hit']);
});

test.each([
  ['wider lines below the header', 'Part,HTS\nWidget,TBD,ask Bob\nGadget,N/A,see mail\nB,7326.90.8688\n', 1, [2, 3, 4]],
  ['a row of groups as full as the header', 'Item,Data,Customs\nPart,Name,HTS\nA,Nut,7326.90.8688\n', 2, [3]],
  ['a line of words above numbers', 'Bracket,TBD\nB,7326.90.8688\nC,0101.21.0010\n', 1, [2, 3]],
])('no line is lost to the header, or the audit says so: %s', async (_, text, header, lines) => {
  const result = await audit(text);
  expect(result.options.readings).toContain(`Line ${header} was read as the names of the columns.`);
  expect((await Array.fromAsync(result.lines())).map(({ line }) => line)).toEqual(lines);
});

test('a table without a header has no line that was read as one', async () => {
  const result = await audit('7326.90.8688,40\n0101.21.0010,50\n');
  expect(result.options.readings).toEqual([]);
});
