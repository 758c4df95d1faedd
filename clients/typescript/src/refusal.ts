import {
  ApiError,
  AuthError,
  BetaError,
  ConflictError,
  type FaultDetail,
  InvalidError,
  LimitError,
  NotFoundError,
  ScopeError,
  ServerError,
  UpstreamError,
  UrlError,
} from './errors.ts';
import type { ResponseHeaders } from './fetch.ts';
import { readRateLimit } from './meta.ts';

const byCode = new Map<string, typeof ApiError>(
  Object.entries({
    unauthorized: AuthError,
    scope: ScopeError,
    beta: BetaError,
    url_expired: UrlError,
    url_invalid: UrlError,
    not_found: NotFoundError,
    method_not_allowed: NotFoundError,
    conflict: ConflictError,
    payload_too_large: InvalidError,
    unsupported_media_type: InvalidError,
    invalid_json: InvalidError,
    invalid_request: InvalidError,
    rate_limited: LimitError,
    upstream_failed: UpstreamError,
    upstream_timeout: UpstreamError,
  }),
);
const byStatus: Record<number, typeof ApiError> = {
  400: InvalidError,
  401: AuthError,
  404: NotFoundError,
  422: InvalidError,
  429: LimitError,
};

/** The error for an answer: by its code, or by its status if the code is unknown. `now` is in milliseconds. */
export function apiError(status: number, headers: ResponseHeaders, bytes: Uint8Array, now: number): ApiError {
  const body = parseObject(bytes);
  const code = text(body.error);
  const known = byCode.get(code ?? '') ?? byStatus[status];
  return new (known ?? (status >= 500 ? ServerError : ApiError))({
    status,
    code,
    message: text(body.message) ?? `The server answered ${status}.`,
    contact: text(body.contact),
    details: readDetails(body.details),
    requestId: headers.get('x-request-id') ?? undefined,
    rateLimit: readRateLimit(headers),
    retryAfter: readRetryAfter(headers, now),
    retryable: (status === 408 || status === 429 || status >= 500) && headers.get('x-should-retry') !== 'false',
  });
}

function readDetails(details: unknown): FaultDetail[] {
  if (!Array.isArray(details)) return [];
  return details.map((detail) => ({ path: text(detail?.path) ?? '', message: text(detail?.message) ?? '' }));
}

function parseObject(bytes: Uint8Array): Record<string, unknown> {
  try {
    return Object(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return {};
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Seconds, from a number or an HTTP date. A date is compared with the server's own clock (`Date`) if it sends one. */
function readRetryAfter(headers: ResponseHeaders, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const at = /^[A-Z]/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const serverNow = Date.parse(headers.get('date') ?? '');
  return Math.max(0, (at - (Number.isNaN(serverNow) ? now : serverNow)) / 1000);
}
