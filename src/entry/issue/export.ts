/** `portside entry export`: records as JSON or CSV. The columns are ours; the file for the CPSC registry is made in `entry/registry`. */
import { type GccRequest, labsOf, type TestingLab } from '../../domain/certificate.ts';
import type { CertificateRecord } from '../../domain/certificate-store.ts';
import { csvRow } from '../../domain/csv.ts';
import { type AttachedRecord, attachedRecord } from './attached-record.ts';
import { makeCertificate } from './certificate.ts';

export interface ExportedRecord extends AttachedRecord {
  sha256: string;
  revokedAt?: string;
}

/** The record with its certificate's data. It is evaluated again, by the rules of this version. */
export function exportedRecord(record: CertificateRecord): ExportedRecord {
  const { requestJson, sha256, revokedAtMs } = record;
  const certificate = makeCertificate(JSON.parse(requestJson) as GccRequest, record);
  return {
    ...attachedRecord(certificate),
    sha256,
    ...(revokedAtMs === undefined ? {} : { revokedAt: new Date(revokedAtMs).toISOString() }),
  };
}

/** One line for each laboratory. */
function ofLabs(request: GccRequest, read: (lab: TestingLab) => string | undefined): string {
  return labsOf(request)
    .map(({ lab }) => read(lab) ?? '')
    .join('\n');
}

const COLUMNS: Record<string, (record: ExportedRecord) => string | undefined> = {
  gccId: (record) => record.gccId,
  issuedAt: (record) => record.issuedAt,
  sha256: (record) => record.sha256,
  revokedAt: (record) => record.revokedAt,
  verifyUrl: (record) => record.verifyUrl,
  state: (record) => record.state,
  missing: ({ missing }) => missing.join(' '),
  defects: ({ defects }) => defects.map(({ kind, path }) => `${kind}:${path}`).join(' '),
  product: ({ request }) => request.product_info.name,
  description: ({ request }) => request.product_info.description,
  model: ({ request }) => request.product_info.model,
  sku: ({ request }) => request.product_info.sku,
  gtin: ({ request }) => request.product_info.gtin,
  identifiers: ({ request }) => request.identifiers?.map(({ type, value }) => `${type}: ${value}`).join('\n'),
  lot: ({ request }) => request.product_info.lot,
  dateOfManufacture: ({ request }) => request.product_info.date_of_manufacture,
  placeOfManufacture: ({ request }) => request.product_info.place_of_manufacture,
  'manufacturer.name': ({ request }) => request.manufacturer.name,
  'manufacturer.address': ({ request }) => request.manufacturer.address,
  'manufacturer.phone': ({ request }) => request.manufacturer.phone,
  'manufacturer.email': ({ request }) => request.manufacturer.contact_email,
  'labs.name': ({ request }) => ofLabs(request, (lab) => lab.name),
  'labs.cpscId': ({ request }) => ofLabs(request, (lab) => lab.cpsc_id),
  'labs.testDate': ({ request }) => ofLabs(request, (lab) => lab.test_date),
  'labs.report': ({ request }) => ofLabs(request, (lab) => lab.report_number),
  citations: ({ request }) => request.cpsc_rules_cited.join('\n'),
  exclusions: ({ request }) => request.exclusions.map(({ citation, basis }) => `${citation}: ${basis}`).join('\n'),
};

export const CSV_HEADER = csvRow(Object.keys(COLUMNS));

/** One row of RFC 4180, including its CRLF. */
export function exportedRow(record: ExportedRecord): string {
  return csvRow(Object.values(COLUMNS).map((column) => column(record) ?? ''));
}
