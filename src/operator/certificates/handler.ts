import type { GccRequest } from '../../domain/certificate.ts';
import type { CertificateRecord } from '../../domain/certificate-store.ts';
import { bytesResponse } from '../../http/stored-bytes.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, type OperatorRequest, queryText, queryWord } from '../operator-request.ts';
import { PageError } from '../page-error.ts';
import { seeOther } from '../see-other.ts';
import { type CertificateRow, certificatesPage } from './view.tsx';

const CERTIFICATES_MAX = 100;
const ID_SHAPE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function searchCertificates(
  { certificates }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const text = queryText(request, 'q');
  const records = await certificates.search(text, CERTIFICATES_MAX);
  return certificatesPage(request, {
    text,
    rows: records.map(toRow),
    cutAt: records.length === CERTIFICATES_MAX ? CERTIFICATES_MAX : undefined,
    revoked: queryWord(request, 'done', ['revoked']) !== undefined,
  });
}

function toRow(record: CertificateRecord): CertificateRow {
  const { product_info: product, manufacturer } = JSON.parse(record.requestJson) as Partial<GccRequest>;
  return { record, productName: product?.name ?? product?.model, manufacturerName: manufacturer?.name };
}

export async function openCertificate(
  { certificates }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const { gccId, sha256 } = await findCertificate(certificates, request.params.id?.replace(/\.pdf$/, ''));
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
  const { gccId } = await findCertificate(certificates, request.params.id);
  await certificates.revoke(gccId, clock.now(), actorOf(request));
  return seeOther(`/operator/certificates?q=${gccId}&done=revoked`);
}

/** @throws PageError 404 */
async function findCertificate(
  certificates: OperatorDependencies['certificates'],
  id = '',
): Promise<CertificateRecord> {
  const record = ID_SHAPE.test(id) ? await certificates.get(id) : undefined;
  if (!record) throw unknownCertificate();
  return record;
}

function unknownCertificate(): PageError {
  return new PageError(404, 'Not found', 'There is no such certificate.');
}
