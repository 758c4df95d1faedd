/**
 * Lookups and health checks are answered without Elysia. With an empty query Elysia answers a lookup, and through `handle` a health check.
 * Both must say the same.
 */
import { expect, test } from 'bun:test';
import { sendWhileLocked, startServer } from '../../test/support/server.ts';
import { PortsideError } from '../domain/errors.ts';
import { type DirectOperation, directRoutes } from './direct-route.ts';
import { KeyedRoutes } from './keyed-routes.ts';
import type { ApiGuardParts } from './request-checks.ts';

const LOOKUP = '/api/v1/tariff/hts/lookup';
const GOOD = '{"codes":["7326.90.8688"," 7601","x\\"y"]}';
/** They differ from one answer to the next, or the engine sets them. */
const OWN = ['x-request-id', 'date'];

const server = await startServer();

interface Row {
  what: string;
  body?: string | (() => ReadableStream);
  /** Fields of the key; null for none. */
  key?: Parameters<typeof server.key>[1] | null;
  scope?: 'tariff' | 'pixel' | 'all';
  headers?: Record<string, string>;
  /** How many requests are sent before. */
  before?: number;
  status: number;
}

const chunks =
  (...texts: string[]) =>
  () =>
    new Blob(texts).stream();

const rows: Row[] = [
  { what: 'a lookup', status: 200 },
  { what: 'a lookup with a key for all products', scope: 'all', status: 200 },
  {
    what: 'an answer that is sent as a stream',
    body: JSON.stringify({ codes: Array(50).fill('7326.90.8688') }),
    status: 200,
  },
  { what: 'a field that is ignored', body: '{"codes":["7601"],"codez":1,"a\\r\\nb: c":2}', status: 200 },
  { what: 'a name of a prototype', body: '{"codes":["7601"],"__proto__":{"codes":[]}}', status: 200 },
  { what: 'a nonce', headers: { 'x-client-nonce': 'abc' }, status: 200 },
  { what: 'a body in chunks', body: chunks('{"codes":', '["7601"]}'), status: 200 },
  { what: 'a second request', before: 1, status: 200 },
  {
    what: 'a media type with a parameter',
    headers: { 'content-type': 'Application/JSON; charset=utf-8' },
    status: 200,
  },
  { what: 'no key', key: null, status: 401 },
  { what: 'a key that was never issued', key: null, headers: { authorization: 'Bearer svc_x' }, status: 401 },
  { what: 'a key of other networks', key: { networks: '192.0.2.0/24' }, status: 401 },
  { what: 'a key for another product', scope: 'pixel', status: 403 },
  { what: 'a key that is not enrolled', key: { notes: '' }, status: 403 },
  { what: 'a limit that is used up', key: { perMinute: 1 }, before: 1, status: 429 },
  { what: 'a day that is used up', key: { perDay: 1 }, before: 1, status: 429 },
  { what: 'another media type', headers: { 'content-type': 'text/plain' }, status: 415 },
  { what: 'an empty media type', headers: { 'content-type': '' }, status: 415 },
  { what: 'a body that is too large', body: `"${'x'.repeat(300_000)}"`, status: 413 },
  { what: 'a body in chunks that is too large', body: chunks('"', 'x'.repeat(300_000), '"'), status: 413 },
  { what: 'broken JSON', body: '{broken', status: 400 },
  { what: 'an empty body', body: '', status: 400 },
  { what: 'no list', body: '{}', status: 422 },
  { what: 'a body that is no object', body: 'null', status: 422 },
  { what: 'a code that is no text', body: '{"codes":[7601]}', status: 422 },
  { what: 'no code', body: '{"codes":[]}', status: 422 },
  { what: 'too many codes', body: JSON.stringify({ codes: Array(51).fill('7601') }), status: 422 },
];

