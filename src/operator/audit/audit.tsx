/** @jsxImportSource preact */
import type { OperatorDependencies } from '../dependencies.ts';
import { address, TableBox } from '../elements.tsx';
import { page } from '../layout.tsx';
import { type OperatorRequest, queryNumber, queryText, queryWord } from '../operator-request.ts';

const ROWS_PER_PAGE = 100;
const KINDS = ['key.', 'operator.', 'password.', 'certificate.', 'tariff.'] as const;

export async function auditPage(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const text = queryText(request, 'q');
  const action = queryWord(request, 'action', KINDS) ?? '';
  const before = queryNumber(request, 'before', 0, Number.MAX_SAFE_INTEGER) || undefined;
  // One more than is shown tells whether there is a next page.
  const found = await dependencies.storage.audit.search({ text, action, before, limit: ROWS_PER_PAGE + 1 });
  const rows = found.slice(0, ROWS_PER_PAGE);
  return page(request, {
    title: 'Audit',
    section: 'audit',
    body: (
      <>
        <div class="heading">
          <h1>Audit</h1>
          <span class="quiet">Rows are only ever added · times are UTC</span>
        </div>
        <search>
          <form class="filters" method="get" action="/operator/audit">
            <label class="grow">
              <span>Search</span>
              <input type="search" name="q" value={text} placeholder="Subject, address or detail" />
            </label>
            <label>
              <span>About</span>
              <select name="action">
                <option value="">anything</option>
                {KINDS.map((kind) => (
                  <option key={kind} value={kind} selected={kind === action}>
                    {kind.slice(0, -1)}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit">Search</button>
            {(text || action) && <a href="/operator/audit">Clear</a>}
          </form>
        </search>
        {rows.length === 0 ? (
          <p class="empty">Nothing matches.</p>
        ) : (
          <TableBox label="Audit">
            <table>
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
                    <td class="moment">
                      <time dateTime={new Date(row.atMs).toISOString()}>
                        {new Date(row.atMs).toISOString().slice(0, 19).replace('T', ' ')}
                      </time>
                    </td>
                    <td>{row.actor}</td>
                    <td>
                      <bdi>{row.origin}</bdi>
                    </td>
                    <td>
                      <code>{row.action}</code>
                    </td>
                    <td>
                      <bdi>{row.subject}</bdi>
                    </td>
                    <td class="quiet">
                      <bdi>{row.detail}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableBox>
        )}
        <nav class="pager" aria-label="Pages">
          {before !== undefined && <a href={address(request, { before: undefined })}>Newest</a>}
          {found.length > ROWS_PER_PAGE && (
            <a rel="next" href={address(request, { before: rows.at(-1)!.id })}>
              Older
            </a>
          )}
        </nav>
      </>
    ),
  });
}
