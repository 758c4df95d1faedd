/** Tariff lists and schedules taken in by `portside tariff import`, whole. */
import type { AuditEntry } from './audit.ts';

export interface TariffImport {
  id: number;
  listId: string;
  version: string;
  /** Unix milliseconds. */
  importedAt: number;
  sha256: string;
  /** What it changed, as JSON. */
  summary: string;
}

export interface TariffImportStore {
  /** Keeps an accepted file, with its audit row and the announcement to all servers, in one transaction. */
  add(row: Omit<TariffImport, 'id'> & { body: string }, audit: AuditEntry): Promise<void>;
  /** Newest first, without their text. */
  list(limit: number): Promise<TariffImport[]>;
  /** The newest of each list, without its text. */
  newest(): Promise<TariffImport[]>;
  /** The text of the newest of a list. */
  body(listId: string): Promise<string | undefined>;
}
