/**
 * Fetches a storefront page: checks every address before it connects, follows redirects itself, limits time and bytes, and
 * decodes the text.
 */
import type { IncomingMessage } from 'node:http';
import { PortsideError } from '../../domain/errors.ts';
import { readBody } from './body.ts';
import { PageDecoder } from './charset.ts';
import { NoConnection, sendRequest } from './connect.ts';
import { connectionFault, type Expected, responseFault, upstreamFailed, upstreamTimeout } from './fetch-errors.ts';
import { type AllowList, parseTarget, type Resolve, resolveTarget, type Target } from './target.ts';

export interface FetchLimits {
  /** For the TCP connection and TLS handshake with one address. */
  connectMs: number;
  /** For the whole fetch: name lookups, redirects, and the body up to its last byte. */
  totalMs: number;
  /** Applies both to the body after decompression and to the body as it was sent. */
  bodyBytesMax: number;
  redirectsMax: number;
  /** How many addresses of one host are tried. */
  addressesMax: number;
}

const FETCH_LIMITS: FetchLimits = {
  connectMs: 5_000,
  totalMs: 15_000,
  bodyBytesMax: 8 * 1024 * 1024,
  redirectsMax: 5,
  addressesMax: 4,
};

export interface StorefrontFetchOptions {
  resolve: Resolve;
  /** From `userAgent`. */
  userAgent: string;
  allow?: AllowList;
  /** Ports that a scan may use: 80 and 443 by default. */
  ports?: ReadonlySet<number>;
  /** Addresses of this machine in canonical form. A scan must not reach the service itself. */
  ownAddresses?: ReadonlySet<string>;
  limits?: Partial<FetchLimits>;
  /** Called once for each host, with the metric label of the decision on its addresses. */
  onDecision?: (label: string) => void;
  /** PEM certificates to trust instead of those of the system. For tests. */
  trustedCertificates?: string;
}

export interface FetchedPage {
  /** Address of the page after redirects. */
  url: string;
  status: number;
  /** True if the body was longer than the limit and only its beginning was read. */
  truncated: boolean;
}

