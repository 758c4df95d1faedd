import { afterAll, expect, test } from 'bun:test';
import { Value } from 'typebox/value';
import { type PublicRequest, startPublicServer } from '../../../../test/support/public-server.ts';
import { until } from '../../../../test/support/until.ts';
import { PublicPixelReport } from '../../v2/pixel-scans/schema.ts';

let held: PromiseWithResolvers<void> | undefined;
const shop = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch({ url }) {
    if (url.endsWith('/held')) await held!.promise;
    return new Response('<!doctype html><title>shop</title>', { headers: { 'content-type': 'text/html' } });
  },
});
afterAll(() => shop.stop(true));
const server = await startPublicServer({ scan_allow: [`127.0.0.1:${shop.port}`] });

const scan = (body: string, init: PublicRequest = {}) =>
  server.ask('/api/v0/pixel/scan', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    ...init,
  });

const traces = ({ headers }: Response) => [headers.get('x-cache'), headers.get('age')];

test('a scan without a key gives the answer of v1 and more, and never tells that a customer scanned the address', async () => {
  const url = `http://127.0.0.1:${shop.port}/`;
  const key = await server.key('pixel');
  const first = await server.post('/api/v1/pixel/scan', { url }, key);
  const second = await scan(JSON.stringify({ url }));
  expect([second.status, ...traces(second)]).toEqual([200, 'MISS', '0']);
  const report = await second.json();
  expect([...Value.Errors(PublicPixelReport, report)]).toEqual([]);
  expect(report).toMatchObject(await first.json());
  expect(Object.keys(report)).toEqual(expect.arrayContaining(['state', 'not_looked_at', 'graph', 'score_explanation']));
  expect(second.headers.get('cache-control')).toBe('no-store');
  // Nor the other way round: a stranger must not choose what a customer is told.
  const other = `${url}other`;
  expect(traces(await scan(JSON.stringify({ url: other })))).toEqual(['MISS', '0']);
  expect(traces(await scan(JSON.stringify({ url: other })))).toEqual(['HIT', '0']);
  expect(traces(await server.post('/api/v1/pixel/scan', { url: other }, key))).toEqual(['MISS', '0']);
});

test('a scan without a key does not join the fetch of a customer', async () => {
  held = Promise.withResolvers();
  const url = `http://127.0.0.1:${shop.port}/held`;
  const customer = server.post('/api/v1/pixel/scan', { url }, await server.key('pixel'));
  const stranger = scan(JSON.stringify({ url }), { from: '203.0.113.79' });
  await until('both have asked the shop', () => shop.pendingRequests === 2);
  held.resolve();
  expect([traces(await customer), traces(await stranger)]).toEqual([
    ['MISS', '0'],
    ['MISS', '0'],
  ]);
});

test.each([
  ['{broken', {}, 400, 'invalid_json'],
  ['{}', {}, 422, 'invalid_request'],
  ['url=x', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'unsupported_media_type'],
  [`"${'x'.repeat(300_000)}"`, {}, 413, 'payload_too_large'],
  ['{"url":"http://169.254.169.254/"}', {}, 422, 'invalid_request'],
] as [string, RequestInit, number, string][])('the body %.20s is refused', async (body, init, status, error) => {
  const response = await scan(body, init);
  expect([response.status, (await response.json()).error]).toEqual([status, error]);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

test('an address may scan six times a minute, and can still read after that', async () => {
  const from = '203.0.113.77';
  const statuses = [];
  for (let i = 0; i < 8; i++) statuses.push((await scan('{}', { from })).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429, 429]);
  expect((await server.ask('/api/v0/pixel/rules', { from })).status).toBe(200);
});

test('the rate limit is checked before the body is read', async () => {
  const from = '203.0.113.78';
  for (let i = 0; i < 6; i++) await scan('{}', { from });
  const response = await scan('{broken', { from, headers: { 'content-type': 'text/plain' } });
  expect([response.status, (await response.json()).error]).toEqual([429, 'rate_limited']);
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
