/** @jsxImportSource preact */
import type { CertificateState } from '../../domain/certificate.ts';
import { certificateStatus } from '../../domain/certificate-life.ts';
import { CERTIFICATE_FILTERS, type CertificateRecord } from '../../domain/certificate-store.ts';
import { REASON_MAX } from '../../entry/issue/revocation-reason.ts';
import { Chip, Csrf, DayFields, Notice, SelectFilter, TableBox, UtcTime, withQuery } from '../elements.tsx';
import { page } from '../layout.tsx';
import { may, type OperatorRequest } from '../operator-request.ts';
import type { CertificatesFilter } from './filter.ts';

export interface CertificateRow {
  record: CertificateRecord;
  /** Undefined when the request did not state it. */
  productName?: string;
  manufacturerName?: string;
}

interface CertificatesPage {
  filter: CertificatesFilter;
  /** Newest first. */
  rows: CertificateRow[];
  isFirst: boolean;
  /** Where the next page begins; undefined if this is the last. */
  next: string | undefined;
  /** A certificate was just revoked. */
  revoked: boolean;
}

const STATE_WORDS: Record<CertificateState, string> = {
  incomplete: 'incomplete',
  stated_with_defects: 'stated with defects',
  stated: 'stated',
};

export function certificatesPage(
  request: OperatorRequest,
  { filter, rows, isFirst, next, revoked }: CertificatesPage,
): Response {
  const filtered = Object.values(filter).some((value) => value !== '');
  return page(request, {
    title: 'Certificates',
    section: 'certificates',
    body: (
      <>
        <div class="heading">
          <h1>Certificates</h1>
          <span class="quiet">Times are UTC</span>
        </div>
        {revoked && <Notice tone="good">The certificate is revoked. Its verify page says so.</Notice>}
        <search>
          <form class="filters" method="get" action="/operator/certificates">
            <label class="grow">
              <span>Search</span>
              <input type="search" name="q" value={filter.text} placeholder="Number, product, model or manufacturer" />
            </label>
            <SelectFilter
              label="State"
              name="state"
              value={filter.state}
              options={CERTIFICATE_FILTERS}
              labels={STATE_WORDS}
            />
            <DayFields {...filter} />
            <button type="submit">Search</button>
            {filtered && <a href="/operator/certificates">Clear</a>}
          </form>
        </search>
        {rows.length > 0 && (
          <p class="crumb">
            <a href={exportAddress(request)} download>
              Export these certificates (CSV)
            </a>
          </p>
        )}
        {rows.length === 0 ? (
          <p class="empty">{filtered ? 'No certificate matches.' : 'There is no certificate yet.'}</p>
        ) : (
          <TableBox label="Certificates">
            <table class="stack">
              <thead>
                <tr>
                  <th scope="col">Product</th>
                  <th scope="col">Manufacturer</th>
                  <th scope="col">Issued</th>
                  <th scope="col">State</th>
                  <th scope="col">Actions</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Row key={row.record.gccId} request={request} {...row} />
                ))}
              </tbody>
            </table>
          </TableBox>
        )}
        {!(isFirst && next === undefined) && (
          <nav class="pager" aria-label="Pages">
            {!isFirst && <a href={withQuery(request, { after: undefined, done: undefined })}>Newest</a>}
            {next !== undefined && (
              <a rel="next" href={withQuery(request, { after: next, done: undefined })}>
                Older
              </a>
            )}
          </nav>
        )}
      </>
    ),
  });
}

/** The export reads the same query. */
function exportAddress(request: OperatorRequest): string {
  return withQuery(request, { after: undefined, done: undefined }).replace(
    '/operator/certificates',
    '/operator/certificates/export.csv',
  );
}

function Row({ request, record, productName, manufacturerName }: CertificateRow & { request: OperatorRequest }) {
  const name = productName ?? 'a product without a name';
  return (
    <tr>
      <th scope="row">
        <a href={`/operator/certificates/${record.gccId}.pdf`}>
          <bdi>{name}</bdi> <span class="quiet">(PDF)</span>
        </a>
        <span class="under">
          <code class="id">{record.gccId}</code>
        </span>
      </th>
      <td data-label="Manufacturer">
        <bdi>{manufacturerName}</bdi>
      </td>
      <td data-label="Issued">
        <UtcTime ms={record.issuedAtMs} />
      </td>
      <td data-label="State">
        <StateChip record={record} />
      </td>
      <td class="actions">
        <a href={`/verify/${record.gccId}`}>Verify page</a>
        {record.revokedAtMs === undefined && may(request, 'issuer') && (
          <details class="confirm">
            <summary>Revoke</summary>
            <form method="post" action={`/operator/certificates/${record.gccId}/revoke`}>
              <Csrf request={request} />
              <p>This cannot be undone. The verify page will tell everyone not to rely on the certificate.</p>
              <label>
                <span>Reason (kept with the certificate, not public)</span>
                <input name="reason" maxlength={REASON_MAX} autocomplete="off" />
              </label>
              <label>
                <span>Number of the certificate that replaces it, if there is one</span>
                <input name="successor" maxlength={36} autocomplete="off" spellcheck={false} />
              </label>
              <button type="submit" class="danger" aria-label={`Revoke the certificate of ${name}`}>
                Revoke for good
              </button>
            </form>
          </details>
        )}
      </td>
    </tr>
  );
}

function StateChip({ record }: { record: CertificateRecord }) {
  const { state, revokedAtMs, revocationReason, successorId } = record;
  if (revokedAtMs === undefined) return <Chip tone={state === 'stated' ? 'good' : 'mild'}>{STATE_WORDS[state]}</Chip>;
  return (
    <>
      <Chip tone="bad">{certificateStatus(record)}</Chip>
      <span class="under">
        <UtcTime ms={revokedAtMs} />
      </span>
      {revocationReason !== undefined && (
        <span class="under">
          <bdi>{revocationReason}</bdi>
        </span>
      )}
      {successorId !== undefined && (
        <span class="under">
          Replaced by <a href={`/operator/certificates?q=${successorId}`}>{successorId}</a>
        </span>
      )}
    </>
  );
}
