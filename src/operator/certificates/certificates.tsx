/** @jsxImportSource preact */
import type { GccRequest } from '../../domain/certificate.ts';
import type { CertificateRecord } from '../../domain/certificate-store.ts';
import { bytesResponse } from '../../http/stored-bytes.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { Chip, Csrf, Moment, Notice, TableBox } from '../elements.tsx';
import { page } from '../layout.tsx';
import { actorOf, type OperatorRequest, PageError, queryText, queryWord, seeOther } from '../operator-request.ts';

const CERTIFICATES_MAX = 100;
const ID_SHAPE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function certificatesPage(
  dependencies: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const text = queryText(request, 'q');
  const records = await dependencies.certificates.search(text, CERTIFICATES_MAX);
  const done = queryWord(request, 'done', ['revoked']);
  return page(request, {
    title: 'Certificates',
    section: 'certificates',
    body: (
      <>
        <div class="heading">
          <h1>Certificates</h1>
          <span class="quiet">Times are UTC</span>
        </div>
        {done && <Notice tone="good">The certificate is revoked. Its verify page says so.</Notice>}
        <search>
          <form class="filters" method="get" action="/operator/certificates">
            <label class="grow">
              <span>Search</span>
              <input type="search" name="q" value={text} placeholder="Number, product, model or manufacturer" />
            </label>
            <button type="submit">Search</button>
            {text && <a href="/operator/certificates">Clear</a>}
          </form>
        </search>
        {records.length === 0 ? (
          <p class="empty">{text ? 'No certificate matches.' : 'There is no certificate yet.'}</p>
        ) : (
          <TableBox label="Certificates">
            <table>
              <thead>
                <tr>
                  <th scope="col">Product</th>
                  <th scope="col" class="wide">
                    Manufacturer
                  </th>
                  <th scope="col" class="wide">
                    Issued
                  </th>
                  <th scope="col">State</th>
                  <th scope="col">Actions</th>
                </tr>
              </thead>
              <tbody>
                {records.map((record) => (
                  <Row key={record.gccId} request={request} record={record} />
                ))}
              </tbody>
            </table>
          </TableBox>
        )}
        {records.length === CERTIFICATES_MAX && (
          <p class="hint">The newest {CERTIFICATES_MAX}. Search to find others.</p>
        )}
      </>
    ),
  });
}

function Row({ request, record }: { request: OperatorRequest; record: CertificateRecord }) {
  const { product_info: product, manufacturer } = JSON.parse(record.requestJson) as Partial<GccRequest>;
  const name = product?.name ?? product?.model ?? 'a product without a name';
  return (
    <tr>
      <th scope="row">
        <a href={`/operator/certificates/${record.gccId}.pdf`}>
          <bdi>{name}</bdi> <span class="quiet">(PDF)</span>
        </a>
        <span class="under">
          <code class="mark">{record.gccId}</code>
        </span>
      </th>
      <td class="wide">
        <bdi>{manufacturer?.name}</bdi>
      </td>
      <td class="wide">
        <Moment ms={record.issuedAtMs} />
      </td>
      <td>
        <State record={record} />
      </td>
      <td class="actions">
        <a href={`/verify/${record.gccId}`}>Verify page</a>
        {record.revokedAtMs === undefined && (
          <details class="confirm">
            <summary>Revoke</summary>
            <form method="post" action={`/operator/certificates/${record.gccId}/revoke`}>
              <Csrf request={request} />
              <p>It cannot be taken back: whoever scans the certificate is told not to rely on it.</p>
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

function State({ record: { complete, revokedAtMs } }: { record: CertificateRecord }) {
  if (revokedAtMs === undefined)
    return <Chip tone={complete ? 'good' : 'mild'}>{complete ? 'complete' : 'incomplete'}</Chip>;
  return (
    <>
      <Chip tone="bad">revoked</Chip>
      <span class="under">
        <Moment ms={revokedAtMs} />
      </span>
    </>
  );
}

export async function openCertificate(
  { certificates }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const { gccId, sha256 } = await findCertificate(certificates, request);
  const pdf = await certificates.pdf(gccId);
  if (!pdf) throw unknownCertificate();
  return bytesResponse(request.request, pdf, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="GCC-${gccId}.pdf"`,
    'Cache-Control': 'no-store',
    ETag: `"${sha256}"`,
  });
}

export async function revokeCertificate(
  { certificates, clock }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const { gccId } = await findCertificate(certificates, request);
  await certificates.revoke(gccId, clock.now(), actorOf(request));
  return seeOther(`/operator/certificates?q=${gccId}&done=revoked`);
}

async function findCertificate(
  certificates: OperatorDependencies['certificates'],
  { params }: OperatorRequest,
): Promise<CertificateRecord> {
  const id = params.id ?? '';
  const record = ID_SHAPE.test(id) ? await certificates.get(id) : undefined;
  if (!record) throw unknownCertificate();
  return record;
}

function unknownCertificate(): PageError {
  return new PageError(404, 'Not found', 'There is no such certificate.');
}