async function send(path: string, { body = GOOD, key = {}, scope = 'tariff', headers, before = 0 }: Row) {
  // A key of its own, so that both answers say the same of its limits.
  const authorization: Record<string, string> =
    key === null ? {} : { authorization: `Bearer ${await server.key(scope, key)}` };
  const all: Record<string, string> = { 'content-type': 'application/json', ...authorization, ...headers };
  const request = () =>
    fetch(server.app.url + path, { method: 'POST', headers: all, body: typeof body === 'string' ? body : body() });
  for (let sent = 0; sent < before; sent++) await (await request()).text();
  const response = await request();
  const fields = [...response.headers].filter(([name]) => !OWN.includes(name));
  return { id: response.headers.get('x-request-id'), status: response.status, fields, text: await response.text() };
}

test.each(rows)('$what gets the answer of Elysia', async (row) => {
  const { id, ...direct } = await send(LOOKUP, row);
  const { id: otherId, ...throughElysia } = await send(`${LOOKUP}?`, row);
  expect(direct.status).toBe(row.status);
  expect(direct).toEqual(throughElysia);
  if (row.what.includes('stream')) expect(direct.text.length).toBeGreaterThan(12_000);
  expect(id).toMatch(/^req_[\w-]{8}_\w+$/);
  expect(id).not.toBe(otherId);
});

test('both are counted, and a request that cannot be counted is refused by both', async () => {
  const key = await server.key('tariff');
  const left: (string | null)[] = [];
  for (const path of [LOOKUP, `${LOOKUP}?`, LOOKUP]) {
    left.push((await server.post(path, GOOD, key)).headers.get('ratelimit'));
  }
  expect(left.map((field) => /r=(\d+)/.exec(field!)![1])).toEqual(['99', '98', '97']);
  const errors = server.faults.length;
  const { answer } = await sendWhileLocked(server, () => server.post(LOOKUP, GOOD, key));
  server.storage.recordsFile.run('ROLLBACK');
  expect((await answer).headers.get('ratelimit')).toContain('r=96');
  expect(server.faults.length).toBe(errors);
});

test('no answer changes with the answers that follow it', async () => {
  const key = await server.key('tariff');
  const first = await server.post(LOOKUP, '{"codes":["7601"],"extra":1}', key);
  const second = await server.post(LOOKUP, '{"codes":["7601"]}', key);
  expect(first.headers.get('x-ignored-fields')).toBe('/extra');
  expect(second.headers.get('x-ignored-fields')).toBeNull();
});

/** The parts of a guard that finds one caller and admits everything. */
function fakeParts(more: Partial<ApiGuardParts> = {}) {
  const counted: string[] = [];
  const faults: unknown[] = [];
  const caller = { keyId: 7, lineageId: 7, scope: 'tariff', delegate: true, limits: { perMinute: 10, perDay: 10 } };
  const decision = { admitted: true, minuteLeft: 9, minuteResetS: 60, dayLeft: 9, dayResetS: 60 };
  const parts = {
    keyedRoutes: new KeyedRoutes([{ path: LOOKUP, product: 'tariff', method: 'post', needsBody: true }]),
    keyCache: { verify: () => caller },
    limiter: { admit: async () => decision },
    errors: { count: (product: string, keyId: number, code: string) => counted.push(`${product} ${keyId} ${code}`) },
    log: { fault: (_: string, error: unknown) => faults.push(error) },
    routeOf: () => LOOKUP,
    isStorageFault: () => false,
    contact: 'help',
    clock: server.clock,
    ...more,
  } as unknown as ApiGuardParts;
  return { parts, counted, faults };
}

const request = (more: RequestInit = {}) =>
  new Request(`http://localhost${LOOKUP}`, {
    method: 'POST',
    body: GOOD,
    headers: { authorization: 'Bearer x', 'content-type': 'application/json', 'content-length': `${GOOD.length}` },
    ...more,
  });
const operation = (answer: DirectOperation['answer']): DirectOperation => ({ path: LOOKUP, method: 'POST', answer });
const answerOf = (parts: ApiGuardParts, answer: DirectOperation['answer'], of = request()) =>
  directRoutes(parts, [operation(answer)]).get(LOOKUP)!(of);

