import { describe, expect, test } from 'bun:test';
import zlib from 'node:zlib';
import {
  answer,
  redirect,
  type Script,
  type Storefront,
  storefront,
} from '../../../test/support/scripted-storefront.ts';
import { RIGHT_EXAMPLE } from '../../../test/support/tls-identity.ts';
import type { PortsideError } from '../../domain/errors.ts';
import { type FetchedPage, type FetchLimits, StorefrontFetch, userAgent } from './page-fetch.ts';

const LIMITS: Partial<FetchLimits> = { connectMs: 300, totalMs: 400, bodyBytesMax: 1_000_000 };
const PAGE = '<p>page</p>';

interface Seen {
  page?: FetchedPage;
  error?: PortsideError;
  text: string;
}

function fetchOf(front: Storefront, limits = LIMITS, more: { ca?: string; addresses?: string[]; host?: string } = {}) {
  return new StorefrontFetch({
    resolve: async () => more.addresses ?? ['127.0.0.1'],
    userAgent: userAgent('1.2.3', 'mailto:ops@example.com'),
    allow: new Set([`${more.host ?? 'shop.example'}:${front.port}`]),
    limits,
    ...(more.ca && { trustedCertificates: more.ca }),
  });
}

async function visit(fetch: StorefrontFetch, url: string): Promise<Seen> {
  const seen: Seen = { text: '' };
  try {
    seen.page = await fetch.fetch(fetch.target(url), (text) => {
      seen.text += text;
    });
  } catch (error) {
    seen.error = error as PortsideError;
  }
  return seen;
}

async function play(script: Script, path = '/', limits = LIMITS): Promise<Seen & { front: Storefront }> {
  await using front = await storefront(script);
  const seen = await visit(fetchOf(front, limits), `http://shop.example:${front.port}${path}`);
  await front.idle(); // whatever happened, the connection is let go
  return { ...seen, front };
}

const raw =
  (...parts: (string | Uint8Array)[]): Script =>
  (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
/** Writes again and again for as long as somebody reads; the bound is on our side of the socket. */
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

describe('a storefront that answers as it should', () => {
  const encodings: [string, Uint8Array][] = [
    ['', Buffer.from(PAGE)],
    ['identity', Buffer.from(PAGE)],
    ['gzip', zlib.gzipSync(PAGE)],
    ['GZIP', zlib.gzipSync(PAGE)],
    ['x-gzip', zlib.gzipSync(PAGE)],
    ['br', zlib.brotliCompressSync(PAGE)],
    ['zstd', zlib.zstdCompressSync(PAGE)],
    ['deflate', zlib.deflateSync(PAGE)],
    ['deflate', zlib.deflateRawSync(PAGE)],
    ['deflate, gzip', zlib.gzipSync(zlib.deflateSync(PAGE))],
    ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(PAGE))],
  ];
  test.each(encodings)('in %p is read', async (encoding, body) => {
    const { page, text } = await play(answer(body, { headers: encoding ? { 'Content-Encoding': encoding } : {} }));
    expect(page).toMatchObject({ status: 200, truncated: false });
    expect(text).toBe(PAGE);
  });

  test('gets an honest request: name, contact, no cookies, no proxy headers', async () => {
    const { front } = await play(answer(PAGE, { headers: { 'Set-Cookie': 'a=b' } }), '/a?b=c');
    const head = front.heads[0]!;
    expect(head).toStartWith('GET /a?b=c HTTP/1.1\r\n');
    expect(head).toContain('User-Agent: PortsideScan/1.2.3 (+mailto:ops@example.com)\r\n');
    expect(head).toContain(`Host: shop.example:${front.port}\r\n`);
    expect(head).not.toMatch(/cookie|referer|authorization|x-forwarded/i);
  });

  test('is followed through 5 redirects, each kind, and its last address is told', async () => {
    const hops = ['301', '302', '303', '307', '308'];
    const { page, front } = await play((socket, head) => {
      const hop = Number(/^GET \/(\d*)/.exec(head)![1]);
      const script =
        hop < 5 ? answer('', { status: `${hops[hop]} R`, headers: { Location: `/${hop + 1}?x` } }) : answer(PAGE);
      script(socket, head);
    }, '/0');
    expect(page?.url).toBe(`http://shop.example:${front.port}/5?x`);
    expect(front.hits).toBe(6);
  });

  test.each([
    ['a head after interim answers', raw('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', OK, '\r\n', PAGE)],
    ['HTTP/1.0 without a length', raw('HTTP/1.0 200 OK\r\n\r\n', PAGE)],
    ['chunks', raw(OK, 'Transfer-Encoding: chunked\r\n\r\n', '6\r\n<p>pag\r\n5\r\ne</p>\r\n0\r\n\r\n')],
    ['a length shorter than its body', raw(OK, `Content-Length: ${PAGE.length}\r\nConnection: close\r\n\r\n`, PAGE)],
    ['60 kB of headers', raw(OK, `X-A: ${'a'.repeat(60_000)}\r\n\r\n`, PAGE)],
  ])('with %s is read', async (_, script) => expect((await play(script)).text).toBe(PAGE));

  test('a host whose first address is dead is reached by the next', async () => {
    await using front = await storefront(answer(PAGE));
    const fetch = fetchOf(front, LIMITS, { addresses: ['127.0.0.3', '127.0.0.1'] });
    expect((await visit(fetch, `http://shop.example:${front.port}/`)).text).toBe(PAGE);
  });
});

