/** Certificates as v2 shows them to the key that made them. */
import type { GccRequest } from '../../../domain/certificate.ts';
import { certificateStatus } from '../../../domain/certificate-life.ts';
import { type CertificateRecord, publicPdfUrl } from '../../../domain/certificate-store.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { Filing, FilingState } from '../../../domain/filing.ts';
import type { FilingStore } from '../../../domain/filing-store.ts';
import { evaluate } from '../../../entry/issue/evaluation.ts';
import { citationCodes } from '../../../entry/registry/citation-codes.ts';
import { importedCodes } from '../../../entry/registry/code-table.ts';
import { recordGaps } from '../../../entry/registry/record-gaps.ts';

/** For a list: without what has to be worked out. @param filing its newest, if it has one */
export function certificateSummary(record: CertificateRecord, filing?: Filing) {
  const { product_info: product } = JSON.parse(record.requestJson) as GccRequest;
  return {
    id: record.gccId,
    state: record.state,
    status: certificateStatus(record),
    filing: (filing?.state ?? 'none') satisfies FilingState,
    issued_at: timeOf(record.issuedAtMs),
    product: { name: product.name, model: product.model ?? null, sku: product.sku ?? null },
    sha256: record.sha256,
    pdf_bytes: record.pdfBytes,
    verify_url: record.verifyUrl,
    revoked_at: record.revokedAtMs === undefined ? null : timeOf(record.revokedAtMs),
    revocation_reason: record.revocationReason ?? null,
    successor_id: record.successorId ?? null,
    public_pdf_url: publicPdfUrl(record) ?? null,
  };
}

/** What a certificate of a request would state, with nothing made. @param request as it was read */
export async function checkedView(request: GccRequest, { filings, clock }: ViewParts) {
  const evaluation = evaluate(request);
  const codes = citationCodes(importedCodes(await filings.codes()));
  return { ...evaluation, gaps: recordGaps(request, evaluation, codes, clock.now()), request };
}

/** Everything about a certificate. The state is the one on the document; what is missing or wrong is evaluated as today. */
export async function certificateView(record: CertificateRecord, { filings, clock }: ViewParts) {
  const request = JSON.parse(record.requestJson) as GccRequest;
  const evaluation = evaluate(request);
  const { missing, defects, notes } = evaluation;
  const [filing] = await filings.latest([record.gccId]);
  const codes = citationCodes(importedCodes(await filings.codes()));
  const gaps = recordGaps(request, evaluation, codes, clock.now());
  return { ...certificateSummary(record, filing), missing, defects, notes, gaps, request };
}

interface ViewParts {
  filings: Pick<FilingStore, 'latest' | 'codes'>;
  clock: Pick<Clock, 'now'>;
}

/** RFC 3339, UTC. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
