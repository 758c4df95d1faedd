/** Malformed requests, and requests that two parsers read differently (request smuggling), as bytes on a socket. */
import { issueKey, serve, showKey } from '../../support/program.ts';
import { LOOKUP, lookup, residentMb } from './callers.ts';
import { speak } from './raw.ts';
import type { Fault } from './trial.ts';

/** A case is over after this silence. A busy machine takes a good part of a second to answer sixteen at once. */
const QUIET_MS = 1500;
const AT_ONCE = 16;
const RESIDENT_GROWTH_MB_MAX = 200;

/** The statuses of all answers, and `or` a second outcome that is also right (none: closed without an answer). */
type Case = [name: string, bytes: string, statuses: number[] | 'any refusal', or?: number[]];

/** `smuggled` is a second request inside the first. If it is answered, two parsers could disagree about where it begins. */
function corpus(key: string, noise: Uint8Array): Case[] {
  const auth = `Authorization: Bearer ${key}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  const body = '{"codes":["7326.90.8688"]}';
  const post = (headers: string, rest = '') =>
    `POST ${LOOKUP} HTTP/1.1\r\nHost: h\r\n${auth}${json}${headers}\r\n${rest}`;
  const get = (headers: string, line = 'GET /healthz HTTP/1.1') => `${line}\r\n${headers}\r\n`;
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n';
  const length = (n: number | string) => `Content-Length: ${n}\r\n`;
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const oneChunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const refused = 'any refusal' as const;
  return [
    ['a sound request', post(length(body.length), body), [200]],
    ['a sound request in chunks', post(chunked, oneChunk), [200]],
    // Bun may close a connection that sends a second request before the first is answered.
    ['two sound requests in one write', post(length(body.length), body).repeat(2), [200, 200], []],
    ['length and chunks', post(length(6) + chunked, `0\r\n\r\n${smuggled}`), refused],
    ['chunks and length', post(chunked + length(5), `0\r\n\r\n${smuggled}`), refused],
    ['two lengths that differ', post(length(body.length) + length(0), body + smuggled), refused],
    ['a list of lengths', post('Content-Length: 26, 0\r\n', body + smuggled), refused],
    ['a negative length', post(length(-1), body), refused],
    ['a length with a sign', post(length('+26'), body), refused],
    ['a length in hex', post(length('0x1a'), body), refused],
    ['a length with a space inside', post(length('2 6'), body), refused],
    ['a length beyond 64 bits', post(length('99999999999999999999999'), body), refused],
    ['an empty length', post(length(''), smuggled), refused],
    ['an unknown coding', post('Transfer-Encoding: cow\r\n', body), refused],
    ['chunked, but not last', post('Transfer-Encoding: chunked, cow\r\n', oneChunk + smuggled), refused],
    ['chunked twice', post(chunked + chunked, oneChunk + smuggled), refused],
    ['identity and a length', post(`Transfer-Encoding: identity\r\n${length(6)}`, body + smuggled), refused],
    ['a coding behind a tab', post(`Transfer-Encoding:\tchunked\r\n${length(4)}`, `0\r\n\r\n${smuggled}`), refused],
    ['a coding with a vertical tab', post(`Transfer-Encoding: \x0bchunked\r\n${length(4)}`, smuggled), refused],
    ['space before the colon', post(`Transfer-Encoding : chunked\r\n${length(4)}`, smuggled), refused],
    ['space before the colon of the length', post('Content-Length : 26\r\n', body), refused],
    ['a folded header', get('Host: h\r\nX-A: a\r\n b\r\n'), refused],
    ['a folded coding', post('Transfer-Encoding:\r\n chunked\r\n', oneChunk), refused],
    ['a header that begins with a space', get(' Host: h\r\n'), refused],
    ['a header without a colon', get('Host: h\r\nnonsense\r\n'), refused],
    ['a header without a name', get('Host: h\r\n: x\r\n'), refused],
    ['NUL in a header', get('Host: h\r\nX-A: a\0b\r\n'), refused],
    ['a lone CR in a header', get('Host: h\r\nX-A: a\rX-B: b\r\n'), refused],
    ['a lone LF after a header', 'GET /healthz HTTP/1.1\nHost: h\n\n', refused],
    ['no host', get(''), refused],
    ['two hosts', get('Host: a\r\nHost: b\r\n'), refused],
    ['64 kB of one header', get(`Host: h\r\nX-A: ${'a'.repeat(65_536)}\r\n`), refused],
    ['10,000 headers', get(`Host: h\r\n${'X-A: a\r\n'.repeat(10_000)}`), refused],
    ['a path of 64 kB', get('Host: h\r\n', `GET /${'a'.repeat(65_536)} HTTP/1.1`), refused],
    ['a method of 64 kB', get('Host: h\r\n', `${'G'.repeat(65_536)} / HTTP/1.1`), refused],
    ['an unknown method', get('Host: h\r\n', 'BREW /healthz HTTP/1.1'), refused],
    ['no version', get('Host: h\r\n', 'GET /healthz'), refused],
    ['version 9.9', get('Host: h\r\n', 'GET /healthz HTTP/9.9'), refused],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', refused],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', refused],
    ['SSH', 'SSH-2.0-OpenSSH_9.9\r\n', refused],
    ['nothing but line breaks', '\r\n'.repeat(1000), refused],
    ['random bytes', Buffer.from(noise).toString('latin1'), refused],
    ['a chunk size that is none', post(chunked, 'zz\r\nabc\r\n0\r\n\r\n'), refused],
    ['a chunk size with a sign', post(chunked, `+1a\r\n${body}\r\n0\r\n\r\n`), refused],
    ['a chunk size in 0x', post(chunked, `0x1a\r\n${body}\r\n0\r\n\r\n`), refused],
    ['a chunk size beyond 64 bits', post(chunked, `fffffffffffffffff\r\n${body}\r\n0\r\n\r\n`), refused],
    ['a chunk longer than its size', post(chunked, `1\r\n${body}\r\n0\r\n\r\n`), refused],
    ['a chunk ended by LF alone', post(chunked, `1a\n${body}\n0\n\n`), refused],
    ['a chunk extension of 64 kB', post(chunked, `1a;${'a'.repeat(65_536)}\r\n${body}\r\n0\r\n\r\n`), refused],
    ['a trailer that names a length', post(chunked, `1a\r\n${body}\r\n0\r\nContent-Length: 5\r\n\r\n`), [200], [400]],
    ['16 MB declared', post(length(16_777_217)), refused],
    ['256 kB and more in chunks', post(chunked, `50000\r\n${' '.repeat(0x50000)}\r\n0\r\n\r\n`), [413]],
    ['20,000 brackets', post(length(40_000), '['.repeat(20_000) + ']'.repeat(20_000)), [422]],
    ['UTF-16', post(length(6), '\xff\xfe{\0}\0'), [400]],
    ['JSON that is cut', post(length(5), '{"cod'), [400]],
    ['a prototype', post(length(54), '{"__proto__":{"x":1},"constructor":{},"codes":["7601"]}'.slice(0, 54)), [400]],
    ['an absolute target', get('Host: h\r\n', 'GET http://other/healthz HTTP/1.1'), [200]],
    ['a path out of the root', get('Host: h\r\n', 'GET /../../etc/passwd HTTP/1.1'), refused],
    ['an encoded path out of the root', get('Host: h\r\n', 'GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1'), refused],
    ['a broken percent', get('Host: h\r\n', 'GET /verify/%zz%ff HTTP/1.1'), refused],
  ];
}

export const malformed: Fault = {
  name: 'malformed-http',
  rounds: { quick: 2, full: 50 },
  async run(trial) {
    const { key, id } = await issueKey(trial.dir, '--per-minute', '1000000', '--per-day', '1000000');
    const server = await serve(trial.dir);
    const { url } = server;
    await lookup(url, key);
    const before = await residentMb(server.child.pid);
    let cases = 0;
    const checkCase = async ([name, bytes, expected, or]: Case) => {
      const { statuses, text, closed } = await speak(url, bytes, QUIET_MS);
      const said = `${name}: ${statuses.join(' ') || 'nothing'}${closed ? ', closed' : ''}`;
      cases++;
      if (expected === 'any refusal') {
        trial.holds(statuses.length <= 1 && statuses.every((status) => status >= 400 && status !== 500), said);
        if (statuses.length === 0) trial.holds(closed || bytes.length < 5000, `${said}: held open`);
      } else
        trial.holds(
          [expected, or].some((allowed) => Bun.deepEquals(allowed, statuses)),
          said,
        );
      trial.holds(!/SQLITE|\bat \/|node_modules|Error:/.test(text), `${name}: the answer shows internals`);
    };
    for (let round = 0; round < trial.roundsMax; round++) {
      const all = corpus(
        key,
        Uint8Array.from({ length: 4096 }, () => trial.between(0, 255)),
      );
      for (let at = 0; at < all.length; at += AT_ONCE) {
        const [, healthy] = await Promise.all([
          Promise.all(all.slice(at, at + AT_ONCE).map(checkCase)),
          lookup(url, key).then(({ status }) => status),
        ]);
        trial.holds(healthy === 200, `a well-formed request was answered ${healthy}`);
      }
      trial.round();
    }
    const grown = (await residentMb(server.child.pid)) - before;
    trial.holds(grown < RESIDENT_GROWTH_MB_MAX, `${grown.toFixed(0)} MB more resident`);
    trial.holds((await server.stop()) === 0, 'the stop was not clean');
    trial.holds((await showKey(trial.dir, id)).usage.total > 0, 'nothing was counted');
    trial.note(`${cases} requests, ${grown.toFixed(0)} MB more resident`);
  },
};
