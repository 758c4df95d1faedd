/** Makes the certificate of one line, exactly once for the batch and the line, however often it is asked for (ADR 106). */
import type { CertificateState, GccRequest } from '../../domain/certificate.ts';
import { type CertificateStatus, certificateStatus } from '../../domain/certificate-life.ts';
import type { CertificateRecord } from '../../domain/certificate-store.ts';
import { PortsideError } from '../../domain/errors.ts';
import type { CertificateIssuer, IssueRequest } from '../issue/certificate-issuer.ts';
import { evaluate } from '../issue/evaluation.ts';
import { readRequest } from '../issue/validate.ts';
import type { CitationCodes } from '../registry/citation-codes.ts';
import type { NamedGap } from '../registry/named-gaps.ts';
import { recordGaps } from '../registry/record-gaps.ts';
import type { CellFault, PreparedLine } from './prepare-line.ts';

/** What a line came to: a certificate, or why there is none. */
export interface LineOutcome {
  line: number;
  sku: string;
  product: string;
  /** Absent if no certificate was made. */
  certificate?: {
    id: string;
    state: CertificateState;
    /** As it was when the line was done. */
    status: CertificateStatus;
    gaps: NamedGap[];
    sha256: string;
    pdf_bytes: number;
    verify_url: string;
    issued_at: string;
  };
  /** What a certificate would state, in a dry run. */
  checked?: Required<Pick<CheckedLine, 'state' | 'gaps'>>;
  errors: CellFault[];
}

export interface MakeParts {
  issuer: Pick<CertificateIssuer, 'issue'>;
  batch: string;
  codes: CitationCodes;
  /** Of the sheet, so that gaps can be told by its columns. */
  headings?: readonly string[];
  /** Of every certificate of the batch. */
  request: Pick<IssueRequest, 'keyId' | 'lineage' | 'lineageId' | 'requestId' | 'baseUrl' | 'meter' | 'signal'>;
}

/** A worker that dies may have been killed for what another did. */
const TRIES = 2;

/** @throws PortsideError `unavailable` when it may be tried later; nothing of the line was done, or it is found then */
export async function makeLine(prepared: PreparedLine, parts: MakeParts): Promise<LineOutcome> {
  const { line, sku, product, body, errors } = prepared;
  if (!body) return { line, sku, product, errors };
  for (let tries = 1; ; tries++) {
    try {
      const record = await parts.issuer.issue({
        ...parts.request,
        body,
        form: 'v2',
        batchLine: { batch: parts.batch, line },
      });
      return { line, sku, product, certificate: certificateOf(record, parts), errors: [] };
    } catch (error) {
      if (!(error instanceof PortsideError) || error.code === 'unavailable') throw error;
      if (error.code === 'internal' && tries < TRIES) continue;
      return { line, sku, product, errors: faultsOf(error) };
    }
  }
}

/** What a line would come to, with nothing made. */
export interface CheckedLine extends Pick<LineOutcome, 'line' | 'sku' | 'product' | 'errors'> {
  /** Absent if there are errors. */
  state?: CertificateState;
  gaps: NamedGap[];
}

export function checkLine(
  prepared: PreparedLine,
  nowMs: number,
  { codes, headings }: Pick<MakeParts, 'codes' | 'headings'>,
): CheckedLine {
  const { line, sku, product, body, errors } = prepared;
  if (!body) return { line, sku, product, errors, gaps: [] };
  const request = readRequest(body, nowMs, 'v2');
  const evaluation = evaluate(request);
  const gaps = recordGaps(request, evaluation, codes, nowMs, headings);
  return { line, sku, product, errors, state: evaluation.state, gaps };
}

/** A line of a dry run, as an outcome. */
export function checkedOutcome(
  prepared: PreparedLine,
  nowMs: number,
  parts: Pick<MakeParts, 'codes' | 'headings'>,
): LineOutcome {
  const { state, gaps, ...line } = checkLine(prepared, nowMs, parts);
  return { ...line, ...(state !== undefined && { checked: { state, gaps } }) };
}

function certificateOf(
  record: CertificateRecord,
  { codes, headings }: Pick<MakeParts, 'codes' | 'headings'>,
): LineOutcome['certificate'] {
  const request = JSON.parse(record.requestJson) as GccRequest;
  return {
    id: record.gccId,
    state: record.state,
    status: certificateStatus(record),
    // As of its issue, so that the same line has the same outcome whenever it is asked for.
    gaps: recordGaps(request, evaluate(request), codes, record.issuedAtMs, headings),
    sha256: record.sha256,
    pdf_bytes: record.pdfBytes,
    verify_url: record.verifyUrl,
    issued_at: new Date(record.issuedAtMs).toISOString(),
  };
}

function faultsOf({ code, message, details = [] }: PortsideError): CellFault[] {
  if (code === 'conflict') {
    return [{ message: 'This line was made into a certificate before, with other content. Make another batch of it.' }];
  }
  if (code === 'internal')
    return [{ message: 'The certificate could not be drawn. The fault is ours; nothing was stored.' }];
  const told = details
    .filter(({ path }) => path !== '')
    .map(({ path, message: said }) => ({ message: `${path}: ${said}` }));
  return told.length > 0 ? told : [{ message }];
}
