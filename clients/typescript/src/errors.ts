import type { RateLimit } from './meta.ts';

/**
 * Everything this client throws, except when the caller cancels: that throws the reason of the AbortSignal. Each class writes its name out,
 * because a minifier renames classes.
 */
export class PortsideError extends Error {
  override readonly name: string = 'PortsideError';
  /** Whether the same request may succeed later. */
  readonly retryable: boolean = false;
  /** Seconds that the server asked the caller to wait. */
  readonly retryAfter: number | undefined = undefined;
}

/** The key is missing or mistyped. This is found before any request. */
export class ApiKeyError extends PortsideError {
  override readonly name: string = 'ApiKeyError';
}
/** An option is out of bounds. This is found before any request. */
export class OptionError extends PortsideError {
  override readonly name: string = 'OptionError';
}
/** No answer, or an incomplete one. */
export class ConnectionError extends PortsideError {
  override readonly name: string = 'ConnectionError';
  override readonly retryable = true;
}
/** No complete answer within the timeout of an attempt or the deadline of the call. */
export class TimeoutError extends PortsideError {
  override readonly name: string = 'TimeoutError';
  override readonly retryable = true;
}
/** An answer that cannot be trusted: an unexpected shape, a redirect, a document with another SHA-256, the answer to another request. */
export class ResponseError extends PortsideError {
  override readonly name: string = 'ResponseError';

  constructor(
    message: string,
    readonly requestId?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The answer to another request: a fork or a proxy mixed connections up. Asking again is safe. */
export class MixedUpError extends ResponseError {
  override readonly retryable = true;
}

/** A job ended without a result while it was waited for. */
export class JobError extends PortsideError {
  override readonly name: string = 'JobError';

  constructor(
    readonly jobId: string,
    readonly status: string,
    reason: string | null,
  ) {
    super(`Job ${jobId} is ${status}${reason ? `: ${reason}` : '.'}`);
  }
}

/** A webhook that must not be believed. */
export class WebhookError extends PortsideError {
  override readonly name: string = 'WebhookError';
}

/** One fault in a request: a JSON pointer into its body, and what is expected there. */
export interface FaultDetail {
  path: string;
  message: string;
}

/** What the server said when it refused. */
export interface Refusal {
  status: number;
  /** The `error` of the body; undefined if the body is not from the server, but for example from a proxy. */
  code: string | undefined;
  message: string;
  contact: string | undefined;
  details: FaultDetail[];
  requestId: string | undefined;
  rateLimit: RateLimit;
  /** Seconds. */
  retryAfter: number | undefined;
  retryable: boolean;
}

/** The server refused. There is a subclass for each kind of refusal. An unknown code is classified by its status. */
export class ApiError extends PortsideError implements Refusal {
  override readonly name: string = 'ApiError';
  declare readonly status: number;
  declare readonly code: string | undefined;
  declare readonly contact: string | undefined;
  declare readonly details: FaultDetail[];
  declare readonly requestId: string | undefined;
  declare readonly rateLimit: RateLimit;

  constructor({ message, ...refusal }: Refusal) {
    super(message);
    Object.assign(this, refusal);
  }
}

/** 401: the key is unknown to the server, or revoked. */
export class AuthError extends ApiError {
  override readonly name: string = 'AuthError';
}
/** 403: the key does not cover this product. */
export class ScopeError extends ApiError {
  override readonly name: string = 'ScopeError';
}
/** 403: the API is in closed beta and the key is not enrolled. */
export class BetaError extends ApiError {
  override readonly name: string = 'BetaError';
}
/** 403: the URL of a certificate expired or was altered. */
export class UrlError extends ApiError {
  override readonly name: string = 'UrlError';
}
/** 404, 405: nothing at this address, or nothing that this key may see. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError';
}
/** 409: the request contradicts what is there, for example another request under the same idempotency key. */
export class ConflictError extends ApiError {
  override readonly name: string = 'ConflictError';
}
/** 400, 413, 415, 422: the request is wrong; see `details`. */
export class InvalidError extends ApiError {
  override readonly name: string = 'InvalidError';
}
/** 429: a limit of the key is used up; see `retryAfter` and `rateLimit`. */
export class LimitError extends ApiError {
  override readonly name: string = 'LimitError';
}
/** 502, 504: the storefront could not be fetched. */
export class UpstreamError extends ApiError {
  override readonly name: string = 'UpstreamError';
}
/** 500, 503 and other 5xx. */
export class ServerError extends ApiError {
  override readonly name: string = 'ServerError';
}
