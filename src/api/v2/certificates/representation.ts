/** Certificates as v2 shows them to the key that made them. */
import type { GccRequest } from '../../../domain/certificate.ts';
import { certificateStatus } from '../../../domain/certificate-life.ts';
import type { CertificateRecord } from '../../../domain/certificate-store.ts';
import { evaluate } from '../../../entry/issue/evaluation.ts';

/** For a list: without what has to be worked out. */
export function certificateSummary(record: CertificateRecord) {
  const { product_info: product } = JSON.parse(record.requestJson) as GccRequest;
  return {
    id: record.gccId,
    state: record.state,
    status: certificateStatus(record),
    filing: 'none',
    issued_at: timeOf(record.issuedAtMs),
    product: { name: product.name, model: product.model ?? null, sku: product.sku ?? null },
    sha256: record.sha256,
    pdf_bytes: record.pdfBytes,
    verify_url: record.verifyUrl,
    revoked_at: record.revokedAtMs === undefined ? null : timeOf(record.revokedAtMs),
    revocation_reason: record.revocationReason ?? null,
    successor_id: record.successorId ?? null,
  };
}

/** Everything about a certificate. The state is the one on the document; what is missing or wrong is evaluated as today. */
export function certificateView(record: CertificateRecord) {
  const request = JSON.parse(record.requestJson) as GccRequest;
  const { missing, defects } = evaluate(request);
  return { ...certificateSummary(record), missing, defects, gaps: certificateGaps(missing, defects), request };
}

interface Gap {
  field: string;
  reason: string;
  for: 'certificate' | 'registry';
}

/** What the certificate lacks. */
function certificateGaps(missing: readonly string[], defects: readonly { path: string; message: string }[]): Gap[] {
  return [
    ...missing.map((field) => ({ field, reason: 'Not stated in the request.', for: 'certificate' as const })),
    ...defects.map(({ path, message }) => ({ field: path, reason: message, for: 'certificate' as const })),
  ];
}

/** RFC 3339, UTC. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
