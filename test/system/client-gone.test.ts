/** A client that goes away is 499 in the metrics and the request log, and no fault of the server. */
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { issueKey, lookup, serve } from '../support/program.ts';
import { fetchMetrics, METRICS_TOKEN } from '../support/server.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';

/** A storefront that answers nothing until it is told to hang up. */
const visits = new Set<Bun.Socket>();
const storefront = Bun.listen({
  hostname: '127.0.0.1',
  port: 0,
  socket: { data() {}, open: (socket) => void visits.add(socket), close: (socket) => void visits.delete(socket) },
});
const dir = tempDir();
const { key } = await issueKey(dir, '--per-minute', '100000');
const server = await serve(dir, [], {
  PORTSIDE_METRICS_TOKEN: METRICS_TOKEN,
  PORTSIDE_LOG: 'requests',
  PORTSIDE_SCAN_ALLOW: `127.0.0.1:${storefront.port}`,
});
const { hostname, port } = new URL(server.url);

async function count(route: string, status: number): Promise<number> {
  const text = await (await fetchMetrics(server.url)).text();
  const line = text.split('\n').find((line) => line.includes(`_requests_total{route="${route}",status="${status}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Sends the bytes, waits for `then`, and goes away. */
async function sendAndLeave(bytes: string, then: () => Promise<unknown> = async () => {}): Promise<void> {
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await new Promise<void>((sent) => socket.write(bytes, () => sent()));
  await then();
  socket.destroy();
}

const LOOKUP = '/api/v1/tariff/hts/lookup';
const head = (path: string, more: string, type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${type}\r\n${more}\r\n\r\n`;
const pending = async () => {
  const text = await (await fetchMetrics(server.url)).text();
  return Number(/^portside_pending_requests (\d+)/m.exec(text)![1]);
};
/** The scrape itself is one. */
const isWaiting = () => until('the request is in progress', async () => (await pending()) > 1);

test.each([
  ['v1, with a length', LOOKUP, `${head(LOOKUP, 'Content-Length: 100')}{"codes":`],
  ['v1, in chunks', LOOKUP, `${head(LOOKUP, 'Transfer-Encoding: chunked')}5\r\n{"cod\r\n`],
  ['v1, a certificate', '/api/v1/entry/gcc/generate', `${head('/api/v1/entry/gcc/generate', 'Content-Length: 100')}{`],
  ['v0, with a length', '/api/v0/pixel/scan', `${head('/api/v0/pixel/scan', 'Content-Length: 100')}{`],
  ['v0, in chunks', '/api/v0/pixel/scan', `${head('/api/v0/pixel/scan', 'Transfer-Encoding: chunked')}1\r\n{\r\n`],
  [
    'a form of the operator',
    '/operator/sign-in',
    `${head('/operator/sign-in', 'Content-Length: 100', 'application/x-www-form-urlencoded')}a=`,
  ],
])('in the middle of the body: %s', async (_, route, bytes) => {
  const before = await count(route, 499);
  await sendAndLeave(bytes, isWaiting);
  await until('it is counted as 499', async () => (await count(route, 499)) === before + 1);
  expect(await count(route, 500)).toBe(0);
});

test.each(['/api/v1/pixel/scan', '/api/v2/pixel/scans', '/api/v0/pixel/scan'])(
  'while it waits for the answer of %s',
  async (route) => {
    const before = await count(route, 499);
    const scan = JSON.stringify({ url: `http://127.0.0.1:${storefront.port}${route}` });
    await sendAndLeave(head(route, `Content-Length: ${scan.length}`) + scan, () =>
      until('the scan is in progress', () => visits.size > 0),
    );
    await until('it is counted as 499', async () => {
      // The server answers this after it saw the client leave. Before that the end of a visit would be a fault of the storefront.
      const isCounted = (await count(route, 499)) > before;
      // Also the connections of the second attempt.
      for (const visit of visits) visit.end();
      return visits.size === 0 && isCounted;
    });
    expect(await count(route, 499)).toBe(before + 1);
    expect(await count(route, 500)).toBe(0);
  },
);

test('500 anonymous posts that are cut off are 499 and write no line of fault', async () => {
  const before = await count('/api/v0/pixel/scan', 499);
  const bytes = `${head('/api/v0/pixel/scan', 'Content-Length: 100').replace(/Authorization.*\r\n/, '')}{`;
  for (let i = 0; i < 10; i++) {
    await Promise.all(Array.from({ length: 50 }, () => sendAndLeave(bytes)));
  }
  // Some are refused by the limit of the address before their body is read.
  await until('all have ended', async () => (await pending()) === 1);
  expect(await count('/api/v0/pixel/scan', 499)).toBeGreaterThan(before);
  expect(await count('/api/v0/pixel/scan', 500)).toBe(0);
});

test('the request log says 499, and the log has no fault', async () => {
  expect((await lookup(server.url, key)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  const lines = server
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(lines.filter((line) => !line.includes('"msg":"request"'))).toEqual([]);
  const statuses = new Set(lines.map((line) => JSON.parse(line).status));
  expect(statuses.has(499)).toBe(true);
  expect(statuses.has(500)).toBe(false);
  storefront.stop(true);
});
