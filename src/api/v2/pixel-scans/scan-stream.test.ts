/** The steps of a scan over HTTP, while they happen. */
import { afterAll, describe, expect, test } from 'bun:test';
import { startServer } from '../../../../test/support/server.ts';
import type { ScanStep } from '../../../domain/scan-step.ts';
import { DEMO_STORE_URL } from '../../../pixel/demo-store/address.ts';
import { PIXEL_SCAN } from './route.ts';
import { streamScan } from './scan-stream.ts';

const shop = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) =>
    new URL(url).pathname === '/start'
      ? new Response('<!doctype html><title>Shop</title>', { headers: { 'content-type': 'text/html' } })
      : new Response('gone', { status: 404 }),
});
afterAll(() => shop.stop(true));
const origin = `http://127.0.0.1:${shop.port}`;
const server = await startServer({ scan_allow: [`127.0.0.1:${shop.port}`] });
const key = await server.key('pixel');
const scan = (body: unknown, headers = {}) => server.post(PIXEL_SCAN.path, body, key, headers);

describe('the steps of a scan', () => {
  const steps = (body: unknown, headers = {}) => scan(body, { accept: 'application/x-ndjson', ...headers });
  const linesOf = async (response: Response) =>
    (await response.text())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));

  test('are told page by page, and the last line is the report that is sent without them', async () => {
    const body = { url: DEMO_STORE_URL, journey: true };
    const response = await steps(body, { 'cache-control': 'no-cache' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    expect(response.headers.get('ratelimit')).toContain('minute');
    const lines = await linesOf(response);
    expect(lines.map(({ type }) => type)).toEqual([...lines.slice(1).map(() => 'step'), 'report']);
    const read = lines.filter(({ state }) => state === 'read').map(({ page }) => page);
    expect(read).toEqual(['home', 'product', 'collection', 'cart', 'search']);
    expect(lines.at(-2)).toEqual({ type: 'step', page: 'named', state: 'reading' });
    expect(lines.at(-1).report).toEqual(await (await scan(body)).json());
    // Remembered: there is nothing to tell but the report.
    expect((await linesOf(await steps(body))).map(({ type }) => type)).toEqual(['report']);
  });

  test('have the reason of a page that was not read', async () => {
    const lines = await linesOf(await steps({ url: `${origin}/start`, journey: true }));
    const notRead = lines.filter(({ state }) => state === 'not_read');
    expect(notRead.length).toBeGreaterThan(0);
    for (const { reason } of notRead) expect(reason).toMatch(/\w/);
    expect(lines.at(-1).report.not_looked_at.length).toBeGreaterThan(0);
  });

  test.each([
    ['a page that is not there', { url: `${origin}/gone` }, 502],
    ['a private host', { url: 'http://10.0.0.1/' }, 422],
    ['a wrong field', { url: DEMO_STORE_URL, jurney: true }, 422],
  ])('of %s are none: it is refused as ever', async (_, body, status) => {
    const response = await steps(body);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/json']);
  });

  test('end with the error if it comes after the first of them, and keep a slow answer alive', async () => {
    const fail = Promise.withResolvers<never>();
    const headers: Record<string, unknown> = {};
    const faults: unknown[] = [];
    const parts = { contact: 'c', isStorageFault: () => false, onFault: (error: unknown) => faults.push(error) };
    const stream = await streamScan(parts, headers, (onStep) => {
      onStep({ page: 'home', path: '/', state: 'read' });
      return fail.promise;
    });
    const text = new Response(stream).text();
    fail.reject(new Error('secret'));
    expect((await text).split('\n')).toEqual([
      '{"type":"step","page":"home","path":"/","state":"read"}',
      expect.stringMatching(/^\{"type":"error","status":500,"error":"internal","message":"[^"]+","contact":"c"\}$/),
      '',
    ]);
    expect(await text).not.toContain('secret');
    expect(faults).toHaveLength(1);
  });

  test('go on when the reader has gone, and nobody is told a second time', async () => {
    const finish = Promise.withResolvers<never>();
    const parts = { contact: 'c', isStorageFault: () => false, onFault: () => {} };
    let step: (step: ScanStep) => void = () => {};
    const stream = await streamScan(parts, {}, (onStep) => {
      step = onStep;
      onStep({ page: 'home', state: 'read' });
      return finish.promise;
    });
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    step({ page: 'cart', state: 'read' });
    finish.reject(new Error('late'));
    await finish.promise.catch(() => undefined);
    expect((await reader.read()).done).toBe(true);
  });
});
