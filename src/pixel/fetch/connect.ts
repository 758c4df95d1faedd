/**
 * Sends one HTTP request to one checked address. The socket is opened to the address itself, and the name appears only in
 * `Host` and in the TLS server name. So the name cannot be resolved a second time, to another address.
 *
 * This uses node:http because `fetch` has one deadline for everything: it cannot give up on a dead address after 5 s and still
 * give a slow storefront 15 s. It passes an address literal as `host` because with `createConnection`, Bun 1.4.4 still looks
 * up the name in `Host`.
 */
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { ACCEPT_ENCODING } from './body.ts';
import { type Expected, upstreamFailed, upstreamTimeout } from './fetch-errors.ts';
import type { Target } from './target.ts';

/** Storefronts send up to 20 kB of security policy and preload hints; Node's default is 16 kB. */
const HEADER_BYTES_MAX = 65_536;

/** Interim responses (100, 103) before the final one. A server could send them without end, and parsing each costs time. */
const INTERIM_RESPONSES_MAX = 8;

const ACCEPT: Record<Expected | 'webhook', string> = {
  page: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
  script: 'text/javascript,application/javascript;q=0.9,*/*;q=0.1',
  sandbox: 'text/html,*/*;q=0.1',
  sitemap: 'application/xml,text/xml;q=0.9,*/*;q=0.1',
  robots: 'text/plain,*/*;q=0.1',
  webhook: '*/*',
};

export interface Request {
  target: Target;
  /** One of the addresses that `resolveTarget` returned. */
  address: string;
  expected: Expected | 'webhook';
  userAgent: string;
  connectMs: number;
  /** Aborts the request at any time. Its reason becomes the error. */
  signal: AbortSignal;
  /** PEM certificates to trust instead of those of the system. For tests. */
  trusted?: string | undefined;
  /** Sent by POST. Otherwise the request is a GET. */
  post?: { headers: Readonly<Record<string, string>>; body: string };
}

/** The address did not accept a connection. Another address of the same host may. */
export class NoConnection extends Error {}

/**
 * Sends the request and resolves with the head of the response. The caller must read or destroy its body.
 * @throws NoConnection, PortsideError, or the socket's, TLS's or parser's own error.
 */
export function sendRequest(request: Request): Promise<http.IncomingMessage> {
  const { target, address, signal, post } = request;
  const secure = target.parts.protocol === 'https:';
  return new Promise((resolve, reject) => {
    let connected = false;
    const outgoing = (secure ? https : http).request({
      host: address,
      port: target.port,
      path: target.parts.pathname + target.parts.search,
      method: post ? 'POST' : 'GET',
      headers: {
        Host: target.parts.host,
        'User-Agent': request.userAgent,
        Accept: ACCEPT[request.expected],
        'Accept-Language': 'en;q=0.9,*;q=0.5',
        'Accept-Encoding': ACCEPT_ENCODING,
        Connection: 'close',
        ...(post && { ...post.headers, 'Content-Length': String(Buffer.byteLength(post.body)) }),
      },
      agent: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      lookup: refuseLookup,
      // An address literal has no server name. Its certificate is then checked against the address.
      ...(secure && { servername: isIP(target.hostname) ? '' : target.hostname, ca: request.trusted }),
    });

    const stop = () => outgoing.destroy(signal.reason as Error);
    const slowConnect = () =>
      outgoing.destroy(
        connected
          ? upstreamTimeout('The storefront did not complete a TLS handshake in time.')
          : new NoConnection('', { cause: upstreamTimeout('The storefront did not accept a connection in time.') }),
      );
    const timer = setTimeout(slowConnect, request.connectMs);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();

    let interim = 0;
    outgoing.on('socket', (socket) => {
      socket.once('connect', () => {
        connected = true;
        if (!secure) clearTimeout(timer);
      });
      socket.once('secureConnect', () => clearTimeout(timer));
    });
    outgoing.on('information', () => {
      if (++interim > INTERIM_RESPONSES_MAX)
        outgoing.destroy(upstreamFailed('The storefront sent too many interim responses.'));
    });
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(upstreamFailed('The storefront sent an answer that is not valid HTTP.'));
    });
    outgoing.on('response', (answer) => {
      clearTimeout(timer);
      answer.on('error', () => {}); // The reader gets the same error. Without a listener, a late one would end the process.
      answer.once('close', () => signal.removeEventListener('abort', stop));
      resolve(answer);
    });
    outgoing.on('error', (error) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      reject(
        connected || signal.aborted || error instanceof NoConnection ? error : new NoConnection('', { cause: error }),
      );
    });
    outgoing.end(post?.body);
  });
}

/** Never called, because `host` is an address literal. If Bun ever calls it, the request must fail, not resolve a name. */
function refuseLookup(): never {
  throw new Error('a checked address must not be resolved again');
}
