import { type KeyStore, MATCHES_MAX } from '../../domain/key-store.ts';
import { seeOther } from '../../http/browser/see-other.ts';
import { findPastedKey, hasSecretOfKey } from '../../keys/key-finder.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { type OperatorRequest, queryNumber } from '../operator-request.ts';
import { isFiltered, type KeyFilter, readFilter, STATUSES } from './list-filter.ts';
import { keysPage } from './list-view.tsx';

const KEYS_PER_PAGE = 50;
const PAGES_MAX = 1_000_000;
/** The fields of the search form. */
const FIELDS = ['q', 'scope', 'status', 'owner', 'tag', 'sort', 'dir'];

/**
 * The search form is posted, because somebody may paste a key into it. A key leads to its page, and any other text into the
 * address of the list, where it can be kept as a bookmark.
 */
export async function searchKeys({ storage }: OperatorDependencies, { form }: OperatorRequest): Promise<Response> {
  const text = form.get('q') ?? '';
  if (hasSecretOfKey(text)) return seeOther(await pastedAddress(storage, text));
  const query = new URLSearchParams();
  for (const field of FIELDS) {
    const value = form.get(field)?.trim().slice(0, 200);
    if (value) query.set(field, value);
  }
  return seeOther(query.size > 0 ? `/operator/keys?${query}` : '/operator/keys');
}

/** Where a pasted key leads. The address has nothing of it. */
async function pastedAddress({ keys }: OperatorDependencies['storage'], pasted: string): Promise<string> {
  const row = await findPastedKey(keys, pasted);
  return row ? `/operator/keys/${row.id}` : '/operator/keys?unknown=key';
}

/** Whether so many keys match that sorting them by what each has used would block the server. */
async function isBeyondSorting(keys: KeyStore, filter: KeyFilter, nowMs: number): Promise<boolean> {
  const { matches } = await keys.search({ ...filter, order: 'used', limit: 1, offset: 0 }, nowMs);
  return matches >= MATCHES_MAX;
}

export async function listKeys(
  { storage, history, clock }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  // Typed into the address by hand. The links of the page would repeat it.
  const text = request.url.searchParams.get('q') ?? '';
  if (hasSecretOfKey(text)) return seeOther(await pastedAddress(storage, text));
  const nowMs = clock.now();
  const read = readFilter(request);
  const isTooMany = read.order === 'today' && (await isBeyondSorting(storage.keys, read, nowMs));
  const filter: KeyFilter = isTooMany ? { ...read, order: 'used' } : read;
  const asked = queryNumber(request, 'page', 1, PAGES_MAX) || 1;
  const pageAt = async (pageNumber: number) => {
    const offset = (pageNumber - 1) * KEYS_PER_PAGE;
    const { rows, matches } = await storage.keys.search({ ...filter, limit: KEYS_PER_PAGE, offset }, nowMs);
    return { rows, matches, offset, pageNumber };
  };
  const found = await pageAt(asked);
  // Keys may have gone since the address was made. The last page that there is comes closest.
  const isPast = found.rows.length === 0 && found.matches > 0;
  const { rows, ...shown } = isPast ? await pageAt(Math.ceil(found.matches / KEYS_PER_PAGE)) : found;
  const uses = await history.lineages(
    rows.map((row) => row.lineageId),
    nowMs,
  );
  const filtered = isFiltered(filter);
  return keysPage(request, {
    filter,
    filtered,
    statuses: STATUSES,
    keys: rows.map((row) => ({ row, use: uses.get(row.lineageId)! })),
    ...shown,
    moreMatches: filtered && shown.matches === MATCHES_MAX,
    tooManyToSort: isTooMany,
    unknownKey: request.url.searchParams.get('unknown') === 'key',
    nowMs,
  });
}
