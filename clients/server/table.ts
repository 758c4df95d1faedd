/** The shape of `conformance.json`: what the scripted server answers, and what a client must do with it. */
import table from '../go/portsidetest/conformance.json';

export interface Table {
  /** API keys and what the client's own check must say about each. */
  keys: { key: string; fault: 'absent' | 'malformed' | 'misspelt' | null }[];
  cases: Case[];
  /** Calls to a real server: no turns, and only what the contract guarantees. */
  live: Omit<Case, 'turns' | 'requests' | 'sent'>[];
}

export interface Case {
  name: string;
  /** Client options, spelled as in the table; times in milliseconds. */
  client?: Record<string, unknown>;
  /** The value of the injected `random`, 0 to 1. Default 1, so that waits have their longest value. */
  random?: number;
  call: { method: string; codes?: string[] | { made: number }; download?: boolean; [argument: string]: unknown };
  /** When the caller cancels: before the call, when the server stalls, or while waiting between attempts. */
  cancel?: 'before' | 'request' | 'wait';
  /** The answers, one for each request. The last one is repeated. */
  turns: Turn[];
  /** How many requests must have been made. */
  requests: number;
  /** What the first requests must contain; a subset of each. */
  sent?: { method?: string; path?: string; query?: string; headers?: Record<string, string>; body?: unknown }[];
  /** The highest number of requests at once. Default 4. */
  inFlightMax?: number;
  expect: unknown;
}

/**
 * One answer. In any string `{{base}}` is the address of this run and `{{pdf}}` the SHA-256 of the bytes that `pdf: true` sends.
 * A turn without a status writes nothing and continues with `end`.
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
  /** Answers with this many spaces. */
  blanks?: number;
  /** Sends the body as chunks of a few bytes, without a content length. */
  chunked?: true;
  /** Written unchanged, instead of all of the above. */
  raw?: string;
  /** Writes only this many bytes of the body (`headersCut`: of the headers). */
  cut?: number;
  headersCut?: number;
  /** What happens after the bytes: keep the connection (default), close it, reset it, send nothing more, or send a header slowly for ever. */
  end?: 'close' | 'reset' | 'stall' | 'trickle';
  /** Holds the answers until this many requests wait, then answers the latest first. */
  hold?: number;
}

/** The table with every `{ use: NAME, ...members }` replaced by the entry of that name in `shared`, with the members added or overwritten. */
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
