/**
 * Requests that this server sends to its own API for a visitor who is signed in. The caller is a property of the `Request` object, under a
 * symbol that only this file has. A request from outside is another object, made by the engine, so nothing that a client sends can set it.
 */
import type { Caller } from '../keys/key-cache.ts';

export interface Delegation {
  /** Whose session it is. The delegate has checked its key, and the network that it comes from, for this visit. */
  caller: Caller;
  /** Whether the request counts against the limits of the key. */
  counted: boolean;
  /** The address of the visitor, for the audit and the networks of a key. */
  address: string;
  /** The network of it, for the limits of addresses. */
  network: string;
  /** `X-Request-Id` of the visit, under which faults are logged. */
  requestId: string;
}

const DELEGATION = Symbol('delegation');

type WithDelegation = Request & { [DELEGATION]?: Delegation };

/** Makes `request` one of `delegation`. For a request that this process has made itself, never for one that a client has sent. */
export function delegate(request: Request, delegation: Delegation): Request {
  (request as WithDelegation)[DELEGATION] = delegation;
  return request;
}

/** Undefined for every request from outside. */
export function delegationOf(request: Request): Delegation | undefined {
  return (request as WithDelegation)[DELEGATION];
}
