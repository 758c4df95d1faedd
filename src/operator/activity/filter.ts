/** The filters of the audit, which the page and its export read from the same query. */
import type { ActivitySearch } from '../../domain/activity-log.ts';
import { type DayFilter, rangeOfDays, readDays } from '../day-filter.ts';
import { type OperatorRequest, queryText, queryWord } from '../operator-request.ts';

/** How the names of actions begin. */
export const KINDS = [
  'key.',
  'operator.',
  'password.',
  'certificate.',
  'tariff.',
  'request.',
  'scan.',
  'alert.',
  'audit.',
] as const;

export interface ActivityFilter extends DayFilter {
  text: string;
  /** One of `KINDS`, or empty for all. */
  action: string;
}

export function readFilter(request: OperatorRequest): ActivityFilter {
  return {
    text: queryText(request, 'q'),
    action: queryWord(request, 'action', KINDS) ?? '',
    ...readDays(request),
  };
}

export function searchOf({ text, action, from, to }: ActivityFilter): Omit<ActivitySearch, 'limit' | 'before'> {
  return { text, action, ...rangeOfDays({ from, to }) };
}
