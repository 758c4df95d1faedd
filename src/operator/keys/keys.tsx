/** @jsxImportSource preact */
import { isDelegate, type KeyRow, type KeyStatus, SCOPES, statusOf } from '../../domain/key.ts';
import { KEY_ORDERS, type KeyOrder, MATCHES_MAX } from '../../domain/key-store.ts';
import type { LineageUse } from '../../limits/usage-history.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { address, Chip, count, KeyMark, Moment, StatusChip, TableBox, UseBar } from '../elements.tsx';
import { page } from '../layout.tsx';
import { type OperatorRequest, queryNumber, queryText, queryWord } from '../operator-request.ts';

const KEYS_PER_PAGE = 50;
const PAGES_MAX = 1_000_000;
const STATUSES = ['active', 'rotating', 'expired', 'revoked'] as const satisfies KeyStatus[];

export async function keysPage(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const nowMs = dependencies.clock.now();
  const text = queryText(request, 'q');
  const scope = queryWord(request, 'scope', SCOPES);
  const status = queryWord(request, 'status', STATUSES);
  const order = queryWord(request, 'sort', KEY_ORDERS) ?? 'created';
  const descending = request.url.searchParams.get('dir') !== 'asc';
  const number = queryNumber(request, 'page', 1, PAGES_MAX) || 1;
  const offset = (number - 1) * KEYS_PER_PAGE;
  const search = { text, scope, status, order, descending, limit: KEYS_PER_PAGE, offset };
  const { rows, matches } = await dependencies.storage.keys.search(search, nowMs);
  const uses = await dependencies.history.lineages(
    rows.map((row) => row.lineageId),
    nowMs,
  );
  const filtered = text !== '' || scope !== undefined || status !== undefined;
  return page(request, {
    title: 'Keys',
    section: 'keys',
    body: (
      <>
        <div class="heading">
          <h1>Keys</h1>
          <a class="button primary" href="/operator/keys/new">
            Issue a key
          </a>
        </div>
        <search>
          <form class="filters" method="get" action="/operator/keys">
            <label class="grow">
              <span>Search</span>
              <input type="search" name="q" value={text} placeholder="Name, last four or #number" />
            </label>
            <Choice label="Scope" name="scope" value={scope} options={SCOPES} />
            <Choice label="Status" name="status" value={status} options={STATUSES} />
            {order !== 'created' && <input type="hidden" name="sort" value={order} />}
            {!descending && <input type="hidden" name="dir" value="asc" />}
            <button type="submit">Search</button>
            {filtered && <a href="/operator/keys">Clear</a>}
          </form>
        </search>
        {rows.length === 0 ? (
          <p class="empty">{filtered ? 'No key matches.' : 'There is no key yet.'}</p>
        ) : (
          <TableBox label="Keys">
            <table class="keys">
              <thead>
                <tr>
                  <SortHead request={request} order="name" label="Key" current={order} descending={descending} />
                  <th scope="col" class="wide">
                    Scope
                  </th>
                  <th scope="col" class="wide">
                    Notes
                  </th>
                  <th scope="col">Status</th>
                  <SortHead
                    wide
                    request={request}
                    order="created"
                    label="Created"
                    current={order}
                    descending={descending}
                  />
                  <SortHead
                    wide
                    request={request}
                    order="used"
                    label="Last used"
                    current={order}
                    descending={descending}
                  />
                  <th scope="col">Use of limits</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Row key={row.id} row={row} use={uses.get(row.lineageId)!} nowMs={nowMs} />
                ))}
              </tbody>
            </table>
          </TableBox>
        )}
        <Pager request={request} number={number} shown={rows.length} matches={matches} filtered={filtered} />
      </>
    ),
  });
}

function Row({ row, use, nowMs }: { row: KeyRow; use: LineageUse; nowMs: number }) {
  const notes = row.notes.replace(/delegate:(on|off)/g, '').trim();
  return (
    <tr>
      <th scope="row">
        <a href={`/operator/keys/${row.id}`}>
          <bdi>{row.name}</bdi>
        </a>
        <span class="under">
          <KeyMark row={row} /> <span class="quiet">#{row.id}</span>
        </span>
      </th>
      <td class="wide">{row.scope}</td>
      <td class="wide notes">
        {isDelegate(row.notes) && <Chip tone="info">delegate</Chip>} <bdi class="clip">{notes}</bdi>
      </td>
      <td>
        <StatusChip status={statusOf(row, nowMs)} row={row} />
      </td>
      <td class="wide">
        <Moment ms={row.createdAt} />
      </td>
      <td class="wide">
        <Moment ms={row.lastUsedAt} />
      </td>
      <td>
        <UseBar label="a minute" used={use.minute} limit={row.perMinute} />
        <UseBar label="today" used={use.today} limit={row.perDay} />
      </td>
    </tr>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string | undefined;
  options: readonly string[];
}

function Choice({ label, name, value, options }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select name={name}>
        <option value="">any</option>
        {options.map((option) => (
          <option key={option} value={option} selected={option === value}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SortHeadProps {
  request: OperatorRequest;
  order: KeyOrder;
  label: string;
  current: KeyOrder;
  descending: boolean;
  wide?: boolean;
}

function SortHead({ request, order, label, current, descending, wide }: SortHeadProps) {
  const active = order === current;
  // A name is first wanted from A, a date from the latest.
  const next = active ? !descending : order !== 'name';
  const direction = descending ? 'descending' : 'ascending';
  return (
    <th scope="col" class={wide ? 'wide' : undefined} aria-sort={active ? direction : undefined}>
      <a href={address(request, { sort: order, dir: next ? undefined : 'asc', page: undefined })}>
        {label}
        {active && <span aria-hidden="true">{descending ? ' ↓' : ' ↑'}</span>}
      </a>
    </th>
  );
}

interface PagerProps {
  request: OperatorRequest;
  number: number;
  shown: number;
  matches: number;
  filtered: boolean;
}

function Pager({ request, number, shown, matches, filtered }: PagerProps) {
  const first = (number - 1) * KEYS_PER_PAGE + 1;
  const last = first + shown - 1;
  const many = filtered && matches === MATCHES_MAX;
  return (
    <nav class="pager" aria-label="Pages">
      <span>
        {shown > 0 ? `${count(first)} to ${count(last)} of ` : ''}
        {count(matches)}
        {many ? ' or more' : ''} · times are UTC
      </span>
      {number > 1 && (
        <a rel="prev" href={address(request, { page: number > 2 ? number - 1 : undefined })}>
          Previous
        </a>
      )}
      {last < matches && shown > 0 && (
        <a rel="next" href={address(request, { page: number + 1 })}>
          Next
        </a>
      )}
    </nav>
  );
}
