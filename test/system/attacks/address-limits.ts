/** One address tries to get more than the limit that its answers state, from a server of four processes. */
import { afterAll, beforeAll } from 'bun:test';
import { childrenOf, type RunningServer, serve } from '../../support/program.ts';
import { attack } from '../../support/tally.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';
import { connect } from '../torture/raw.ts';

const WORKERS = 4;
const READS_PER_MINUTE = 120;
const SCANS_PER_MINUTE = 6;
const CONNECTIONS = 32;

let server: RunningServer;

const dir = tempDir();

beforeAll(async () => {
  server = await serve(dir, ['--workers', String(WORKERS)], { PORTSIDE_TRUST_PROXY: '127.0.0.1' });
  await until('four processes serve', () => childrenOf(server.child.pid).length >= WORKERS);
});
afterAll(() => server.stop());

interface Sent {
  method?: string;
  path?: string;
  from: string;
  body?: string;
}

/** Each request on a connection of its own, so that the kernel spreads them over the processes. */
async function statusOf({ method = 'GET', path = '/api/v0/tariff/lists', from, body = '' }: Sent): Promise<number> {
  const socket = await connect(server.url);
  const { promise, resolve } = Promise.withResolvers<number>();
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)));
  const fields = `Host: h.example\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n`;
  socket.write(`${method} ${path} HTTP/1.1\r\n${fields}\r\n${body}`);
  return promise;
}

/** The statuses of `count` requests, `CONNECTIONS` at a time. */
async function statusesOf(count: number, sent: (n: number) => Sent): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += CONNECTIONS) {
    const group = Array.from({ length: Math.min(CONNECTIONS, count - at) }, (_, i) => statusOf(sent(at + i)));
    statuses.push(...(await Promise.all(group)));
  }
  return statuses;
}

const scanOf = (from: string): Sent => ({
  method: 'POST',
  path: '/api/v0/pixel/scan',
  from,
  body: '{"url":"http://127.0.0.1/"}',
});

attack('one address gets no more from four processes than from one', async (tally) => {
  const cases: [string, number, (n: number) => Sent][] = [
    ['reads', READS_PER_MINUTE, () => ({ from: '203.0.113.1' })],
    ['reads from another port each time', READS_PER_MINUTE, (n) => ({ from: `203.0.113.2:${1024 + n}` })],
    ['reads by HEAD and GET', READS_PER_MINUTE, (n) => ({ from: '203.0.113.3', method: n % 2 ? 'HEAD' : 'GET' })],
    [
      'reads of every kind',
      READS_PER_MINUTE,
      (n) => ({
        from: '203.0.113.4',
        path: ['/api/v0/tariff/lists', '/api/v0/tariff/changes', '/api/v0/pixel/rules', '/api/v0/entry/citations'][
          n % 4
        ]!,
      }),
    ],
    [
      'reads from addresses of one IPv6 network',
      READS_PER_MINUTE,
      (n) => ({ from: `2001:db8:1:1::${(n + 1).toString(16)}` }),
    ],
    [
      'reads from an address written as IPv4 and IPv6',
      READS_PER_MINUTE,
      (n) => ({ from: n % 2 ? '203.0.113.6' : '::ffff:203.0.113.6' }),
    ],
    ['reads behind made-up hops', READS_PER_MINUTE, (n) => ({ from: `198.51.100.${n % 250}, 203.0.113.7` })],
    ['scans', SCANS_PER_MINUTE, () => scanOf('203.0.113.8')],
    [
      'scans from addresses of one IPv6 network',
      SCANS_PER_MINUTE,
      (n) => scanOf(`2001:db8:2:2::${(n + 1).toString(16)}`),
    ],
  ];
  for (const [name, limit, sent] of cases) {
    const statuses = await statusesOf(2 * limit + CONNECTIONS, sent);
    const admitted = statuses.filter((status) => status !== 429).length;
    tally.holds(
      admitted === limit && !statuses.includes(0),
      name,
      `${admitted} of ${statuses.length} admitted, limit ${limit}`,
    );
  }
  // A process that is killed takes no counts with it.
  const from = '203.0.113.10';
  const before = await statusesOf(READS_PER_MINUTE / 2, () => ({ from }));
  const killed = childrenOf(server.child.pid)[0]!;
  process.kill(killed, 'SIGKILL');
  await until('another process serves', () => {
    const workers = childrenOf(server.child.pid);
    return workers.length >= WORKERS && !workers.includes(killed);
  });
  const statuses = [...before, ...(await statusesOf(2 * READS_PER_MINUTE, () => ({ from })))];
  const admitted = statuses.filter((status) => status === 200).length;
  tally.holds(
    admitted <= READS_PER_MINUTE,
    'reads around the end of a process',
    `${admitted} of ${statuses.length} admitted`,
  );
});
