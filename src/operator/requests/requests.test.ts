/** The page of the request log: what is found, what is said about it, and what is not shown. */
import { describe, expect, test } from 'bun:test';
import { sampleRequest } from '../../../test/support/log-contract.ts';
import { actor } from '../../../test/support/server.ts';
import { startOperator } from '../../../test/support/visitor.ts';
import { ERRORS } from '../../domain/errors.ts';
import { ERROR_STATUS } from '../../http/error-response.ts';
import { documentationOf, explain } from './explanation.ts';

const { app, operator, storage, clock, keyIssuer, faults } = await startOperator();
const { row: harbor, key } = await keyIssuer.issue({ name: 'Harbor <b>Customs</b>', scope: 'all' }, actor);
const { row: atlas } = await keyIssuer.issue({ name: 'Atlas', scope: 'all' }, actor);
const at = (minute: number) => clock.now() - minute * 60_000;
await storage.requestLog.add(
  [
    ...Array.from({ length: 250 }, (_, i) =>
      sampleRequest(0, { atMs: at(1000 + i), requestId: `req_old_${i}`, keyId: atlas.id }),
    ),
    sampleRequest(0, { atMs: at(20), requestId: 'req_limit', status: 429, code: 'rate_limited', keyId: harbor.id }),
    sampleRequest(0, { atMs: at(19), requestId: 'req_fine', keyId: harbor.id }),
    sampleRequest(0, { atMs: at(10), requestId: 'req_stranger', status: 401, code: 'unauthorized', keyId: null }),
    sampleRequest(0, { atMs: at(5), requestId: 'req_ours', status: 500, code: 'internal', keyId: atlas.id }),
  ],
  7,
  clock.now(),
);
/** The request ids of a list, in its order. */
async function listed(query = ''): Promise<string[]> {
  const { status, html } = await operator.get(`/operator/requests${query}`);
  expect([query, status]).toEqual([query, 200]);
  return [...html.matchAll(/<code>(req_\w+)<\/code>/g)].map(([, id]) => id!);
}

describe('the list', () => {
  test.each([
    ['?outcome=failed', ['req_ours', 'req_stranger', 'req_limit']],
    ['?outcome=5xx', ['req_ours']],
    ['?code=unauthorized', ['req_stranger']],
    ['?status=429', ['req_limit']],
    [`?q=%23${2}`, ['req_fine', 'req_limit']],
    ['?q=harbor', ['req_fine', 'req_limit']],
    ['?q=nobody', []],
    ['?q=req_unknown', []],
    ['?from=2026-11-21T11:40&to=2026-11-21T11:40', ['req_limit']],
    ['?from=2026-11-21T11:41&to=2026-11-21T11:50', ['req_stranger', 'req_fine']],
    ['?from=2026-11-22', []],
    ['?route=%28none%29', []],
  ])('%s', async (query, expected) => {
    const wanted = query.replace(/%232$/, `%23${harbor.id}`);
    expect(await listed(wanted)).toEqual(expected);
  });

  test('a value that is none of the choices is no filter, and a page after the end is empty', async () => {
    for (const query of [
      '?outcome=never',
      '?status=9',
      '?code=x',
      '?route=/etc',
      '?from=soon',
      '?after=x',
      '?after=1-1-1',
    ]) {
      expect([query, (await listed(query)).length]).toEqual([query, 100]);
    }
    expect(await listed('?after=1-1')).toEqual([]);
  });

  test('pages follow each other without a gap', async () => {
    const seen: string[] = [];
    for (let path: string | undefined = ''; path !== undefined; ) {
      seen.push(...(await listed(path)));
      const { html } = await operator.get(`/operator/requests${path}`);
      path = /rel="next" href="\/operator\/requests([^"]+)"/.exec(html)?.[1];
    }
    expect(new Set(seen).size).toBe(254);
    expect(seen).toHaveLength(254);
  });

  test('it says what is kept, and how many are not', async () => {
    const { html } = await operator.get('/operator/requests');
    expect(html).toContain('254 requests');
    expect(html).toContain('7 answered requests');
    expect(html).toContain('Harbor &lt;b>Customs&lt;/b>');
  });

  test('a request id leads to what happened; a pasted key to its requests, and is in no address', async () => {
    const found = await operator.get('/operator/requests?q=req_limit');
    expect(found.response.headers.get('location')).toMatch(/^\/operator\/requests\/\d+$/);
    await operator.get('/operator/requests');
    const pasted = await operator.post('/operator/requests/search', { q: ` Bearer ${key} `, outcome: 'failed' });
    expect(pasted.response.headers.get('location')).toBe(`/operator/requests?q=%23${harbor.id}&outcome=failed`);
    const unknown = await operator.post('/operator/requests/search', { q: `svc_${'a'.repeat(24)}` });
    expect(unknown.response.headers.get('location')).toBe('/operator/requests?unknown=key');
    const typed = await operator.get(`/operator/requests?q=${key}`);
    expect(typed.response.headers.get('location')).toBe(`/operator/requests?q=%23${harbor.id}`);
    expect(typed.html.includes(key.slice(8))).toBe(false);
  });
});

