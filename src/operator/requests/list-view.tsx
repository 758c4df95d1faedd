/** @jsxImportSource preact */
import type { ApiKey } from '../../domain/key.ts';
import { OUTCOMES, type RequestLogDay, type RequestLogLimits, type RequestLogRow } from '../../domain/request-log.ts';
import { Chip, Csrf, Notice, SelectFilter, TableBox, UtcSecond, UtcTime, withQuery } from '../elements.tsx';
import { formatCount, formatDuration, plural } from '../format.ts';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';
import type { RequestFilter } from './filter.ts';

interface RequestsPage {
  filter: RequestFilter;
  /** Something narrows the list. */
  filtered: boolean;
  /** All routes and error codes to choose from. */
  routes: readonly string[];
  codes: readonly string[];
  /** Newest first. */
  rows: RequestLogRow[];
  /** Names of their keys, by id. */
  names: ReadonlyMap<number, string>;
  /** The keys that the search names. */
  keys: ApiKey[] | undefined;
  /** More keys match than were searched. */
  moreKeys: boolean;
  isFirst: boolean;
  /** Where the next page begins; undefined if this is the last. */
  next: string | undefined;
  days: RequestLogDay[];
  /** Undefined if no requests are kept. */
  limits: RequestLogLimits | undefined;
  /** A key was pasted that is not known. */
  unknownKey: boolean;
  nowMs: number;
}

export function requestsPage(request: OperatorRequest, options: RequestsPage): Response {
  const { filter, filtered, routes, codes, rows, names, limits, unknownKey } = options;
  return page(request, {
    title: 'Requests',
    section: 'requests',
    body: (
      <>
        <div class="heading">
          <h1>Requests</h1>
          <span class="quiet">Written once a second · times are UTC</span>
        </div>
        {!limits && <Notice tone="mild">No requests are kept: PORTSIDE_REQUEST_LOG_DAYS is 0.</Notice>}
        {unknownKey && <Notice tone="bad">The key that was pasted is not known here.</Notice>}
        <Filters request={request} filter={filter} filtered={filtered} routes={routes} codes={codes} />
        <KeysFound {...options} />
        {rows.length > 0 && (
          <p class="crumb">
            <a href={exportAddress(request)} download>
              Export these requests (CSV)
            </a>
          </p>
        )}
        {rows.length === 0 ? (
          <p class="empty">{filtered ? 'No request in the log matches.' : 'No request has been kept yet.'}</p>
        ) : (
          <TableBox label="Requests">
            <RequestTable rows={rows} names={names} />
          </TableBox>
        )}
        <Pager request={request} {...options} />
        <Kept {...options} />
      </>
    ),
  });
}

interface FiltersProps extends Pick<RequestsPage, 'filter' | 'filtered' | 'routes' | 'codes'> {
  request: OperatorRequest;
}

function Filters({ request, filter, filtered, routes, codes }: FiltersProps) {
  return (
    <search>
      <form class="filters" method="post" action="/operator/requests/search">
        <Csrf request={request} />
        <label class="grow whole">
          <span>Search</span>
          <input
            type="search"
            name="q"
            value={filter.text}
            placeholder="X-Request-Id, name or #number of a key"
            autocomplete="off"
            spellcheck={false}
          />
        </label>
        <button type="submit">Search</button>
        {filtered && <a href="/operator/requests">Clear</a>}
        <SelectFilter label="Outcome" name="outcome" value={filter.outcome} options={OUTCOMES} />
        <SelectFilter label="Error" name="code" value={filter.code} options={codes} />
        <SelectFilter label="Route" name="route" value={filter.route} options={routes} />
        <label>
          <span>From (UTC)</span>
          <input type="datetime-local" name="from" value={filter.from} />
        </label>
        <label>
          <span>To (UTC)</span>
          <input type="datetime-local" name="to" value={filter.to} />
        </label>
      </form>
    </search>
  );
}

