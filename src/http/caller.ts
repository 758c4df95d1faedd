/** Who is asking, put into the context by the edge. A handler that needs it says so by using this. */
import { Elysia } from 'elysia';
import { PortsideError } from '../domain/errors.ts';
import type { Caller } from '../keys/key-cache.ts';

export const withCaller = new Elysia({ name: 'caller' }).decorate('caller', undefined as Caller | undefined);

/** @throws PortsideError `unauthorized` when the edge has admitted nobody: a route it does not know must not answer. */
export function admitted(caller: Caller | undefined): Caller {
  if (!caller) throw new PortsideError('unauthorized');
  return caller;
}
