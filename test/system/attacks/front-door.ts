/** Requests that are shaped so that two readers disagree about them, sent as bytes. */
import { afterAll, beforeAll } from 'bun:test';
import { issueKey, type RunningServer, serve, showKey } from '../../support/program.ts';
import { attack } from '../../support/tally.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';
import { connect, speak } from '../torture/raw.ts';

/** An answer is over after this silence. */
const QUIET_MS = 300;
const AT_ONCE = 16;
const TOKEN = 'a-token-of-the-scraper-9f2c';
const LOOKUP = '/api/v1/tariff/hts/lookup';
const bearer = `Authorization: Bearer ${TOKEN}\r\n`;

const dir = tempDir();
let server: RunningServer;
let id: number;
let key: string;

beforeAll(async () => {
  ({ id, key } = await issueKey(dir, '--per-minute', '1000000', '--per-day', '1000000'));
  server = await serve(dir, [], { PORTSIDE_METRICS_TOKEN: TOKEN });
});
afterAll(() => server.stop());

/** Runs `check` for every input, a few at once. */
async function eachOf<T>(inputs: readonly T[], check: (input: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < inputs.length; at += AT_ONCE) await Promise.all(inputs.slice(at, at + AT_ONCE).map(check));
}

const isMetrics = (text: string) => text.includes('portside_requests_total');
/** What `/healthz` answers, and `/metrics`. No other path may. */
const isOther = (text: string) => isMetrics(text) || /"status":\s*"ok"/.test(text);