/** Says which keys a name was read as: a list that is empty because no key has the name would be misread. */
function KeysFound({ filter, keys, moreKeys }: RequestsPage) {
  if (keys === undefined) return null;
  if (keys.length === 0)
    return (
      <Notice tone="mild">
        No key is found by “<bdi>{filter.text}</bdi>”. A request id begins with req_.
      </Notice>
    );
  const [only] = keys;
  return (
    <p class="hint">
      {keys.length === 1 && only ? (
        <>
          Requests with the key{' '}
          <a href={`/operator/keys/${only.id}`}>
            <bdi>{only.name}</bdi>
          </a>{' '}
          #{only.id}
        </>
      ) : (
        `Requests with ${moreKeys ? `the newest ${keys.length} of the` : keys.length} keys that the search finds`
      )}
    </p>
  );
}

interface RequestTableProps {
  rows: RequestLogRow[];
  names: ReadonlyMap<number, string>;
}

export function RequestTable({ rows, names }: RequestTableProps) {
  return (
    <table class="requests">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Answer</th>
          <th scope="col" class="wide">
            Route
          </th>
          <th scope="col">Key</th>
          <th scope="col" class="number wide">
            Took
          </th>
          <th scope="col" class="wide">
            From
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" class="moment">
              <a href={`/operator/requests/${row.id}`}>
                <UtcSecond ms={row.atMs} />
              </a>
              <span class="under phone">
                <RouteText row={row} />
              </span>
            </th>
            <td>
              <Answer row={row} />
            </td>
            <td class="wide">
              <RouteText row={row} />
              <span class="under">
                <code>{row.requestId}</code>
              </span>
            </td>
            <td>
              {row.keyId === null ? (
                <span class="quiet">no key</span>
              ) : (
                <a href={`/operator/keys/${row.keyId}`}>
                  <bdi>{names.get(row.keyId) ?? `#${row.keyId}`}</bdi>
                </a>
              )}
            </td>
            <td class="number wide">{formatDuration(row.durationUs)}</td>
            <td class="wide">
              <bdi>{row.network}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RouteText({ row: { method, route } }: { row: RequestLogRow }) {
  return <code class="route">{route === '(none)' ? 'no such address' : `${method} ${route}`}</code>;
}

/** Status and error code. */
export function Answer({ row: { status, code } }: { row: RequestLogRow }) {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'mild' : 'good';
  return (
    <>
      <Chip tone={tone}>{status}</Chip>
      {(code || status === 499) && <code class="error-code">{code || 'client went away'}</code>}
    </>
  );
}

/** The export reads the same query. */
function exportAddress(request: OperatorRequest): string {
  return withQuery(request, { after: undefined, unknown: undefined }).replace(
    '/operator/requests',
    '/operator/requests/export.csv',
  );
}

function Pager({ request, rows, isFirst, next }: RequestsPage & { request: OperatorRequest }) {
  if (isFirst && next === undefined) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <span>{plural(rows.length, 'request')} on this page</span>
      {!isFirst && <a href={withQuery(request, { after: undefined })}>Newest</a>}
      {next !== undefined && (
        <a rel="next" href={withQuery(request, { after: next })}>
          Older
        </a>
      )}
    </nav>
  );
}

/** What is in the log at all, so that nobody reads "not in the log" as "did not happen". */
function Kept({ days, limits, nowMs }: RequestsPage) {
  const sum = (name: 'kept' | 'notKept') => days.reduce((total, day) => total + day[name], 0);
  const lost = sum('notKept');
  const [oldest] = days.filter(({ kept }) => kept > 0);
  return (
    <section class="hint" aria-label="What is kept">
      <p>
        {plural(sum('kept'), 'request')} in the log
        {oldest && (
          <>
            {' '}
            since <UtcTime ms={Math.min(nowMs, oldest.day * 86_400_000)} />
          </>
        )}
        {limits && `, for ${plural(limits.daysMax, 'day')} and up to ${formatCount(limits.rowsMax)} requests`}. Requests
        to the API and failed sign-ins are kept; health checks and pages are not. Bodies, queries, keys and whole
        addresses are never kept.
      </p>
      {lost > 0 && (
        <p>
          <strong>
            {plural(lost, 'answered request')} of these days {lost === 1 ? 'is' : 'are'} not in the log
          </strong>
          , because more came in a second than are kept, or because they could not be written. Failures are kept first.
        </p>
      )}
    </section>
  );
}
