/** The tariff lists and schedules that `portside tariff import` stored, each with its full text. */
import type { ActivityEntry } from './activity-log.ts';

export interface TariffImport {
  id: number;
  listId: string;
  version: string;
  /** Unix milliseconds. */
  importedAt: number;
  sha256: string;
  /** JSON: how many numbers it added, removed and changed. */
  summary: string;
}

export interface TariffImportStore {
  /** Stores an accepted file, writes the audit entry and announces the change to all servers, in one transaction. */
  add(row: Omit<TariffImport, 'id'> & { body: string }, activity: ActivityEntry): Promise<void>;
  /** Newest first, without their text. */
  list(limit: number): Promise<TariffImport[]>;
  /** The newest import of each list, without its text. */
  newest(): Promise<TariffImport[]>;
  /** The text of the newest import of a list. */
  body(listId: string): Promise<string | undefined>;
}
