/**
 * Fetches a storefront page: checks every address before it connects, follows redirects itself, and limits time and bytes. The
 * body stays as it was sent: decoding it is work for an isolated process.
 */
import type { IncomingMessage } from 'node:http';
import { PortsideError } from '../../domain/errors.ts';
import { decodersOf } from './body.ts';
import type { BuiltInSite } from './built-in-site.ts';
import { NoConnection, sendRequest } from './connect.ts';
import { connectionFault, type Expected, responseFault, upstreamFailed, upstreamTimeout } from './fetch-errors.ts';
import { productToken } from './robots.ts';
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

/** Of a page or script, both as it was sent and after decompression. */
export const PAGE_BYTES_MAX = 8 * 1024 * 1024;

const FETCH_LIMITS: FetchLimits = {
  connectMs: 5_000,
  totalMs: 15_000,
  bodyBytesMax: PAGE_BYTES_MAX,
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
  /** A site that is answered without the network. */
  builtIn?: BuiltInSite;
}

/** A body as it was sent, with what is needed to decode it. */
export interface SentBody {
  bytes: Uint8Array;
  /** True if `bytes` is only the beginning of a longer body. */
  cut: boolean;
  contentType?: string | undefined;
  contentEncoding?: string | undefined;
  /** No more of the decoded body is read. */
  decodedBytesMax: number;
}

export interface FetchedPage {
  /** Address of the page after redirects. */
  url: string;
  status: number;
  body: SentBody;
  /** The answer has `Retry-After`, although it is a success. */
  retryAfter?: boolean;
}

export interface FetchOptions {
  expected?: Expected;
  /** The page that names this script. Scripts of a built-in page are built in too, so that its scan never uses the network. */
  namedBy?: string;
  totalMs?: number;
  /** Instead of the limit of every fetch, if it is lower. Longer bodies are cut. */
  bodyBytesMax?: number;
  /** Asked before each redirect is followed. The fetch fails with what it throws. */
  onRedirect?: (to: Target) => void | Promise<void>;
  /** Told the length of each part of the body as it arrives. The fetch fails with what it throws. */
  onBytes?: (length: number) => void;
}

/**
 * Parts of a body that are read. Each costs the event loop 1.5 microseconds however short it is, and a server may send one byte in
 * each. Pages of shops have a few hundred.
 */
const PARTS_MAX = 8192;
const BLOCK_BYTES = 65_536;

