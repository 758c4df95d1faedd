/** The filters of the audit, which the page and its export read from the same query. */
import type { AuditSearch } from '../../domain/audit.ts';
import { DAY_MS } from '../../domain/clock.ts';
import { type OperatorRequest, queryText, queryWord } from '../operator-request.ts';

/** How the names of actions begin. */
export const KINDS = ['key.', 'operator.', 'password.', 'certificate.', 'tariff.', 'audit.'] as const;

export interface AuditFilter {
  text: string;
  /** One of `KINDS`, or empty for all. */
  action: string;
  /** First and last day, UTC, as `YYYY-MM-DD`; empty for no bound. */
  from: string;
  to: string;
}

export function readFilter(request: OperatorRequest): AuditFilter {
  return {
    text: queryText(request, 'q'),
    action: queryWord(request, 'action', KINDS) ?? '',
    from: dayOf(queryText(request, 'from')),
    to: dayOf(queryText(request, 'to')),
  };
}

export function searchOf({ text, action, from, to }: AuditFilter): Omit<AuditSearch, 'limit' | 'before'> {
  return {
    text,
    action,
    ...(from && { sinceMs: Date.parse(from) }),
    ...(to && { untilMs: Date.parse(to) + DAY_MS }),
  };
}

/** Empty for anything that is not a date. */
function dayOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}