attack('no Host moves a request to another path', async (tally) => {
  const hosts = [
    'x',
    'xy',
    'xyz',
    'x:1',
    '[',
    ']',
    ':',
    '::',
    '.',
    '..',
    '@',
    '?',
    '#',
    '/',
    '//',
    '\\',
    '%',
    '%2f',
    '*',
  ];
  hosts.push(
    '',
    ' ',
    '\t',
    'a b',
    'a/b',
    'a?b',
    'a#b',
    'a@b',
    '\xff',
    'é',
    '0',
    '::1',
    '[::1]',
    '1.2.3.4:x',
    'x'.repeat(300),
  );
  hosts.push('x/metrics', 'x?', 'x/healthz?', '/metrics', '/healthz#');
  const prefixes = Array.from({ length: 9 }, (_, n) => `/${'z'.repeat(n)}`);
  const cases = hosts.flatMap((host) =>
    prefixes.flatMap((prefix) => ['/metrics', '/healthz'].map((path) => ({ host, target: prefix + path }))),
  );
  await eachOf(cases, async ({ host, target }) => {
    const { text } = await speak(
      server.url,
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${bearer}Connection: close\r\n\r\n`,
      QUIET_MS,
    );
    tally.holds(!isOther(text), `Host: ${host}, GET ${target}`, text.split('\r\n')[0]);
  });
});

attack('no spelling of a path reaches the page of another', async (tally) => {
  const spellings = [
    '/%6detrics',
    '/metrics%00',
    '/metrics%20',
    '/metrics;a=b',
    '/metrics/',
    '//metrics',
    '/./metrics',
    '/a/../metrics',
    '/%2e/metrics',
    '/a/%2e%2e/metrics',
    '/%2fmetrics',
    '/\\metrics',
    '\\metrics',
    '/metrics\\',
    '/METRICS',
    '/metrics%2f',
    '/metrics#',
    '/metrics%3f',
    '/%252e%252e/metrics',
    '/metrics.',
    '/metrics..',
    '/metric%73',
    'metrics',
    '*',
    '/a//../metrics',
    'http:/metrics',
    'http:metrics',
    '//h/metrics',
    '///metrics',
    '/;/metrics',
    '/%c0%afmetrics',
    '/%ef%bc%8fmetrics',
    '/healthz/.',
    '/healthz%2f..',
    '/x/..%2fmetrics',
    '/.%2e/metrics',
    'http://h//metrics',
    'http://h\\metrics',
    'http://metrics',
    'ftp://h/x/../metrics',
    '?/metrics',
    '#/metrics',
    '/?/../metrics',
    '/x?/../metrics',
  ];
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'get', 'GET\t'];
  await eachOf(
    spellings.flatMap((target) => methods.map((method) => ({ method, target }))),
    async ({ method, target }) => {
      const { text } = await speak(
        server.url,
        `${method} ${target} HTTP/1.1\r\nHost: h.example\r\n${bearer}Connection: close\r\n\r\n`,
        QUIET_MS,
      );
      tally.holds(!isOther(text), `${method} ${target}`, text.split('\r\n')[0]);
    },
  );
});

attack('a request with two Hosts, or a malformed one, is refused', async (tally) => {
  const fields = [
    'Host: a.example\r\nHost: b.example',
    'Host: a.example\r\nHost: a.example',
    'Host: a.example\r\nhost: b.example',
    'Host: a.example\r\nX: y\r\nHOST: a.example',
    'Host: a.example, b.example',
    'Host: a.example b.example',
    'Host: a.example/b',
    'Host: a.example?b',
    'Host: a.example#b',
    'Host: u@a.example',
    'Host: a.example:port',
    'Host: a.example:99999',
    'Host: [::1',
    'Host: a..example',
    'Host: a_\x01b',
    'Host: a.example:80:80',
    'Host: http://a.example',
    'Host: a%41',
    'Host: a\\b',
    'Host: <script>',
    'Host:',
    'Host: \t',
    'Host : a.example',
    'Host: a.example\r\n b.example',
    '',
  ];
  await eachOf(
    fields.flatMap((field) => ['/', '/healthz', '/docs', '/api/v0/tariff/lists'].map((path) => ({ field, path }))),
    async ({ field, path }) => {
      const bytes = `GET ${path} HTTP/1.1\r\n${field && `${field}\r\n`}Connection: close\r\n\r\n`;
      const { statuses } = await speak(server.url, Buffer.from(bytes, 'latin1'), QUIET_MS);
      tally.holds(
        statuses.every((status) => status >= 400 && status !== 500) && statuses.length <= 1,
        `${field}, ${path}`,
        `${statuses}`,
      );
    },
  );
});

attack('a server that knows its names refuses every other', async (tally) => {
  const named = await serve(dir, [], {
    PORTSIDE_BASE_URL: 'https://portside.example',
    PORTSIDE_HOSTS: 'alias.example',
  });
  // The first page is made when it is asked for. On a busy machine that takes longer than a connection is listened to.
  await (await fetch(named.url)).arrayBuffer();
  const statusOf = async (host: string, path: string) =>
    (await speak(named.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, QUIET_MS))
      .statuses[0];
  for (const host of [
    'portside.example',
    'PORTSIDE.example',
    'portside.example:443',
    'alias.example',
    'localhost',
    '127.0.0.1',
    '[::1]',
  ]) {
    const status = await statusOf(host, '/');
    tally.holds(status === 200, `known: ${host}`, `${status}`);
  }
  const strangers = [
    'evil.example',
    'portside.example.evil.example',
    'evil-portside.example',
    'portside.exampl',
    'portside.example@evil.example',
    'evil.example:443',
    'portside.example,evil.example',
    'portside_example',
    'xportside.example',
    'portside.example%2eevil.example',
    'portsidе.example',
    'evil.example#portside.example',
    'evil.example?portside.example',
  ];
  for (const host of strangers)
    for (const path of ['/', '/docs', '/operator/sign-in', '/api/v0/tariff/lists']) {
      const status = await statusOf(host, path);
      tally.holds(status === undefined || (status >= 400 && status !== 500), `${host}, ${path}`, `${status}`);
    }
  await named.stop();
});

attack('metrics are shown to nobody without the token', async (tally) => {
  const auth = (value: string) => ({ authorization: value });
  const requests: [name: string, headers: Record<string, string>, query?: string][] = [
    ['no header at all', {}],
    ['a proxy that says so by Via', { via: '1.1 proxy' }],
    ['X-Real-IP', { 'x-real-ip': '203.0.113.9' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'portside.example' }],
    ['X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
    ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.9' }],
    ['X-Forwarded-For of loopback', { 'x-forwarded-for': '127.0.0.1' }],
    ['Forwarded', { forwarded: 'for=127.0.0.1' }],
    ['CF-Connecting-IP', { 'cf-connecting-ip': '203.0.113.9' }],
    ['True-Client-IP', { 'true-client-ip': '127.0.0.1' }],
    ['an empty Authorization', auth('')],
    ['no token', auth('Bearer ')],
    ['another token', auth('Bearer other')],
    ['the beginning of the token', auth(`Bearer ${TOKEN.slice(0, -1)}`)],
    ['the token and more', auth(`Bearer ${TOKEN}x`)],
    ['the token in capitals', auth(`Bearer ${TOKEN.toUpperCase()}`)],
    ['the token twice', auth(`Bearer ${TOKEN}, Bearer ${TOKEN}`)],
    ['Basic', auth(`Basic ${btoa(`:${TOKEN}`)}`)],
    ['the token alone', auth(TOKEN)],
    ['an API key', auth(`Bearer ${key}`)],
    ['the token in a cookie', { cookie: `token=${TOKEN}` }],
    ['the token in another header', { 'x-authorization': `Bearer ${TOKEN}` }],
    ['the token in the query', {}, `?token=${TOKEN}`],
  ];
  for (const [name, headers, query = ''] of requests) {
    const response = await fetch(`${server.url}/metrics${query}`, { headers });
    tally.holds(response.status === 404 && !isMetrics(await response.text()), name, `${response.status}`);
  }
  const scrape = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  tally.holds(scrape.status === 200 && isMetrics(await scrape.text()), 'the token', `${scrape.status}`);
});

/** Requests answered with this status, over all routes. */
async function answeredWith(status: number): Promise<number> {
  const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const lines = (await response.text()).matchAll(/^portside_requests_total\{[^}]*status="(\d+)"[^}]*\} (\d+)$/gm);
  return [...lines].filter(([, of]) => Number(of) === status).reduce((sum, [, , count]) => sum + Number(count), 0);
}

attack('a client that goes away in the middle is counted as gone, and fills no log', async (tally) => {
  const json = 'Content-Type: application/json\r\n';
  const post = (path: string, headers: string, part: string) =>
    `POST ${path} HTTP/1.1\r\nHost: h.example\r\n${headers}\r\n${part}`;
  const auth = `Authorization: Bearer ${key}\r\n`;
  const requests: [name: string, bytes: string, clients: number][] = [
    ['500 anonymous scans', post('/api/v0/pixel/scan', `${json}Content-Length: 100\r\n`, '{"url":'), 500],
    [
      'anonymous scans in chunks',
      post('/api/v0/pixel/scan', `${json}Transfer-Encoding: chunked\r\n`, '20\r\n{"url":'),
      50,
    ],
    [
      'sign-ins',
      post(
        '/operator/sign-in',
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 90\r\n',
        'password=',
      ),
      500,
    ],
    ['files to verify', post('/verify', 'Content-Type: application/pdf\r\nContent-Length: 100000\r\n', '%PDF-1.7'), 50],
    ['lookups of a key', post(LOOKUP, `${auth}${json}Content-Length: 100\r\n`, '{"codes":'), 50],
    ['scans of a key', post('/api/v1/pixel/scan', `${auth}${json}Content-Length: 100\r\n`, '{"url":'), 50],
    [
      'certificates of a key',
      post('/api/v1/entry/gcc/generate', `${auth}${json}Content-Length: 9000\r\n`, '{"product_info":{'),
      50,
    ],
    ['lookups without a key', post(LOOKUP, `${json}Content-Length: 100\r\n`, '{"codes":'), 50],
    ['an unknown path', post('/nothing', `${json}Content-Length: 100\r\n`, '{'), 50],
    ['a head that never ends', `GET / HTTP/1.1\r\nHost: h.example\r\nX: ${'a'.repeat(2000)}`, 50],
    ['a page that nobody reads', 'GET /docs HTTP/1.1\r\nHost: h.example\r\n\r\n', 50],
  ];
  for (const [name, bytes, clients] of requests) {
    const [logBefore, faultsBefore] = [server.stderr().length, await answeredWith(500)];
    for (let at = 0; at < clients; at += AT_ONCE) {
      const sockets = await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, clients - at) }, () => connect(server.url)),
      );
      await Promise.all(sockets.map((socket) => new Promise((sent) => socket.write(bytes, sent))));
      for (const [i, socket] of sockets.entries()) i % 2 === 0 ? socket.destroy() : socket.resetAndDestroy();
    }
    // The request after them is served after their ends were seen.
    await until('the connections are gone', async () => (await pendingRequests()) <= 1);
    const [logged, faults] = [server.stderr().length - logBefore, (await answeredWith(500)) - faultsBefore];
    tally.holds(
      logged < 2000 && faults === 0,
      name,
      `${logged} bytes of log and ${faults} answers 500 for ${clients} clients`,
    );
  }
  const gone = await answeredWith(499);
  tally.holds(gone > 0, 'they are counted as 499', `${gone}`);
});

async function pendingRequests(): Promise<number> {
  const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(/^portside_pending_requests(?:\{[^}]*\})? (\d+)$/m.exec(await response.text())?.[1] ?? 0);
}

attack('what a key pays for is answered, however requests follow each other on a connection', async (tally) => {
  const post = (codes: string[], before = '') => {
    const body = JSON.stringify({ codes });
    const head = `POST ${LOOKUP} HTTP/1.1\r\nHost: h.example\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
    return `${before}${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  };
  const get = 'GET /healthz HTTP/1.1\r\nHost: h.example\r\n\r\n';
  const code = (n: number) => [`${7300 + n}.00.0000`];
  const sequence = (n: number, between = '') =>
    Array.from({ length: n }, (_, i) => post(code(i), i > 0 ? between : '')).join('');
  const cases: [string, string][] = [
    ...[1, 2, 3, 5, 10, 50, 200].map((n): [string, string] => [`${n} in one write`, sequence(n)]),
    ...['\r\n', '\n', '\r\n\r\n', '\r\n'.repeat(10), '\r', ' ', '\0'].map((before): [string, string] => [
      `${JSON.stringify(before)} before the first`,
      post(code(1), before),
    ]),
    ...['\r\n', '\n', '\r\n\r\n', ' '].map((between): [string, string] => [
      `${JSON.stringify(between)} between two`,
      sequence(2, between),
    ]),
    ['a health check after one', post(code(1)) + get],
    ['a health check before one', get + post(code(1))],
    ['one between two health checks', get + post(code(1)) + get],
    ['one, and half of the next', post(code(1)) + post(code(2)).slice(0, 40)],
    ['one, and rubbish', `${post(code(1))}rubbish\r\n\r\n`],
    ['one, and TLS', `${post(code(1))}\x16\x03\x01\x02\x00\x01`],
    ['one, and the preface of HTTP/2', `${post(code(1))}PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
    [
      'one with Connection: close, and another',
      post(code(1)).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n') + post(code(2)),
    ],
    [
      'one that expects to continue, and another',
      post(code(1)).replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n') + post(code(2)),
    ],
  ];
  for (const [input, bytes] of cases) {
    const before = (await showKey(dir, id)).usage.total;
    const { statuses, text } = await speak(server.url, Buffer.from(bytes, 'latin1'), 2 * QUIET_MS);
    const lookups = [...text.matchAll(/"results":\[\{"code":"(\d{4})/g)].map(([, heading]) => Number(heading));
    const counted = (await showKey(dir, id)).usage.total - before;
    const isInOrder = lookups.every((heading, i) => i === 0 || heading > lookups[i - 1]!);
    const finals = statuses.filter((status) => status !== 100);
    tally.holds(
      counted === lookups.length && isInOrder,
      input,
      `${counted} counted, ${lookups.length} answered, statuses ${finals.slice(0, 9)}`,
    );
  }
});
