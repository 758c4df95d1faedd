/** The filters of the request log, which the page and its export read from the same query. */
import { ERRORS } from '../../domain/errors.ts';
import type { ApiKey } from '../../domain/key.ts';
import { type LogCursor, OUTCOMES, type Outcome, type RequestSearch } from '../../domain/request-log.ts';
import { hasSecretOfKey } from '../../keys/key-finder.ts';
import { type DayFilter, rangeOfMinutes, readMinutes } from '../day-filter.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { type OperatorRequest, queryText, queryWord } from '../operator-request.ts';

/** More keys with a name would make the search slow, and help nobody. */
const KEYS_MAX = 100;

export interface RequestFilter extends DayFilter {
  /** A request id, or what names keys: `#12`, a part of a name. */
  text: string;
  route?: string;
  outcome?: Outcome;
  /** A status code. */
  status?: number;
  /** An error code. */
  code?: string;
}

export const CODES = Object.keys(ERRORS);

/** The fields of the search form. */
export const FIELDS = ['q', 'route', 'outcome', 'code', 'from', 'to'];

export function readFilter({ loggedRoutes }: OperatorDependencies, request: OperatorRequest): RequestFilter {
  const text = queryText(request, 'q');
  const status = /^[1-5]\d\d$/.exec(queryText(request, 'status'))?.[0];
  const route = queryWord(request, 'route', loggedRoutes());
  const outcome = queryWord(request, 'outcome', OUTCOMES);
  const code = queryWord(request, 'code', CODES);
  return {
    // A key in an address was not put there by our form. It is not repeated on the page.
    text: hasSecretOfKey(text) ? '' : text,
    ...(route && { route }),
    ...(outcome && { outcome }),
    ...(status && { status: Number(status) }),
    ...(code && { code }),
    ...readMinutes(request),
  };
}

export function isFiltered(filter: RequestFilter): boolean {
  return Object.values(filter).some((value) => value !== '' && value !== undefined);
}

export interface ResolvedSearch {
  search: Omit<RequestSearch, 'limit' | 'after'>;
  /** The keys that the text names; undefined if it names none because it is a request id, or empty. */
  keys?: ApiKey[];
  /** More keys match than are searched. */
  moreKeys: boolean;
}

/** Finds the keys that the text names. */
export async function resolveSearch(
  { storage, clock }: OperatorDependencies,
  { text, from, to, ...exact }: RequestFilter,
): Promise<ResolvedSearch> {
  const search = { ...exact, ...rangeOfMinutes({ from, to }) };
  if (!text) return { search, moreKeys: false };
  if (isRequestId(text)) return { search: { ...search, requestId: text }, moreKeys: false };
  const named = { text, order: 'created', descending: true, limit: KEYS_MAX, offset: 0 } as const;
  const { rows, matches } = await storage.keys.search(named, clock.now());
  return { search: { ...search, keyIds: rows.map(({ id }) => id) }, keys: rows, moreKeys: matches > rows.length };
}

export function isRequestId(text: string): boolean {
  return /^req_[\w-]{1,40}$/.test(text);
}

/** `1790000000000-17`: the last row of the page before. */
export function readCursor(request: OperatorRequest): LogCursor | undefined {
  const [, atMs, id] = /^(\d{1,15})-(\d{1,15})$/.exec(queryText(request, 'after')) ?? [];
  return atMs === undefined ? undefined : { atMs: Number(atMs), id: Number(id) };
}

export function cursorOf({ atMs, id }: LogCursor): string {
  return `${atMs}-${id}`;
}
