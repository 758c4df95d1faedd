/** What a page of an audit shows: filters, order and place, as they stand in its address. */
import { OUTCOMES, type Outcome } from './words.ts';

export interface AuditQuery {
  statuses: Outcome[];
  heading: string;
  text: string;
  sort: string;
  cursor: string;
  /** Grouped by heading instead of line by line. */
  isGrouped: boolean;
}

export const SORTS = [
  ['line', 'As in the list'],
  ['status', 'Result'],
  ['rate', 'Rate, highest first'],
  ['heading', 'Heading'],
] as const;

/** What is not understood is left out, so that an old or mistyped address still shows the list. */
export function readAuditQuery(params: URLSearchParams): AuditQuery {
  const sort = params.get('sort') ?? '';
  return {
    statuses: params.getAll('status').filter((status): status is Outcome => Object.hasOwn(OUTCOMES, status)),
    heading: (params.get('heading') ?? '').trim().slice(0, 40),
    text: (params.get('q') ?? '').trim().slice(0, 100),
    sort: SORTS.some(([name]) => name === sort) ? sort : 'line',
    cursor: (params.get('cursor') ?? '').slice(0, 200),
    isGrouped: params.get('view') === 'headings',
  };
}

/** The query of the page. Of the API it has the same names. */
export function auditParams({ statuses, heading, text, sort, cursor, isGrouped }: AuditQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const status of statuses) params.append('status', status);
  if (heading) params.set('heading', heading);
  if (text) params.set('q', text);
  if (sort !== 'line') params.set('sort', sort);
  if (cursor) params.set('cursor', cursor);
  if (isGrouped) params.set('view', 'headings');
  return params;
}

/** `?…` of a page with some of it changed, from its first page on unless the change says where. */
export function changedQuery(query: AuditQuery, change: Partial<AuditQuery>): string {
  const text = auditParams({ ...query, cursor: '', ...change }).toString();
  return text && `?${text}`;
}

/** The query of `GET …/lines`. */
export function linesParams(query: AuditQuery, limit: number): URLSearchParams {
  const params = auditParams({ ...query, isGrouped: false });
  params.set('limit', String(limit));
  return params;
}

export function isFiltered({ statuses, heading, text }: AuditQuery): boolean {
  return statuses.length > 0 || heading !== '' || text !== '';
}
