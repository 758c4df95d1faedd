/** The shape of `conformance.json`: what the scripted server plays, and what a client must have made of it. */
import table from '../conformance.json';

export interface Table {
  /** API keys and what the local check must say of them. */
  keys: { key: string; fault: 'absent' | 'malformed' | 'misspelt' | null }[];
  cases: Case[];
  /** Calls on a real server: no turns, and only what the contract fixes. */
  live: Omit<Case, 'turns' | 'requests' | 'sent'>[];
}

export interface Case {
  name: string;
  /** Client options in the wire spelling of the table; times in milliseconds. */
  client?: Record<string, unknown>;
  /** What the injected `random` gives, 0 to 1. Default 1: waits are then their upper bounds. */
  random?: number;
  call: { method: string; codes?: string[] | { made: number }; download?: boolean; [argument: string]: unknown };
  /** When the caller gives up: before the call, once the server stalls, or while waiting between attempts. */
  cancel?: 'before' | 'request' | 'wait';
  /** The answers, one a request; the last is repeated. */
  turns: Turn[];
  /** How many requests must have been made. */
  requests: number;
  /** What the first requests must have held; a subset of each. */
  sent?: { method?: string; path?: string; query?: string; headers?: Record<string, string>; body?: unknown }[];
  /** The most requests under way at once. Default 4. */
  inFlightMax?: number;
  expect: unknown;
}

/**
 * One answer. `{{base}}` in any string is the address of this run, `{{pdf}}` the SHA-256 of the bytes `pdf: true` sends.
 * A turn without a status writes nothing and goes on to `end`.
 */
export interface Turn {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** Answers with a small document that stands for a certificate. */
  pdf?: true;
  /** Answers a lookup with one result of this status for each code that was sent. */
  lookup?: string;
  /** Answers with this many blanks. */
  blanks?: number;
  /** Frames the body as chunks of a few bytes instead of by its length. */
  chunked?: true;
  /** Written as it stands, instead of all the above. */
  raw?: string;
  /** Writes only this many bytes of the body (with `headersCut`, of the head). */
  cut?: number;
  headersCut?: number;
  /** What happens after the bytes: keep the connection (default), end it, reset it, say nothing more, or dribble a header for ever. */
  end?: 'close' | 'reset' | 'stall' | 'trickle';
  /** Holds the answer until this many requests wait, then answers the latest first. */
  hold?: number;
}

/** The table with every `{ use: NAME, ...members }` replaced by what `shared` holds under that name, the members put over it. */
export function readTable(): Table {
  return resolve(table) as Table;
}

function resolve(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolve);
  if (value === null || typeof value !== 'object') return value;
  const { use, ...members } = value as Record<string, unknown>;
  const own = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, resolve(member)]));
  if (use === undefined) return own;
  const shared = (table.shared as Record<string, unknown>)[String(use)];
  if (!shared) throw new Error(`conformance.json shares nothing called "${use}"`);
  return { ...(resolve(shared) as object), ...own };
}
