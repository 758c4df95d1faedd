/** The order of checks and the error body: one row for each way in which a request can fail before it reaches a handler. */
import { describe, expect, test } from 'bun:test';
import { actor, startServer } from '../../test/support/server.ts';
import { readKeyUsage } from '../limits/key-usage.ts';
import { apiGuard } from './api-guard.ts';
import { KeyedRoutes } from './keyed-routes.ts';

const LOOKUP = '/api/v1/tariff/hts/lookup';
/** An operation of each version that needs a key, with a body that it accepts. v2 passes the same checks in the same order. */
const OPERATIONS = {
  v1: { address: LOOKUP, good: '{"codes":["7326.90.8688"]}' },
  v2: { address: '/api/v2/tariff/duties', good: '{"items":[{"code":"7326.90.8688"}]}' },
};
const server = await startServer();
const keys = {
  good: await server.key('tariff'),
  all: await server.key('all'),
  otherScope: await server.key('pixel'),
  notEnrolled: await server.key('tariff', { notes: '' }),
  revoked: await server.key('tariff', { name: 'revoked' }),
};
await server.keyIssuer.revoke((await server.keyIssuer.list(10)).find((row) => row.name === 'revoked')!.id, actor);

interface Row {
  what: string;
  method?: string;
  path?: string;
  key?: string;
  authorization?: string;
  type?: string;
  body?: string;
  status: number;
  error: string;
  headers?: Record<string, string | RegExp>;
  /** Text that the response must not contain. */
  absent?: string[];
}

const { good } = OPERATIONS.v1;
const rows: Row[] = [
  { what: 'an unknown path', path: '/api/v1/nothing', status: 404, error: 'not_found' },
  {
    what: 'an unknown path a second time, unaffected by the first response',
    path: '/api/v1/nothing',
    status: 404,
    error: 'not_found',
  },
  { what: 'a known path with a trailing slash', path: `${LOOKUP}/`, key: keys.good, status: 404, error: 'not_found' },
  {
    what: 'a known path with a percent-encoded letter',
    path: '/api/v1/tariff/hts/%6Cookup',
    key: keys.good,
    status: 404,
    error: 'not_found',
  },
  { what: 'a known path in capitals', path: LOOKUP.toUpperCase(), key: keys.good, status: 404, error: 'not_found' },
  {
    what: 'a wrong method, before the key is checked',
    method: 'GET',
    body: '',
    status: 405,
    error: 'method_not_allowed',
    headers: { allow: 'POST' },
  },
  { what: 'DELETE', method: 'DELETE', status: 405, error: 'method_not_allowed', headers: { allow: 'POST' } },
  {
    what: 'a wrong method on a path outside v1',
    method: 'DELETE',
    path: '/healthz',
    status: 405,
    error: 'method_not_allowed',
    headers: { allow: 'GET, HEAD' },
  },
  {
    what: 'a body of 2 MB, before the key is checked',
    body: `"${'x'.repeat(2_000_000)}"`,
    status: 413,
    error: 'payload_too_large',
  },
  {
    what: 'no key and a broken body',
    body: '{broken',
    status: 401,
    error: 'unauthorized',
    headers: { 'www-authenticate': 'Bearer realm="portside"' },
  },
  { what: 'no key and a wrong media type', type: 'text/plain', status: 401, error: 'unauthorized' },
  { what: 'another authentication scheme', authorization: `Basic ${keys.good}`, status: 401, error: 'unauthorized' },
  { what: 'a key without a scheme', authorization: keys.good, status: 401, error: 'unauthorized' },
  {
    what: 'a misspelt key',
    key: `${keys.good.slice(0, -1)}!`,
    status: 401,
    error: 'unauthorized',
    headers: { 'www-authenticate': /invalid_token/ },
  },
  {
    what: 'a well-formed key that nobody issued',
    key: 'svc_00000000000000000017cxXv',
    status: 401,
    error: 'unauthorized',
    absent: ['svc_0000'],
  },
  { what: 'a revoked key', key: keys.revoked, status: 401, error: 'unauthorized' },
  {
    what: 'a key of another product',
    key: keys.otherScope,
    status: 403,
    error: 'scope',
    headers: { 'www-authenticate': /insufficient_scope/, ratelimit: /"minute";r=9\d/ },
  },
  {
    what: 'a key of another product with a broken body',
    key: keys.otherScope,
    body: '{broken',
    status: 403,
    error: 'scope',
  },
  { what: 'a key that is not enrolled', key: keys.notEnrolled, status: 403, error: 'beta' },
  {
    what: 'a key that is not enrolled, with a wrong media type',
    key: keys.notEnrolled,
    type: 'text/plain',
    status: 403,
    error: 'beta',
  },
  { what: 'another media type', key: keys.good, type: 'text/plain', status: 415, error: 'unsupported_media_type' },
  {
    what: 'a form',
    key: keys.good,
    type: 'application/x-www-form-urlencoded',
    body: 'codes=7326',
    status: 415,
    error: 'unsupported_media_type',
  },
  {
    what: 'a media type that only begins like JSON',
    key: keys.good,
    type: 'application/jsonp',
    status: 415,
    error: 'unsupported_media_type',
  },
  {
    what: 'broken JSON',
    key: keys.good,
    body: '{broken',
    status: 400,
    error: 'invalid_json',
    absent: ['broken', 'SyntaxError'],
  },
  { what: 'an empty body', key: keys.good, type: 'application/json', body: '', status: 400, error: 'invalid_json' },
  { what: 'no codes field', key: keys.good, body: '{}', status: 422, error: 'invalid_request' },
  {
    what: 'a body that is not an object',
    key: keys.good,
    body: '"7326.90.8688"',
    status: 422,
    error: 'invalid_request',
    absent: ['7326'],
  },
  { what: 'null', key: keys.good, body: 'null', status: 422, error: 'invalid_request' },
  { what: '0 codes', key: keys.good, body: '{"codes":[]}', status: 422, error: 'invalid_request' },
  {
    what: '51 codes',
    key: keys.good,
    body: JSON.stringify({ codes: Array(51).fill('7326.90.8688') }),
    status: 422,
    error: 'invalid_request',
    absent: ['7326'],
  },
  {
    what: 'a code of the wrong type',
    key: keys.good,
    body: '{"codes":["7326.90.8688",73269]}',
    status: 422,
    error: 'invalid_request',
    absent: ['73269'],
  },
  {
    what: 'an invalid date',
    path: `${LOOKUP}?as_of=yesterday`,
    key: keys.good,
    status: 422,
    error: 'invalid_request',
    absent: ['yesterday'],
  },
  {
    what: 'a day that does not exist',
    path: `${LOOKUP}?as_of=2026-02-30`,
    key: keys.good,
    status: 422,
    error: 'invalid_request',
  },
  {
    what: 'a date before the lists begin',
    path: `${LOOKUP}?as_of=2025-03-11`,
    key: keys.good,
    status: 422,
    error: 'invalid_request',
  },
];

