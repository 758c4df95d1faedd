/** The v1 scan from request to response, against a storefront on loopback that the configuration allows. */
import { afterAll, expect, test } from 'bun:test';
import { startServer } from '../../../../test/support/server.ts';

const SCAN = '/api/v1/pixel/scan';
const PAGE = `<!doctype html><script>
!function(f,b,e,v,n,t,s){n=f.fbq=function(){}}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');
fbq('init', '123456789012345'); fbq('track', 'PageView');
</script>`;

let fetches = 0;
const shop = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    fetches++;
    const { pathname } = new URL(request.url);
    if (pathname === '/gone') return new Response('gone', { status: 404 });
    if (pathname === '/pdf') return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } });
    return new Response(PAGE, { headers: { 'content-type': 'text/html' } });
  },
});
afterAll(() => shop.stop(true));
const origin = `http://127.0.0.1:${shop.port}`;
const server = await startServer({ scan_allow: [`127.0.0.1:${shop.port}`] });
const key = await server.key('pixel');

test('a storefront with theme code gets a report in the contract shape, which is then cached', async () => {
  const first = await server.post(SCAN, { url: `${origin}/` }, key);
  expect(first.status).toBe(200);
  expect(first.headers.get('x-cache')).toBe('MISS');
  expect(first.headers.get('age')).toBe('0');
  const report = await first.json();
  expect(Object.keys(report).sort()).toEqual(['findings', 'score', 'severity_counts']);
  expect(report.score).toBeGreaterThanOrEqual(0);
  expect(report.score).toBeLessThan(100);
  for (const finding of report.findings)
    expect(Object.keys(finding).sort()).toEqual(['message', 'rule_id', 'severity']);
  expect(JSON.stringify(report)).toContain('123456789012345');
  const counted = { info: 0, warn: 0, error: 0 } as Record<string, number>;
  for (const { severity } of report.findings) counted[severity]!++;
  expect(report.severity_counts).toEqual(counted);

  server.clock.ms += 7000;
  const second = await server.post(SCAN, { url: `${origin}/` }, key);
  expect([second.headers.get('x-cache'), second.headers.get('age'), fetches]).toEqual(['HIT', '7', 1]);
  expect(await second.json()).toEqual(report);
  const fresh = await server.post(SCAN, { url: `${origin}/` }, key, { 'cache-control': 'no-cache' });
  expect([fresh.headers.get('x-cache'), fetches]).toEqual(['BYPASS', 2]);
});

test('100 simultaneous scans of one page fetch it once', async () => {
  const before = fetches;
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => server.post(SCAN, { url: `${origin}/together` }, await server.key('all'))),
  );
  expect(answers.map((answer) => answer.status)).toEqual(Array(100).fill(200));
  expect(fetches - before).toBe(1);
});

test.each([
  [{ url: `${origin}/gone` }, 502, 'upstream_failed'],
  [{ url: `${origin}/pdf` }, 502, 'upstream_failed'],
  [{ url: 'http://127.0.0.1:1/' }, 422, 'invalid_request'],
  [{ url: 'http://169.254.169.254/latest/meta-data/' }, 422, 'invalid_request'],
  [{ url: 'https://user:secret@shop.example/' }, 422, 'invalid_request'],
  [{ url: 'ftp://shop.example/' }, 422, 'invalid_request'],
  [{ url: 'not a url' }, 422, 'invalid_request'],
  [{ url: 7 }, 422, 'invalid_request'],
  [{}, 422, 'invalid_request'],
] as [object, number, string][])('%j gets %p %p', async (body, status, error) => {
  const answer = await server.post(SCAN, body, await server.key('pixel'));
  const text = await answer.text();
  expect([answer.status, JSON.parse(text).error]).toEqual([status, error]);
  if (status === 422) expect(JSON.parse(text).details[0].path).toBe('/url');
  expect(text).not.toContain('secret');
});
