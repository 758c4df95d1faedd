import { type KeyStatus, SCOPES } from '../../domain/key.ts';
import { KEY_ORDERS, MATCHES_MAX } from '../../domain/key-store.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { type OperatorRequest, queryNumber, queryText, queryWord } from '../operator-request.ts';
import { seeOther } from '../see-other.ts';
import { keysPage } from './list-view.tsx';

const KEYS_PER_PAGE = 50;
const PAGES_MAX = 1_000_000;
const STATUSES = ['active', 'rotating', 'expired', 'revoked'] as const satisfies KeyStatus[];

export function goToKeys(): Response {
  return seeOther('/operator/keys');
}

export async function listKeys(
  { storage, history, clock }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const nowMs = clock.now();
  const filter = {
    text: queryText(request, 'q'),
    scope: queryWord(request, 'scope', SCOPES),
    status: queryWord(request, 'status', STATUSES),
    order: queryWord(request, 'sort', KEY_ORDERS) ?? 'created',
    descending: request.url.searchParams.get('dir') !== 'asc',
  };
  const pageNumber = queryNumber(request, 'page', 1, PAGES_MAX) || 1;
  const offset = (pageNumber - 1) * KEYS_PER_PAGE;
  const { rows, matches } = await storage.keys.search({ ...filter, limit: KEYS_PER_PAGE, offset }, nowMs);
  const uses = await history.lineages(
    rows.map((row) => row.lineageId),
    nowMs,
  );
  const filtered = filter.text !== '' || filter.scope !== undefined || filter.status !== undefined;
  return keysPage(request, {
    filter,
    filtered,
    statuses: STATUSES,
    keys: rows.map((row) => ({ row, use: uses.get(row.lineageId)! })),
    offset,
    pageNumber,
    matches,
    moreMatches: filtered && matches === MATCHES_MAX,
    nowMs,
  });
}
