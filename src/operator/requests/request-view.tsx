/** @jsxImportSource preact */
import type { ApiKey } from '../../domain/key.ts';
import type { RequestLogRow } from '../../domain/request-log.ts';
import { MaskedKey, TableBox, UtcSecond } from '../elements.tsx';
import { formatDuration } from '../format.ts';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';
import type { Explanation } from './explanation.ts';
import { Answer, RequestTable } from './list-view.tsx';

interface RequestPage {
  row: RequestLogRow;
  /** Undefined without a valid key. */
  key: ApiKey | undefined;
  explanation: Explanation;
  /** The section about its error. */
  documentation: string | undefined;
  /** Other requests with the same key, a few minutes before and after, newest first. */
  nearby: RequestLogRow[];
}

export function requestPage(
  request: OperatorRequest,
  { row, key, explanation, documentation, nearby }: RequestPage,
): Response {
  const { what, todo } = explanation;
  const tone = row.status >= 500 ? 'bad' : row.status >= 400 ? 'mild' : 'good';
  const time = new Date(row.atMs).toISOString();
  return page(request, {
    title: `Request ${row.requestId}`,
    section: 'requests',
    body: (
      <>
        <p class="crumb">
          <a href="/operator/requests">Requests</a>
        </p>
        <div class="heading">
          <h1>
            {row.method} <span class="route">{row.route === '(none)' ? 'no such address' : row.route}</span>
          </h1>
          <span>
            <Answer row={row} />
          </span>
        </div>
        <section class={`story ${tone}`} aria-labelledby="what">
          <h2 id="what">What happened</h2>
          <p>{what}</p>
          {todo && <p>{todo}</p>}
          {documentation && (
            <p>
              <a href={documentation}>
                <code>{row.code}</code> in the documentation
              </a>
            </p>
          )}
        </section>
        <section class="card" aria-labelledby="facts">
          <h2 id="facts">Facts</h2>
          <dl class="facts">
            <dt>When</dt>
            <dd>
              <UtcSecond ms={row.atMs} />
              <span class="quiet">{time.slice(19, 23)} UTC</span>
            </dd>
            <dt>Request id</dt>
            <dd>{row.requestId ? <code>{row.requestId}</code> : <span class="quiet">none</span>}</dd>
            <dt>Key</dt>
            <dd>
              <KeyLink row={row} apiKey={key} />
            </dd>
            <dt>Took</dt>
            <dd>{formatDuration(row.durationUs)}</dd>
            <dt>From</dt>
            <dd>
              <bdi>{row.network}</bdi>
            </dd>
          </dl>
        </section>
        {key && (
          <section aria-labelledby="nearby">
            <div class="heading">
              <h2 id="nearby">The same key, five minutes around</h2>
              <a href={aroundAddress(row, key)}>All of them</a>
            </div>
            {nearby.length === 0 ? (
              <p class="empty">No other request with this key was kept.</p>
            ) : (
              <TableBox label="Requests with the same key">
                <RequestTable rows={nearby} names={new Map([[key.id, key.name]])} />
              </TableBox>
            )}
          </section>
        )}
      </>
    ),
  });
}

function KeyLink({ row, apiKey }: { row: RequestLogRow; apiKey: ApiKey | undefined }) {
  if (row.keyId === null) return <span class="quiet">none that is valid</span>;
  if (!apiKey) return <>#{row.keyId}</>;
  return (
    <>
      <a href={`/operator/keys/${apiKey.id}`}>
        <bdi>{apiKey.name}</bdi>
      </a>{' '}
      <MaskedKey row={apiKey} /> <span class="quiet">#{apiKey.id}</span>
    </>
  );
}

function aroundAddress({ atMs }: RequestLogRow, key: ApiKey): string {
  const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16);
  const query = new URLSearchParams({
    q: `#${key.id}`,
    from: minute(atMs - 300_000),
    to: minute(atMs + 300_000),
  });
  return `/operator/requests?${query}`;
}
