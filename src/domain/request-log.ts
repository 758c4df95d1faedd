/**
 * The log of answered requests, for the operator: which request was it, and why did it fail. It has no body, no query, no path
 * that a client wrote, no key and no whole address. It is lossy by design (docs/adr/0065): nothing may wait for it.
 */
import { DAY_MS } from './clock.ts';
import type { LossyStore } from './lossy-store.ts';

export interface LoggedRequest {
  /** When it came, Unix milliseconds. */
  atMs: number;
  /** `X-Request-Id`; empty for malformed HTTP, which is refused before it gets one. */
  requestId: string;
  /** One of `LOGGED_METHODS`. */
  method: string;
  /** The pattern of its route. */
  route: string;
  status: number;
  /** The error code that the caller got; empty if it got none. */
  code: string;
  /** Null without a valid key. */
  keyId: number | null;
  durationUs: number;
  /** The network of the client (`coarseNetwork`); `unknown` when its connection had closed. */
  network: string;
}

export interface RequestLogRow extends LoggedRequest {
  id: number;
}

export const OUTCOMES = ['failed', 'succeeded', '4xx', '5xx'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Statuses of each outcome, from the first to below the second. 499, a client that went away, counts as failed. */
export const OUTCOME_STATUSES: Record<Outcome, readonly [number, number]> = {
  failed: [400, 600],
  succeeded: [100, 400],
  '4xx': [400, 500],
  '5xx': [500, 600],
};

/** Where a page of the log ends: the next one has what is older. */
export interface LogCursor {
  atMs: number;
  id: number;
}

export interface RequestSearch {
  requestId?: string;
  /** Requests with any of these keys; an empty list matches none. */
  keyIds?: readonly number[];
  route?: string;
  outcome?: Outcome;
  status?: number;
  code?: string;
  /** From this time on, Unix milliseconds. */
  sinceMs?: number;
  /** Before this time. */
  untilMs?: number;
  after?: LogCursor;
  limit: number;
}

/** Of one UTC day. */
export interface RequestLogDay {
  day: number;
  /** Rows that are kept. */
  kept: number;
  /** Those of them without a valid key. */
  keyless: number;
  /** Requests that were answered and are not in the log, because there was no room or no time to write them. */
  notKept: number;
}

export interface RequestLogLimits {
  /** Older rows are deleted. */
  daysMax: number;
  rowsMax: number;
}

export interface RequestLogStore extends LossyStore<LoggedRequest> {
  /** Newest first. */
  search(search: RequestSearch): Promise<RequestLogRow[]>;
  find(id: number): Promise<RequestLogRow | undefined>;
  /** Oldest first. */
  days(): Promise<RequestLogDay[]>;
  /** Deletes up to `LOG_ROWS_PRUNED` rows that the limits do not allow. True if there may be more. */
  prune(limits: RequestLogLimits, nowMs: number): Promise<boolean>;
}

/** Few at a time, because SQLite blocks the event loop meanwhile: it takes less than a millisecond. */
export const LOG_ROWS_PRUNED = 100;

/** What a row takes at most, with its part of the indexes. `request-log.test.ts` measures it. */
export const LOG_ROW_BYTES = 256;

/** Requests without a valid key may take this share of the log, so that strangers cannot push out the customers. */
const KEYLESS_SHARE = 1 / 4;

/** @param megabytes the setting `request_log_mb` */
export function requestLogLimits(days: number, megabytes: number): RequestLogLimits {
  return { daysMax: days, rowsMax: Math.floor((megabytes * 1_000_000) / LOG_ROW_BYTES) };
}

/**
 * Which rows must go, oldest first: all before a time, those without a key, or any. Undefined if there is room.
 * @param oldestMs of the oldest row
 */
export function rowsToPrune(
  days: readonly RequestLogDay[],
  oldestMs: number,
  { daysMax, rowsMax }: RequestLogLimits,
  nowMs: number,
): { beforeMs: number } | 'keyless' | 'any' | undefined {
  const sum = (name: 'kept' | 'keyless') => days.reduce((total, day) => total + day[name], 0);
  const beforeMs = nowMs - daysMax * DAY_MS;
  if (oldestMs < beforeMs) return { beforeMs };
  if (sum('keyless') > rowsMax * KEYLESS_SHARE) return 'keyless';
  return sum('kept') > rowsMax ? 'any' : undefined;
}

const LOGGED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method as the log keeps it: a client may send any word. */
export function loggedMethod(method: string): string {
  return LOGGED_METHODS.has(method) ? method : 'other';
}

/**
 * Whether requests of a route are kept: those of the API, those that no route matched, the sign-in of operators if it was refused, and
 * what failed in the workbench, whose pages name the request. Health checks, metrics, other pages and files are not.
 */
export function isLogged(route: string, status: number): boolean {
  if (route.startsWith('/api/')) return true;
  if (status >= 400 && (route === '/work' || route.startsWith('/work/'))) return true;
  return route === '(none)' || (route === '/operator/sign-in' && status >= 400);
}

/**
 * The network of an address without the part that names one household: a /24 of IPv4, a /48 of IPv6.
 * @param network as requests are counted by: an IPv4 address, or a /64 of IPv6 with all of its four groups
 */
export function coarseNetwork(network: string): string {
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  const lastDot = network.lastIndexOf('.');
  return lastDot === -1 ? 'unknown' : `${network.slice(0, lastDot)}.0/24`;
}
