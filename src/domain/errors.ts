/**
 * The closed set of errors a caller can meet, with one public sentence each. The codes are part of the wire contract:
 * adding one is a contract change. docs/errors.md has a section for each, `http/error-response.ts` the status.
 */
export const ERRORS = {
  unauthorized: 'Send a valid API key as "Authorization: Bearer svc_…".',
  scope: 'This API key does not cover this product.',
  beta: 'The API is in closed beta and this API key is not enrolled.',
  url_expired:
    'This signed URL has expired. The certificate is kept, so do not make another one. For a fresh URL, send ' +
    'POST /api/v2/entry/certificates/{gcc_id}/links with your API key, or repeat the request with the same Idempotency-Key ' +
    'within 24 hours. The operator of this service can give you the PDF too.',
  url_invalid: 'This signed URL is not valid.',
  not_found: 'There is nothing at this address.',
  method_not_allowed: 'This address does not answer that method.',
  conflict: 'This idempotency key was already used with another request body.',
  payload_too_large: 'The request body is too large.',
  unsupported_media_type: 'Send the body as application/json.',
  invalid_json: 'The request body is not valid JSON.',
  invalid_request: 'The request does not match the schema.',
  rate_limited: 'The rate limit of this API key is spent.',
  upstream_failed: 'The storefront could not be fetched.',
  upstream_timeout: 'The storefront did not answer in time.',
  unavailable: 'The service cannot take this request now. Try again shortly.',
  internal: 'Something failed on our side.',
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
  /** Seconds after which the caller may try again. */
  retryAfterS?: number;
  /** False when trying again before `retryAfterS`, or at all, cannot succeed: clients then do not retry by themselves. */
  shouldRetry?: false;
  /** What really happened, for the operator's log only. */
  cause?: unknown;
}

/** An error the caller may see. Anything else that is thrown becomes `internal`, and its text stays in the log. */
export class PortsideError extends Error {
  readonly code: ErrorCode;
  readonly details: FaultDetail[] | undefined;
  readonly retryAfterS: number | undefined;
  readonly shouldRetry: false | undefined;

  constructor(code: ErrorCode, options: PortsideErrorOptions = {}) {
    super(options.message ?? ERRORS[code], { cause: options.cause });
    this.name = 'PortsideError';
    this.code = code;
    this.details = options.details;
    this.retryAfterS = options.retryAfterS;
    this.shouldRetry = options.shouldRetry;
  }
}
