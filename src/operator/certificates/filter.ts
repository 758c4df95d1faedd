/** The filters of the list of certificates, which the page and its export read from the same query. */
import { CERTIFICATE_FILTERS, type CertificateRecord, type CertificateSearch } from '../../domain/certificate-store.ts';
import { type DayFilter, rangeOfDays, readDays } from '../day-filter.ts';
import { type OperatorRequest, queryText, queryWord } from '../operator-request.ts';

export interface CertificatesFilter extends DayFilter {
  text: string;
  state?: CertificateSearch['state'];
}

export function readFilter(request: OperatorRequest): CertificatesFilter {
  const state = queryWord(request, 'state', CERTIFICATE_FILTERS);
  return { text: queryText(request, 'q'), ...(state && { state }), ...readDays(request) };
}

export function searchOf({ from, to, ...filter }: CertificatesFilter): Omit<CertificateSearch, 'limit' | 'after'> {
  return { ...filter, ...rangeOfDays({ from, to }) };
}

/** `1790000000000-UUID`: the last certificate of the page before. */
export function readCursor(request: OperatorRequest): CertificateSearch['after'] {
  const [, issuedAtMs, gccId] = /^(\d{1,15})-([0-9a-f-]{36})$/.exec(queryText(request, 'after')) ?? [];
  return issuedAtMs === undefined ? undefined : { issuedAtMs: Number(issuedAtMs), gccId: gccId! };
}

export function cursorOf({ issuedAtMs, gccId }: CertificateRecord): string {
  return `${issuedAtMs}-${gccId}`;
}
