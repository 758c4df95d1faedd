/** Hand-written requests: no Host, request target or framing bypasses the checks. */
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import fc from 'fast-check';
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

const get = (target: string, headers = 'Host: localhost\r\n', method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

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

test.each(['x', 'xy', 'xyz'])('the path behind Host %j is the one that was sent', async (host) => {
  expect(await raw(get('/zzzz/healthz', `Host: ${host}\r\n`))).toMatch(/^HTTP\/1\.1 404 /);
  expect(await raw(get('/healthz', `Host: ${host}\r\n`))).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['two', 'Host: localhost\r\nHost: localhost\r\n'],
  ['two, the second empty', 'Host: localhost\r\nHost:\r\n'],
  ['two, the first empty', 'Host:\r\nHost: localhost\r\n'],
  ['two, in other letters', 'host: a\r\nHOST: b\r\n'],
  ['none', ''],
  ['a number', 'Host: 2130706433\r\n'],
  ['a user', 'Host: u:p@localhost\r\n'],
])('a request with %s as Host is refused without a body, and the connection closed', async (_, headers) => {
  const answer = await raw(get('/healthz', headers).replace('Connection: close\r\n', ''));
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toMatch(/\r\n\r\n$/);
});

test.each([
  '/x/../healthz',
  '/x/%2e%2e/healthz',
  '/x/.%2E/healthz',
  '/./healthz',
  '/%2e/healthz',
  '/x\\..\\healthz',
  '/\\..\\healthz',
  '/verify/../healthz',
  '/operator/../healthz',
  '/operator/../metrics',
  '/operator/keys/../keys',
  '/operator/x/../keys',
  '/verify/.',
  '/verify/x/../y',
  '/verify/x\\..\\y',
  '/verify/x\\y',
  '/verify/%zz',
  '/verify/%ff',
  '/api/v0/tariff/hts/%E0%A4%A',
  'http://localhost/x/../healthz',
])('a target that is resolved to another path is refused: %s', async (target) => {
  expect(await raw(get(target))).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

test.each([
  ['//healthz', 404],
  ['/healthz/', 404],
  ['/healthz/.', 404],
  ['/%68ealthz', 404],
  ['/healthz#x', 404],
  ['/healthz;x', 404],
  ['/healthz%00', 404],
  ['/healthz%3f', 404],
  ['/HEALTHZ', 404],
  ['/x/../nowhere', 404],
  ['/healthz?/../x', 200],
  ['/verify/a%2fb', 404],
  ['/verify/a%5cb', 404],
  ['/verify/%2e%2e%2fhealthz', 404],
])('%s is answered %d, as it was sent', async (target, status) => {
  expect(await raw(get(target))).toStartWith(`HTTP/1.1 ${status} `);
});

test.each(['CONNECT', 'TRACE'])('%s reaches nothing', async (method) => {
  const answer = await raw(get(method === 'CONNECT' ? 'localhost:80' : '/healthz', undefined, method));
  expect(answer).toMatch(/^HTTP\/1\.1 40[045] /);
});

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

test('a path is read alike by the router of the engine and by that of the application', async () => {
  const segment = fc.oneof(
    fc.constantFrom(
      'operator',
      'keys',
      'verify',
      'api',
      'v0',
      'v1',
      'tariff',
      'hts',
      'lists',
      'healthz',
      'metrics',
      '1',
    ),
    fc.constantFrom(
      '.',
      '..',
      '%2e',
      '%2E.',
      '',
      '\\',
      'a\\..\\b',
      '%2f',
      '%5c',
      '%zz',
      ';',
      '#',
      '?',
      '~',
      'page.css',
      '*',
      ':id',
    ),
    fc.stringMatching(/^[!$&'()*+,;=:@%a-z0-9._~-]{1,6}$/),
  );
  const resolved = /^(\.|%2e){1,2}$/i;
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 5 }), async (segments) => {
      const target = `/${segments.join('/')}`;
      // A request has no fragment: `#` is a character of the path.
      const sent = target.split('?')[0]!.split('/');
      const status = Number((await raw(get(target))).split(' ')[1]);
      // What needs no resolving is never refused, and what does is never answered.
      const isPlain = isDecodable(sent.join('/')) && !sent.some((part) => resolved.test(part) || part.includes('\\'));
      if (isPlain) expect([target, status === 400]).toEqual([target, false]);
      else
        expect([target, status === 400 || status === 404 || status === 303 || status === 302]).toEqual([target, true]);
    }),
    { numRuns: 400 },
  );
}, 60_000);

test('a host that the operator did not name is refused, except by health checks', async () => {
  const { app } = await startServer({ base_url: 'https://portside.example', hosts: ['api.example'] });
  const status = async (host: string, path = '/docs') =>
    (await fetch(app.url + path, { headers: { host, connection: 'close' } })).status;
  for (const host of ['portside.example', 'api.example:8443', new URL(app.url).host, 'localhost']) {
    expect([host, await status(host)]).toEqual([host, 200]);
  }
  expect(await status('evil.example')).toBe(421);
  expect(await status('evil.example', '/nowhere')).toBe(421);
  expect(await status('evil.example', LOOKUP)).toBe(421);
  expect([await status('10.0.0.9:8080', '/healthz'), await status('10.0.0.9:8080', '/readyz')]).toEqual([200, 200]);
});

test('the server reported no fault', () => expect(server.faults).toEqual([]));
