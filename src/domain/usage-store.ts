/** What was used, read for commands and pages and not for decisions; and the tally of errors. Each reading is consistent. */

/** A key's id, or undefined for the sum of all keys. */
export type KeyChoice = number | undefined;

/** Requests of one product in one day or minute since 1970-01-01 UTC. The same cell may come in several parts. */
export interface UsageCell {
  at: number;
  product: string;
  requests: number;
}

export interface ErrorCount {
  product: string;
  code: string;
  today: number;
  /** Over all days that were asked for. */
  total: number;
}

/** What a line of rotations has used of its limits: in the last minute, and on one UTC day. */
export interface LineageUse {
  minute: number;
  today: number;
}

export interface KeyUsage extends LineageUse {
  /** Requests counted with this key itself since it was issued. */
  total: number;
}

export interface ErrorCounter {
  /** 0: the sum of all keys, and of callers without one. */
  keyId: number;
  product: string;
  code: string;
  requests: number;
}

/** In minutes and errors: the sum of all keys. No key has this id. */
export const ALL_KEYS = 0;

export interface UsageStore {
  /** Requests of the day `day`, and of those at times later than `sinceMs`. */
  key(key: { id: number; lineageId: number }, day: number, sinceMs: number): Promise<KeyUsage>;
  /** The same for each of these lineages: a page of keys, not all of them. */
  lineages(ids: number[], day: number, sinceMs: number): Promise<Map<number, LineageUse>>;
  /** Days from `first` on. */
  days(keyId: KeyChoice, first: number): Promise<UsageCell[]>;
  /** `length` minutes from `first` on. */
  minutes(keyId: KeyChoice, first: number, length: number): Promise<UsageCell[]>;
  /** Days after `after` up to `today`, most frequent first. */
  errors(keyId: KeyChoice, today: number, after: number): Promise<ErrorCount[]>;
  addErrors(counters: Iterable<ErrorCounter>, day: number): Promise<void>;
  dropErrors(beforeDay: number): Promise<void>;
}
