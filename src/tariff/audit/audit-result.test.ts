import { expect, test } from 'bun:test';
import { InlineWork } from '../../../test/support/inline-work.ts';
import { cellText, type TableRow } from '../../domain/table.ts';
import { unpackRows } from '../../spreadsheet/row-chunk.ts';
import { readBytes } from '../../spreadsheet/worker-tasks.ts';
import { embeddedTariff } from '../embedded.ts';
import { acceptTariffAudit, type TariffAuditChoice } from './accept-audit.ts';
import { type AuditedChunk, tariffAuditResult } from './audit-result.ts';
import { auditChunk } from './audit-work.ts';
import { writeAuditWorkbook } from './audit-workbook.ts';
import { EarlierAnswers } from './changes-since.ts';
import { auditCsv, auditJson } from './result-text.ts';
import { auditTasks } from './worker-tasks.ts';

const data = embeddedTariff();
const work = new InlineWork(auditTasks);
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
    work,
    owner: 'test',
  });
  const audited: AuditedChunk[] = [];
  for (const { input } of chunks) {
    audited.push({ input, output: (await auditChunk(input, options, { data, work, owner: 'test' })).output });
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
    value: { lines: 4, total: 106.3, unclear: 0 },
    law_read_to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    notice: expect.stringContaining('Not a ruling'),
  });
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
  expect(changed.map(([line]) => line)).toEqual([2, 5, 7]);
  expect(changed[0]![1]).toContain('rate: 25% added -> 50% added');
  expect(changed[2]![1]).toBe('not in the earlier result');
  expect(now.unchanged()).toBe(3);
});

test('an earlier day shows what changed since', async () => {
  const result = await audit(PARTS, { since: '2025-06-01' });
  const changed: number[] = [];
  for await (const { line } of result.lines()) changed.push(line);
  expect(changed).toEqual([2, 5]);
});

test('the result of an audit can be audited again', async () => {
  const first = await workbookOf(await audit(PARTS));
  const again = await audit(first, { code: 'HTS code' });
  expect(again.added.slice(0, 2).map(({ name }) => name)).toEqual(['portside status 2', 'portside result']);
});
