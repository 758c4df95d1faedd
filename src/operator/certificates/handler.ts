import type { GccRequest } from '../../domain/certificate.ts';
import { certificateStatus } from '../../domain/certificate-life.ts';
import { type CertificateRecord, filterOf } from '../../domain/certificate-store.ts';
import { PortsideError } from '../../domain/errors.ts';
import { readReason } from '../../entry/issue/revocation-reason.ts';
import { PageError } from '../../http/browser/page-error.ts';
import { seeOther } from '../../http/browser/see-other.ts';
import { bytesResponse } from '../../http/stored-bytes.ts';
import { csvExport, isoTime } from '../csv-export.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, type OperatorRequest, queryWord } from '../operator-request.ts';
import { cursorOf, readCursor, readFilter, searchOf } from './filter.ts';
import { type CertificateRow, certificatesPage } from './view.tsx';

/** Fewer than in other lists, because each row has the form that revokes it. */
const ROWS_PER_PAGE = 50;
const ID_SHAPE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function searchCertificates(
  { certificates }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const filter = readFilter(request);
  const after = readCursor(request);
  // One more than a page shows tells whether there is a next page.
  const found = await certificates.search({ ...searchOf(filter), after, limit: ROWS_PER_PAGE + 1 });
  const records = found.slice(0, ROWS_PER_PAGE);
  return certificatesPage(request, {
    filter,
    rows: records.map(toRow),
    isFirst: after === undefined,
    next: found.length > records.length ? cursorOf(records.at(-1)!) : undefined,
    revoked: queryWord(request, 'done', ['revoked']) !== undefined,
  });
}

function toRow(record: CertificateRecord): CertificateRow {
  const { product_info: product, manufacturer } = JSON.parse(record.requestJson) as Partial<GccRequest>;
  return { record, productName: product?.name ?? product?.model, manufacturerName: manufacturer?.name };
}

export function exportCertificates(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const filter = readFilter(request);
  return csvExport<CertificateRecord>(dependencies, request, {
    name: 'certificates',
    singular: 'certificate',
    filter: { ...filter },
    columns: {
      id: ({ gccId }) => gccId,
      issued: ({ issuedAtMs }) => isoTime(issuedAtMs),
      state: filterOf,
      revoked: ({ revokedAtMs }) => isoTime(revokedAtMs),
      reason: ({ revocationReason }) => revocationReason,
      successor: ({ successorId }) => successorId,
      product: (record) => toRow(record).productName,
      manufacturer: (record) => toRow(record).manufacturerName,
      key: ({ keyId }) => keyId,
      request_id: ({ requestId }) => requestId,
      pdf_bytes: ({ pdfBytes }) => pdfBytes,
      sha256: ({ sha256 }) => sha256,
      verify_url: ({ verifyUrl }) => verifyUrl,
    },
    read: (after, limit) => dependencies.certificates.search({ ...searchOf(filter), after, limit }),
  });
}

export async function openCertificate(
  { certificates }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const record = await findCertificate(certificates, request.params.id?.replace(/\.pdf$/, ''));
  const { gccId, sha256 } = record;
  const pdf = await certificates.pdf(gccId);
  if (!pdf) throw unknownCertificate();
  return bytesResponse(request.request, pdf, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="GCC-${gccId}.pdf"`,
    'Cache-Control': 'no-store',
    ...(record.revokedAtMs !== undefined && { 'X-Certificate-Status': certificateStatus(record) }),
    ETag: `"${sha256}"`,
  });
}

export async function revokeCertificate(
  { certificates, clock }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const { gccId } = await findCertificate(certificates, request.params.id);
  const field = (name: string) => request.form.get(name)?.trim() || undefined;
  const reason = field('reason');
  const successorId = field('successor')?.toLowerCase();
  try {
    const said = { ...(reason && { reason: readReason(reason) }), ...(successorId && { successorId }) };
    await certificates.revoke({ gccId, atMs: clock.now(), ...said }, actorOf(request));
  } catch (error) {
    throw refusalOf(error);
  }
  return seeOther(`/operator/certificates?q=${gccId}&done=revoked`);
}

/** Which field of the form is at fault, and what is expected there. Any other error is returned as it is. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof PortsideError)) return error;
  const names = new Map(Object.entries({ '/reason': 'The reason', '/successor_id': 'The successor' }));
  const faults = (error.details ?? []).map(({ path, message }) => `${names.get(path) ?? path}: ${message}`);
  const status = error.code === 'conflict' ? 409 : 422;
  const link = { address: '/operator/certificates', text: 'Certificates' };
  return new PageError(status, 'Not revoked', faults.join(' ') || error.message, {}, link);
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