test('a request is explained, with its key, the documentation, and what the same key did around it', async () => {
  const [row] = await storage.requestLog.search({ requestId: 'req_limit', limit: 1 });
  const { status, html } = await operator.get(`/operator/requests/${row!.id}`);
  expect(status).toBe(200);
  for (const text of [
    'A limit was used up',
    `/operator/keys/${harbor.id}`,
    '/docs/errors#rate_limited-429',
    'req_fine',
    '1.2 ms',
  ]) {
    expect(html).toContain(text);
  }
  expect((await operator.get('/operator/requests/999999')).status).toBe(404);
  expect((await operator.get('/operator/requests/0')).status).toBe(404);
  expect((await operator.get('/operator/requests/1e3')).status).toBe(404);
});

test('every error code has an explanation and a section of the documentation that exists', async () => {
  const docs = await (await fetch(`${app.url}/docs/errors`)).text();
  for (const [code, status] of Object.entries(ERROR_STATUS)) {
    const { what, todo } = explain(sampleRequest(1, { status, code }));
    expect([code, what.length > 10, todo.length > 10]).toEqual([code, true, true]);
    const [, anchor] = documentationOf(code)!.split('#');
    expect([code, docs.includes(`id="${anchor}"`)]).toEqual([code, true]);
  }
  expect(Object.keys(ERRORS).sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  const others = [
    [499, LOOKUP_ROUTE, 'went away'],
    [421, '(none)', 'host'],
    [400, '(none)', 'malformed'],
    [401, '/operator/sign-in', 'sign in'],
    [200, LOOKUP_ROUTE, 'answered'],
    [418, LOOKUP_ROUTE, 'refused'],
  ] as const;
  for (const [status, route, text] of others) {
    expect(explain(sampleRequest(1, { status, route, code: '' })).what).toContain(text);
  }
  expect(documentationOf('')).toBeUndefined();
});

const LOOKUP_ROUTE = '/api/v1/tariff/hts/lookup';

test('the export has the rows of the filters, and is in the audit', async () => {
  const { html, response } = await operator.get('/operator/requests/export.csv?outcome=failed');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(html.split('\r\n').slice(0, 3)).toEqual([
    'at,request_id,method,route,status,error,key,duration_ms,network',
    `2026-11-21T11:55:00.000Z,req_ours,POST,${LOOKUP_ROUTE},500,internal,${atlas.id},1.234,203.0.113.0/24`,
    `2026-11-21T11:50:00.000Z,req_stranger,POST,${LOOKUP_ROUTE},401,unauthorized,,1.234,203.0.113.0/24`,
  ]);
  expect((await operator.get('/operator/requests/export.csv')).html.trim().split('\r\n')).toHaveLength(255);
  const [entry] = await storage.activity.search({ text: 'outcome=failed', action: 'request.', limit: 1 });
  expect(entry).toMatchObject({
    action: 'request.export',
    actor: 'owner',
    subject: 'requests',
    detail: 'outcome=failed',
  });
});

test('nothing failed on our side', () => expect(faults).toEqual([]));
