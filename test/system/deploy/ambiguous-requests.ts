/**
 * Requests that two parsers may read differently. Each reaches for `denied`, a path that a proxy denies: by its target, by its host,
 * by a request hidden in a body, by a header. Every one is a single request unless `requests` says otherwise.
 */
export interface Ambiguous {
  name: string;
  bytes: string;
}

const LOOKUP = '/api/v1/tariff/hts/lookup';

export interface CorpusParts {
  denied: string;
  /** Header lines that open the denied path to a request that reaches it. */
  credentials: string;
  /** Seeded: a number from 0 to `max`. */
  below(max: number): number;
  /** Random combinations besides the listed cases. */
  combinations: number;
}

export function ambiguousRequests({ denied, credentials, below, combinations }: CorpusParts): Ambiguous[] {
  const name = denied.slice(1);
  const get = (target: string, host = 'Host: localhost\r\n', more = '', line = `GET ${target} HTTP/1.1`) =>
    `${line}\r\n${host}${credentials}${more}\r\n`;
  const post = (headers: string, body: string) =>
    `POST ${LOOKUP} HTTP/1.1\r\nHost: localhost\r\n${credentials}Content-Type: application/json\r\n${headers}\r\n${body}`;
  const hidden = get(denied);
  const oneChunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;

  const targets = [
    ...[denied, `/${denied}`, `//${denied}`, `/.${denied}`, `/..${denied}`, `/x/..${denied}`, `/x/./..${denied}`],
    ...[`/x/%2e%2e${denied}`, `/x/.%2e${denied}`, `/x/%2E.${denied}`, `/%2e${denied}`, `/x/%252e%252e${denied}`],
    ...[`/healthz/..${denied}`, `/verify/..${denied}`, `/docs/..${denied}`, `/api/v0/tariff/hts/..;${denied}`],
    ...[`/x/..%2f${name}`, `/x%2f..%2f${name}`, `/%2f${name}`, `/x/..%5c${name}`, `/x\\..\\${name}`, `/\\${name}`],
    ...[`/x/..\\${name}`, `/verify/a\\..\\..\\${name}`, `\\${name}`, `/;${denied}`, `/;x=y${denied}`, `/.;${denied}`],
    ...[`${denied}/`, `${denied}/.`, `${denied}/..`, `${denied}/../x`, `${denied};x=1`, `${denied}%00`, `${denied}%0a`],
    ...[`${denied}%20`, `${denied}%09`, `${denied}%23`, `${denied}%3f`, `${denied}?`, `${denied}#`, `${denied}&`],
    ...[`${denied}.`, `${denied}\\`, `${denied}%5c`, `${denied}%2f`, `${denied}\t`, `${denied}\0`, `${denied}\x7f`],
    ...[
      `/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
      denied.toUpperCase(),
      `/${name[0]!.toUpperCase()}${name.slice(1)}`,
    ],
    ...[
      `http://localhost${denied}`,
      `http://other${denied}`,
      `HTTP://localhost${denied}`,
      `https://localhost${denied}`,
    ],
    ...[
      `http://localhost/x/..${denied}`,
      `http://${denied}`,
      `http://localhost?${denied}`,
      `http://localhost#${denied}`,
    ],
    ...[`http://u:p@localhost${denied}`, `http://localhost:1${denied}`, `http://localhost\\${name}`, `http:${denied}`],
    ...[
      `ftp://localhost${denied}`,
      `//localhost${denied}`,
      `//localhost/..${denied}`,
      `/?/..${denied}`,
      `/healthz?/..${denied}`,
    ],
    ...[
      `/healthz#/..${denied}`,
      `/healthz%3f/..${denied}`,
      `/healthz%23/..${denied}`,
      `*${denied}`,
      '*',
      name,
      `./${name}`,
    ],
    ...[
      `/\xe9/..${denied}`,
      `/%c0%af..${denied}`,
      `/%c0%ae%c0%ae${denied}`,
      `/%u002e${denied}`,
      `/%zz/..${denied}`,
      `/\u200b${denied}`,
    ],
    ...[
      `/x/..${denied}?a=b#c`,
      `/zzzz${denied}`,
      `/a/b/c/../../..${denied}`,
      `${denied} x`,
      ` ${denied}`,
      `/x /..${denied}`,
    ],
  ];

  const hosts = [
    ...[
      'x',
      'xy',
      'xyz',
      'LOCALHOST',
      'localhost.',
      'localhost:80',
      'localhost:',
      'localhost:99999',
      'a:b',
      '',
      ' ',
      '\t',
    ],
    ...[
      'a b',
      'a,b',
      'a/b',
      `a${denied}?`,
      `a${denied}#`,
      'a?',
      'a#',
      'a\\b',
      'a@b',
      'u:p@h',
      'http://a',
      '[::1]',
      '[::1',
      '::1',
    ],
    ...[
      '[x]',
      '0x7f.1',
      '2130706433',
      '127.1',
      '1.2.3.4.5',
      '-',
      '.',
      '..',
      'a..b',
      '*',
      'a;b',
      'a%2fb',
      'a_b',
      '\xe9',
      'a'.repeat(300),
    ],
  ].map((host) => `Host: ${host}\r\n`);
  const hostLines = [
    ...hosts,
    ...[
      '',
      'Host: a\r\nHost: b\r\n',
      'Host: localhost\r\nHost: localhost\r\n',
      'Host:\r\nHost: b\r\n',
      'Host : a\r\n',
      ' Host: a\r\n',
    ],
    ...[
      'hOsT: a\r\n',
      'Host:a\r\n',
      'Host: a\r\n b\r\n',
      'Host\r\n',
      'Host: a\r\nX-Forwarded-Host: b\r\n',
      'Host_: a\r\n',
      'Host: a\rX: b\r\n',
    ],
  ];

  const length = (value: string | number) => `Content-Length: ${value}\r\n`;
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const zero = `0\r\n\r\n${hidden}`;
  const framings: [headers: string, body: string][] = [
    ...([
      [length(zero.length) + chunked, zero],
      [chunked + length(zero.length), zero],
      [length(6) + chunked, zero],
      [length(0) + length(hidden.length), hidden],
      [length(hidden.length) + length(0), hidden],
      [length(hidden.length) + length(hidden.length), hidden],
    ] as [string, string][]),
    ...[
      `${hidden.length}, 0`,
      `0, ${hidden.length}`,
      `+${hidden.length}`,
      `-1`,
      `0x${hidden.length.toString(16)}`,
      '',
      ' ',
      '1 0',
    ].map((value): [string, string] => [length(value), hidden]),
    ...[
      `0${hidden.length}`,
      `${hidden.length}.0`,
      `${hidden.length};`,
      '99999999999999999999',
      '1e1',
      '\x0b0',
      `"${hidden.length}"`,
    ].map((value): [string, string] => [length(value), hidden]),
    ...[
      'cow',
      'identity',
      'chunked, identity',
      'identity, chunked',
      'chunked, chunked',
      'xchunked',
      'chunkedx',
      'CHUNKED',
      '"chunked"',
    ].map((value): [string, string] => [`Transfer-Encoding: ${value}\r\n${length(5)}`, zero]),
    ...[
      ' chunked',
      '\tchunked',
      '\x0bchunked',
      'chunked\x0b',
      'chunked;q=1',
      'gzip, chunked',
      ',chunked',
      'chunked,',
      '\0chunked',
    ].map((value): [string, string] => [`Transfer-Encoding:${value}\r\n${length(5)}`, zero]),
    ...[
      'Transfer-Encoding : chunked',
      ' Transfer-Encoding: chunked',
      'Transfer_Encoding: chunked',
      'Transfer-Encoding:\r\n chunked',
    ].map((line): [string, string] => [`${line}\r\n${length(5)}`, zero]),
    ...[
      'X: y\rTransfer-Encoding: chunked',
      'X: y\nTransfer-Encoding: chunked',
      'Content_Length: 0',
      'Content-Length : 0',
      'X:\0\r\nTE: trailers',
    ].map((line): [string, string] => [`${line}\r\n${length(5)}`, zero]),
    ...[';x=y', `;${'x'.repeat(300)}`, ';a="\r\n', ';\n', ' ', '\t', ';x\0', ';x="y;z"'].map(
      (extension): [string, string] => [chunked, `0${extension}\r\n\r\n${hidden}`],
    ),
    ...[
      'Content-Length: 5\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Host: x\r\n',
      `X: y\r\n${hidden}`,
      ' folded\r\n',
      'X\r\n',
      'X: \0\r\n',
    ].map((trailer): [string, string] => [chunked, `0\r\n${trailer}\r\n${hidden}`]),
    ...['+0', '-0', '0x0', '00', '0\n', 'g', '', '0 0', '0;', '100000000', 'ffffffffffffffff', '-1', '0_0'].map(
      (size): [string, string] => [chunked, `${size}\r\n\r\n${hidden}`],
    ),
    [chunked, oneChunk],
    [chunked, oneChunk.replaceAll('\r\n', '\n')],
    [chunked, `${oneChunk}${hidden}`],
    [`${chunked}Connection: Transfer-Encoding\r\n`, zero],
    [`${length(hidden.length)}Connection: Content-Length\r\n`, hidden],
    [`${length(hidden.length)}Expect: 100-continue\r\n`, hidden],
    [`${length(hidden.length)}Expect: 100-continue, x\r\n`, hidden],
    [`${length(0)}Expect: 200-ok\r\n`, hidden],
  ];

  const headers = [
    ...[
      'X-Original-URL',
      'X-Rewrite-URL',
      'X-Forwarded-Uri',
      'X-Forwarded-Path',
      'X-Forwarded-Prefix',
      'X-Original-Host',
    ],
    ...[
      'Forwarded: host=localhost;path',
      'X-HTTP-Method-Override: GET\r\nX-Path',
      'Destination',
      'Referer',
      'Link',
      'X_Original_URL',
    ],
  ].map((header) => `${header}: ${denied}\r\n`);
  const extras = [
    ...headers,
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
    'Connection: Host\r\n',
    'Connection: close, X-Hop\r\n',
    'X-Hop: 00000000-0000-0000-0000-000000000000\r\n',
    'Connection: keep-alive\r\nKeep-Alive: x\r\n',
    'Max-Forwards: 0\r\n',
    'Range: bytes=0-1\r\nIf-Range: x\r\n',
  ];

  const lines = [
    ...['get', 'GET ', 'CONNECT', 'TRACE', 'OPTIONS', 'PRI', 'M-SEARCH', 'G\tET', 'POST', 'HEAD', 'PROPFIND'].map(
      (method) => `${method} ${denied} HTTP/1.1`,
    ),
    ...[
      'HTTP/1.0',
      'HTTP/0.9',
      'HTTP/1.2',
      'HTTP/2.0',
      'HTTP/1.1 ',
      'HTTP/1.1\t',
      'http/1.1',
      'HTTP/01.1',
      'HTTP/1.10',
      'HTTPS/1.1',
      '',
    ].map((version) => `GET /x/..${denied} ${version}`),
    ...[
      `GET\t${denied}\tHTTP/1.1`,
      `GET  ${denied}  HTTP/1.1`,
      `\r\nGET ${denied} HTTP/1.1`,
      ` GET ${denied} HTTP/1.1`,
      `\0GET ${denied} HTTP/1.1`,
    ],
    ...[
      `OPTIONS * HTTP/1.1`,
      `CONNECT localhost:80 HTTP/1.1`,
      `GET ${denied}`,
      `GET /x HTTP/1.1\rGET ${denied} HTTP/1.1`,
    ],
  ];

  const cases: Ambiguous[] = [
    ...targets.map((target) => ({ name: `target ${JSON.stringify(target)}`, bytes: get(target) })),
    ...hostLines.flatMap((host) => [
      { name: `host ${JSON.stringify(host)}`, bytes: get(`/zzzz${denied}`, host) },
      { name: `absolute target and host ${JSON.stringify(host)}`, bytes: get(`http://x/zzzz${denied}`, host) },
    ]),
    ...framings.map(([headers, body]) => ({
      name: `framing ${JSON.stringify(headers)} ${JSON.stringify(body.slice(0, 20))}`,
      bytes: post(headers, body),
    })),
    ...extras.map((more) => ({ name: `header ${JSON.stringify(more)}`, bytes: get('/healthz', undefined, more) })),
    ...lines.map((line) => ({ name: `line ${JSON.stringify(line)}`, bytes: get('', undefined, '', line) })),
    { name: 'a pipeline', bytes: get('/healthz') + hidden },
    { name: 'a pipeline after a body', bytes: post(length(2), '{}') + hidden },
    { name: 'a pipeline before', bytes: hidden + get('/healthz') },
    { name: 'a pipeline of four', bytes: get('/healthz').repeat(3) + hidden },
    { name: 'a pipeline after a line break', bytes: `${get('/healthz')}\r\n${hidden}` },
    { name: 'a body on GET', bytes: `${get('/healthz', undefined, length(hidden.length))}${hidden}` },
    { name: 'a body on GET, in chunks', bytes: `${get('/healthz', undefined, chunked)}${zero}` },
  ];
  const any = <T>(list: readonly T[]): T => list[below(list.length - 1)]!;
  for (let i = 0; i < combinations; i++) {
    const [framing, body] = any(framings);
    const isPost = below(2) === 0;
    const line = `${isPost ? 'POST' : 'GET'} ${any(targets)} HTTP/1.1`;
    const more = `${any(extras)}${isPost ? framing : ''}`;
    const bytes = get('', below(1) === 0 ? any(hostLines) : undefined, more, line) + (isPost ? body : '');
    cases.push({ name: `combination ${i}: ${JSON.stringify(bytes.slice(0, 200))}`, bytes });
  }
  return cases;
}
