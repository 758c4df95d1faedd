/** Makes `caller` part of the Elysia context. The API guard sets it; a handler that needs it uses `withCaller`. */
import { Elysia } from 'elysia';
import { PortsideError } from '../domain/errors.ts';
import type { Caller } from '../keys/key-cache.ts';

export const withCaller = new Elysia({ name: 'caller' }).decorate('caller', undefined as Caller | undefined);

/** @throws PortsideError `unauthorized` without a caller. A v1 route that the guard does not know must not answer. */
export function requireCaller(caller: Caller | undefined): Caller {
  if (!caller) throw new PortsideError('unauthorized');
  return caller;
}