describe('a page cut at the limit', () => {
  const cases: [string, Script][] = [
    ['a body without end', forever(`${OK}\r\n`, 'x'.repeat(65_536))],
    ['chunks without end', forever(`${OK}Transfer-Encoding: chunked\r\n\r\n`, `10000\r\n${'x'.repeat(65_536)}\r\n`)],
    ...bombs().map(([encoding, body]): [string, Script] => [
      `a ${encoding} bomb of 64 MB in ${body.length} bytes`,
      answer(body, { headers: { 'Content-Encoding': encoding } }),
    ]),
  ];
  test.each(cases)('%s costs the limit and says so', async (_, script) => {
    const limits = { ...LIMITS, totalMs: 10_000 };
    const { page, text } = await play(script, '/', limits);
    expect(page?.truncated).toBe(true);
    expect(text.length).toBe(LIMITS.bodyBytesMax!);
  });

  test('a body of exactly the limit is whole', async () => {
    const { page } = await play(answer('x'.repeat(LIMITS.bodyBytesMax!)));
    expect(page?.truncated).toBe(false);
  });

  test('compressed input that decodes to nothing is cut on the wire', async () => {
    // An empty stored block of deflate: five bytes in, none out, for as long as one likes.
    const blocks = Buffer.alloc(65_535, Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]));
    const { error, text } = await play(forever(`${OK}Content-Encoding: deflate\r\n\r\n`, blocks), '/', {
      ...LIMITS,
      totalMs: 10_000,
    });
    expect(text).toBe('');
    expect(error?.message).toBe('The storefront sent an empty page.');
  });

  function bombs(): [string, Uint8Array][] {
    const page = Buffer.alloc(64_000_000, '<div>');
    const twice = zlib.gzipSync(zlib.gzipSync(page, { level: 1 }));
    const fast = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };
    return [
      ['gzip', zlib.gzipSync(page, { level: 1 })],
      ['gzip, gzip', twice],
      ['deflate', zlib.deflateSync(page, { level: 1 })],
      ['br', zlib.brotliCompressSync(page, fast)],
      ['zstd', zlib.zstdCompressSync(page)],
    ];
  }
});

