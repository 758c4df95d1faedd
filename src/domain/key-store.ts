/** Where API keys are stored and searched. The key itself is never stored, only its SHA-256, its beginning and its end. */
import type { AuditEntry } from './audit.ts';
import type { ApiKey, KeyStatus, Scope } from './key.ts';
import type { ResourceOverrides } from './resources.ts';

export type NewApiKey = Omit<ApiKey, 'id' | 'lineageId' | 'revokedAt' | 'successorId' | 'lastUsedAt'>;

/** A change of a key, made in one transaction. */
export interface KeyChange {
  set: Partial<Pick<ApiKey, 'notes' | 'networks' | 'expiresAt' | 'revokedAt'>>;
  /** A new key of the same lineage. It becomes the successor of the changed key. */
  successor?: NewApiKey;
  /** The audit entry, made from the changed row. */
  audit(changed: ApiKey): AuditEntry;
}

export const KEY_ORDERS = ['created', 'name', 'used'] as const;
export type KeyOrder = (typeof KEY_ORDERS)[number];

export interface KeySearch {
  /** As typed; `readKeyText` says what it means. */
  text: string;
  scope?: Scope;
  status?: KeyStatus;
  order: KeyOrder;
  descending: boolean;
  limit: number;
  offset: number;
}

export interface KeyPage {
  rows: ApiKey[];
  /** How many keys match. With a text, scope or status they are counted only up to `MATCHES_MAX`. */
  matches: number;
}

/** Counting more than this would cost time and help nobody: with so many matches one refines the search. */
export const MATCHES_MAX = 10_000;

/** SQLite's index of parts of names is a trigram index: it cannot find shorter parts. PostgreSQL follows the same rule. */
const PART_LENGTH_MIN = 3;

/** What a search text asks for. Names are compared ignoring case. */
export type KeyTextSearch =
  | { kind: 'id'; id: number }
  | { kind: 'nameStart'; start: string }
  /** Part of the name or of the last four characters. */
  | { kind: 'part'; part: string };

/** `#12` is key 12. A text under three characters is the beginning of a name. Undefined for an empty text: every key. */
export function readKeyText(text: string): KeyTextSearch | undefined {
  // SQLite's text index reads its query only up to a NUL.
  const wanted = text.replaceAll('\0', '').trim();
  if (!wanted) return undefined;
  const id = /^#(\d{1,15})$/.exec(wanted)?.[1];
  if (id) return { kind: 'id', id: Number(id) };
  return [...wanted].length < PART_LENGTH_MIN ? { kind: 'nameStart', start: wanted } : { kind: 'part', part: wanted };
}

export interface KeyStore {
  /**
   * Stores the first key of a lineage, the limits of its resources that are not the defaults, its audit entry and the
   * announcement to all servers, in one transaction.
   */
  insert(row: NewApiKey, audit: (row: ApiKey) => AuditEntry, limits?: ResourceOverrides): Promise<ApiKey>;
  /**
   * Makes the change that `decide` returns for the key's row, with its audit entry and announcement, in one transaction. If
   * `decide` throws, nothing is changed.
   */
  change(
    id: number,
    decide: (row: ApiKey | undefined) => KeyChange,
  ): Promise<{ row: ApiKey; successor: ApiKey | undefined }>;
  find(id: number): Promise<ApiKey | undefined>;
  findByHash(hash: string): Promise<ApiKey | undefined>;
  /** Newest first. */
  list(limit: number, offset: number): Promise<ApiKey[]>;
  /** The other keys of its lineage, oldest first. */
  relatives(row: ApiKey): Promise<ApiKey[]>;
  /** One page of the keys that match. */
  search(search: KeySearch, nowMs: number): Promise<KeyPage>;
}
