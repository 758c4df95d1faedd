/** Hand-written requests: no Host, request target or framing bypasses the checks. */
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { startServer } from '../support/server.ts';

const LOOKUP = '/api/v1/tariff/hts/lookup';
const SCAN = '/api/v1/pixel/scan';
const GENERATE = '/api/v1/entry/gcc/generate';
const server = await startServer();
const { hostname, port } = new URL(server.app.url);

/** Sends the bytes unchanged and returns everything until the server closes the connection. */
function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const body = (path: string) => (path === SCAN ? '{"url":"https://shop.example/"}' : '{"codes":["7326.90.8688"]}');
const post = (target: string, host: string | undefined, version = '1.1', path = target) =>
  `POST ${target} HTTP/${version}\r\n${host === undefined ? '' : `Host: ${host}\r\n`}Connection: close\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${body(path).length}\r\n\r\n${body(path)}`;

const hosts = ['x@y', 'a/bc', 'a?', 'a#', 'a\\b', '', 'a', 'localhost:1/x', '[::1', `a/${LOOKUP}?`];
test.each([LOOKUP, SCAN, GENERATE].flatMap((path) => hosts.map((host) => [path, host] as const)))(
  '%s with Host %j and no key is refused',
  async (path, host) => {
    const answer = await raw(post(path, host));
    expect(answer).toMatch(/^HTTP\/1\.1 (400|401|404|405) /);
    expect(answer).not.toContain('"results"');
  },
);

test.each([
  ['HTTP/1.0 without Host', post(LOOKUP, undefined, '1.0')],
  ['HTTP/1.0 without Host, a scan', post(SCAN, undefined, '1.0')],
  ['another path with a short Host', post('/xx', 'a', '1.1', LOOKUP)],
  ['an absolute target', post(`http://a${LOOKUP}`, 'a', '1.1', LOOKUP)],
  ['an absolute target of another path', post('http://a/xx', 'a', '1.1', LOOKUP)],
  ['doubled slashes', post(`/${LOOKUP}`, 'localhost', '1.1', LOOKUP)],
  ['a dot segment', post(`/x/..${LOOKUP}`, 'localhost', '1.1', LOOKUP)],
])('%s and no key is refused', async (_, request) => {
  const answer = await raw(request);
  expect(answer).toMatch(/^HTTP\/1\.[01] (400|401|404|405) /);
  expect(answer).not.toContain('"results"');
  expect(answer).not.toContain('upstream_failed');
});

test('a chunked body has the same limit and the same error envelope', async () => {
  const key = await server.key('tariff');
  const chunked = (text: string) =>
    `POST ${LOOKUP} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  expect(await raw(chunked('{"codes":["7326.90.8688"]}'))).toContain('"status":"hit"');
  const refused = await raw(chunked(`{"codes":[${'1,'.repeat(400_000)}1]}`));
  expect(refused).toMatch(/^HTTP\/1\.1 413 /);
  expect(refused).toContain('"error":"payload_too_large"');
});

test('the server reported no fault', () => expect(server.faults).toEqual([]));