describe('a storefront that fails', () => {
  const gz = zlib.gzipSync('x'.repeat(10_000));
  const failed: [string, Script, RegExp, string?][] = [
    ['closes at once', (socket) => socket.end(), /closed the connection early/],
    ['resets', (socket) => socket.resetAndDestroy(), /closed the connection early/],
    [
      'resets in mid-body',
      (socket) => socket.write(`${OK}Content-Length: 99\r\n\r\nabc`, () => socket.resetAndDestroy()),
      /closed the connection early/,
    ],
    ['promises more than it sends', raw(OK, 'Content-Length: 99\r\n\r\nabc'), /closed the connection early/],
    ['ends in mid-chunk', raw(OK, 'Transfer-Encoding: chunked\r\n\r\nff\r\nabc'), /closed the connection early/],
    [
      'sends chunks that are none',
      raw(OK, 'Transfer-Encoding: chunked\r\n\r\nzz\r\nabc'),
      /closed the connection early/,
    ],
    [
      'sends a length and chunks',
      raw(OK, 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'),
      /not valid HTTP/,
    ],
    ['speaks SSH', raw('SSH-2.0-OpenSSH_9.9\r\n'), /not valid HTTP/],
    [
      'switches protocols',
      raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      /not valid HTTP/,
    ],
    ['sends headers without end', forever('HTTP/1.1 200 OK\r\n', `X-A: ${'a'.repeat(1000)}\r\n`), /not valid HTTP/],
    ['sends one header without end', forever('HTTP/1.1 200 OK\r\nX-A: ', 'a'.repeat(1000)), /not valid HTTP/],
    [
      'sends interim answers without end',
      forever('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20)),
      /did not come to an answer/,
    ],
    ['lies: plain as gzip', answer(PAGE, { headers: { 'Content-Encoding': 'gzip' } }), /compression is broken/],
    ['lies: plain as br', answer(PAGE, { headers: { 'Content-Encoding': 'br' } }), /compression is broken/],
    ['lies: plain as zstd', answer(PAGE, { headers: { 'Content-Encoding': 'zstd' } }), /compression is broken/],
    ['lies: plain as deflate', answer(PAGE, { headers: { 'Content-Encoding': 'deflate' } }), /compression is broken/],
    [
      'sends half a gzip',
      answer(gz.subarray(0, 20), { headers: { 'Content-Encoding': 'gzip' } }),
      /compression is broken/,
    ],
    [
      'asks for a 128 MB zstd window',
      answer(wideZstd(), { headers: { 'Content-Encoding': 'zstd' } }),
      /compression is broken/,
    ],
    ['compresses in its own way', answer(PAGE, { headers: { 'Content-Encoding': 'sdch' } }), /unknown way/],
    ['compresses as __proto__', answer(PAGE, { headers: { 'Content-Encoding': 'constructor' } }), /unknown way/],
    ['compresses thrice', answer(PAGE, { headers: { 'Content-Encoding': 'gzip,gzip,gzip' } }), /too many times/],
    ['is empty', answer(''), /empty page/],
    ['is blank', answer(' \r\n\t'.repeat(1000)), /empty page/],
    ['sends 204', raw('HTTP/1.1 204 No Content\r\n\r\n'), /empty page/],
    ['is an image', answer('x', { headers: { 'Content-Type': 'image/png' } }), /not an HTML page/],
    ['is JSON', answer('{}', { headers: { 'Content-Type': 'application/json; charset=utf-8' } }), /not an HTML page/],
    ['401', answer('x', { status: '401 U' }), /user name and password/],
    ['402', answer('x', { status: '402 P' }), /frozen/],
    ['403', answer('x', { status: '403 F' }), /HTTP 403.*wall against bots/],
    ['404', answer('x', { status: '404 N' }), /no page at this address/],
    ['418', answer('x', { status: '418 T' }), /HTTP 418/],
    ['429', answer('x', { status: '429 T' }), /limits requests/],
    ['430', answer('x', { status: '430 S' }), /wall against bots/],
    ['500', answer('x', { status: '500 I' }), /failed to answer \(HTTP 500\)/],
    ['503', answer('x', { status: '503 U' }), /unavailable/],
    ['522', answer('x', { status: '522 C' }), /HTTP 522/],
    ['301 without a location', answer('x', { status: '301 M' }), /HTTP 301/],
    ['is closed by a password', answer(PAGE), /password page/, '/password'],
    ['is closed by a password, in French', answer(PAGE), /password page/, '/fr-ca/password'],
    [
      'redirects 10,000 times',
      (socket, head) => redirect(`/${Number(/^GET \/(\d*)/.exec(head)![1]) + 1}`)(socket, head),
      /more than 5 times/,
    ],
    ['redirects to itself', redirect('/'), /more than 5 times/],
    ['redirects to nonsense', redirect('http://['), /not an address/],
    ['redirects to a private address', redirect('http://169.254.169.254/latest/meta-data'), /may not reach/],
    ['redirects to a file', redirect('file:///etc/passwd'), /may not reach/],
    ['redirects to an odd port', redirect('http://shop.example:22/'), /may not reach/],
  ];
  test.each(failed)('%s: 502 with a sentence', async (...[, script, sentence, path]) => {
    // Bun passes its `done` where a row is short.
    const { error, front } = await play(script, typeof path === 'string' ? path : '/');
    expect(error).toMatchObject({ code: 'upstream_failed', message: expect.stringMatching(sentence) });
    expect(front.hits).toBeLessThanOrEqual(6);
  });

  const late: [string, Script][] = [
    ['never answers', () => {}],
    ['stops in its head', (socket) => socket.write('HTTP/1.1 200 OK\r\nX: ')],
    ['stops in its body', (socket) => socket.write(`${OK}\r\n<p>`)],
    [
      'stops in its compressed body',
      (socket) => socket.write(`${OK}Content-Encoding: gzip\r\n\r\n`, () => socket.write(gz.subarray(0, 20))),
    ],
    ['drips a byte at a time', (socket) => drip(socket, `${OK}\r\n${'<p>'.repeat(10_000)}`)],
  ];
  test.each(late)('%s: 504 at the deadline', async (_, script) => {
    const { error } = await play(script);
    expect(error).toMatchObject({ code: 'upstream_timeout' });
    expect(error?.message).toContain('within 1 seconds');
  });

  test('a redirect does not buy more time', async () => {
    const { error, front } = await play((socket, head) => {
      const timer = setTimeout(() => redirect('/again')(socket, head), 150);
      socket.on('close', () => clearTimeout(timer));
    });
    expect(error?.code).toBe('upstream_timeout');
    expect(front.hits).toBeLessThan(5);
  });

  const codes: [string, RegExp][] = [
    ['ENOTFOUND', /does not resolve/],
    ['EAI_AGAIN', /could not be looked up/],
    ['ESERVFAIL', /could not be looked up/],
  ];
  test.each(codes)('a name that ends in %s: 502', async (code, sentence) => {
    const resolve = () => Promise.reject(Object.assign(new Error('10.0.0.53 said no'), { code }));
    const fetch = new StorefrontFetch({ resolve, userAgent: 'test', limits: LIMITS });
    const { error } = await visit(fetch, 'https://shop.example.com/');
    expect(error).toMatchObject({ code: 'upstream_failed', message: expect.stringMatching(sentence) });
  });

  test('a name with no addresses: 502', async () => {
    const fetch = new StorefrontFetch({ resolve: async () => [], userAgent: 'test', limits: LIMITS });
    expect((await visit(fetch, 'https://shop.example.com/')).error?.message).toMatch(/does not resolve/);
  });

  test('a resolver that never answers: 504', async () => {
    const fetch = new StorefrontFetch({ resolve: () => new Promise(() => {}), userAgent: 'test', limits: LIMITS });
    expect((await visit(fetch, 'https://shop.example.com/')).error?.code).toBe('upstream_timeout');
  });

  test('a closed port: 502', async () => {
    const front = await storefront(answer(PAGE));
    const fetch = fetchOf(front);
    await front[Symbol.asyncDispose]();
    const { error } = await visit(fetch, `http://shop.example:${front.port}/`);
    expect(error).toMatchObject({ code: 'upstream_failed', message: 'The storefront refused the connection.' });
  });

  test('nothing an upstream sent, and no address, is in what the caller sees', async () => {
    const secret = 'SECRET-BODY';
    const { error } = await play(answer(secret, { status: `500 ${secret}`, headers: { 'X-Secret': secret } }));
    expect(JSON.stringify([error?.message, error?.details, error?.retryAfterS])).not.toMatch(
      /SECRET|127\.0|shop\.example/,
    );
  });

  test('a fault of the reader is not blamed on the storefront', async () => {
    await using front = await storefront(answer(PAGE));
    const fetch = fetchOf(front);
    const reading = fetch.fetch(fetch.target(`http://shop.example:${front.port}/`), () => {
      throw new RangeError('ours');
    });
    await expect(reading).rejects.toThrow(RangeError);
  });

  function drip(socket: Parameters<Script>[0], text: string): void {
    let at = 0;
    const timer = setInterval(() => (at < text.length ? socket.write(text[at++]!) : undefined), 5);
    socket.on('close', () => clearInterval(timer));
  }

  function wideZstd(): Uint8Array {
    const params = { [zlib.constants.ZSTD_c_windowLog]: 27, [zlib.constants.ZSTD_c_contentSizeFlag]: 0 };
    return zlib.zstdCompressSync(Buffer.alloc(20_000_000, '<p>'), { params });
  }
});

describe('TLS', () => {
  const secure = (host: string, ca?: string) => async () => {
    await using front = await storefront(answer(PAGE), { identity: RIGHT_EXAMPLE });
    const fetch = fetchOf(front, LIMITS, { host, ...(ca && { ca }) });
    return { ...(await visit(fetch, `https://${host}:${front.port}/`)), heads: front.heads.length };
  };

  test('the certificate is checked against the name, not the address', async () => {
    const { text } = await secure('right.example', RIGHT_EXAMPLE.cert)();
    expect(text).toBe(PAGE);
  });

  const refused: [string, string, string | undefined, RegExp][] = [
    ['a certificate of another name', 'wrong.example', RIGHT_EXAMPLE.cert, /for another host name/],
    ['a certificate of a name, asked for by address', '127.0.0.1', RIGHT_EXAMPLE.cert, /for another host name/],
    ['a certificate nobody vouches for', 'right.example', undefined, /not trusted/],
  ];
  test.each(refused)('%s: 502, and nothing is asked of that server', async (_, host, ca, sentence) => {
    const { error, heads } = await secure(host, ca)();
    expect(error).toMatchObject({ code: 'upstream_failed', message: expect.stringMatching(sentence) });
    expect(heads).toBe(0);
  });

  test('a server that does not speak TLS: 502', async () => {
    await using front = await storefront(() => {}, {
      onConnect: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    });
    const { error } = await visit(fetchOf(front), `https://shop.example:${front.port}/`);
    expect(error).toMatchObject({ code: 'upstream_failed', message: expect.stringContaining('TLS handshake') });
  });

  test('a server that never answers the handshake: 504', async () => {
    await using front = await storefront(() => {});
    const fetch = fetchOf(front, { ...LIMITS, connectMs: 100 });
    const { error } = await visit(fetch, `https://shop.example:${front.port}/`);
    expect(error).toMatchObject({ code: 'upstream_timeout', message: expect.stringContaining('TLS handshake') });
  });
});
