/** The filters of the list of keys, which the page and its export read from the same query. */
import { type KeyStatus, SCOPES, type STATUS_TRAITS } from '../../domain/key.ts';
import { KEY_ORDERS, type KeySearch } from '../../domain/key-store.ts';
import { hasSecretOfKey } from '../../keys/key-finder.ts';
import { type OperatorRequest, queryText, queryWord } from '../operator-request.ts';

export const STATUSES = ['active', 'rotating', 'expired', 'revoked'] as const satisfies (keyof typeof STATUS_TRAITS)[];

export type KeyFilter = Omit<KeySearch, 'limit' | 'offset'>;

export function readFilter(request: OperatorRequest): KeyFilter {
  const text = queryText(request, 'q');
  const scope = queryWord(request, 'scope', SCOPES);
  const status: KeyStatus | undefined = queryWord(request, 'status', STATUSES);
  const owner = queryText(request, 'owner');
  const tag = queryText(request, 'tag').toLowerCase();
  return {
    // A key in an address was not put there by our form. It is not repeated on the page.
    text: hasSecretOfKey(text) ? '' : text,
    ...(scope && { scope }),
    ...(status && { status }),
    ...(owner && { owner }),
    ...(tag && { tag }),
    order: queryWord(request, 'sort', KEY_ORDERS) ?? 'created',
    descending: request.url.searchParams.get('dir') !== 'asc',
  };
}

/** Whether anything narrows the list. */
export function isFiltered({ text, scope, status, owner, tag }: KeyFilter): boolean {
  return text !== '' || [scope, status, owner, tag].some((value) => value !== undefined);
}
