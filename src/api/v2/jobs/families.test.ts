/** Each family with its product, on a server that does the work: files in, results out, and files that are no tables. */
import { describe, expect, test } from 'bun:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { workbookOf } from '../../../../test/support/batch-sheets.ts';
import { startServer } from '../../../../test/support/server.ts';
import { until } from '../../../../test/support/until.ts';
import { workbook as rawWorkbook } from '../../../../test/support/workbooks.ts';
import { WorkbookWriter } from '../../../spreadsheet/write/workbook-writer.ts';
import { JOB_OPERATIONS } from './families.ts';
import { MEDIA_TYPES } from './media-types.ts';

const server = await startServer();
const key = await server.key('all', { perMinute: 100_000, perDay: 100_000 });
const AUDITS = '/api/v2/tariff/audits';
const BATCHES = '/api/v2/entry/batches';
type Format = keyof typeof MEDIA_TYPES;

async function send(method: string, path: string, format?: Format, body?: BodyInit, more: Record<string, string> = {}) {
  const response = await fetch(server.app.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(format && { 'content-type': MEDIA_TYPES[format] }), ...more },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    // biome-ignore lint/suspicious/noExplicitAny: the tests compare it with schemas
    body: (text.startsWith('{') ? JSON.parse(text) : undefined) as any,
  };
}

/** The job once it has ended. */
async function ended(path: string, id: string) {
  let job = await send('GET', `${path}/${id}`);
  await until('the job has ended', async () => {
    job = await send('GET', `${path}/${id}`);
    return !['queued', 'running'].includes(job.body.status);
  });
  return job.body;
}