test('an error is counted, and a fault of ours is logged and shows nothing', async () => {
  const { parts, counted, faults } = fakeParts();
  const response = await answerOf(parts, () => {
    throw new Error('secret');
  });
  expect([response.status, await response.json()]).toEqual([
    500,
    { error: 'internal', message: expect.any(String), contact: 'help' },
  ]);
  expect([counted, faults]).toEqual([['tariff 7 internal'], [new Error('secret')]]);
});

test('a request to a path that the guard does not know is refused', async () => {
  const { parts } = fakeParts({ keyedRoutes: new KeyedRoutes([]) });
  expect((await answerOf(parts, () => '{}')).status).toBe(401);
});

test('a client that has gone is no error', async () => {
  const { parts, counted, faults } = fakeParts();
  const gone = new AbortController();
  const answer = answerOf(parts, () => '{}', request({ signal: gone.signal, body: 'cut' }));
  gone.abort();
  expect([(await answer).status, counted, faults]).toEqual([499, [], []]);
});

test('each request is logged with the status of its answer, if requests are logged', async () => {
  const lines: unknown[] = [];
  const log = { request: (line: unknown) => lines.push(line), fault: () => {} } as never;
  const { parts } = fakeParts({ logRequests: true, log });
  await answerOf(parts, () => '{}');
  await answerOf(parts, () => {
    throw new PortsideError('invalid_request');
  });
  const line = (status: number) => ({
    id: expect.stringMatching(/^req_/),
    ...{ method: 'POST', route: LOOKUP, status, keyId: 7 },
  });
  expect(lines).toEqual([line(200), line(422)]);
});

test.each(['/healthz', '/readyz'])('%s gets the answer of Elysia', async (path) => {
  const read = async (response: Response) => ({
    status: response.status,
    fields: [...response.headers].filter(([name]) => ![...OWN, 'content-length'].includes(name)),
    text: await response.text(),
  });
  const ask = async (target: string, method = 'GET') => read(await fetch(server.app.url + target, { method }));
  const throughElysia = async (method = 'GET') =>
    read(await server.app.handle(new Request(`http://127.0.0.1${path}`, { method })));
  const direct = await ask(path);
  expect(direct.status).toBe(200);
  expect(direct).toEqual(await throughElysia());
  expect(await ask(`${path}?probe=1`)).toEqual(direct);
  expect(await ask(path, 'HEAD')).toEqual({ ...direct, text: '' });
  for (const method of ['POST', 'PUT', 'OPTIONS', 'DELETE']) {
    const refused = await ask(path, method);
    expect([method, refused.status, refused]).toEqual([method, 405, await throughElysia(method)]);
  }
  server.storage.counters.run('PRAGMA query_only = ON');
  server.clock.realMs += 1100;
  const failing = await ask(path);
  expect(failing.status).toBe(path === '/readyz' ? 503 : 200);
  expect(failing).toEqual(await throughElysia());
  server.storage.counters.run('PRAGMA query_only = OFF');
  server.clock.realMs += 1100;
});

test.each(['GET', 'HEAD', 'PUT', 'OPTIONS'])('%s of a lookup gets the answer of Elysia', async (method) => {
  const read = async (response: Response) => [
    response.status,
    [...response.headers].filter(([name]) => ![...OWN, 'content-length'].includes(name)),
    method === 'HEAD' ? '' : await response.text(),
  ];
  const direct = await read(await fetch(server.app.url + LOOKUP, { method }));
  expect(direct[0]).toBe(405);
  expect(direct).toEqual(await read(await server.app.handle(new Request(`http://127.0.0.1${LOOKUP}`, { method }))));
  expect(direct).toEqual(await read(await fetch(`${server.app.url}${LOOKUP}?as_of=2026-04-05`, { method })));
});

test('a query that ends like the path is a query', async () => {
  const key = await server.key('tariff');
  const asOf = async (query: string) => {
    const response = await server.post(`${LOOKUP}?${query}${LOOKUP}`, GOOD, key);
    return [response.status, response.headers.get('x-tariff-as-of')];
  };
  expect(await asOf('as_of=2026-04-05&x=')).toEqual([200, '2026-04-05']);
  expect(await asOf('as_of=')).toEqual([422, null]);
});
