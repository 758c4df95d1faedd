/** `portside entry export`: records as JSON or CSV. We did not find CPSC's own CSV template, so the columns are ours. */
import { type GccRequest, labsOf } from '../../domain/certificate.ts';
import type { CertificateRecord } from '../../domain/certificate-store.ts';
import { csvRow } from '../../domain/csv.ts';
import { makeCertificate } from './certificate.ts';
import { type RegistryRecord, registryRecord } from './registry-record.ts';

export interface ExportedRecord extends RegistryRecord {
  sha256: string;
  revokedAt?: string;
}

/** The record with its certificate's data. It is evaluated again, by the rules of this version. */
export function exportedRecord(record: CertificateRecord): ExportedRecord {
  const { requestJson, sha256, revokedAtMs } = record;
  const certificate = makeCertificate(JSON.parse(requestJson) as GccRequest, record);
  return {
    ...registryRecord(certificate),
    sha256,
    ...(revokedAtMs === undefined ? {} : { revokedAt: new Date(revokedAtMs).toISOString() }),
  };
}

const COLUMNS: Record<string, (record: ExportedRecord) => string | undefined> = {
  gccId: (record) => record.gccId,
  issuedAt: (record) => record.issuedAt,
  sha256: (record) => record.sha256,
  revokedAt: (record) => record.revokedAt,
  verifyUrl: (record) => record.verifyUrl,
  state: (record) => record.state,
  missing: (record) => record.missing.join(' '),
  defects: ({ defects }) => defects.map(({ kind, path }) => `${kind}:${path}`).join(' '),
  certificateType: ({ coreProduct }) => coreProduct.certificateType,
  primaryProductId: ({ coreProduct }) => coreProduct.primaryProductId,
  primaryProductIdType: ({ coreProduct }) => coreProduct.primaryProductIdType,
  name: ({ coreProduct }) => coreProduct.name,
  description: ({ coreProduct }) => coreProduct.description,
  lotNumber: ({ coreProduct }) => coreProduct.lotNumber,
  manufactureDate: ({ coreProduct }) => coreProduct.manufactureDate,
  lastTestDate: ({ coreProduct }) => coreProduct.lastTestDate,
  'manufacturer.name': ({ coreProduct }) => coreProduct.manufacturer.name,
  'manufacturer.address': ({ request }) => request.manufacturer.address,
  'manufacturer.phone': ({ coreProduct }) => coreProduct.manufacturer.phone,
  'manufacturer.email': ({ coreProduct }) => coreProduct.manufacturer.email,
  'labs.type': ({ coreProduct }) => coreProduct.labs[0]?.type,
  'labs.cpscId': ({ coreProduct }) => coreProduct.labs[0]?.cpscId,
  'labs.name': ({ coreProduct }) => coreProduct.labs[0]?.name,
  'labs.address': ({ request }) => labsOf(request)[0]?.lab.address,
  'labs.testReportId': ({ coreProduct }) => coreProduct.labs[0]?.testReportId,
  citations: ({ request }) => request.cpsc_rules_cited.join('\n'),
  exclusions: ({ request }) => request.exclusions.map(({ citation, basis }) => `${citation}: ${basis}`).join('\n'),
  leftOut: ({ leftOut }) => leftOut.map(({ field }) => field).join(' '),
};

export const CSV_HEADER = csvRow(Object.keys(COLUMNS));

/** One row of RFC 4180, including its CRLF. */
export function exportedRow(record: ExportedRecord): string {
  return csvRow(Object.values(COLUMNS).map((column) => column(record) ?? ''));
}