async function workbook(rows: readonly (readonly (string | number)[])[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const writer = new WorkbookWriter(
    { write: (bytes) => void parts.push(bytes.slice()) },
    { title: 'Parts', createdAtMs: 0 },
  );
  const [header = [], ...lines] = rows;
  await writer.addSheet({ name: 'Parts', columns: header.map((text) => ({ header: text })) });
  for (const line of lines) await writer.addRow(line);
  await writer.close();
  return Buffer.concat(parts);
}

const TABLE = [
  ['part', 'hts number', 'origin', 'part'],
  ['Bolt, M8', '7318.15.2065', 'CN', '=1+1'],
  ['Bracket', '7326.90.8688', 'DE', 'x'],
  ['Damaged', '7.317E+09', 'DE', 'y'],
];
const csvOf = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n');
const named = (name: string) =>
  JOB_OPERATIONS.find(({ text }) => text.operationId === name)!.text.answer.schema as TSchema;

describe('a tariff audit', () => {
  test('of the same lines as CSV, as a workbook and as JSON has the same result in every format', async () => {
    const [header, ...lines] = TABLE as [string[], ...string[][]];
    const rows = lines.map((cells) => Object.fromEntries(cells.slice(0, 3).map((cell, at) => [header[at], cell])));
    const uploads: [Format, BodyInit][] = [
      ['csv', csvOf(TABLE)],
      ['xlsx', await workbook(TABLE)],
      ['json', JSON.stringify({ rows, as_of: '2026-11-01' })],
    ];
    const found: string[][] = [];
    for (const [format, body] of uploads) {
      const begun = await send('POST', format === 'json' ? AUDITS : `${AUDITS}?as_of=2026-11-01`, format, body);
      expect([format, begun.status, begun.body.lines_total, begun.body.units_charged]).toEqual([format, 202, 3, 1]);
      expect([...Value.Errors(named('createTariffAudit'), begun.body)]).toEqual([]);
      const job = await ended(AUDITS, begun.body.id);
      expect([...Value.Errors(named('readTariffAudit'), job)]).toEqual([]);
      expect(job).toMatchObject({
        status: 'finished',
        lines_done: 3,
        progress: 1,
        as_of: '2026-11-01',
        errors_omitted: 0,
      });
      expect(job.columns).toEqual({ code: 'hts number', origin: 'origin' });
      expect(job.law_read_to).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(Object.keys(job.data_versions)).toContain('schedule');
      expect(job.errors.map(({ line }: { line: number }) => line)).toEqual([format === 'json' ? 3 : 4]);
      const json = (await send('GET', `${job.result_url}?format=json`)).body;
      found.push(
        json.lines.map((row: Record<string, string>) =>
          [row.cells![0], row.status, row.heading, row.duty_headings].join('|'),
        ),
      );
      const csv = (await send('GET', `${job.result_url}?format=csv`)).text;
      expect(csv.trimEnd().split('\r\n')).toHaveLength(4);
      const again = await send(
        'POST',
        `${AUDITS}?code_column=hts%20number`,
        'xlsx',
        await (
          await fetch(`${server.app.url}${job.result_url}?format=xlsx`, { headers: { authorization: `Bearer ${key}` } })
        ).arrayBuffer(),
      );
      expect([again.status, again.body.lines_total]).toEqual([202, 3]);
      if (format !== 'csv') continue;
      // Every cell of the file is there, and none runs as a formula.
      expect(csv).toContain(`"Bolt, M8",7318.15.2065,CN,'=1+1`);
      expect(csv).toContain('Damaged,7.317E+09,DE,y');
    }
    expect(found[1]).toEqual(found[0]!);
    expect(found[2]).toEqual(found[0]!);
    expect(found[0]![2]).toContain('damaged');
  });

  test('refuses whole what is no table, and says where', async () => {
    const xlsx = await workbook(TABLE);
    const csv = csvOf(TABLE);
    const refused: [string, Format, BodyInit, string[]][] = [
      ['no bytes', 'csv', '', ['']],
      ['no bytes', 'xlsx', '', ['']],
      ['a header alone', 'csv', 'part,hts number\r\n', ['/code_column']],
      ['a workbook under the name of CSV', 'csv', xlsx, ['']],
      ['CSV under the name of a workbook', 'xlsx', csv, ['']],
      ['a broken workbook', 'xlsx', xlsx.slice(0, 500), ['']],
      ['quotes that never close', 'csv', 'part,hts number\r\n"a,7318.15.2065\r\nb,7318.15.2065', ['/2']],
      ['no column of numbers', 'csv', 'part,colour\r\na,red\r\nb,blue', ['/code_column']],
      ['numbers without rows', 'json', '{"rows":[]}', ['']],
      ['rows of two kinds', 'json', '{"rows":[{"hts":"7318.15.2065"},["x"]]}', ['/2']],
      ['a cell that is a list', 'json', '{"rows":[{"hts":"7318.15.2065"},{"hts":["x"]}]}', ['/2/hts']],
      ['rows that are not JSON', 'json', '{"rows":[{"hts":tru}]}', ['']],
    ];
    const before = (await send('GET', `${AUDITS}?limit=100`)).body.jobs.length;
    for (const [what, format, body, paths] of refused) {
      const answer = await send('POST', AUDITS, format, body);
      expect([what, answer.status, answer.body.error]).toEqual([what, 422, 'invalid_request']);
      expect([what, answer.body.details?.map(({ path }: { path: string }) => path)]).toEqual([what, paths]);
    }
    for (const query of [
      'code_column=colour',
      'sheet=Other',
      'as_of=2020-01-01',
      'as_of=tomorrow',
      'code_column=__proto__',
    ]) {
      const answer = await send('POST', `${AUDITS}?${query}`, 'xlsx', xlsx);
      expect([query, answer.status, answer.body.error]).toEqual([query, 422, 'invalid_request']);
    }
    expect((await send('GET', `${AUDITS}?limit=100`)).body.jobs).toHaveLength(before);
  });

  test('costs what it says, and is refused when the day has not so much left', async () => {
    const poor = await server.key('tariff', { perDay: 3 });
    const codes = (count: number) =>
      `hts\n${Array.from({ length: count }, (_, i) => `73${String(10000000 + i)}`).join('\n')}`;
    const post = (body: string) =>
      send('POST', `${AUDITS}?code_column=hts`, 'csv', body, { authorization: `Bearer ${poor}` });
    const refused = await post(codes(151));
    expect([refused.status, refused.body.error, refused.headers.get('x-should-retry')]).toEqual([
      429,
      'rate_limited',
      'false',
    ]);
    const accepted = await post(codes(50));
    expect([accepted.status, accepted.body.units_charged]).toEqual([202, 1]);
    expect((await post(codes(1))).status).toBe(429);
  });
});

describe('an audit of stores', () => {
  const PIXEL = '/api/v2/pixel/audits';
  test('of a list and of a table has a line for each, also for a store that cannot be fetched', async () => {
    for (const [format, body] of [
      ['json', JSON.stringify({ stores: ['https://127.0.0.1.invalid/', 'store.invalid'], deep: false })],
      ['csv', 'name,url\nA,https://127.0.0.1.invalid/\nB,store.invalid\n'],
      ['csv', 'https://127.0.0.1.invalid/\nstore.invalid\n'],
    ] as const) {
      const begun = await send('POST', PIXEL, format, body);
      expect([begun.status, begun.body.lines_total, begun.body.units_charged]).toEqual([202, 2, 2]);
      const job = await ended(PIXEL, begun.body.id);
      expect([...Value.Errors(named('readPixelAudit'), job)]).toEqual([]);
      expect(job).toMatchObject({ status: 'finished', counts: { not_scanned: 2 }, units_returned: 2 });
      const { rows } = (await send('GET', `${job.result_url}?format=json`)).body;
      expect(rows.map(({ store }: { store: string }) => store)).toEqual([
        'https://127.0.0.1.invalid/',
        'store.invalid',
      ]);
    }
  });

  test.each([
    ['{"stores":[]}', '/stores'],
    ['{"stores":[1]}', '/stores/0'],
    ['{"stores":["not an address"]}', '/stores/0'],
    [`{"stores":[${'"https://a.example",'.repeat(500)}"https://b.example"]}`, '/stores'],
    ['{"stores":["https://a.example"],"deep":"yes"}', '/deep'],
  ])('%.40s is refused', async (body, path) => {
    const answer = await send('POST', PIXEL, 'json', body);
    expect([answer.status, answer.body.details[0].path]).toEqual([422, path]);
  });
});

describe('a batch of certificates', () => {
  const HEADER =
    'sku,product_name,date_of_manufacture,place_of_manufacture,manufacturer_name,manufacturer_address,manufacturer_contact_email,test_date,testing_lab_name,rules';
  test('makes one for each line, and names the lines that it cannot make', async () => {
    const body = `${HEADER}\nA-1,Helmet,2025-03-14,"Shenzhen, China",Bright Harbor,88 Keji Road,a@b.example,2025-02-20,Harbor,16 CFR part 1203\nA-2,,,,,,,,,\n`;
    const begun = await send('POST', BATCHES, 'csv', body);
    expect([begun.status, begun.body?.message, begun.body?.details]).toEqual([202, undefined, undefined]);
    const job = await ended(BATCHES, begun.body.id);
    expect([...Value.Errors(named('readEntryBatch'), job)]).toEqual([]);
    expect(job).toMatchObject({ status: 'finished', lines_total: 2, lines_done: 2, units_charged: 1 });
    const { rows } = (await send('GET', `${job.result_url}?format=json`)).body;
    expect(rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['issued', 'not_made']);
    const pdf = await send('GET', rows[0].pdf);
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    for (const format of ['csv', 'xlsx'])
      expect((await send('GET', `${job.result_url}?format=${format}`)).status).toBe(200);
  });

  test('tells of hidden rows', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rowOf = (cells: string, attributes = '') => `<row${attributes}>${cells.split(',').map(cell).join('')}</row>`;
    const line =
      'A-1,Helmet,2025-03-14,China,Bright Harbor,88 Keji Road,a@b.example,2025-02-20,Harbor,16 CFR part 1203';
    const body = rawWorkbook({ rows: rowOf(HEADER) + rowOf(line) + rowOf(line, ' hidden="1"') });
    const { readings } = (await send('POST', BATCHES, 'xlsx', Buffer.from(body))).body;
    expect(readings).toContain('A hidden row was read too.');
  });

  test('takes the parties of a workbook from its sheet Parties, and refuses a fault there', async () => {
    const header = ['sku', 'product_name', 'date_of_manufacture', 'place_of_manufacture', 'rules'];
    const lines = ['A-1', 'A-2'].map((sku) => [sku, 'Helmet', '2025-03-14', 'Shenzhen, China', '16 CFR part 1203']);
    const upload = async (party: string) => {
      const body = await workbookOf([
        { name: 'Lines', rows: [header, ...lines] },
        { name: 'More', rows: [header, ['A-3', 'Helmet', '2025-03-14', 'Shenzhen, China', '16 CFR part 1203']] },
        {
          name: 'Parties',
          rows: [
            ['party', 'name', 'address', 'email'],
            [party, 'Bright Harbor', '88 Keji Road', 'a@b.example'],
          ],
        },
      ]);
      return send('POST', BATCHES, 'xlsx', Buffer.from(body));
    };
    const job = await ended(BATCHES, (await upload('manufacturer')).body.id);
    expect(job).toMatchObject({ status: 'finished', lines_total: 2, units_charged: 2 });
    expect([...Value.Errors(named('readEntryBatch'), job)]).toEqual([]);
    expect(job.readings).toEqual([
      'The lines are those of the sheet "Lines", their parties those of "Parties".',
      'Not read: "More".',
    ]);
    const { rows } = (await send('GET', `${job.result_url}?format=json`)).body;
    const { body } = await send('GET', `/api/v2/entry/certificates/${rows[0].id}`);
    expect(body.request.manufacturer).toMatchObject({ name: 'Bright Harbor', contact_email: 'a@b.example' });
    const refused = await upload('shop');
    expect([refused.status, refused.body.details?.[0].path]).toEqual([422, '/2/A']);
  });

  test('refuses a heading that is not one', async () => {
    const answer = await send('POST', BATCHES, 'csv', 'sku,flavour\nA,mint');
    expect([answer.status, answer.body.message, answer.body.details?.[0].path]).toEqual([
      422,
      expect.stringContaining('flavour'),
      '/1/B',
    ]);
  });
});
