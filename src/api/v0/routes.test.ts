/** What all v0 routes share: the rate limit of an address, CORS and caching. Also the pages under the same limit. */
import { describe, expect, test } from 'bun:test';
import { startPublicServer } from '../../../test/support/public-server.ts';

const server = await startPublicServer();
const { ask } = server;

describe('every route', () => {
  test.each([
    '/api/v0/tariff/hts/7601',
    '/api/v0/tariff/lists',
    '/api/v0/tariff/lists/note-16c.csv',
    '/api/v0/tariff/changes?from=2026-06-07',
    '/api/v0/tariff/search?q=ladder',
    '/api/v0/pixel/rules',
    '/api/v0/entry/citations',
  ])('%s counts as a read and is open to other origins', async (path) => {
    const { status, headers } = await ask(path);
    expect([status, headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([
      200,
      '"address";q=120;w=60',
      '"address";r=119;t=60',
    ]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test('/api/v0/pixel/scan counts as a scan', async () => {
    const { headers } = await ask('/api/v0/pixel/scan', { method: 'POST', body: '{}' });
    expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([
      '"address";q=6;w=60',
      '"address";r=5;t=60',
    ]);
  });
});

describe('the rate limit of an address', () => {
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

  test('is shared by an IPv6 /64', async () => {
    for (let i = 0; i < 120; i++) await ask('/api/v0/pixel/rules', { from: `2001:db8:7:7::${i.toString(16)}` });
    expect((await ask('/api/v0/pixel/rules', { from: '2001:db8:7:7:ffff::1' })).status).toBe(429);
    expect((await ask('/api/v0/pixel/rules', { from: '2001:db8:7:8::1' })).status).toBe(200);
  });

  test('does not apply to v1', async () => {
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
  ])('may call %s from any origin', async (path, methods) => {
    const response = await ask(path, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } });
    expect([response.status, response.headers.get('access-control-allow-methods')]).toEqual([204, methods]);
    const wrong = await ask(path, { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, methods]);
  });

  test('gets 304 for what it already has', async () => {
    for (const path of [
      '/api/v0/tariff/hts/7601',
      '/api/v0/tariff/lists',
      '/api/v0/tariff/lists/note-16c.csv',
      '/api/v0/pixel/rules',
      '/landing.css',
      '/docs/page.js',
    ]) {
      const first = await ask(path);
      expect(first.headers.get('cache-control')).toMatch(/^public, max-age=(300|3600)$/);
      const again = await ask(path, { headers: { 'if-none-match': first.headers.get('etag')! } });
      expect([path, again.status, (await again.bytes()).length]).toEqual([path, 304, 0]);
      const head = await ask(path, { method: 'HEAD' });
      expect([head.status, head.headers.get('etag')]).toEqual([200, first.headers.get('etag')]);
    }
  });

  test.each(['/', '/?code=7326.90.8688'])(
    'gets %s without inline scripts or styles and without resources of other servers',
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

  test('without JavaScript gets the answer in the page, with its input escaped', async () => {
    expect(await (await ask('/?code=7326.90.8688')).text()).toContain(
      'All its goods are on a Section 232 derivative list.',
    );
    const hostile = await (await ask(`/?code=${encodeURIComponent('"><script>alert(1)</script>')}`)).text();
    expect(hostile).not.toContain('<script>alert');
    expect(hostile).toContain('Not the number of a product.');
  });
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
