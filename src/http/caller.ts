import { PortsideError } from '../domain/errors.ts';
import type { Caller } from '../keys/key-cache.ts';

/** @throws PortsideError `unauthorized` without a caller. A v1 route that the guard does not know must not answer. */
export function requireCaller(caller: Caller | undefined): Caller {
  if (!caller) throw new PortsideError('unauthorized');
  return caller;
}