/** Our name and contact. Drops everything but printable ASCII, because the contact comes from the configuration. */
export function userAgent(version: string, contact: string): string {
  return `PortsideScan/${version} (+${contact.replace(/[^\x21-\x7e]|[()]/g, '')})`;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export class StorefrontFetch {
  readonly #options: StorefrontFetchOptions;
  readonly #limits: FetchLimits;
  readonly #own: ReadonlySet<string>;

  constructor(options: StorefrontFetchOptions) {
    this.#options = options;
    this.#limits = { ...FETCH_LIMITS, ...options.limits };
    this.#own = options.ownAddresses ?? new Set();
  }

  /** `parseTarget` with the allow list and ports of this object. */
  target(url: string): Target {
    return parseTarget(url, this.#options.allow ?? new Set(), this.#options.ports);
  }

  /**
   * Fetches `target` and passes the decoded text of the final response to `take`, in chunks, as it arrives. If this rejects,
   * discard what `take` received.
   * @throws PortsideError `invalid_request` (denied address), `upstream_failed` or `upstream_timeout`, or what `take` throws.
   */
  async fetch(
    target: Target,
    take: (text: string) => void,
    { expected = 'page', totalMs = this.#limits.totalMs }: { expected?: Expected; totalMs?: number } = {},
  ): Promise<FetchedPage> {
    const deadline = new AbortController();
    const timeout = upstreamTimeout(`The storefront did not answer within ${Math.ceil(totalMs / 1000)} seconds.`);
    const timer = setTimeout(() => deadline.abort(timeout), totalMs);
    try {
      return await this.#follow(target, take, expected, deadline.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async #follow(first: Target, take: (text: string) => void, expected: Expected, signal: AbortSignal) {
    let target = first;
    for (let hop = 0; hop <= this.#limits.redirectsMax; hop++) {
      const answer = await this.#open(target, expected, signal, hop > 0);
      try {
        const location = REDIRECTS.has(answer.statusCode!) ? answer.headers.location : undefined;
        if (location === undefined) return await this.#read(target, answer, take, expected, signal);
        target = this.#redirected(target, location);
      } finally {
        answer.destroy();
      }
    }
    throw upstreamFailed(`The storefront redirected more than ${this.#limits.redirectsMax} times.`);
  }

  #redirected(from: Target, location: string): Target {
    const next = URL.parse(location, from.url);
    if (!next) throw upstreamFailed('The storefront redirected to something that is not an address.');
    return afterRedirect(() => this.target(next.href));
  }

  /** The head of the response from the first address that accepts a connection. */
  async #open(target: Target, expected: Expected, signal: AbortSignal, redirected: boolean): Promise<IncomingMessage> {
    const { resolve, onDecision = () => {}, userAgent, trustedCertificates } = this.#options;
    let addresses: string[];
    try {
      addresses = await beforeDeadline(resolveTarget(target, resolve, this.#own, onDecision), signal);
    } catch (error) {
      if (!(error instanceof PortsideError)) throw connectionFault(error);
      throw redirected ? asRedirect(error) : error;
    }
    let last: unknown = Object.assign(new Error('no addresses'), { code: 'ENOTFOUND' });
    for (const address of addresses.slice(0, this.#limits.addressesMax)) {
      try {
        const { connectMs } = this.#limits;
        return await sendRequest({
          target,
          address,
          expected,
          userAgent,
          connectMs,
          signal,
          trusted: trustedCertificates,
        });
      } catch (error) {
        if (!(error instanceof NoConnection)) throw connectionFault(error);
        last = error.cause;
      }
    }
    throw connectionFault(last);
  }

  async #read(
    target: Target,
    answer: IncomingMessage,
    take: (text: string) => void,
    expected: Expected,
    signal: AbortSignal,
  ): Promise<FetchedPage> {
    const status = answer.statusCode!;
    const contentType = answer.headers['content-type'];
    const fault = responseFault(expected, status, target.parts.pathname, contentType);
    if (fault) throw fault;

    const body = readBody(answer, answer.headers['content-encoding'], this.#limits.bodyBytesMax);
    const decoder = new PageDecoder(contentType);
    let blank = true;
    try {
      for (;;) {
        const chunk = await nextChunk(body, signal);
        const text = chunk.done ? decoder.end() : decoder.push(chunk.value);
        blank &&= !/\S/.test(text);
        if (text !== '') take(text);
        if (!chunk.done) continue;
        if (blank) throw upstreamFailed('The storefront sent an empty page.');
        return { url: target.url, status, truncated: chunk.value };
      }
    } finally {
      await body.return(false);
    }
  }
}

/** The next part of a body, with the public error for whatever the connection or the decoder throws. */
async function nextChunk<T>(
  body: AsyncGenerator<T, boolean>,
  signal: AbortSignal,
): Promise<IteratorResult<T, boolean>> {
  try {
    const chunk = await body.next();
    // If the deadline cuts a body short, the body may end without an error. Half a page must not look like a whole page.
    if (chunk.done && signal.aborted) throw signal.reason;
    return chunk;
  } catch (error) {
    // After the deadline, the socket reports all kinds of errors. The deadline caused them.
    throw signal.aborted ? (signal.reason as Error) : connectionFault(error);
  }
}

/** A denied address is the caller's fault (422) only if the caller named it. After a redirect it is the storefront's fault. */
function asRedirect(error: PortsideError): PortsideError {
  return error.code === 'invalid_request'
    ? upstreamFailed('The storefront redirects to an address that a scan may not reach.', error)
    : error;
}

function afterRedirect<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof PortsideError ? asRedirect(error) : error;
  }
}

/** For work that cannot be cancelled, such as getaddrinfo. If the deadline comes first, the result is dropped. */
function beforeDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
