/** Everything that a certificate on record lacks: of the certificate itself, then for filing it. */
import type { Evaluation, GccRequest } from '../../domain/certificate.ts';
import type { CitationCodes } from './citation-codes.ts';
import type { Gap } from './gaps.ts';
import { registryGaps } from './registry-envelope.ts';

export function recordGaps(
  request: GccRequest,
  { missing, defects }: Pick<Evaluation, 'missing' | 'defects'>,
  codes: CitationCodes,
  nowMs: number,
): Gap[] {
  return [
    ...missing.map((field) => ({ field, reason: 'Not stated in the request.', for: 'certificate' as const })),
    ...defects.map(({ path, message }) => ({ field: path, reason: message, for: 'certificate' as const })),
    ...registryGaps(request, nowMs, codes),
  ];
}
