/** Everything that a certificate lacks: of the certificate itself, then for filing it. */
import type { Evaluation, GccRequest } from '../../domain/certificate.ts';
import type { CitationCodes } from './citation-codes.ts';
import { type NamedGap, namedGaps } from './named-gaps.ts';
import { registryGaps } from './registry-envelope.ts';

/** @param headings of the sheet that the request is from */
export function recordGaps(
  request: GccRequest,
  { missing, defects }: Pick<Evaluation, 'missing' | 'defects'>,
  codes: CitationCodes,
  nowMs: number,
  headings?: readonly string[],
): NamedGap[] {
  const gaps = [
    ...missing.map((field) => ({ field, reason: 'Not stated in the request.', for: 'certificate' as const })),
    ...defects.map(({ path, message }) => ({ field: path, reason: message, for: 'certificate' as const })),
    ...registryGaps(request, nowMs, codes),
  ];
  return namedGaps(gaps, request, headings);
}
