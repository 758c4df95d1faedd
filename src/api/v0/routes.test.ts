/** The keyless surface as a browser, a script and a passer-by meet it. */
import { afterAll, describe, expect, test } from 'bun:test';
import { startServer } from '../../../test/support/server.ts';
import { readDigits } from '../../tariff/hts-code.ts';
import { readCsv } from '../../tariff/parse-csv.ts';

const shop = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => new Response('<!doctype html><title>shop</title>', { headers: { 'content-type': 'text/html' } }),
});
afterAll(() => shop.stop(true));
// Loopback is a trusted proxy, so that a test can come from any address.
const server = await startServer({ trust_proxy: '127.0.0.1', scan_allow: [`127.0.0.1:${shop.port}`] });
let visitor = 0;

/** Each request from an address of its own, unless it names one. */
function ask(path: string, { from = `198.51.100.${visitor++ % 250}`, ...init }: RequestInit & { from?: string } = {}) {
  return fetch(server.app.url + path, { ...init, headers: { 'x-forwarded-for': from, ...init.headers } });
}
const json = async (path: string) => (await ask(path)).json();

describe('a code is explained', () => {
  test('with listing, note subdivision, Chapter 99 heading, rate, base, dates, source and conditions', async () => {
    const response = await ask('/api/v0/tariff/hts/7326.90.8688?as_of=2026-11-20');
    expect(response.headers.get('x-tariff-list')).toBe('note-16c');
    const { matched, ...rest } = await response.json();
    expect(matched).toHaveLength(1);
    expect(matched[0]).toMatchObject({
      note: '16(c)(iv)',
      ch99_heading: '9903.82.02',
      rate: 50,
      charged_on: 'full value',
      from: '2026-04-06',
      to: null,
    });
    expect(matched[0].source).toContain('Proc. 11021');
    expect(rest).toMatchObject({ code: '7326.90.8688', as_of: '2026-11-20', status: 'hit', hit: true });
    expect(rest.conditions.length).toBeGreaterThan(0);
  });

  test('and is never contradicted by v1', async () => {
    const codes = ['7326.90.8688', '7326.90.86', '8471.30.0100', '0101.21.0010', '9903.82.02', '7601'];
    const key = await server.key('tariff');
    const { results } = await (await server.post('/api/v1/tariff/hts/lookup', { codes }, key)).json();
    for (const { code, hit, in_scope, status } of results) {
      expect(await json(`/api/v0/tariff/hts/${code}`)).toMatchObject({ code, hit, in_scope, status });
    }
  });

  test.each([
    ['%20', 200],
    ['a%2Fb', 200],
    ['%E0%A4%A', 200],
    [encodeURIComponent('7326.90.8688\u0000'), 200],
    ['7'.repeat(64), 200],
    ['7'.repeat(65), 422],
    ['7601?as_of=2025-03-11', 422],
    ['7601?as_of=', 422],
    ['7601?as_of=2026-02-30', 422],
  ])('%s is answered %p', async (rest, status) => {
    const response = await ask(`/api/v0/tariff/hts/${rest}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(
      status === 200 ? { as_of: '2026-11-21' } : { error: 'invalid_request' },
    );
  });
});

describe('the lists', () => {
  test('say their version and what comes next, and where to download them', async () => {
    const { lists } = await json('/api/v0/tariff/lists');
    expect(lists.map(({ list_id }: { list_id: string }) => list_id)).toEqual([
      'note-16c',
      'metals-2025',
      'other-programmes',
    ]);
    for (const { json: address, csv, rows, list_id, version } of lists) {
      const file = await ask(address);
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${list_id}-${version}.json"`);
      expect((await file.json()).rows).toHaveLength(rows);
      const table = await ask(csv);
      expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(table.headers.get('content-disposition')).toBe(`attachment; filename="${list_id}-${version}.csv"`);
      const records = await readCsv(await table.text());
      expect(records).toHaveLength(rows);
      for (const { cells } of records) expect(readDigits(cells.code!)).toBe(cells.digits!);
    }
  });

  test.each(['nope.json', 'note-16c', 'note-16c.xml', 'note-16c.json.csv', '..%2Fnote-16c.json'])(
    '%s is not one',
    async (name) => {
      expect((await ask(`/api/v0/tariff/lists/${name}`)).status).toBe(404);
    },
  );
});

describe('the changes between two days', () => {
  test('are those of the proclamation that came in between', async () => {
    const { added, removed, rerated, moved } = await json('/api/v0/tariff/changes?from=2026-06-07&to=2026-06-08');
    expect([added.length, removed.length, rerated.length, moved.length]).toEqual([6, 2, 37, 28]);
    const change = rerated.find(({ code }: { code: string }) => code === '8407.90.10');
    expect(change.before[0]).toMatchObject({ note: '16(c)(vii)', to: '2026-06-07' });
    expect(change.after[0]).toMatchObject({ note: '16(c)(x)', from: '2026-06-08' });
  });

  test.each(['', '?from=', '?from=2026-06-08&to=2026-06-07', '?from=2024-01-01', '?from=2026-06-08&to=never'])(
    'with %p are 422',
    async (query) => {
      const response = await ask(`/api/v0/tariff/changes${query}`);
      expect([response.status, (await response.json()).error]).toEqual([422, 'invalid_request']);
    },
  );
});

test('the whole catalogue of citations is there, and a search finds in it', async () => {
  expect((await json('/api/v0/entry/citations')).citations.length).toBe(96);
  expect((await json('/api/v0/entry/citations?q=')).citations.length).toBe(96);
  expect((await json('/api/v0/entry/citations?q=16%20CFR%201203')).citations[0].citation).toBe('16 CFR part 1203');
});

