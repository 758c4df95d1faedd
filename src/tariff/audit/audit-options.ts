/** What an audit needs besides its lines. */
import type { AuditOptions } from './audit-rows.ts';

/** What a job keeps of its acceptance: a JSON value, the same for every chunk. */
export interface TariffAuditOptions extends AuditOptions {
  /** The names of the columns of the table, empty if a column has none. */
  header: string[];
  sheet?: string;
  /** Titles above the header. */
  preamble?: string[][];
  /** What the reader of the file remarked, and how cells that two readings fit are read. */
  readings: string[];
}
