/** @jsxImportSource preact */
import { type ApiKey, isDelegate, isUsedLater, type KeyStatus, SCOPES, statusOf } from '../../domain/key.ts';
import type { KeyOrder } from '../../domain/key-store.ts';
import type { LineageUse } from '../../limits/usage-history.ts';
import {
  Chip,
  Csrf,
  LimitMeter,
  MaskedKey,
  Notice,
  SelectFilter,
  StatusChip,
  TableBox,
  Tags,
  UtcTime,
  withQuery,
} from '../elements.tsx';
import { formatCount } from '../format.ts';
import { page } from '../layout.tsx';
import { may, type OperatorRequest } from '../operator-request.ts';
import type { KeyFilter } from './list-filter.ts';

interface KeysPage {
  filter: KeyFilter;
  /** Something narrows the list. */
  filtered: boolean;
  /** All statuses to choose from. */
  statuses: readonly KeyStatus[];
  keys: { row: ApiKey; use: LineageUse }[];
  /** How many keys come before this page. */
  offset: number;
  /** From 1. */
  pageNumber: number;
  matches: number;
  /** Counting stopped at `matches`. */
  moreMatches: boolean;
  /** They were to be sorted by use of today, but so many match that they are sorted by last use. */
  tooManyToSort: boolean;
  /** A key was pasted that is not known. */
  unknownKey: boolean;
  nowMs: number;
}

export function keysPage(request: OperatorRequest, options: KeysPage): Response {
  const { filter, filtered, statuses, keys, unknownKey, nowMs } = options;
  const { order, descending } = filter;
  return page(request, {
    title: 'Keys',
    section: 'keys',
    body: (
      <>
        <div class="heading">
          <h1>Keys</h1>
          {may(request, 'issuer') && (
            <span class="actions">
              <a class="button" href="/operator/keys/file">
                From a file
              </a>{' '}
              <a class="button primary" href="/operator/keys/new">
                Issue a key
              </a>
            </span>
          )}
        </div>
        {options.tooManyToSort && (
          <Notice tone="mild">
            10,000 keys or more match, so they are sorted by last use. Narrow the search to sort by use of today.
          </Notice>
        )}
        {unknownKey && <Notice tone="bad">The key that was pasted is not known here.</Notice>}
        <search>
          <form class="filters" method="post" action="/operator/keys/search">
            <Csrf request={request} />
            <label class="grow">
              <span>Search</span>
              <input
                type="search"
                name="q"
                value={filter.text}
                placeholder="Name, owner, tag, notes, #number or a key"
                autocomplete="off"
                spellcheck={false}
              />
            </label>
            <label>
              <span>Owner</span>
              <input name="owner" value={filter.owner ?? ''} autocomplete="off" />
            </label>
            <label>
              <span>Tag</span>
              <input name="tag" value={filter.tag ?? ''} autocomplete="off" />
            </label>
            <SelectFilter label="Scope" name="scope" value={filter.scope} options={SCOPES} />
            <SelectFilter label="Status" name="status" value={filter.status} options={statuses} />
            {order !== 'created' && <input type="hidden" name="sort" value={order} />}
            {!descending && <input type="hidden" name="dir" value="asc" />}
            <button type="submit">Search</button>
            {filtered && <a href="/operator/keys">Clear</a>}
          </form>
        </search>
        {keys.length > 0 && (
          <p class="crumb">
            <a href={exportAddress(request)} download>
              Export these keys (CSV)
            </a>
          </p>
        )}
        {keys.length === 0 ? (
          <p class="empty">{filtered ? 'No key matches.' : 'There is no key yet.'}</p>
        ) : (
          <TableBox label="Keys">
            <table class="keys stack">
              <thead>
                <tr>
                  <SortHead request={request} order="name" label="Key" current={order} descending={descending} />
                  <th scope="col">Scope</th>
                  <th scope="col">Owner, tags, notes</th>
                  <th scope="col">Status</th>
                  <SortHead request={request} order="created" label="Created" current={order} descending={descending} />
                  <SortHead request={request} order="used" label="Last used" current={order} descending={descending} />
                  <SortHead request={request} order="today" label="Use today" current={order} descending={descending} />
                </tr>
              </thead>
              <tbody>
                {keys.map(({ row, use }) => (
                  <Row key={row.id} row={row} use={use} nowMs={nowMs} />
                ))}
              </tbody>
            </table>
          </TableBox>
        )}
        <Pager request={request} {...options} />
      </>
    ),
  });
}