const cases = Object.entries(OPERATIONS).flatMap(([version, operation]) =>
  // A row with a path of its own is about that path.
  rows.filter(({ path }) => version === 'v1' || path === undefined).map((row) => ({ version, ...operation, ...row })),
);

test.each(cases)('$version: $what: $status $error', async ({ address, good, ...row }) => {
  const headers = new Headers();
  if (row.type !== undefined || (row.body ?? good) !== '') headers.set('content-type', row.type ?? 'application/json');
  const authorization = row.authorization ?? (row.key && `Bearer ${row.key}`);
  if (authorization) headers.set('authorization', authorization);
  const method = row.method ?? 'POST';
  const response = await fetch(server.app.url + (row.path ?? address), {
    method,
    headers,
    body: method === 'GET' ? undefined : (row.body ?? good),
  });
  const text = await response.text();
  expect(response.status).toBe(row.status);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  const body = JSON.parse(text);
  expect(body).toMatchObject({ error: row.error, message: expect.any(String), contact: 'support@portside.invalid' });
  expect(Object.keys(body).sort()).toEqual(
    row.status === 422 ? ['contact', 'details', 'error', 'message'] : ['contact', 'error', 'message'],
  );
  for (const [name, value] of Object.entries(row.headers ?? {})) expect(response.headers.get(name)).toMatch(value);
  for (const word of [...(row.absent ?? []), 'node_modules', '/src/', 'SQL', '    at '])
    expect(text).not.toContain(word);
});

