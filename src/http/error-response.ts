/** Turns anything that was thrown into the error body `{error, message, contact, details?}` with the status of its code. */
import { type ErrorCode, PortsideError, type PortsideErrorOptions } from '../domain/errors.ts';

/** The HTTP status of each error code. Part of the wire contract. */
export const ERROR_STATUS: Record<ErrorCode, number> = {
  unauthorized: 401,
  scope: 403,
  beta: 403,
  url_expired: 403,
  url_invalid: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_json: 400,
  invalid_request: 422,
  rate_limited: 429,
  upstream_failed: 502,
  upstream_timeout: 504,
  unavailable: 503,
  internal: 500,
};

export type ErrorHeaders = Record<string, string>;

/** An error with response headers of its own, such as `Allow` or `WWW-Authenticate`. */
export class HttpError extends PortsideError {
  constructor(
    code: ErrorCode,
    readonly headers: ErrorHeaders,
    options: PortsideErrorOptions = {},
  ) {
    super(code, options);
  }
}

/**
 * The public error for anything that was thrown. An unknown error becomes `internal`; its text is for the log only.
 * @param code Elysia's code of the error
 * @param allowOf the methods that the path accepts; undefined if there is no such path. Asked only if no route matched
 * @param isStorageFault whether the database caused an error; the client may then retry
 */
export function toPortsideError(
  code: string | number,
  error: unknown,
  allowOf: () => string | undefined,
  isStorageFault: (error: unknown) => boolean,
): PortsideError {
  if (error instanceof PortsideError) return error;
  if (code === 'NOT_FOUND') {
    const allow = allowOf();
    return allow ? new HttpError('method_not_allowed', { allow }) : new PortsideError('not_found');
  }
  if (code === 'PARSE') return new PortsideError('invalid_json');
  if (isStorageFault(error)) return new PortsideError('unavailable', { retryAfterS: 1, cause: error });
  return new PortsideError('internal', { cause: error });
}

/** The response headers that belong to an error. */
export function errorHeaders(error: PortsideError): ErrorHeaders {
  return {
    ...(error.retryAfterS !== undefined && { 'retry-after': String(error.retryAfterS) }),
    ...(error.shouldRetry === false && { 'x-should-retry': 'false' }),
    ...(error instanceof HttpError && error.headers),
  };
}

export function errorBody({ code, message, details }: PortsideError, contact: string) {
  return { error: code, message, contact, ...(details && { details }) };
}

/** The response for an error. Elysia adds the headers that the guard has set (request id, limits). */
export function errorResponse(error: PortsideError, contact: string): Response {
  return new Response(JSON.stringify(errorBody(error, contact)), {
    status: ERROR_STATUS[error.code],
    headers: { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', ...errorHeaders(error) },
  });
}