/** The export reads the same query. */
function exportAddress(request: OperatorRequest): string {
  return withQuery(request, { page: undefined, unknown: undefined }).replace(
    '/operator/keys',
    '/operator/keys/export.csv',
  );
}

function Row({ row, use, nowMs }: { row: ApiKey; use: LineageUse; nowMs: number }) {
  const notes = row.notes.replace(/delegate:(on|off)/g, '').trim();
  return (
    <tr>
      <th scope="row">
        <a href={`/operator/keys/${row.id}`}>
          <bdi>{row.name}</bdi>
        </a>
        <span class="under">
          <MaskedKey row={row} /> <span class="quiet">#{row.id}</span>
        </span>
      </th>
      <td data-label="Scope">{row.scope}</td>
      <td data-label="About" class="notes">
        {row.owner && (
          <span class="under">
            <bdi>{row.owner}</bdi>
          </span>
        )}
        {isDelegate(row.notes) && <Chip tone="info">delegate</Chip>} {row.tags && <Tags tags={row.tags} />}
        <bdi class="clip">{notes}</bdi>
      </td>
      <td data-label="Status">
        <StatusChip status={statusOf(row, nowMs)} row={row} />
      </td>
      <td class="later">
        <UtcTime ms={row.createdAt} />
      </td>
      <td data-label="Last used">{isUsedLater(row, use.today, nowMs) ? 'today' : <UtcTime ms={row.lastUsedAt} />}</td>
      <td data-label="Use">
        <LimitMeter label="a minute" used={use.minute} limit={row.perMinute} />
        <LimitMeter label="today" used={use.today} limit={row.perDay} />
      </td>
    </tr>
  );
}

interface SortHeadProps {
  request: OperatorRequest;
  order: KeyOrder;
  label: string;
  current: KeyOrder;
  descending: boolean;
}

function SortHead({ request, order, label, current, descending }: SortHeadProps) {
  const active = order === current;
  // The first click sorts names from A to Z, and dates from the latest.
  const next = active ? !descending : order !== 'name';
  const direction = descending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={active ? direction : undefined}>
      <a href={withQuery(request, { sort: order, dir: next ? undefined : 'asc', page: undefined })}>
        {label}
        {active && <span aria-hidden="true">{descending ? ' ↓' : ' ↑'}</span>}
      </a>
    </th>
  );
}

function Pager({
  request,
  keys,
  offset,
  pageNumber,
  matches,
  moreMatches,
}: Pick<KeysPage, 'keys' | 'offset' | 'pageNumber' | 'matches' | 'moreMatches'> & { request: OperatorRequest }) {
  const last = offset + keys.length;
  return (
    <nav class="pager" aria-label="Pages">
      <span>
        {keys.length > 0 ? `${formatCount(offset + 1)} to ${formatCount(last)} of ` : ''}
        {formatCount(matches)}
        {moreMatches ? ' or more' : ''} · times are UTC
      </span>
      {pageNumber > 1 && (
        <a rel="prev" href={withQuery(request, { page: pageNumber > 2 ? pageNumber - 1 : undefined })}>
          Previous
        </a>
      )}
      {last < matches && keys.length > 0 && (
        <a rel="next" href={withQuery(request, { page: pageNumber + 1 })}>
          Next
        </a>
      )}
    </nav>
  );
}