test('an unknown path stays 404 on repeated requests', async () => {
  for (let i = 0; i < 5; i++) expect((await fetch(`${server.app.url}/nowhere`)).status).toBe(404);
});

describe('a request that is served', () => {
  test.each(['tariff', 'all'] as const)('with a key of scope %s', async (scope) => {
    const response = await server.post(
      LOOKUP,
      { codes: ['7326.90.8688'], unknown: 'ignored' },
      await server.key(scope),
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('ratelimit-policy')).toBe('"minute";q=100;w=60, "day";q=10000;w=86400');
    expect(response.headers.get('ratelimit')).toBe('"minute";r=99;t=60, "day";r=9999;t=43200');
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  test('with scheme and media type in another case', async () => {
    const response = await server.post(LOOKUP, { codes: ['7601'] }, undefined, {
      authorization: `bearer ${keys.all}`,
      'content-type': 'Application/JSON; charset=utf-8',
    });
    expect(response.status).toBe(200);
  });

  test('has a request id of its own', async () => {
    const ids = await Promise.all(
      Array.from({ length: 200 }, async () => (await fetch(`${server.app.url}/healthz`)).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(200);
  });
});

test('every authenticated request counts, whatever its response, and no other request does', async () => {
  const plain = await server.keyIssuer.issue({ name: 'plain', scope: 'tariff', notes: '' }, actor);
  const enrolled = await server.keyIssuer.issue({ name: 'enrolled', scope: 'tariff', notes: 'delegate:on' }, actor);
  const statusOf = async (key: string, path: string, body: string, type = 'application/json') =>
    (await server.post(path, body, key, { 'content-type': type })).status;
  expect(await statusOf(plain.key, LOOKUP, good)).toBe(403);
  expect(await statusOf(plain.key, '/api/v1/pixel/scan', good)).toBe(403);
  expect(await statusOf(enrolled.key, LOOKUP, good)).toBe(200);
  expect(await statusOf(enrolled.key, LOOKUP, good, 'text/plain')).toBe(415);
  expect(await statusOf(enrolled.key, LOOKUP, '{broken')).toBe(400);
  expect(await statusOf(enrolled.key, LOOKUP, '{}')).toBe(422);
  expect(await statusOf(enrolled.key, LOOKUP, `"${'x'.repeat(300_000)}"`)).toBe(413);
  expect(await statusOf(enrolled.key, '/nowhere', good)).toBe(404);
  expect((await fetch(server.app.url + LOOKUP, { headers: { authorization: `Bearer ${enrolled.key}` } })).status).toBe(
    405,
  );
  const total = async (row: { id: number; lineageId: number }) =>
    (await readKeyUsage(server.storage, row, server.clock.now())).total;
  expect([await total(plain.row), await total(enrolled.row)]).toEqual([2, 4]);
});

test('a key of another product is refused for its scope, also when its limit is used up', async () => {
  const key = await server.key('pixel', { perMinute: 1 });
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await server.post(LOOKUP, good, key)).status);
  expect(statuses).toEqual([403, 403, 403]);
});

test.each([false, true])(
  'with logs of requests %p, a route pays for no cookies and no copy of the header fields',
  (logRequests) => {
    const parts = { logRequests, recordsRequests: true, routeOf: String, isStorageFault: () => false, contact: '' };
    const log = { request() {}, info() {}, fault() {} };
    const app = apiGuard({ ...parts, clock: server.clock, log }).post('/echo', ({ body }) => body, { parse: 'json' });
    // Elysia made this function from the hooks and the handler.
    const compiled = app.routes
      .find(({ path }) => path === '/echo')!
      .compile()
      .toString();
    expect(compiled).toContain('c.request.json()');
    expect(compiled).not.toMatch(/headers\.toJSON|parseCookie|getServer/);
  },
);

test('the server logged no fault', () => expect(server.faults).toEqual([]));

test('two operations of one path that need different scopes are refused when the routes are made', () => {
  const operation = { path: '/api/v2/things', method: 'get', product: 'tariff', needsBody: false } as const;
  expect(() => new KeyedRoutes([operation, { ...operation, method: 'post', product: 'pixel' }])).toThrow(
    '/api/v2/things',
  );
  expect(() => new KeyedRoutes([operation, { ...operation, method: 'post', anyScope: true }])).toThrow(
    '/api/v2/things',
  );
});
