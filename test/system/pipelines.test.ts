/**
 * No work is done for an answer that cannot be sent. The engine closes a connection on which something arrives while a request is
 * being answered, and its client cannot know what was done.
 */
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { issueKey, lookup, serve, showKey } from '../support/program.ts';
import { fetchMetrics, METRICS_TOKEN } from '../support/server.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';

const dir = tempDir();
const { key, id } = await issueKey(dir, '--per-minute', '100000');
const server = await serve(dir, [], { PORTSIDE_METRICS_TOKEN: METRICS_TOKEN });
const { hostname, port } = new URL(server.url);

const LOOKUP = '/api/v1/tariff/hts/lookup';
const GENERATE = '/api/v1/entry/gcc/generate';
const SCAN = '/api/v0/pixel/scan';
const certificate = JSON.stringify({
  product_info: { name: 'Lamp', model: 'L', date_of_manufacture: '2026-08-14', place_of_manufacture: 'Taichung' },
  manufacturer: { name: 'Maker', address: 'Taichung', contact_email: 'q@h.example' },
  testing_lab: { name: 'Laboratory', test_date: '2026-09-02' },
  cpsc_rules_cited: ['16 CFR part 1203'],
});

const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${body.length}\r\n\r\n${body}`;
const one = post(LOOKUP, '{"codes":["7326.90.8688"]}');
const get = 'GET /api/v0/pixel/rules HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Sends the bytes in one write and reads until the server closes the connection. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const answered = (text: string, status: number) => text.split(`HTTP/1.1 ${status} `).length - 1;
const counted = async () => (await showKey(dir, id)).usage.total;

async function metric(pattern: RegExp): Promise<number> {
  const text = await (await fetchMetrics(server.url)).text();
  return text.split('\n').reduce((sum, line) => sum + (pattern.test(line) ? Number(line.split(' ').at(-1)) : 0), 0);
}

test.each([2, 3, 5, 10])(
  'of %d requests with a key in one write, as many are counted as are answered',
  async (times) => {
    const before = await counted();
    const text = await send(one.repeat(times));
    expect((await counted()) - before).toBe(answered(text, 200));
  },
);

test.each([
  ['a line break', '\r\n'],
  ['another request', get],
  ['no request', 'nonsense without an end \r\n\r\n'],
])('a request with a key that is followed by %s is not counted, unless it is answered', async (_, rest) => {
  const before = await counted();
  const text = await send(one + rest);
  expect((await counted()) - before).toBe(answered(text, 200));
});

test('a line break before a request line is refused, and nothing is done', async () => {
  const before = await counted();
  expect(await send(`\r\n${one}`)).toStartWith('HTTP/1.1 400 ');
  expect(await counted()).toBe(before);
});

test('a certificate in a pipeline is made only if it is answered', async () => {
  const made = async () => metric(/^portside_requests_total\{route="\/api\/v1\/entry\/gcc\/generate",status="200"/);
  const before = await counted();
  const text = await send(post(GENERATE, certificate).repeat(3));
  expect([answered(text, 200), await made(), (await counted()) - before]).toEqual([0, 0, 0]);
});

test('a second request in a later packet closes the connection, and the certificate of the first is not stored', async () => {
  const gone = () => metric(/^portside_requests_total\{route="\/api\/v1\/entry\/gcc\/generate",status="499"/);
  const before = await gone();
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const request = post(GENERATE, certificate);
  // The head is counted as soon as it is there. The rest of the body brings the second request with it.
  const countedBefore = await counted();
  socket.write(request.slice(0, -10));
  await until('the head is counted', async () => (await counted()) > countedBefore);
  socket.write(request.slice(-10) + request);
  await until('the request ended', async () => (await gone()) > before);
  const { stdout } = Bun.spawnSync(
    [...(await import('../support/program.ts')).program, 'entry', 'export', '--since', '2020-01-01', '--json'],
    {
      cwd: dir,
    },
  );
  expect(stdout.toString().trim()).toBe('');
  socket.destroy();
});

test('scans without a key in a pipeline are not counted against the address', async () => {
  const scan = (body: string) =>
    `POST ${SCAN} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  expect(answered(await send(scan('{"url":"http://127.0.0.1/"}').repeat(4)), 422)).toBe(0);
  const next = await fetch(server.url + SCAN, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(next.headers.get('ratelimit')).toStartWith('"address";r=5;');
});

test('requests one after the other on one connection are all answered', async () => {
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  for (let i = 1; i <= 20; i++) {
    socket.write(i % 2 ? one : get);
    await until('it is answered', () => answered(text, 200) >= i);
  }
  socket.destroy();
  expect(answered(text, 200)).toBe(20);
});

test('none of this was a fault', async () => {
  expect((await lookup(server.url, key)).status).toBe(200);
  expect(server.stderr()).not.toContain('"level":"error"');
  expect(await server.stop()).toBe(0);
});
