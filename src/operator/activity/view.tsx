/** @jsxImportSource preact */
import type { ActivityRow } from '../../domain/activity-log.ts';
import { DayFields, TableBox, UtcSecond, withQuery } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';

interface AuditPage {
  text: string;
  /** One of `kinds`, or empty for all. */
  action: string;
  kinds: readonly string[];
  /** First and last day, UTC, as `YYYY-MM-DD`; empty for no bound. */
  from: string;
  to: string;
  /** Newest first. */
  rows: ActivityRow[];
  isFirst: boolean;
  isLast: boolean;
}

export function activityPage(
  request: OperatorRequest,
  { text, action, kinds, from, to, rows, isFirst, isLast }: AuditPage,
): Response {
  return page(request, {
    title: 'Audit',
    section: 'audit',
    body: (
      <>
        <div class="heading">
          <h1>Audit</h1>
          <span class="quiet">Rows are never changed or removed · times are UTC</span>
        </div>
        <search>
          <form class="filters" method="get" action="/operator/audit">
            <label class="grow">
              <span>Search</span>
              <input type="search" name="q" value={text} placeholder="Who, subject, address or detail" />
            </label>
            <label>
              <span>About</span>
              <select name="action">
                <option value="">anything</option>
                {kinds.map((kind) => (
                  <option key={kind} value={kind} selected={kind === action}>
                    {kind.slice(0, -1)}
                  </option>
                ))}
              </select>
            </label>
            <DayFields from={from} to={to} />
            <button type="submit">Search</button>
            {(text || action || from || to) && <a href="/operator/audit">Clear</a>}
          </form>
        </search>
        {rows.length === 0 ? (
          <p class="empty">Nothing matches.</p>
        ) : (
          <TableBox label="Audit">
            <table class="stack">
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Who</th>
                  <th scope="col">From</th>
                  <th scope="col">What</th>
                  <th scope="col">Subject</th>
                  <th scope="col">Detail</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td class="line moment">
                      <UtcSecond ms={row.atMs} />
                    </td>
                    <td class="line">{row.actor}</td>
                    <td class="line">
                      <bdi>{row.origin}</bdi>
                    </td>
                    <td data-label="What">
                      <code>{row.action}</code>
                    </td>
                    <td data-label="Subject" class="address">
                      <bdi>{row.subject}</bdi>
                    </td>
                    <td data-label="Detail" class="quiet detail">
                      {row.detail && <bdi>{row.detail}</bdi>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableBox>
        )}
        <nav class="pager" aria-label="Pages">
          <a href={exportPath(request, 'csv')} download>
            Export these rows as CSV
          </a>
          <a href={exportPath(request, 'jsonl')} download>
            as JSON lines
          </a>
          {!isFirst && <a href={withQuery(request, { before: undefined })}>Newest</a>}
          {!isLast && (
            <a rel="next" href={withQuery(request, { before: rows.at(-1)!.id })}>
              Older
            </a>
          )}
        </nav>
      </>
    ),
  });
}

/** The same filters, and all rows that match instead of one page. */
function exportPath(request: OperatorRequest, extension: 'csv' | 'jsonl'): string {
  const query = new URL(withQuery(request, { before: undefined }), request.url).search;
  return `/operator/audit/export.${extension}${query}`;
}
