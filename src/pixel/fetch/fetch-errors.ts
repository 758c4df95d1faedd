/**
 * Describes what went wrong at the storefront, in a sentence that its owner can act on. The sentences are fixed. They never
 * contain an address or anything that the storefront sent, so that a scan cannot be used to explore a network.
 */
import { PortsideError } from '../../domain/errors.ts';

export function upstreamFailed(message: string, cause?: unknown): PortsideError {
  return new PortsideError('upstream_failed', { message, cause });
}

export function upstreamTimeout(message: string, cause?: unknown): PortsideError {
  return new PortsideError('upstream_timeout', { message, cause });
}

export const EMPTY_PAGE = 'The storefront sent an empty page.';
export const NOT_HTML = 'The storefront sent a page without HTML.';
const BROKEN_COMPRESSION = 'The storefront sent a page whose compression is broken.';
const CONNECTION_FAILED = 'The connection to the storefront failed.';

/** What can be wrong with a body that was fetched. The process that decodes it may say nothing else. */
export const BODY_FAULTS: ReadonlySet<string> = new Set([EMPTY_PAGE, NOT_HTML, BROKEN_COMPRESSION, CONNECTION_FAILED]);

/** Sentences for Node's DNS, socket, TLS, HTTP parser and zlib error codes. The first pattern that matches wins. */
const FAULTS: [RegExp, string][] = [
  [/^(ENOTFOUND|ENODATA|EAI_NONAME|EAI_NODATA)$/, 'The host name does not resolve. Check the spelling of the address.'],
  [/^(EAI_|ESERVFAIL|ETIMEOUT|EREFUSED|EBADRESP|DNS_)/, 'The host name could not be looked up. Try again shortly.'],
  [/^ECONNREFUSED$/, 'The storefront refused the connection.'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'The storefront could not be reached.'],
  [/ALTNAME_INVALID$/, 'The TLS certificate of the storefront is for another host name.'],
  [/^CERT_HAS_EXPIRED$/, 'The TLS certificate of the storefront has expired.'],
  [
    /^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH|INVALID_PURPOSE)/,
    'The TLS certificate of the storefront is not trusted.',
  ],
  [/^(ERR_SSL|ERR_TLS|EPROTO)/, 'The storefront did not complete a TLS handshake.'],
  [/^(Z_|ERR__ERROR|ERR_BROTLI|ERR_ZSTD|ZSTD_|BROTLI_)/, BROKEN_COMPRESSION],
  [/^(HPE_|ERR_HTTP)/, 'The storefront sent an answer that is not valid HTTP.'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/, 'The storefront closed the connection early.'],
];

/** The public error for an error of a connection, a parser or a decoder. A PortsideError is returned as it is. */
export function connectionFault(error: unknown): PortsideError {
  if (error instanceof PortsideError) return error;
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  const message = FAULTS.find(([pattern]) => pattern.test(code))?.[1];
  return upstreamFailed(message ?? CONNECTION_FAILED, error);
}

/** Sentences for some statuses. Shopify sends 402 for a frozen shop and 430 if its bot protection blocks a request. */
const STATUSES: Record<number, string> = {
  401: 'The storefront asks for a user name and password (HTTP 401).',
  402: 'The shop is closed because a payment is due (HTTP 402). Nothing can be said about its tags.',
  403: 'The shop refused the scan (HTTP 403). Nothing can be said about its tags. Allow the user agent PortsideScan.',
  404: 'There is no page at this address (HTTP 404).',
  410: 'The page at this address was removed (HTTP 410).',
  429: 'The shop refused the scan (HTTP 429): too many requests. Nothing can be said about its tags. Try again later.',
  430: 'The shop refused the scan (HTTP 430). Nothing can be said about its tags. Allow the user agent PortsideScan.',
  503: 'The shop is unavailable, or refused the scan (HTTP 503). Nothing can be said about its tags.',
};

/** Shopify redirects visitors of a closed shop to `/password`, with a locale before it if the shop has several. */
const PASSWORD_PAGE = /^(\/[a-z]{2}(-[a-z]{2})?)?\/password\/?$/i;

export function isPasswordPage(path: string): boolean {
  return PASSWORD_PAGE.test(path);
}

const HTML = /^(text\/html|application\/xhtml\+xml)$/;

const MEDIA_TYPES = {
  page: HTML,
  script: /^(text|application)\/(x-)?(javascript|ecmascript)$/,
  sandbox: HTML,
  sitemap: /^(text\/(xml|plain)|application\/(xml|(x-)?gzip|octet-stream))$/,
  // Its reader decides: a challenge is a page.
  robots: /./,
} as const;

/** What a fetch expects: a storefront page, the script of a container, the sandbox document of a custom pixel, … */
export type Expected = keyof typeof MEDIA_TYPES;

const NAMES: Partial<Record<Expected, string>> = { script: 'a script', sitemap: 'a sitemap' };

/** The cause of an error: an answer whose status is not 2xx. */
export class BadStatus extends Error {
  /** @param retryAfter whether the answer has `Retry-After` */
  constructor(
    readonly status: number,
    readonly retryAfter: boolean,
  ) {
    super(`HTTP ${status}`);
  }
}

/** What is wrong with a final response (not a redirect). Undefined if its body can be read. */
export function responseFault(
  expected: Expected,
  status: number,
  path: string,
  headers: Readonly<{ 'content-type'?: string | undefined; 'retry-after'?: string | undefined }>,
): PortsideError | undefined {
  if (status < 200 || status > 299) {
    const cause = new BadStatus(status, headers['retry-after'] !== undefined);
    if (STATUSES[status]) return upstreamFailed(STATUSES[status], cause);
    if (status >= 500) return upstreamFailed(`The storefront failed to answer (HTTP ${status}).`, cause);
    return upstreamFailed(`The storefront answered with HTTP ${status}.`, cause);
  }
  if (expected === 'page' && isPasswordPage(path)) {
    return upstreamFailed('The storefront is closed by its password page. Open the storefront, or scan a saved page.');
  }
  const mediaType = headers['content-type']?.replace(/;.*/s, '').trim().toLowerCase();
  if (mediaType && !MEDIA_TYPES[expected].test(mediaType)) {
    return upstreamFailed(`The answer is not ${NAMES[expected] ?? 'an HTML page'}.`);
  }
  return undefined;
}
