/** @jsxImportSource preact */
import type { OperatorSession } from '../../domain/operator-store.ts';
import { Chip, Csrf, TableBox, UtcTime } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';

/** @param sessions newest first */
export function sessionsPage(
  request: OperatorRequest,
  sessions: readonly (OperatorSession & { isPresent: boolean })[],
): Response {
  const { operator } = request;
  return page(request, {
    title: 'You',
    section: 'sessions',
    body: (
      <>
        <div class="heading">
          <h1>{operator?.name}</h1>
          <span class="quiet">Times are UTC</span>
        </div>
        <section class="card" aria-labelledby="account">
          <h2 id="account">Account</h2>
          <dl class="facts">
            <dt>Role</dt>
            <dd>{operator?.role}</dd>
            <dt>Password set</dt>
            <dd>
              <UtcTime ms={operator?.passwordSetAt} /> <a href="/operator/password">Change it</a>
            </dd>
          </dl>
        </section>
        <section class="card" aria-labelledby="sessions">
          <h2 id="sessions">Sessions</h2>
          <TableBox label="Open sessions">
            <table class="stack">
              <thead>
                <tr>
                  <th scope="col">From</th>
                  <th scope="col">Signed in</th>
                  <th scope="col">Last request</th>
                  <th scope="col">Ends</th>
                </tr>
              </thead>
              <tbody>
                {sessions.map(({ tokenHash, origin, startedAt, seenAt, expiresAt, isPresent }) => (
                  <tr key={tokenHash}>
                    <th scope="row">
                      <bdi>{origin}</bdi> {isPresent && <Chip tone="good">this one</Chip>}
                    </th>
                    <td data-label="Signed in">
                      <UtcTime ms={startedAt} />
                    </td>
                    <td data-label="Last request">
                      <UtcTime ms={seenAt} />
                    </td>
                    <td data-label="Ends">
                      <UtcTime ms={expiresAt} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableBox>
          <p class="hint">A session also ends half an hour after its last request.</p>
          <form method="post" action="/operator/sessions/end" data-ends-session>
            <Csrf request={request} />
            <button type="submit">Sign out everywhere</button>
          </form>
        </section>
      </>
    ),
  });
}
