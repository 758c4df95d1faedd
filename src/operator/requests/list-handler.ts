import type { RequestLogRow } from '../../domain/request-log.ts';
import { seeOther } from '../../http/browser/see-other.ts';
import { findPastedKey, hasSecretOfKey } from '../../keys/key-finder.ts';
import { csvExport, isoTime } from '../csv-export.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import type { OperatorRequest } from '../operator-request.ts';
import { CODES, cursorOf, FIELDS, isFiltered, isRequestId, readCursor, readFilter, resolveSearch } from './filter.ts';
import { requestsPage } from './list-view.tsx';

const ROWS_PER_PAGE = 100;
const TEXT_MAX = 200;

/** The search form is posted, because somebody may paste a key into it. The address then has the number of the key. */
export async function searchRequests({ storage }: OperatorDependencies, { form }: OperatorRequest): Promise<Response> {
  const text = form.get('q') ?? '';
  const query = new URLSearchParams(hasSecretOfKey(text) ? await pastedQuery(storage, text) : { q: text.trim() });
  for (const field of FIELDS) {
    const value = (query.get(field) ?? (field === 'q' ? '' : form.get(field)))?.trim().slice(0, TEXT_MAX);
    if (value) query.set(field, value);
    else query.delete(field);
  }
  return seeOther(query.size > 0 ? `/operator/requests?${query}` : '/operator/requests');
}

/** What a pasted key is in an address: nothing of it. */
async function pastedQuery({ keys }: OperatorDependencies['storage'], pasted: string): Promise<Record<string, string>> {
  const row = await findPastedKey(keys, pasted);
  return row ? { q: `#${row.id}` } : { unknown: 'key' };
}

export async function listRequests(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { storage, clock, loggedRoutes, requestLogLimits } = dependencies;
  // Typed into the address by hand. The links of the page would repeat it.
  const text = request.url.searchParams.get('q') ?? '';
  if (hasSecretOfKey(text))
    return seeOther(`/operator/requests?${new URLSearchParams(await pastedQuery(storage, text))}`);
  const filter = readFilter(dependencies, request);
  const { search, keys, moreKeys } = await resolveSearch(dependencies, filter);
  const after = readCursor(request);
  // One more row than a page shows tells whether there is a next page.
  const found = await storage.requestLog.search({ ...search, after, limit: ROWS_PER_PAGE + 1 });
  const rows = found.slice(0, ROWS_PER_PAGE);
  const [only] = rows;
  // A request id that was searched for leads to what happened.
  if (only && found.length === 1 && isRequestId(filter.text) && !after)
    return seeOther(`/operator/requests/${only.id}`);
  return requestsPage(request, {
    filter,
    filtered: isFiltered(filter),
    routes: loggedRoutes(),
    codes: CODES,
    rows,
    names: await keyNames(dependencies, rows),
    keys,
    moreKeys,
    isFirst: after === undefined,
    next: found.length > rows.length ? cursorOf(rows.at(-1)!) : undefined,
    days: await storage.requestLog.days(),
    limits: requestLogLimits,
    unknownKey: request.url.searchParams.get('unknown') === 'key',
    nowMs: clock.now(),
  });
}

/** Names of the keys of these rows, by id. */
async function keyNames(
  { storage }: OperatorDependencies,
  rows: { keyId: number | null }[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.flatMap(({ keyId }) => keyId ?? []))];
  const keys = await Promise.all(ids.map((id) => storage.keys.find(id)));
  return new Map(keys.flatMap((row) => (row ? [[row.id, row.name]] : [])));
}

export async function exportRequests(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const filter = readFilter(dependencies, request);
  const { search } = await resolveSearch(dependencies, filter);
  return csvExport<RequestLogRow>(dependencies, request, {
    name: 'requests',
    singular: 'request',
    filter: { ...filter },
    columns: {
      at: ({ atMs }) => isoTime(atMs),
      request_id: ({ requestId }) => requestId,
      method: ({ method }) => method,
      route: ({ route }) => route,
      status: ({ status }) => status,
      error: ({ code }) => code,
      key: ({ keyId }) => keyId,
      duration_ms: ({ durationUs }) => durationUs / 1000,
      network: ({ network }) => network,
    },
    read: (after, limit) => dependencies.storage.requestLog.search({ ...search, after, limit }),
  });
}
