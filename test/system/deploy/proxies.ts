/**
 * Proxies in front, with a rule that denies `/metrics` and `/operator`, and ambiguous requests sent to them: nothing denied is ever
 * routed by the server, and it never sees two requests where the proxy sent one.
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/deploy/proxies.ts
 */
import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { issueKey, type RunningServer, serve } from '../../support/program.ts';
import { between } from '../../support/random.ts';
import { seededRandom } from '../../support/seed.ts';
import { METRICS_TOKEN } from '../../support/server.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';
import { speak } from '../torture/raw.ts';
import { ambiguousRequests } from './ambiguous-requests.ts';

const CASES_MIN = 500;
const COMBINATIONS = 120;
/** A request is over after this silence. */
const QUIET_MS = 300;
const AT_ONCE = 25;

/** The header with which a proxy marks every request it passes on. A client cannot guess its value. */
const HOP = /\r\nx-hop: [0-9a-f-]{36}\r\n/gi;

/** Passes bytes on to the server, and counts the requests that the proxy sent. */
function openTap(port: number) {
  const sent: Buffer[][] = [];
  const tap = net.createServer((from) => {
    const chunks: Buffer[] = [];
    sent.push(chunks);
    const to = net.connect(port, '127.0.0.1');
    from.on('data', (chunk: Buffer) => chunks.push(chunk)).pipe(to);
    to.pipe(from);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  const forwarded = () =>
    sent.reduce((sum, chunks) => sum + (Buffer.concat(chunks).toString('latin1').match(HOP)?.length ?? 0), 0);
  return { tap, forwarded };
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => probe.once('listening', listening));
  const { port } = probe.address() as net.AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}

const haproxy = (more: string) => (port: number, upstream: number) =>
  `
defaults
  mode http
  retries 0
  timeout connect 5s
  timeout client 5s
  timeout server 5s
frontend in
  bind 127.0.0.1:${port}
${more}
  http-request deny deny_status 403 if { path_beg /metrics } || { path_beg /operator }
  http-request set-header X-Hop %[uuid()]
  default_backend portside
backend portside
  server portside 127.0.0.1:${upstream}
`;
const caddy = (port: number, upstream: number) => `
{
	admin off
	auto_https off
}
http://:${port} {
	bind 127.0.0.1
	@denied path /metrics /metrics/* /operator /operator/*
	respond @denied 403
	reverse_proxy 127.0.0.1:${upstream} {
		header_up X-Hop {http.request.uuid}
	}
}
`;

const PROXIES: [
  name: string,
  command: (file: string) => string[],
  config: (port: number, upstream: number) => string,
][] = [
  ['HAProxy', (file) => ['haproxy', '-db', '-f', file], haproxy('')],
  ['a lenient HAProxy', (file) => ['haproxy', '-db', '-f', file], haproxy('  option accept-invalid-http-request')],
  ['Caddy', (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file], caddy],
];

const dir = tempDir();
const { key } = await issueKey(dir, '--per-minute', '1000000', '--per-day', '1000000');
const server: RunningServer = await serve(dir, [], {
  PORTSIDE_METRICS_TOKEN: METRICS_TOKEN,
  PORTSIDE_LOG: 'requests',
});
const upstream = Number(new URL(server.url).port);
const credentials = `Authorization: Bearer ${METRICS_TOKEN}\r\nX-Key: ${key}\r\n`;
let scrapes = 0;
async function scrape(): Promise<string> {
  scrapes++;
  return (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
}

/** Requests that the server has seen, also those it refused, without the scrapes. */
async function seen(): Promise<number> {
  let sum = 0;
  for (const [, route, count] of (await scrape()).matchAll(/^portside_requests_total\{route="([^"]*)".*\} (\d+)$/gm)) {
    if (route !== '/metrics') sum += Number(count);
  }
  return sum;
}

/** The requests that the server routed to a denied path. */
const routed = () =>
  server
    .stderr()
    .split('\n')
    .filter((line) => /"route":"\/(operator[^"]*|metrics)"/.test(line));
const random = seededRandom('ambiguous requests');

describe.each(PROXIES)('behind %s', (name, command, config) => {
  test('nothing that it denies is routed, and no request is seen as two', async () => {
    const { tap, forwarded } = openTap(upstream);
    const tapPort = await freePort();
    tap.listen(tapPort, '127.0.0.1');
    const port = await freePort();
    const file = join(dir, name.replaceAll(' ', '-'));
    writeFileSync(file, config(port, tapPort));
    const proxy = Bun.spawn(command(file), {
      cwd: dir,
      env: { PATH: process.env.PATH, HOME: dir },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    afterAll(() => proxy.kill());
    const url = `http://127.0.0.1:${port}`;
    await until(`${name} answers`, () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    for (const denied of ['/metrics', '/operator/sign-in']) expect((await fetch(url + denied)).status).toBe(403);

    const below = (max: number) => between(random, 0, max);
    const cases = ['/metrics', '/operator/sign-in'].flatMap((denied) =>
      ambiguousRequests({ denied, credentials, below, combinations: COMBINATIONS }),
    );
    expect(cases.length).toBeGreaterThan(CASES_MIN);
    const before = forwarded();
    const wrong: string[] = [];
    for (let at = 0; at < cases.length; at += AT_ONCE) {
      const batch = cases.slice(at, at + AT_ONCE);
      const [sentBefore, seenBefore] = [forwarded(), await seen()];
      await Promise.all(
        batch.map(async ({ name, bytes }) => {
          const { text } = await speak(url, bytes, QUIET_MS);
          if (/portside_build_info|Operator password/.test(text)) wrong.push(`${name} was answered`);
        }),
      );
      const [sent, got] = [forwarded() - sentBefore, (await seen()) - seenBefore];
      if (got > sent) wrong.push(`${sent} sent and ${got} seen: ${batch.map(({ name }) => name).join('\n')}`);
    }
    expect(wrong).toEqual([]);
    // Only the scrapes of this test, which do not come through the proxy.
    await until('the log is written', () => routed().length >= scrapes);
    expect(routed().length).toBe(scrapes);
    expect(routed().filter((line) => !line.includes('"route":"/metrics"'))).toEqual([]);
    // The requests did reach the server, and it refused some of them.
    process.stdout.write(`${name}: ${cases.length} requests, ${forwarded() - before} passed on\n`);
    expect(forwarded() - before).toBeGreaterThan(100);
    proxy.kill();
    await proxy.exited;
    tap.close();
  }, 240_000);
});

test('the server reported no fault and stops', async () => {
  expect(server.stderr()).not.toContain('"level":"error"');
  expect(await server.stop()).toBe(0);
});
