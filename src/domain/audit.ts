/** Who did what, when, from where: rows are only ever added, the database refuses anything else. */

export interface AuditEntry {
  /** Unix milliseconds. */
  atMs: number;
  /** `cli`, `operator`, `configuration`. */
  actor: string;
  origin: string;
  action: string;
  subject: string;
  detail?: string;
}

export interface AuditRow extends Required<AuditEntry> {
  id: number;
}

interface AuditSearch {
  /** Part of subject, origin or detail; letter case aside. */
  text: string;
  /** How the action begins: `key.` is all that happened to keys. */
  action: string;
  /** Rows before this id: the next page. */
  before?: number;
  limit: number;
}

export interface AuditLog {
  record(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  search(search: AuditSearch): Promise<AuditRow[]>;
}
