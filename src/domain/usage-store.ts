/**
 * Counted requests, read for commands and pages and not for decisions, and counted errors. Each read is consistent: it sees
 * the ledger at one moment.
 */

/** Id of a key; undefined for the sum of all keys. */
export type KeyChoice = number | undefined;

/** Requests for one product in one day, hour or minute. Several cells may have the same one: add them up. */
export interface UsageCell {
  /** Days, hours or minutes since 1970-01-01 UTC. */
  at: number;
  product: string;
  requests: number;
}

export interface ErrorCount {
  product: string;
  code: string;
  today: number;
  /** On all requested days. */
  total: number;
}

/** What a lineage has used of its limits: in the last minute, and on one UTC day. */
export interface LineageUse {
  minute: number;
  today: number;
}

export interface KeyUsage extends LineageUse {
  /** Requests with this key alone since it was issued. */
  total: number;
}

export interface ErrorCounter {
  /** `ALL_KEYS` for the sum of all keys and of callers without one. */
  keyId: number;
  product: string;
  code: string;
  requests: number;
}

/** Requests with a key from outside of its networks. They were refused, and are counted nowhere else under this key. */
export interface ForeignUse {
  keyId: number;
  requests: number;
  /** IPv4 or IPv6; `unknown` if the connection was already closed. */
  lastAddress: string;
  /** Unix milliseconds. */
  lastAt: number;
}

/** The id under which the sums of all keys are stored, for minutes and errors. No key has this id. */
export const ALL_KEYS = 0;

/** Minutes of usage that are stored. No chart shows older ones. */
export const USAGE_MINUTES_KEPT = 120;

/** Hours of usage that are stored: no chart shows more than a day of them. */
export const USAGE_HOURS_KEPT = 48;

/** A key's last use is written again only when it differs this much: otherwise a busy key would be written at every roll-up. */
export const LAST_USED_STEP_MS = 60_000;

export type UsageStore = UsageReads & UsageErrorStore;

/** What the ledger has counted. */
export interface UsageReads {
  /** @param sinceMs requests later than this are in the last minute */
  key(key: { id: number; lineageId: number }, day: number, sinceMs: number): Promise<KeyUsage>;
  /** The same for each of these lineages. Pass those of one page, not all. */
  lineages(ids: number[], day: number, sinceMs: number): Promise<Map<number, LineageUse>>;
  /** From day `first` on. */
  days(keyId: KeyChoice, first: number): Promise<UsageCell[]>;
  /** Of all keys of a lineage together, from day `first` on. */
  lineageDays(lineageId: number, first: number): Promise<UsageCell[]>;
  /** `length` minutes from minute `first` on. */
  minutes(keyId: KeyChoice, first: number, length: number): Promise<UsageCell[]>;
  /** `length` hours from hour `first` on. */
  hours(keyId: KeyChoice, first: number, length: number): Promise<UsageCell[]>;
}

/** What is counted beside the ledger. */
export interface UsageErrorStore {
  /** On the days after `after`, most frequent first. `today` is the day that `ErrorCount.today` counts. */
  errors(keyId: KeyChoice, today: number, after: number): Promise<ErrorCount[]>;
  /** The keys that were answered with `code` on `day`, most often first. */
  keysWithError(code: string, day: number, limit: number): Promise<{ keyId: number; requests: number }[]>;
  /** Errors by code from minute `first` on, of all keys. */
  recentErrors(first: number): Promise<{ code: string; requests: number }[]>;
  /** Adds to the counters of `day`, and those of all keys to `minute`. Deletes minutes older than `USAGE_MINUTES_KEPT`. */
  addErrors(counters: Iterable<ErrorCounter>, day: number, minute: number): Promise<void>;
  dropErrors(beforeDay: number): Promise<void>;
  /** Adds to the requests of each key. The latest address stays. */
  addForeignUses(uses: ForeignUse[]): Promise<void>;
  foreignUse(keyId: number): Promise<ForeignUse | undefined>;
}
