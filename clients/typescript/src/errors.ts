import type { RateLimit } from './meta.ts';

/** Everything this client throws, except when the caller cancels: that throws the reason of the AbortSignal. */
export class PortsideError extends Error {
  /** Whether the same request may succeed later. */
  readonly retryable: boolean = false;
  /** Seconds that the server asked the caller to wait. */
  readonly retryAfter: number | undefined = undefined;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The key is missing or mistyped. This is found before any request. */
export class ApiKeyError extends PortsideError {}
/** No answer, or an incomplete one. */
export class ConnectionError extends PortsideError {
  override readonly retryable = true;
}
/** No complete answer within the timeout of an attempt or the deadline of the call. */
export class TimeoutError extends PortsideError {
  override readonly retryable = true;
}
/** An answer that cannot be trusted: an unexpected shape, a redirect, a document with another SHA-256. */
export class ResponseError extends PortsideError {
  constructor(
    message: string,
    readonly requestId?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
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
export class AuthError extends ApiError {}
/** 403: the key does not cover this product. */
export class ScopeError extends ApiError {}
/** 403: v1 is in closed beta and the key is not enrolled. */
export class BetaError extends ApiError {}
/** 403: the URL of a certificate expired or was altered. */
export class UrlError extends ApiError {}
/** 404, 405: nothing at this address. Check baseUrl. */
export class NotFoundError extends ApiError {}
/** 409: the idempotency key was used for another request. */
export class ConflictError extends ApiError {}
/** 400, 413, 415, 422: the request is wrong; see `details`. */
export class InvalidError extends ApiError {}
/** 429: a limit of the key is used up; see `retryAfter` and `rateLimit`. */
export class LimitError extends ApiError {}
/** 502, 504: the storefront could not be fetched. */
export class UpstreamError extends ApiError {}
/** 500, 503 and other 5xx. */
export class ServerError extends ApiError {}
