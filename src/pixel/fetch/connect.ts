/**
 * One HTTP request to one address that was checked. The socket is opened to the address itself, and the name appears only
 * in `Host` and in the TLS server name, so nothing can be resolved a second time.
 *
 * node:http rather than `fetch`: fetch has one deadline for everything, and cannot give up on a dead address after 5 s while
 * leaving a slow storefront its 15. An address literal as `host` rather than `createConnection`: with that, Bun 1.4.4 looks
 * the name in `Host` up all the same.
 */
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { ACCEPT_ENCODING } from './body.ts';
import type { Target } from './target.ts';
import { type Expected, upstreamFailed, upstreamTimeout } from './upstream.ts';

/** Storefronts send up to 20 kB of security policy and preload hints; Node's default is 16 kB. */
const HEADER_BYTES_MAX = 65_536;

/** Interim answers (100, 103) before the real one; an endless row of them costs a parser run each. */
const INTERIM_ANSWERS_MAX = 8;

const ACCEPT: Record<Expected, string> = {
  page: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
  script: 'text/javascript,application/javascript;q=0.9,*/*;q=0.1',
};

export interface Request {
  target: Target;
  /** One of `resolveTarget`'s answers. */
  address: string;
  expected: Expected;
  userAgent: string;
  connectMs: number;
  /** Ends the request at any moment, with its reason as the error. */
  signal: AbortSignal;
  /** PEM certificates to trust in place of the system's; for tests. */
  trusted?: string | undefined;
}

/** The address did not take a connection: another address of the same host may. */
export class NoConnection extends Error {}

/**
 * Sends the request and resolves with the answer's head; its body is read, or destroyed, by the caller.
 * @throws NoConnection, PortsideError, or the socket's, TLS's or parser's own error.
 */
export function openAnswer(request: Request): Promise<http.IncomingMessage> {
  const { target, address, signal } = request;
  const secure = target.parts.protocol === 'https:';
  return new Promise((resolve, reject) => {
    let connected = false;
    const outgoing = (secure ? https : http).request({
      host: address,
      port: target.port,
      path: target.parts.pathname + target.parts.search,
      headers: {
        Host: target.parts.host,
        'User-Agent': request.userAgent,
        Accept: ACCEPT[request.expected],
        'Accept-Language': 'en;q=0.9,*;q=0.5',
        'Accept-Encoding': ACCEPT_ENCODING,
        Connection: 'close',
      },
      agent: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      lookup: refuseLookup,
      // An address literal has no server name: its certificate is then checked against the address.
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
      if (++interim > INTERIM_ANSWERS_MAX)
        outgoing.destroy(upstreamFailed('The storefront did not come to an answer.'));
    });
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(upstreamFailed('The storefront sent an answer that is not valid HTTP.'));
    });
    outgoing.on('response', (answer) => {
      clearTimeout(timer);
      answer.on('error', () => {}); // its reader sees the same error; without a listener a late one would end the process
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
    outgoing.end();
  });
}

/** `host` is an address literal, so this is never called; were it called, it must not resolve. */
function refuseLookup(): never {
  throw new Error('a checked address must not be resolved again');
}
