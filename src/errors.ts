/**
 * The closed set of errors a caller can meet: one code, one status, one public sentence each.
 * The codes are part of the wire contract; adding one is a contract change (docs/errors.md has a section for each).
 */
export const ERRORS = {
  unauthorized: { status: 401, message: 'Send a valid API key as "Authorization: Bearer svc_…".' },
  scope: { status: 403, message: 'This API key does not cover this product.' },
  beta: { status: 403, message: 'The v1 surface is in closed beta and this API key is not enrolled.' },
  url_expired: { status: 403, message: 'This signed URL has expired. Generate the certificate again for a fresh one.' },
  url_invalid: { status: 403, message: 'This signed URL is not valid.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, message: 'This address does not answer that method.' },
  conflict: { status: 409, message: 'This idempotency key was already used with another request body.' },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  invalid_json: { status: 400, message: 'The request body is not valid JSON.' },
  invalid_request: { status: 422, message: 'The request does not match the schema.' },
  rate_limited: { status: 429, message: 'The rate limit of this API key is spent.' },
  upstream_failed: { status: 502, message: 'The storefront could not be fetched.' },
  upstream_timeout: { status: 504, message: 'The storefront did not answer in time.' },
  unavailable: { status: 503, message: 'The service cannot take this request now. Try again shortly.' },
  internal: { status: 500, message: 'Something failed on our side.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** One fault in a request: a JSON pointer into the body (RFC 6901), and what is expected there. Never the value itself. */
export interface FaultDetail {
  path: string;
  message: string;
}

export interface PortsideErrorOptions {
  /** Public sentence; replaces the default of the code. Must name nothing internal. */
  message?: string;
  details?: FaultDetail[];
  /** Extra response headers, such as `Retry-After` or `Allow`. */
  headers?: Record<string, string>;
  /** What really happened, for the operator's log only. */
  cause?: unknown;
}

/** An error the caller may see. Anything else that is thrown becomes `internal`, and its text stays in the log. */
export class PortsideError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: FaultDetail[] | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(code: ErrorCode, options: PortsideErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'PortsideError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.details = options.details;
    this.headers = options.headers;
  }
}
