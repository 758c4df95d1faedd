/** Where API keys are stored and searched. The key itself is never stored, only its SHA-256, its beginning and its end. */
import type { ActivityEntry } from './activity-log.ts';
import type { ApiKey, KeyStatus, Scope } from './key.ts';
import type { ResourceOverrides } from './resources.ts';

export type NewApiKey = Omit<ApiKey, 'id' | 'lineageId' | 'revokedAt' | 'successorId' | 'lastUsedAt'>;

/** A key to be stored as the first of its lineage. */
export interface KeyInsert {
  row: NewApiKey;
  /** The audit entry, made from the stored row. */
  activity(issued: ApiKey): ActivityEntry;
  /** Limits of its resources that are not the defaults. */
  resources?: ResourceOverrides;
}

/** A change of a key, made in one transaction. */
export interface KeyChange {
  set: Partial<Pick<ApiKey, 'name' | 'scope' | 'owner' | 'tags' | 'notes' | 'networks' | 'expiresAt' | 'revokedAt'>>;
  /** New limits of every key of the lineage: they share one account, so it has one limit. */
  limits?: Partial<Pick<ApiKey, 'perMinute' | 'perDay'>>;
  /** Replaces the limits of the lineage's resources. */
  resources?: ResourceOverrides;
  /** A new key of the same lineage. It becomes the successor of the changed key. */
  successor?: NewApiKey;
  /** The audit entry, made from the changed row. */
  activity(changed: ApiKey): ActivityEntry;
}

/**
 * Decides on a key's row and the limits of its lineage's resources, while nobody else can change any key of the lineage.
 * Undefined: nothing is changed.
 */
export type DecideKeyChange = (
  row: ApiKey | undefined,
  resources: ResourceOverrides,
  id: number,
) => KeyChange | undefined;

interface ChangedKey {
  /** As it is now. */
  row: ApiKey;
  successor: ApiKey | undefined;
  /** What was recorded; undefined if nothing was changed. */
  entry: ActivityEntry | undefined;
}

/**
 * `used`: when last. `today`: how many requests of the lineage were rolled up on the present UTC day, so up to a minute behind. It has
 * no index, so ask for it only where at most `MATCHES_MAX` keys match.
 */
export const KEY_ORDERS = ['created', 'name', 'used', 'today'] as const;
export type KeyOrder = (typeof KEY_ORDERS)[number];

export interface KeySearch {
  /** As typed; `readKeyText` says what it means. */
  text: string;
  scope?: Scope;
  status?: KeyStatus;
  /** The whole owner, ignoring case. */
  owner?: string;
  /** One whole tag, in small letters. */
  tag?: string;
  order: KeyOrder;
  descending: boolean;
  limit: number;
  offset: number;
}

export interface KeyPage {
  rows: ApiKey[];
  /** How many keys match. With any filter they are counted only up to `MATCHES_MAX`. */
  matches: number;
}

/** Counting more than this would cost time and help nobody: with so many matches one refines the search. */
export const MATCHES_MAX = 10_000;

/** SQLite's index of parts of names is a trigram index: it cannot find shorter parts. PostgreSQL follows the same rule. */
const PART_LENGTH_MIN = 3;

/** What a search text asks for. Texts are compared ignoring case, except for the characters of keys. */
export type KeyTextSearch =
  | { kind: 'id'; id: number }
  /** What is shown of a key, or one end of it. */
  | { kind: 'display'; prefix?: string; lastFour?: string }
  | { kind: 'nameStart'; start: string }
  /** Part of the name, the owner, the tags, the notes or the last four characters. */
  | { kind: 'part'; part: string };

/**
 * `#12` is key 12; `svc_ab12…wxyz`, `svc_ab12` and `…wxyz` are what is shown of a key. A text under three characters is the
 * beginning of a name. Undefined for an empty text: every key.
 */
export function readKeyText(text: string): KeyTextSearch | undefined {
  // SQLite's text index reads its query only up to a NUL.
  const wanted = text.replaceAll('\0', '').trim();
  if (!wanted) return undefined;
  const id = /^#(\d{1,15})$/.exec(wanted)?.[1];
  if (id) return { kind: 'id', id: Number(id) };
  const [, prefix, lastFour] = /^(svc_[0-9A-Za-z]{4})?(?:(?:…|\.{2,3})([0-9A-Za-z]{4})?)?$/.exec(wanted) ?? [];
  if (prefix || lastFour) return { kind: 'display', ...(prefix && { prefix }), ...(lastFour && { lastFour }) };
  return [...wanted].length < PART_LENGTH_MIN ? { kind: 'nameStart', start: wanted } : { kind: 'part', part: wanted };
}

export interface KeyStore {
  /** Stores all of the keys with their audit entries and one announcement to all servers, in one transaction. In their order. */
  insert(inserts: readonly KeyInsert[]): Promise<ApiKey[]>;
  /**
   * Makes the change that `decide` returns for the key's row, with its audit entry and announcement, in one transaction. If
   * `decide` throws, nothing is changed.
   */
  change(id: number, decide: DecideKeyChange): Promise<ChangedKey>;
  /** The same for several keys in one transaction: all are changed, or none. The rows are in the order of `ids`. */
  changeAll(ids: readonly number[], decide: DecideKeyChange): Promise<ApiKey[]>;
  find(id: number): Promise<ApiKey | undefined>;
  findByHash(hash: string): Promise<ApiKey | undefined>;
  /** Newest first. */
  list(limit: number, offset: number): Promise<ApiKey[]>;
  /** The other keys of its lineage, oldest first. */
  relatives(row: ApiKey): Promise<ApiKey[]>;
  /** One page of the keys that match. */
  search(search: KeySearch, nowMs: number): Promise<KeyPage>;
}
