/** A storefront page, fetched under guard: checked, pinned, redirected by hand, bounded in time and bytes, decoded. */
import type { IncomingMessage } from 'node:http';
import { PortsideError } from '../../domain/errors.ts';
import { readBody } from './body.ts';
import { PageDecoder } from './charset.ts';
import { NoConnection, openAnswer } from './connect.ts';
import { type AllowList, parseTarget, type Resolve, resolveTarget, type Target } from './target.ts';
import { connectionFault, type Expected, responseFault, upstreamFailed, upstreamTimeout } from './upstream.ts';

export interface FetchLimits {
  /** For a TCP connection and TLS handshake with one address. */
  connectMs: number;
  /** For everything: names, redirects, the last byte of the body. */
  totalMs: number;
  /** Of the body after decompression, and of the body on the wire. */
  bodyBytesMax: number;
  redirectsMax: number;
  /** Addresses of one host that are tried. */
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
  /** Ports a scan may use; `WEB_PORTS` by default. */
  ports?: ReadonlySet<number>;
  /** This machine's addresses in canonical form: a scan must not come back to the service. */
  ownAddresses?: ReadonlySet<string>;
  limits?: Partial<FetchLimits>;
  /** Called once for every host resolved, with the metric label of the decision. */
  onDecision?: (label: string) => void;
  /** PEM certificates to trust in place of the system's; for tests. */
  trustedCertificates?: string;
}

export interface FetchedPage {
  /** Address of the page after redirects. */
  url: string;
  status: number;
  /** True where the body was longer than the limit and only its beginning was read. */
  truncated: boolean;
}

/** An honest name with a way to reach us. Anything but printable ASCII is dropped: the contact comes from configuration. */
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

  /** `parseTarget` with this fetch's allow list and ports. */
  target(url: string): Target {
    return parseTarget(url, this.#options.allow ?? new Set(), this.#options.ports);
  }

  /**
   * Fetches `target` and hands the decoded text of the final answer to `take`, in chunks, as it arrives. When this
   * rejects, what `take` saw so far is to be thrown away.
   * @throws PortsideError `invalid_request` (denied address), `upstream_failed` or `upstream_timeout`.
   */
  async fetch(
    target: Target,
    take: (text: string) => void,
    { expected = 'page', totalMs = this.#limits.totalMs }: { expected?: Expected; totalMs?: number } = {},
  ): Promise<FetchedPage> {
    const deadline = new AbortController();
    const late = upstreamTimeout(`The storefront did not answer within ${Math.ceil(totalMs / 1000)} seconds.`);
    const timer = setTimeout(() => deadline.abort(late), totalMs);
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

  /** The head of the answer from the first address that takes a connection. */
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
        return await openAnswer({
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

    const decoder = new PageDecoder(contentType);
    let blank = true;
    let taking = false;
    const takeText = (text: string) => {
      blank &&= !/\S/.test(text);
      taking = true;
      if (text !== '') take(text);
      taking = false;
    };
    try {
      const encoding = answer.headers['content-encoding'];
      const takeBytes = (bytes: Uint8Array) => takeText(decoder.push(bytes));
      const truncated = await readBody(answer, encoding, this.#limits.bodyBytesMax, takeBytes);
      // A body that the deadline cuts short ends without an error: half a page must not pass for a page.
      if (signal.aborted) throw signal.reason;
      takeText(decoder.end());
      if (blank) throw upstreamFailed('The storefront sent an empty page.');
      return { url: target.url, status, truncated };
    } catch (error) {
      if (taking) throw error; // a fault of the reader, which must not be blamed on the storefront
      // A body cut short by the deadline is the deadline's fault, whatever the socket calls it.
      throw signal.aborted ? (signal.reason as Error) : connectionFault(error);
    }
  }
}

/** A denied address is the caller's fault (422) only where the caller named it; behind a redirect it is the storefront's. */
function asRedirect(error: PortsideError): PortsideError {
  return error.code === 'invalid_request'
    ? upstreamFailed('The storefront redirects to an address that a scan may not reach.', error)
    : error;
}

function afterRedirect<T>(evaluateRules: () => T): T {
  try {
    return evaluateRules();
  } catch (error) {
    throw error instanceof PortsideError ? asRedirect(error) : error;
  }
}

/** For work that cannot be cancelled, such as getaddrinfo: its result is dropped when the deadline comes first. */
function beforeDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(signal.reason as Error);
    if (signal.aborted) late();
    signal.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late));
  });
}
