/** Where API keys are stored and searched. The key itself is never stored, only its SHA-256, its beginning and its end. */
import type { AuditEntry } from './audit.ts';
import type { KeyRow, KeyStatus, Scope } from './key.ts';

export type NewKeyRow = Omit<KeyRow, 'id' | 'lineageId' | 'revokedAt' | 'successorId' | 'lastUsedAt'>;

/** A change of a key, made in one transaction. */
export interface KeyChange {
  set: Partial<Pick<KeyRow, 'notes' | 'expiresAt' | 'revokedAt'>>;
  /** A new key of the same lineage. It becomes the successor of the changed key. */
  successor?: NewKeyRow;
  /** The audit entry, made from the changed row. */
  audit(changed: KeyRow): AuditEntry;
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
  rows: KeyRow[];
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
  /** Stores the first key of a lineage, its audit entry and the announcement to all servers, in one transaction. */
  insert(row: NewKeyRow, audit: (row: KeyRow) => AuditEntry): Promise<KeyRow>;
  /**
   * Makes the change that `decide` returns for the key's row, with its audit entry and announcement, in one transaction. If
   * `decide` throws, nothing is changed.
   */
  change(
    id: number,
    decide: (row: KeyRow | undefined) => KeyChange,
  ): Promise<{ row: KeyRow; successor: KeyRow | undefined }>;
  find(id: number): Promise<KeyRow | undefined>;
  findByHash(hash: string): Promise<KeyRow | undefined>;
  /** Newest first. */
  list(limit: number, offset: number): Promise<KeyRow[]>;
  /** The other keys of its lineage, oldest first. */
  relatives(row: KeyRow): Promise<KeyRow[]>;
  /** One page of the keys that match. */
  search(search: KeySearch, nowMs: number): Promise<KeyPage>;
}
