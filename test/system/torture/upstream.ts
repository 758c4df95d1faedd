/** Hostile storefronts, all at once, while other clients use the other products. */
import zlib from 'node:zlib';
import { issueKey, serve } from '../../support/program.ts';
import { answer, redirect, type Script, type Storefront, storefront } from '../../support/scripted-storefront.ts';
import { RIGHT_EXAMPLE } from '../../support/tls-identity.ts';
import { certificate, isEnvelope, lookup, residentMb, scan } from './callers.ts';
import type { Fault } from './trial.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
/** Sixteen scans at once read a few megabytes each. Most of this is memory that the allocator keeps. */
const RESIDENT_GROWTH_MB_MAX = 400;

const forever =
  (first: string, part: string | Uint8Array): Script =>
  (socket) => {
    socket.write(first);
    const more = () => {
      while (!socket.destroyed && socket.write(part));
    };
    socket.on('drain', more);
    more();
  };

const drip =
  (head: string): Script =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write('<'), 1000);
    socket.on('close', () => clearInterval(timer));
  };

const encoded = (encoding: string, body: Uint8Array) => answer(body, { headers: { 'Content-Encoding': encoding } });

/**
 * The behaviour of each storefront and the allowed statuses. 504 is allowed where a busy machine may reach the deadline first,
 * and 503 where all large bodies at once, bombs among them, are more than one caller may hold or the readers get no core.
 */
function scripts(): [name: string, script: Script, statuses: number[], tls?: true][] {
  const page = Buffer.alloc(256_000_000, '<p>');
  const fast = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };
  return [
    ['sends a page', answer('<p>page</p>'), [200]],
    ['resets', (socket) => socket.resetAndDestroy(), [502]],
    [
      'resets in mid-body',
      (socket) => socket.write(`${OK}Content-Length: 99\r\n\r\n<p>`, () => socket.resetAndDestroy()),
      [502],
    ],
    ['hangs', () => {}, [504]],
    ['hangs in mid-body', (socket) => socket.write(`${OK}\r\n<p>`), [504]],
    ['drips a body', drip(`${OK}\r\n`), [504]],
    ['drips headers', drip('HTTP/1.1 200 OK\r\nX: '), [504]],
    ['promises more than it sends', answer('<p>', { headers: { 'Content-Length': '99999' } }), [502]],
    ['sends more than it promised', answer('<p>page</p>', { headers: { 'Content-Length': '3' } }), [200, 502]],
    [
      'lies about its charset',
      answer(Buffer.from('<p>\xff\xfe', 'latin1'), { headers: { 'Content-Type': 'text/html; charset=utf-16le' } }),
      [502],
    ],
    [
      'names no charset there is',
      answer('<p>page</p>', { headers: { 'Content-Type': 'text/html; charset="x\\"' } }),
      [200],
    ],
    ['sends a gzip bomb', encoded('gzip', zlib.gzipSync(page, { level: 9 })), [200, 503, 504]],
    ['sends a brotli bomb', encoded('br', zlib.brotliCompressSync(page, fast)), [200, 503, 504]],
    ['sends a zstd bomb', encoded('zstd', zlib.zstdCompressSync(page)), [200, 503, 504]],
    ['sends a gzip bomb in a gzip', encoded('gzip, gzip', zlib.gzipSync(zlib.gzipSync(page))), [200, 503, 504]],
    ['sends a body without end', forever(`${OK}\r\n`, 'x'.repeat(65_536)), [502, 503, 504]],
    ['sends elements without end', forever(`${OK}\r\n`, '<div a=b>'.repeat(8000)), [200, 502, 503, 504]],
    ['sends a script without end', forever(`${OK}\r\n<script>`, 'fbq("init",x);'.repeat(5000)), [200, 502, 503, 504]],
    [
      'sends chunks without end',
      forever(`${OK}Transfer-Encoding: chunked\r\n\r\n`, `10000\r\n${'x'.repeat(65_536)}\r\n`),
      [200, 502, 503, 504],
    ],
    ['sends headers without end', forever('HTTP/1.1 200 OK\r\n', `X-A: ${'a'.repeat(1000)}\r\n`), [502]],
    [
      'redirects 10,000 times',
      (socket, head) => redirect(`/${Number(/^GET \/(\d*)/.exec(head)![1]) + 1}`)(socket, head),
      [502],
    ],
    ['redirects to a private address', redirect('http://10.0.0.1/'), [502]],
    ['redirects to metadata', redirect('http://[::ffff:a9fe:a9fe]/latest/meta-data'), [502]],
    ['redirects to a file', redirect('file:///etc/passwd'), [502]],
    ['has a certificate of another name', answer('<p>page</p>'), [502], true],
    ['speaks something else', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), [502]],
  ];
}

export const hostileStorefronts: Fault = {
  name: 'hostile-storefronts',
  rounds: { quick: 1, full: 10 },
  async run(trial) {
    const { key } = await issueKey(trial.dir, '--per-minute', '1000000', '--per-day', '1000000');
    const cases = await Promise.all(
      scripts().map(async ([name, script, statuses, tls], i) => {
        // Each has its own address, because a host has at most two scans at once and here all run together.
        const host = `127.0.0.${i + 2}`;
        const front: Storefront = await storefront(script, { host, ...(tls && { identity: RIGHT_EXAMPLE }) });
        return { name, front, statuses, place: `${host}:${front.port}`, scheme: tls ? 'https' : 'http' };
      }),
    );
    const allow = cases.map(({ place }) => place).join(',');
    const server = await serve(trial.dir, [], { PORTSIDE_SCAN_ALLOW: allow });
    const { url } = server;
    await scan(url, key, `http://${cases[0]!.place}/`);
    const before = await residentMb(server.child.pid);
    for (let round = 0; round < trial.roundsMax; round++) {
      let scanning = true;
      const others = (async () => {
        let served = 0;
        for (; scanning; served++) {
          const look = await lookup(url, key);
          trial.holds(look.status === 200, `a lookup meanwhile: ${look.status}`);
          if (served % 50 !== 0) continue;
          const made = await certificate(url, key, `M-${served}`);
          trial.holds(made.status === 200, `a certificate meanwhile: ${made.status}`);
        }
        return served;
      })();
      await Promise.all(cases.map(visit));
      scanning = false;
      const served = await others;
      const grown = (await residentMb(server.child.pid)) - before;
      trial.holds(grown < RESIDENT_GROWTH_MB_MAX, `${grown.toFixed(0)} MB more resident`);
      trial.note(`${served} lookups meanwhile, ${grown.toFixed(0)} MB more resident`);
      trial.round();

      async function visit({ name, scheme, place, statuses }: (typeof cases)[number]) {
        const scanned = await scan(url, key, `${scheme}://${place}/${round}`);
        const right = statuses.includes(scanned.status);
        trial.holds(
          right,
          `a storefront that ${name}: ${scanned.status} ${JSON.stringify(scanned.body).slice(0, 200)}`,
        );
        const code = { 502: 'upstream_failed', 503: 'unavailable', 504: 'upstream_timeout' }[scanned.status];
        if (code) trial.holds(isEnvelope(scanned, code), `a storefront that ${name}: ${JSON.stringify(scanned.body)}`);
      }
    }
    trial.holds((await server.stop()) === 0, 'the stop was not clean');
    await Promise.all(cases.map(({ front }) => front[Symbol.asyncDispose]()));
  },
};
