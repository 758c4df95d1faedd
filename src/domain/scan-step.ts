/** What a scan that reads several pages has come to. */
import type { JourneyPage } from './scan-report.ts';

export interface ScanStep {
  /** `named`: containers and other code that the pages name. */
  page: JourneyPage | 'named';
  /** Path of the page, without its query; absent while no page has named it, and for `named`. */
  path?: string;
  state: 'reading' | 'read' | 'not_read';
  /** Why it was not read. */
  reason?: string;
}
