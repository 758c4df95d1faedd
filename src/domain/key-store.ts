/** API keys as rows. The key itself is never stored: only its SHA-256, and enough of it to recognise it in a list. */
import type { AuditEntry } from './audit.ts';
import type { KeyRow, KeyStatus, Scope } from './key.ts';

export type NewKeyRow = Omit<KeyRow, 'id' | 'lineageId' | 'revokedAt' | 'successorId' | 'lastUsedAt'>;

/** What happens to a key, all of it in one transaction. */
export interface KeyChange {
  set: Partial<Pick<KeyRow, 'notes' | 'expiresAt' | 'revokedAt'>>;
  /** A new key of the same line; the changed one then names it as its successor. */
  successor?: NewKeyRow;
  audit(changed: KeyRow): AuditEntry;
}

export const KEY_ORDERS = ['created', 'name', 'used'] as const;
export type KeyOrder = (typeof KEY_ORDERS)[number];

export interface KeySearch {
  /** Part of the name, or the last four characters; `#12` is key 12. Fewer than three characters: how the name begins. */
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
  /** How many match, counted up to `MATCHES_MAX` when there is a filter. */
  matches: number;
}

/** Matches of a filter are counted no further: whoever sees that many refines it. */
export const MATCHES_MAX = 10_000;

export interface KeyStore {
  /** The first key of a line, with its audit row and the announcement to all servers, in one transaction. */
  insert(row: NewKeyRow, audit: (row: KeyRow) => AuditEntry): Promise<KeyRow>;
  /** Does to a key what `decide` says, with audit and announcement, in one transaction. What `decide` throws undoes it. */
  change(
    id: number,
    decide: (row: KeyRow | undefined) => KeyChange,
  ): Promise<{ row: KeyRow; successor: KeyRow | undefined }>;
  find(id: number): Promise<KeyRow | undefined>;
  findByHash(hash: string): Promise<KeyRow | undefined>;
  /** Newest first. */
  list(limit: number, offset: number): Promise<KeyRow[]>;
  /** The other keys of its line of rotations, oldest first. */
  relatives(row: KeyRow): Promise<KeyRow[]>;
  /** For a page: filtered, sorted and cut in the database, each way along an index. */
  search(search: KeySearch, nowMs: number): Promise<KeyPage>;
}
