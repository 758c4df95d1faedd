/** The filters of the list of scans, which the page and its export read from the same query. */
import { SCAN_OUTCOMES, type ScanOutcome, type ScanSearch } from '../../domain/scan-log.ts';
import { type DayFilter, rangeOfDays, readDays } from '../day-filter.ts';
import { type OperatorRequest, queryText, queryWord } from '../operator-request.ts';

export interface ScanFilter extends DayFilter {
  text: string;
  outcome?: ScanOutcome;
}

export function readFilter(request: OperatorRequest): ScanFilter {
  const outcome = queryWord(request, 'outcome', SCAN_OUTCOMES);
  return { text: queryText(request, 'q'), ...(outcome && { outcome }), ...readDays(request) };
}

export function searchOf({ from, to, ...filter }: ScanFilter): Omit<ScanSearch, 'limit' | 'before'> {
  return { ...filter, ...rangeOfDays({ from, to }) };
}
