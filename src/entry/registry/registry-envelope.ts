/** Certificates as one import envelope, or every gap of each. */

import type { GccRequest } from '../../domain/certificate.ts';
import { type FiledHistory, NOTHING_FILED } from '../../domain/filing.ts';
import { type CitationCodes, citationCodes } from './citation-codes.ts';
import { type Gap, gapAt } from './gaps.ts';
import { draftEntry, type EntryDraft, type FiledCertificate, withEntry } from './registry-entry.ts';
import type { RegistryEnvelope } from './registry-format.ts';

export interface EnvelopeDraft {
  /** One for each certificate, in order. */
  drafts: EntryDraft[];
  /** Undefined if any certificate has a gap: an envelope is never sent or exported in part. */
  envelope: RegistryEnvelope | undefined;
}

/** @param history what was filed before for the same certifier. Without it every party is new */
export function draftEnvelope(
  certificates: readonly FiledCertificate[],
  history: FiledHistory,
  codes: CitationCodes,
  nowMs: number,
): EnvelopeDraft {
  const drafts: EntryDraft[] = [];
  const seen = new Set<string>();
  let filed = history;
  for (const certificate of certificates) {
    const draft = draftEntry(certificate, filed, codes, nowMs);
    const { primaryProductId, versionId } = draft.entry.coreProduct;
    const identity = JSON.stringify([primaryProductId, versionId]);
    if (primaryProductId !== undefined && seen.has(identity)) {
      draft.gaps = draft.gaps.filter(({ field }) => field !== '/product_info/version_id');
      const text = 'stands in this envelope for the same product already. Use another version';
      draft.gaps.push(gapAt('/product_info/version_id', '/versionId', text));
    }
    seen.add(identity);
    filed = withEntry(filed, draft, certificate.gccId);
    drafts.push(draft);
  }
  const isComplete = drafts.every(({ gaps }) => gaps.length === 0);
  return { drafts, envelope: isComplete ? { productList: drafts.map(({ entry }) => entry) } : undefined };
}

/** What keeps a certificate out of the registry, whatever was filed before. Empty if it can be filed. */
export function registryGaps(request: GccRequest, nowMs: number, codes: CitationCodes = citationCodes()): Gap[] {
  return draftEntry({ gccId: '', request }, NOTHING_FILED, codes, nowMs).gaps;
}
