/** Pages of lines over HTTP, of jobs that a server does while they are read. */
import { describe, expect, test } from 'bun:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { runs } from '../../../../test/support/seed.ts';
import { startServer } from '../../../../test/support/server.ts';
import { until } from '../../../../test/support/until.ts';
import { utcDay } from '../../../domain/clock.ts';
import { hashKeyText } from '../../../keys/key-text.ts';
import { DEMO_STORE_URL } from '../../../pixel/demo-store/address.ts';
import { highestRate } from '../../../tariff/audit/find-lines.ts';
import { OUTCOMES } from '../../../tariff/audit/outcome.ts';
import { ENTRY_BATCHES } from './entry-batches.ts';
import { headingsPage, linesPage } from './lines-schema.ts';
import { PIXEL_AUDITS } from './pixel-audits.ts';
import { TARIFF_AUDITS } from './tariff-audits.ts';

const server = await startServer();
const UNLIMITED = { perMinute: 1_000_000, perDay: 10_000_000 };
const key = await server.key('all', UNLIMITED);
const AUDITS = TARIFF_AUDITS.path;

// biome-ignore lint/suspicious/noExplicitAny: the tests compare it with schemas
type Answer = { status: number; headers: Headers; body: any };
async function send(method: string, path: string, body?: unknown, as = key): Promise<Answer> {
  const response = await fetch(server.app.url + path, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body !== undefined && { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}
const hasShape = (schema: TSchema, answer: unknown) =>
  expect([...Value.Errors(schema, answer)].slice(0, 3)).toEqual([]);

// biome-ignore lint/suspicious/noExplicitAny: lines of any family
type Line = any;
/** Follows the cursors to the end. */
async function walk(path: string, query: Record<string, string | string[]> = {}, pause?: () => Promise<unknown>) {
  const lines: Line[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 20_000; pages++) {
    const fields = Object.entries({ ...query, ...(cursor !== null && { cursor }) });
    const search = new URLSearchParams(fields.flatMap(([name, of]) => [of].flat().map((value) => [name, value])));
    const { status, body } = await send('GET', `${path}?${search}`);
    expect([status, body.message]).toEqual([200, undefined]);
    lines.push(...body.lines);
    if (body.next_cursor === null) return lines;
    cursor = body.next_cursor;
    if (body.lines.length === 0) await pause?.();
  }
  throw new Error('the walk did not end');
}

async function begin(path: string, body: unknown): Promise<string> {
  const { status, body: job } = await send('POST', path, body);
  expect([status, job.message]).toEqual([202, undefined]);
  return job.id;
}
const finished = (path: string, id: string, as = key) =>
  until('the job is finished', async () => {
    // A part that was put off waits for a second of this clock.
    server.clock.pass(1000);
    return (await send('GET', `${path}/${id}`, undefined, as)).body.status === 'finished';
  });
const resultOf = async (path: string, id: string) => (await send('GET', `${path}/${id}/result?format=json`)).body;

const CODES = [
  '7318.15.2065',
  '7326.90.8688',
  '0101.21.0010',
  '9401.61.4011',
  '7616.99.5190',
  '8708.29.5160',
  'no number',
  '',
  '7317.00.3000',
];
const partsList = (lines: number) =>
  `part,hts,origin,Status\n${Array.from({ length: lines }, (_, at) => `P-${at},${CODES[(at * 7 + (at % 5)) % CODES.length]},${['CN', 'DE'][at % 2]},open`).join('\n')}\n`;

describe('a parts list that is audited while it is read', () => {
  const count = runs(2000, 8000);
  test('every line is on exactly one page of each walk, as the result has it', async () => {
    const id = await begin(AUDITS, partsList(count));
    const path = `${AUDITS}/${id}/lines`;
    // The API has no event for lines that were added: a reader asks again.
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
    const walks = await Promise.all([
      walk(path, { limit: '100' }, pause),
      walk(path, { limit: '97' }, pause),
      walk(path, { limit: '100', status: ['invalid', 'blank'] }, pause),
    ]);
    const { lines, columns } = await resultOf(AUDITS, id);
    expect(lines).toHaveLength(count);
    expect(walks[0]).toEqual(lines);
    expect(walks[1]).toEqual(lines);
    expect(walks[2]).toEqual(lines.filter(({ result }: Line) => [OUTCOMES.invalid, OUTCOMES.blank].includes(result)));
    const { body } = await send('GET', path);
    hasShape(linesPage(TARIFF_AUDITS.lines), body);
    expect(body).toMatchObject({ lines_done: count, lines_total: count, may_grow: false, columns });
    expect(body.lines).toHaveLength(50);
    expect(body.data_versions).not.toBeNull();
  });
});

describe('a finished audit', async () => {
  const count = runs(1000, 3000);
  const id = await begin(AUDITS, partsList(count));
  await finished(AUDITS, id);
  const path = `${AUDITS}/${id}/lines`;
  const { lines } = (await resultOf(AUDITS, id)) as { lines: Line[] };
  const order = Object.values(OUTCOMES) as string[];

  test.each([
    [
      'status',
      { status: ['applies', 'retired'] },
      ({ result }: Line) => [OUTCOMES.applies, OUTCOMES.retired].includes(result),
    ],
    ['text of the sender', { q: 'p-123' }, ({ cells }: Line) => cells[0].toLowerCase().includes('p-123')],
    ['text of the description', { q: 'HORSES' }, ({ description }: Line) => /horses/i.test(description ?? '')],
    ['text of the number', { q: '7616.99' }, ({ cells }: Line) => cells[1].includes('7616.99')],
    ['two of them', { q: 'P-1', status: 'blank' }, (l: Line) => l.cells[0].includes('P-1') && l.result === 'No number'],
    ['nothing', { q: 'no such text' }, () => false],
  ])('is filtered by %s', async (_, query, keeps) => {
    const wanted = lines.filter(keeps);
    expect(await walk(path, { ...query, limit: '100' })).toEqual(wanted);
    // In another order the same lines.
    const sorted = await walk(path, { ...query, limit: '100', sort: 'heading' });
    expect(sorted.toSorted((a, b) => a.line - b.line)).toEqual(wanted);
  });

  test('is filtered by heading, which a line may have among others', async () => {
    const { body } = await send('GET', `${AUDITS}/${id}/headings`);
    for (const { heading, lines: count } of body.headings) {
      const found = await walk(path, { heading, limit: '100' });
      expect([heading, found.length]).toEqual([heading, count]);
      expect(found).toEqual(lines.filter((line) => (line.heading ?? '').split(', ').includes(heading)));
    }
    expect(body.headings.length).toBeGreaterThan(2);
  });

  test.each([
    ['rate', ({ rate }: Line) => -(highestRate(rate) ?? -1)],
    ['heading', ({ heading }: Line) => heading || '\uffff'],
    ['status', ({ result }: Line) => order.indexOf(result)],
    ['line', ({ line }: Line) => line],
  ])('is sorted by %s, equal lines in the order of the table', async (sort, keyOf) => {
    const wanted = lines.toSorted((a, b) => {
      const [first, second] = [keyOf(a), keyOf(b)];
      return first < second ? -1 : first > second ? 1 : a.line - b.line;
    });
    const found = await walk(path, { sort, limit: '100' });
    expect(found.map(({ line }) => line)).toEqual(wanted.map(({ line }) => line));
    expect(found).toEqual(wanted);
  });

  test('has its lines counted by heading and outcome', async () => {
    const { status, body } = await send('GET', `${AUDITS}/${id}/headings`);
    expect(status).toBe(200);
    hasShape(headingsPage(TARIFF_AUDITS.lines), body);
    expect(body).toMatchObject({ lines_counted: count, lines_done: count, may_grow: false });
    for (const { heading, lines: count, outcomes, highest_rate } of body.headings) {
      const having = lines.filter((line) => (line.heading ?? '').split(', ').includes(heading));
      expect([heading, count]).toEqual([heading, having.length]);
      for (const [outcome, of] of Object.entries(outcomes) as [keyof typeof OUTCOMES, number][]) {
        expect(having.filter(({ result }) => result === OUTCOMES[outcome])).toHaveLength(of);
      }
      const alone = having.filter((line) => line.heading === heading).map(({ rate }) => highestRate(rate));
      const highest = alone.length === 0 ? null : alone.reduce((most, one) => Math.max(most!, one ?? -1), -1);
      expect([heading, highest_rate?.percent ?? null]).toEqual([heading, highest === -1 ? null : highest]);
    }
    const counts = body.headings.map(({ lines: of }: Line) => of);
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
  });

  test('belongs to its lineage and to its family', async () => {
    const stranger = await server.key('all', UNLIMITED);
    for (const of of ['lines', 'headings']) {
      expect((await send('GET', `${AUDITS}/${id}/${of}`, undefined, stranger)).status).toBe(404);
      expect((await send('GET', `${AUDITS}/job_000000000000000000000000/${of}`)).status).toBe(404);
      expect((await send('GET', `${AUDITS}/${id}/${of}`, undefined, 'svc_nobody')).status).toBe(401);
      const pixel = await server.key('pixel', UNLIMITED);
      expect((await send('GET', `${AUDITS}/${id}/${of}`, undefined, pixel)).status).toBe(403);
      expect((await send('DELETE', `${AUDITS}/${id}/${of}`)).status).toBe(405);
    }
    for (const { path: other } of [PIXEL_AUDITS, ENTRY_BATCHES])
      expect((await send('GET', `${other}/${id}/lines`)).status).toBe(404);
    expect((await send('GET', `${PIXEL_AUDITS.path}/${id}/headings`)).status).toBe(404);
    expect((await send('GET', `${AUDITS}/${id}/headings?limit=1`)).status).toBe(422);
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1&limit=2',
    'status=listed',
    'status=applies&status=nothing',
    'status=',
    'q=',
    `q=${'x'.repeat(101)}`,
    'heading=',
    'sort=value',
    'sort=rate&sort=line',
    'cursor=x',
    'page=2',
  ])('%s is refused', async (query) => {
    const { status, body } = await send('GET', `${path}?${query}`);
    expect([status, body.error]).toEqual([422, 'invalid_request']);
  });

  test('that was removed has no lines, whatever is remembered of it', async () => {
    const gone = await begin(AUDITS, partsList(20));
    await finished(AUDITS, gone);
    expect(await walk(`${AUDITS}/${gone}/lines`, { sort: 'rate' })).toHaveLength(20);
    await fetch(`${server.app.url}${AUDITS}/${gone}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    });
    for (const query of ['lines', 'lines?sort=rate', 'headings'])
      expect((await send('GET', `${AUDITS}/${gone}/${query}`)).status).toBe(404);
  });
});

test('searching, sorting and counting is charged to the processor time of the key, and a plain page is not', async () => {
  const own = await server.key('tariff', { ...UNLIMITED, resources: { cpuMs: 60_000 } });
  const { body: job } = await send('POST', AUDITS, partsList(3000), own);
  const path = `${AUDITS}/${job.id}`;
  await finished(AUDITS, job.id, own);
  const used = async () => (await send('GET', '/api/v2/account', undefined, own)).body.resources.cpu_ms.used;
  let before = await used();
  expect(before).toBeGreaterThan(0);
  for (const [rest, isCharged] of [
    ['/lines', false],
    ['/lines?limit=100', false],
    ['/lines?q=P-2', true],
    ['/lines?sort=rate', true],
    ['/headings', true],
  ] as const) {
    expect((await send('GET', path + rest, undefined, own)).status).toBe(200);
    const after = await used();
    expect([rest, after > before]).toEqual([rest, isCharged]);
    before = after;
  }
  const { lineageId } = (await server.keyIssuer.findByHash(hashKeyText(own)))!;
  const day = utcDay(server.clock.now());
  const amounts = { storedBytes: 0, cpuMs: 60_000 - before, bytesFetched: 0 };
  await server.storage.resources.book([{ lineageId, day, kind: 'settle', amounts }]);
  for (const [rest, status] of [
    ['/lines', 200],
    ['/lines?q=P-2', 429],
    ['/lines?sort=rate', 429],
    ['/headings', 429],
  ] as const)
    expect([rest, (await send('GET', path + rest, undefined, own)).status]).toEqual([rest, status]);
});

test('an order of lines is a conflict until the audit is finished', async () => {
  const id = await begin(AUDITS, partsList(runs(15_000, 60_000)));
  // All at once: the audit takes a moment only.
  const [sorted, inOrder, headings] = await Promise.all(
    ['lines?sort=rate', 'lines?sort=line', 'headings'].map((path) => send('GET', `${AUDITS}/${id}/${path}`)),
  );
  const { status, headers, body } = sorted!;
  expect([status, body.error, headers.get('retry-after')]).toEqual([409, 'conflict', '5']);
  expect(inOrder!.status).toBe(200);
  expect(headings!.body.may_grow).toBe(true);
  await finished(AUDITS, id);
  expect((await send('GET', `${AUDITS}/${id}/lines?sort=rate`)).status).toBe(200);
});

test('a chunk of wide lines gives shorter pages, and every line once', async () => {
  const wide = `part,hts,note\n${Array.from({ length: 60 }, (_, at) => `P-${at},7318.15.2065,${'wide '.repeat(6000)}`).join('\n')}\n`;
  const id = await begin(AUDITS, wide);
  await finished(AUDITS, id);
  const { body } = await send('GET', `${AUDITS}/${id}/lines?limit=100`);
  expect(body.lines.length).toBeLessThan(60);
  for (const sort of ['line', 'rate'])
    expect((await walk(`${AUDITS}/${id}/lines`, { limit: '100', sort })).map(({ cells }) => cells[0])).toEqual(
      Array.from({ length: 60 }, (_, at) => `P-${at}`),
    );
});

test('an audit of stores is read in the order of the list, each line as the result has it', async () => {
  const stores = [DEMO_STORE_URL, 'http://127.0.0.1:1/', DEMO_STORE_URL];
  const id = await begin(PIXEL_AUDITS.path, { stores });
  const lines = await walk(`${PIXEL_AUDITS.path}/${id}/lines`, { limit: '2' });
  const { rows } = await resultOf(PIXEL_AUDITS.path, id);
  expect(lines).toEqual(rows.toSorted((a: Line, b: Line) => a.line - b.line));
  const { body } = await send('GET', `${PIXEL_AUDITS.path}/${id}/lines?status=same&status=not_scanned`);
  hasShape(linesPage(PIXEL_AUDITS.lines), body);
  expect(body.lines.map(({ line }: Line) => line)).toEqual([2, 3]);
  expect((await send('GET', `${PIXEL_AUDITS.path}/${id}/lines?sort=rate`)).status).toBe(422);
});

test('a batch of certificates is read line by line, each as the result has it', async () => {
  const row = (ENTRY_BATCHES.examples.one_line!.body as { rows: object[] }).rows[0]!;
  const rows = [row, { ...row, sku: 'X', product_name: '' }, { ...row, sku: 'Y' }];
  const id = await begin(ENTRY_BATCHES.path, { rows });
  const lines = await walk(`${ENTRY_BATCHES.path}/${id}/lines`, { limit: '2' });
  expect(lines).toEqual((await resultOf(ENTRY_BATCHES.path, id)).rows);
  const { body } = await send('GET', `${ENTRY_BATCHES.path}/${id}/lines?status=not_made`);
  hasShape(linesPage(ENTRY_BATCHES.lines), body);
  expect(body.lines).toEqual(lines.filter(({ outcome }) => outcome === 'not_made'));
  expect(body.lines).toHaveLength(1);
});
