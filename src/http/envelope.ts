/** Turns anything that was thrown into the one error body `{error, message, contact, details?}`. */
import { PortsideError } from '../errors.ts';
import { isStorageFault } from '../storage/faults.ts';

/** Elysia's own failures, by its code; whatever else is thrown is `internal` and its text stays with the operator. */
export function toPortsideError(code: string | number, error: unknown, allow: string | undefined): PortsideError {
  if (error instanceof PortsideError) return error;
  if (code === 'NOT_FOUND') {
    return allow ? new PortsideError('method_not_allowed', { headers: { allow } }) : new PortsideError('not_found');
  }
  if (code === 'PARSE') return new PortsideError('invalid_json');
  if (isStorageFault(error)) return new PortsideError('unavailable', { headers: { 'retry-after': '1' }, cause: error });
  return new PortsideError('internal', { cause: error });
}

/** The response of an error. Headers that the edge has set (request id, limits) are added by Elysia. */
export function envelope(error: PortsideError, contact: string): Response {
  const body = { error: error.code, message: error.message, contact, ...(error.details && { details: error.details }) };
  return new Response(JSON.stringify(body), {
    status: error.status,
    headers: { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', ...error.headers },
  });
}