describe('a public scan', () => {
  const scan = (body: string, init: RequestInit & { from?: string } = {}) =>
    ask('/api/v0/pixel/scan', { method: 'POST', body, headers: { 'content-type': 'application/json' }, ...init });

  test('answers as v1 does, and shares what v1 remembers', async () => {
    const url = `http://127.0.0.1:${shop.port}/`;
    const first = await server.post('/api/v1/pixel/scan', { url }, await server.key('pixel'));
    const second = await scan(JSON.stringify({ url }));
    expect([second.status, second.headers.get('x-cache')]).toEqual([200, 'HIT']);
    expect(await second.json()).toEqual(await first.json());
    expect(second.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['{broken', {}, 400, 'invalid_json'],
    ['{}', {}, 422, 'invalid_request'],
    ['url=x', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'unsupported_media_type'],
    [`"${'x'.repeat(300_000)}"`, {}, 413, 'payload_too_large'],
    ['{"url":"http://169.254.169.254/"}', {}, 422, 'invalid_request'],
  ] as [string, RequestInit, number, string][])('%.20s is refused', async (body, init, status, error) => {
    const response = await scan(body, init);
    expect([response.status, (await response.json()).error]).toEqual([status, error]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('is had six times a minute, and reading goes on', async () => {
    const from = '203.0.113.77';
    const statuses = [];
    for (let i = 0; i < 8; i++) statuses.push((await scan('{}', { from })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429, 429]);
    expect((await ask('/api/v0/pixel/rules', { from })).status).toBe(200);
  });
});

describe('the limit of an address', () => {
  test('holds under 500 requests at once, and touches no other address', async () => {
    const from = '203.0.113.5';
    const flood = Array.from({ length: 500 }, () => ask('/api/v0/tariff/lists', { from }));
    const other = ask('/api/v0/tariff/lists', { from: '203.0.113.6' });
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(120);
    expect(statuses.filter((status) => status === 429).length).toBe(380);
    expect((await other).headers.get('ratelimit')).toBe('"address";r=119;t=60');
    const refused = await ask('/api/v0/tariff/lists', { from });
    expect(await refused.json()).toMatchObject({
      error: 'rate_limited',
      message: 'The rate limit of this address is spent.',
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect((await ask('/?code=7601', { from })).status).toBe(429);
    expect((await ask('/', { from })).status).toBe(200);
  });

  test('is that of the whole /64', async () => {
    for (let i = 0; i < 120; i++) await ask('/api/v0/pixel/rules', { from: `2001:db8:7:7::${i.toString(16)}` });
    expect((await ask('/api/v0/pixel/rules', { from: '2001:db8:7:7:ffff::1' })).status).toBe(429);
    expect((await ask('/api/v0/pixel/rules', { from: '2001:db8:7:8::1' })).status).toBe(200);
  });

  test('does not touch v1', async () => {
    const from = '203.0.113.5';
    const response = await server.post('/api/v1/tariff/hts/lookup', { codes: ['7601'] }, await server.key(), {
      'x-forwarded-for': from,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit')).toContain('"minute";r=99');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a browser', () => {
  test.each([
    ['/api/v0/tariff/hts/7601', 'GET, HEAD, OPTIONS'],
    ['/api/v0/tariff/lists/note-16c.json', 'GET, HEAD, OPTIONS'],
    ['/api/v0/pixel/scan', 'OPTIONS, POST'],
  ])('may ask %s from any page', async (path, methods) => {
    const response = await ask(path, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } });
    expect([response.status, response.headers.get('access-control-allow-methods')]).toEqual([204, methods]);
    const wrong = await ask(path, { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, methods]);
  });

  test('is spared what it already holds', async () => {
    for (const path of [
      '/api/v0/tariff/hts/7601',
      '/api/v0/tariff/lists',
      '/api/v0/tariff/lists/note-16c.csv',
      '/api/v0/pixel/rules',
      '/landing.css',
      '/docs/swagger-ui.js',
    ]) {
      const first = await ask(path);
      expect(first.headers.get('cache-control')).toMatch(/^public, max-age=(300|3600)$/);
      const again = await ask(path, { headers: { 'if-none-match': first.headers.get('etag')! } });
      expect([path, again.status, (await again.bytes()).length]).toEqual([path, 304, 0]);
      const head = await ask(path, { method: 'HEAD' });
      expect([head.status, head.headers.get('etag')]).toEqual([200, first.headers.get('etag')]);
    }
  });

  test.each(['/', '/?code=7326.90.8688', '/docs', '/docs?api=v0'])(
    'gets %s with nothing inline and nothing from elsewhere',
    async (path) => {
      const response = await ask(path);
      const policy = response.headers.get('content-security-policy')!;
      expect(policy).toStartWith("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      const page = await response.text();
      expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
      for (const [, address] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
        expect(address).toStartWith('/');
        if (address !== '/operator') expect([address, (await ask(address!)).status]).toEqual([address, 200]);
      }
    },
  );

  test('without JavaScript gets the answer in the page, and what it typed as text', async () => {
    expect(await (await ask('/?code=7326.90.8688')).text()).toContain('On the Section 232 derivative list.');
    const hostile = await (await ask(`/?code=${encodeURIComponent('"><script>alert(1)</script>')}`)).text();
    expect(hostile).not.toContain('<script>alert');
    expect(hostile).toContain('Not the number of a product.');
  });
});

test('nothing failed on our side', () => expect(server.faults).toEqual([]));
