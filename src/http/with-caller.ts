/** Makes `caller` part of the Elysia context. The API guard sets it; a handler that needs it uses `withCaller`. */
import { Elysia } from 'elysia';
import type { Caller } from '../keys/key-cache.ts';

export const withCaller = new Elysia({ name: 'caller' }).decorate('caller', undefined as Caller | undefined);
