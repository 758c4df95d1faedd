/** What watches need of the scanner. `pixel/watched-stores.ts` implements it. */
import type { DetailedReport } from './scan-report.ts';

export type WatchedScan =
  | { report: DetailedReport }
  /** The store could not be fetched or read: a sentence for its owner. Its tags were not seen. */
  | { notJudged: string }
  /** A resource of the key is spent for the day: a sentence that names it. */
  | { spent: string }
  /** Our side has no room now. */
  | { busy: true };

export interface WatchedStores {
  /** The address as a scan writes it. @throws PortsideError `invalid_request` at `/url` if it may not be scanned */
  address(url: string): string;
  /** One scan at the expense of a lineage. Never from the cache. */
  scan(lineageId: number, url: string): Promise<WatchedScan>;
}