/** Our name and contact. Drops everything but printable ASCII, because the contact comes from the configuration. */
export function userAgent(version: string, contact: string): string {
  return `PortsideScan/${version} (+${contact.replace(/[^\x21-\x7e]|[()]/g, '')})`;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export class StorefrontFetch {
  /** The name by which a robots.txt calls us. */
  readonly productToken: string;
  readonly #options: StorefrontFetchOptions;
  readonly #limits: FetchLimits;
  readonly #own: ReadonlySet<string>;

  constructor(options: StorefrontFetchOptions) {
    this.#options = options;
    this.productToken = productToken(options.userAgent);
    this.#limits = { ...FETCH_LIMITS, ...options.limits };
    this.#own = options.ownAddresses ?? new Set();
  }

  /** `parseTarget` with the allow list and ports of this object. */
  target(url: string): Target {
    return parseTarget(url, this.#options.allow ?? new Set(), this.#options.ports);
  }

  /** Whether a site is answered from inside, so that nobody is spared by waiting. */
  isBuiltIn(hostname: string): boolean {
    return hostname === this.#options.builtIn?.host;
  }

  /**
   * Fetches `target` up to the last byte of its body.
   * @throws PortsideError `invalid_request` (denied address), `upstream_failed` or `upstream_timeout`, or what `onBytes` throws.
   */
  async fetch(target: Target, options: FetchOptions = {}): Promise<FetchedPage> {
    const { totalMs = this.#limits.totalMs } = options;
    // Only here, for an address that the caller names: a redirect of a storefront must not lead inside.
    const builtIn = this.#builtInFor(target, options);
    if (builtIn) return this.#answerInside(builtIn, target, options);
    const deadline = new AbortController();
    const timeout = upstreamTimeout(`The storefront did not answer within ${Math.ceil(totalMs / 1000)} seconds.`);
    const timer = setTimeout(() => deadline.abort(timeout), totalMs);
    try {
      return await this.#follow(target, options, deadline.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  #builtInFor({ hostname }: Target, { namedBy }: FetchOptions): BuiltInSite | undefined {
    const { builtIn } = this.#options;
    if (builtIn === undefined) return undefined;
    const host = namedBy === undefined ? hostname : new URL(namedBy).hostname;
    return host === builtIn.host ? builtIn : undefined;
  }

  /** Like a storefront, the site redirects to `https`, ignores the query of a page and answers 404 if it has no such page. */
  #answerInside(site: BuiltInSite, { parts }: Target, { expected = 'page', onBytes }: FetchOptions): FetchedPage {
    const url = new URL(parts);
    url.protocol = 'https:';
    url.port = '';
    const answer = site.answer(url);
    const status = answer ? 200 : 404;
    const fault = responseFault(expected, status, url.pathname, { 'content-type': answer?.contentType });
    if (fault) throw fault;
    const bytes = new TextEncoder().encode(answer!.text);
    onBytes?.(bytes.length);
    const { bodyBytesMax: decodedBytesMax } = this.#limits;
    return { url: url.href, status, body: { bytes, cut: false, contentType: answer!.contentType, decodedBytesMax } };
  }

  async #follow(first: Target, options: FetchOptions, signal: AbortSignal): Promise<FetchedPage> {
    let target = first;
    for (let hop = 0; hop <= this.#limits.redirectsMax; hop++) {
      const answer = await this.#open(target, options.expected ?? 'page', signal, hop > 0);
      try {
        const location = REDIRECTS.has(answer.statusCode!) ? answer.headers.location : undefined;
        if (location === undefined) return await this.#read(target, answer, options, signal);
        target = this.#redirected(target, location);
        if (hop < this.#limits.redirectsMax) await options.onRedirect?.(target);
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
    { expected = 'page', onBytes, bodyBytesMax = Number.POSITIVE_INFINITY }: FetchOptions,
    signal: AbortSignal,
  ): Promise<FetchedPage> {
    const status = answer.statusCode!;
    const contentType = answer.headers['content-type'];
    const contentEncoding = answer.headers['content-encoding'];
    const fault = responseFault(expected, status, target.parts.pathname, answer.headers);
    if (fault) throw fault;
    decodersOf(contentEncoding); // Refuse an unknown coding before its body is read.
    const bytesMax = Math.min(bodyBytesMax, this.#limits.bodyBytesMax);
    const read = await collect(answer, bytesMax, signal, onBytes);
    return {
      url: target.url,
      status,
      body: { ...read, contentType, contentEncoding, decodedBytesMax: bytesMax },
      retryAfter: answer.headers['retry-after'] !== undefined,
    };
  }
}

/**
 * At most `bytesMax` bytes of a body. They are copied into blocks, because a storefront may send a million parts of one byte.
 * @throws PortsideError for whatever the connection throws, or what `onBytes` throws
 */
async function collect(
  answer: IncomingMessage,
  bytesMax: number,
  signal: AbortSignal,
  onBytes: (length: number) => void = () => {},
): Promise<Pick<SentBody, 'bytes' | 'cut'>> {
  const blocks: Buffer[] = [];
  let free = 0;
  let length = 0;
  let parts = 0;
  const chunks = (answer as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value: chunk } = await nextChunk(chunks, signal);
      if (done) return { bytes: Buffer.concat(blocks, length), cut: false };
      const taken = Math.min(chunk.length, bytesMax - length);
      onBytes(taken);
      for (let at = 0; at < taken; ) {
        if (free === 0) {
          blocks.push(Buffer.allocUnsafeSlow(BLOCK_BYTES));
          free = BLOCK_BYTES;
        }
        const copied = chunk.copy(blocks.at(-1)!, BLOCK_BYTES - free, at, Math.min(taken, at + free));
        free -= copied;
        at += copied;
      }
      length += taken;
      if (taken < chunk.length || ++parts === PARTS_MAX) return { bytes: Buffer.concat(blocks, length), cut: true };
    }
  } finally {
    await chunks.return?.();
  }
}

/** The next part of a body, with the public error for whatever the connection throws. */
async function nextChunk<T>(chunks: AsyncIterator<T>, signal: AbortSignal): Promise<IteratorResult<T>> {
  try {
    const chunk = await chunks.next();
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
