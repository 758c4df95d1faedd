/** One scripted storefront for every way in which a fetch can end; over 400 lines because they share it. */
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
import { readText } from '../worker-tasks.ts';
import { EMPTY_PAGE, upstreamFailed } from './fetch-errors.ts';
import { type FetchedPage, type FetchLimits, StorefrontFetch, userAgent } from './page-fetch.ts';

/** Times that a busy machine does not use up. */
const LIMITS: Partial<FetchLimits> = { connectMs: 10_000, totalMs: 30_000, bodyBytesMax: 1_000_000 };
/** For a storefront that never answers in time. */
const SHORT: Partial<FetchLimits> = { ...LIMITS, connectMs: 300, totalMs: 400 };
const PAGE = '<p>page</p>';

interface Result {
  page?: FetchedPage;
  error?: PortsideError;
  truncated?: boolean;
  /** As a worker reads it. */
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

async function fetchText(fetch: StorefrontFetch, url: string): Promise<Result> {
  const result: Result = { text: '' };
  try {
    const page = await fetch.fetch(fetch.target(url));
    result.page = page;
    const read = await readText(page.body, (text) => {
      result.text += text;
    });
    result.truncated = read.truncated;
    if (read.fault !== undefined || read.blank) throw upstreamFailed(read.fault ?? EMPTY_PAGE);
  } catch (error) {
    result.error = error as PortsideError;
  }
  return result;
}

async function play(script: Script, path = '/', limits = LIMITS): Promise<Result & { front: Storefront }> {
  await using front = await storefront(script);
  const result = await fetchText(fetchOf(front, limits), `http://shop.example:${front.port}${path}`);
  await front.idle(); // In every case, the connection must be closed.
  return { ...result, front };
}

const raw =
  (...parts: (string | Uint8Array)[]): Script =>
  (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
/** Writes for as long as the socket is open. The limit must come from our side. */
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

describe('a storefront that works', () => {
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
  test.each(encodings)('and sends %p is read', async (encoding, body) => {
    const headers = encoding ? { 'Content-Encoding': encoding } : undefined;
    const { page, text, truncated } = await play(answer(body, { ...(headers && { headers }) }));
    expect([page?.status, truncated]).toEqual([200, false]);
    expect(text).toBe(PAGE);
  });

  test('gets a request with our name and contact, without cookies and proxy headers', async () => {
    const { front } = await play(answer(PAGE, { headers: { 'Set-Cookie': 'a=b' } }), '/a?b=c');
    const head = front.heads[0]!;
    expect(head).toStartWith('GET /a?b=c HTTP/1.1\r\n');
    expect(head).toContain('User-Agent: PortsideScan/1.2.3 (+mailto:ops@example.com)\r\n');
    expect(head).toContain(`Host: shop.example:${front.port}\r\n`);
    expect(head).not.toMatch(/cookie|referer|authorization|x-forwarded/i);
  });

  test('is followed through 5 redirects of every kind, and its last address is returned', async () => {
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
    ['a head after interim responses', raw('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', OK, '\r\n', PAGE)],
    ['HTTP/1.0 without a length', raw('HTTP/1.0 200 OK\r\n\r\n', PAGE)],
    ['chunks', raw(OK, 'Transfer-Encoding: chunked\r\n\r\n', '6\r\n<p>pag\r\n5\r\ne</p>\r\n0\r\n\r\n')],
    ['a body of the stated length', raw(OK, `Content-Length: ${PAGE.length}\r\nConnection: close\r\n\r\n`, PAGE)],
    ['60 kB of headers', raw(OK, `X-A: ${'a'.repeat(60_000)}\r\n\r\n`, PAGE)],
  ])('and sends %s is read', async (_, script) => expect((await play(script)).text).toBe(PAGE));

  test('is reached by its next address if the first one is dead', async () => {
    await using front = await storefront(answer(PAGE));
    const fetch = fetchOf(front, LIMITS, { addresses: ['127.0.0.3', '127.0.0.1'] });
    expect((await fetchText(fetch, `http://shop.example:${front.port}/`)).text).toBe(PAGE);
  });
});

describe('a page cut at the limit', () => {
  const cases: [string, Script][] = [
    ['an endless body', forever(`${OK}\r\n`, 'x'.repeat(65_536))],
    ['endless chunks', forever(`${OK}Transfer-Encoding: chunked\r\n\r\n`, `10000\r\n${'x'.repeat(65_536)}\r\n`)],
    ...bombs().map(([encoding, body]): [string, Script] => [
      `a ${encoding} bomb of 64 MB in ${body.length} bytes`,
      answer(body, { headers: { 'Content-Encoding': encoding } }),
    ]),
  ];
  test.each(cases)('%s is read up to the limit and marked as truncated', async (_, script) => {
    const limits = { ...LIMITS, totalMs: 10_000 };
    const { text, truncated } = await play(script, '/', limits);
    expect(truncated).toBe(true);
    expect(text.length).toBe(LIMITS.bodyBytesMax!);
  });

  test('a body of exactly the limit is complete', async () => {
    const { truncated } = await play(answer('x'.repeat(LIMITS.bodyBytesMax!)));
    expect(truncated).toBe(false);
  });

  test('compressed input that decodes to nothing is cut at the limit for bytes received', async () => {
    // An empty stored block of deflate has five bytes of input and no output. It can be repeated without end.
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
      'resets in the middle of the body',
      (socket) => socket.write(`${OK}Content-Length: 99\r\n\r\nabc`, () => socket.resetAndDestroy()),
      /closed the connection early/,
    ],
    ['promises more than it sends', raw(OK, 'Content-Length: 99\r\n\r\nabc'), /closed the connection early/],
    [
      'ends in the middle of a chunk',
      raw(OK, 'Transfer-Encoding: chunked\r\n\r\nff\r\nabc'),
      /closed the connection early/,
    ],
    ['sends invalid chunks', raw(OK, 'Transfer-Encoding: chunked\r\n\r\nzz\r\nabc'), /closed the connection early/],
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
    ['sends endless headers', forever('HTTP/1.1 200 OK\r\n', `X-A: ${'a'.repeat(1000)}\r\n`), /not valid HTTP/],
    ['sends one endless header', forever('HTTP/1.1 200 OK\r\nX-A: ', 'a'.repeat(1000)), /not valid HTTP/],
    [
      'sends endless interim responses',
      forever('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20)),
      /too many interim responses/,
    ],
    ['sends plain text as gzip', answer(PAGE, { headers: { 'Content-Encoding': 'gzip' } }), /compression is broken/],
    ['sends plain text as br', answer(PAGE, { headers: { 'Content-Encoding': 'br' } }), /compression is broken/],
    ['sends plain text as zstd', answer(PAGE, { headers: { 'Content-Encoding': 'zstd' } }), /compression is broken/],
    [
      'sends plain text as deflate',
      answer(PAGE, { headers: { 'Content-Encoding': 'deflate' } }),
      /compression is broken/,
    ],
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
    ['uses an unknown compression', answer(PAGE, { headers: { 'Content-Encoding': 'sdch' } }), /unknown way/],
    [
      'names a compression after a property of Object.prototype',
      answer(PAGE, { headers: { 'Content-Encoding': 'constructor' } }),
      /unknown way/,
    ],
    ['compresses three times', answer(PAGE, { headers: { 'Content-Encoding': 'gzip,gzip,gzip' } }), /too many times/],
    ['is empty', answer(''), /empty page/],
    ['is blank', answer(' \r\n\t'.repeat(1000)), /empty page/],
    ['sends 204', raw('HTTP/1.1 204 No Content\r\n\r\n'), /empty page/],
    ['is an image', answer('x', { headers: { 'Content-Type': 'image/png' } }), /not an HTML page/],
    ['is JSON', answer('{}', { headers: { 'Content-Type': 'application/json; charset=utf-8' } }), /not an HTML page/],
    ['401', answer('x', { status: '401 U' }), /user name and password/],
    ['402', answer('x', { status: '402 P' }), /closed.*HTTP 402.*Nothing can be said/],
    ['403', answer('x', { status: '403 F' }), /refused.*HTTP 403.*Nothing can be said/],
    ['404', answer('x', { status: '404 N' }), /no page at this address/],
    ['418', answer('x', { status: '418 T' }), /HTTP 418/],
    ['429', answer('x', { status: '429 T' }), /too many requests/],
    ['430', answer('x', { status: '430 S' }), /refused.*HTTP 430.*Nothing can be said/],
    ['500', answer('x', { status: '500 I' }), /failed to answer \(HTTP 500\)/],
    ['503', answer('x', { status: '503 U' }), /unavailable/],
    ['522', answer('x', { status: '522 C' }), /HTTP 522/],
    ['301 without a location', answer('x', { status: '301 M' }), /HTTP 301/],
    ['has a password page', answer(PAGE), /password page/, '/password'],
    ['has a password page in French', answer(PAGE), /password page/, '/fr-ca/password'],
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
  test.each(failed)('%s: 502 with a message', async (...[, script, message, path]) => {
    // If a row is short, Bun passes its `done` callback instead.
    const { error, front } = await play(script, typeof path === 'string' ? path : '/');
    expect(error).toMatchObject({ code: 'upstream_failed', message: expect.stringMatching(message) });
    expect(front.hits).toBeLessThanOrEqual(6);
  });

  const late: [string, Script][] = [
    ['never answers', () => {}],
    ['stops in the middle of its head', (socket) => socket.write('HTTP/1.1 200 OK\r\nX: ')],
    ['stops in the middle of its body', (socket) => socket.write(`${OK}\r\n<p>`)],
    [
      'stops in the middle of its compressed body',
      (socket) => socket.write(`${OK}Content-Encoding: gzip\r\n\r\n`, () => socket.write(gz.subarray(0, 20))),
    ],
    ['sends one byte at a time', (socket) => drip(socket, `${OK}\r\n${'<p>'.repeat(10_000)}`)],
  ];
  test.each(late)('%s: 504 at the deadline', async (_, script) => {
    const { error } = await play(script, '/', SHORT);
    expect(error).toMatchObject({ code: 'upstream_timeout' });
    expect(error?.message).toContain('within 1 seconds');
  });

  test('a redirect does not extend the deadline', async () => {
    const { error, front } = await play(
      (socket, head) => {
        // The slowness of the server is what is tested, here and below.
        const timer = setTimeout(() => redirect('/again')(socket, head), 150);
        socket.on('close', () => clearTimeout(timer));
      },
      '/',
      SHORT,
    );
    expect(error?.code).toBe('upstream_timeout');
    expect(front.hits).toBeLessThan(5);
  });

  const codes: [string, RegExp][] = [
    ['ENOTFOUND', /does not resolve/],
    ['EAI_AGAIN', /could not be looked up/],
    ['ESERVFAIL', /could not be looked up/],
  ];
  test.each(codes)('a name lookup that fails with %s: 502', async (code, message) => {
    const resolve = () => Promise.reject(Object.assign(new Error('10.0.0.53 said no'), { code }));
    const fetch = new StorefrontFetch({ resolve, userAgent: 'test', limits: LIMITS });
    const { error } = await fetchText(fetch, 'https://shop.example.com/');
    expect(error).toMatchObject({ code: 'upstream_failed', message: expect.stringMatching(message) });
  });

  test('a name without addresses: 502', async () => {
    const fetch = new StorefrontFetch({ resolve: async () => [], userAgent: 'test', limits: LIMITS });
    expect((await fetchText(fetch, 'https://shop.example.com/')).error?.message).toMatch(/does not resolve/);
  });

  test('a resolver that never answers: 504', async () => {
    const fetch = new StorefrontFetch({ resolve: () => new Promise(() => {}), userAgent: 'test', limits: SHORT });
    expect((await fetchText(fetch, 'https://shop.example.com/')).error?.code).toBe('upstream_timeout');
  });

  test('a closed port: 502', async () => {
    const front = await storefront(answer(PAGE));
    const fetch = fetchOf(front);
    await front[Symbol.asyncDispose]();
    const { error } = await fetchText(fetch, `http://shop.example:${front.port}/`);
    expect(error).toMatchObject({ code: 'upstream_failed', message: 'The storefront refused the connection.' });
  });

  test('the error contains no address and nothing that the storefront sent', async () => {
    const secret = 'SECRET-BODY';
    const { error } = await play(answer(secret, { status: `500 ${secret}`, headers: { 'X-Secret': secret } }));
    expect(JSON.stringify([error?.message, error?.details, error?.retryAfterS])).not.toMatch(
      /SECRET|127\.0|shop\.example/,
    );
  });

  test('an error of the function that counts the bytes is not reported as a fault of the storefront', async () => {
    await using front = await storefront(answer(PAGE));
    const fetch = fetchOf(front);
    const fetching = fetch.fetch(fetch.target(`http://shop.example:${front.port}/`), {
      onBytes: () => {
        throw new RangeError('ours');
      },
    });
    await expect(fetching).rejects.toThrow(RangeError);
  });

  test('in a million parts of one byte is read in part, and says so', async () => {
    const parts = Buffer.from('1\r\nx\r\n'.repeat(10_000));
    const { truncated, text } = await play(forever(`${OK}Transfer-Encoding: chunked\r\n\r\n`, parts));
    expect([truncated, text.length < LIMITS.bodyBytesMax!]).toEqual([true, true]);
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
    return { ...(await fetchText(fetch, `https://${host}:${front.port}/`)), heads: front.heads.length };
  };

  test('the certificate is checked against the host name, not the address', async () => {
    const { text } = await secure('right.example', RIGHT_EXAMPLE.cert)();
    expect(text).toBe(PAGE);
  });

  const refused: [string, string, string | undefined, RegExp][] = [
    ['a certificate for another name', 'wrong.example', RIGHT_EXAMPLE.cert, /for another host name/],
    ['a certificate for a name, requested by address', '127.0.0.1', RIGHT_EXAMPLE.cert, /for another host name/],
    ['a certificate that is not trusted', 'right.example', undefined, /not trusted/],
  ];
  test.each(refused)('%s: 502, and no request is sent', async (_, host, ca, message) => {
    const { error, heads } = await secure(host, ca)();
    expect(error).toMatchObject({ code: 'upstream_failed', message: expect.stringMatching(message) });
    expect(heads).toBe(0);
  });

  test('a server that does not speak TLS: 502', async () => {
    await using front = await storefront(() => {}, {
      onConnect: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    });
    const { error } = await fetchText(fetchOf(front), `https://shop.example:${front.port}/`);
    expect(error).toMatchObject({ code: 'upstream_failed', message: expect.stringContaining('TLS handshake') });
  });

  test('a server that never answers the handshake: 504', async () => {
    await using front = await storefront(() => {});
    const fetch = fetchOf(front, { ...LIMITS, connectMs: 100 });
    const { error } = await fetchText(fetch, `https://shop.example:${front.port}/`);
    expect(error).toMatchObject({ code: 'upstream_timeout', message: expect.stringContaining('TLS handshake') });
  });
});
