/** What both databases do with rows of filings. */
import type { FiledHistory, FiledParty, Filing, FilingError, NewFiling } from '../domain/filing.ts';
import type { FilingChange } from '../domain/filing-store.ts';

interface FilingRow {
  id: number;
  gccId: string;
  certifierId: string;
  collectionId: string;
  productId: string;
  versionId: string;
  state: Filing['state'];
  sentAtMs: number;
  importId: string | null;
  decidedAtMs: number | null;
  /** JSON. */
  errors: string;
  /** JSON. */
  parties: string;
  polls: number;
  nextPollAtMs: number | null;
}

export function filingOf({ importId, decidedAtMs, nextPollAtMs, errors, parties, ...row }: FilingRow): Filing {
  return {
    ...row,
    errors: JSON.parse(errors) as FilingError[],
    parties: JSON.parse(parties) as FiledParty[],
    ...(importId !== null && { importId }),
    ...(decidedAtMs !== null && { decidedAtMs }),
    ...(nextPollAtMs !== null && { nextPollAtMs }),
  };
}

export function newFilingRow({ parties, nextPollAtMs, ...filing }: NewFiling): Omit<FilingRow, 'id'> {
  return {
    ...filing,
    state: 'sent',
    importId: null,
    decidedAtMs: null,
    errors: '[]',
    parties: JSON.stringify(parties),
    polls: 0,
    nextPollAtMs: nextPollAtMs ?? null,
  };
}

/** The columns that a change sets. */
export function changedColumns({ errors, known: _, unknown: __, ...change }: FilingChange): Partial<FilingRow> {
  return { ...change, ...(errors && { errors: JSON.stringify(errors) }) };
}

/** @param versions oldest first */
export function historyOf(
  parties: readonly { alternateId: string; contentSha256: string | null }[],
  versions: readonly { productId: string; versionId: string; gccId: string }[],
): FiledHistory {
  const byProduct = Map.groupBy(versions, ({ productId }) => productId);
  return {
    parties: new Map(parties.map(({ alternateId, contentSha256 }) => [alternateId, contentSha256 ?? undefined])),
    versions: new Map(
      [...byProduct].map(([productId, rows]) => [
        productId,
        rows.map(({ versionId, gccId }) => ({ versionId, gccId })),
      ]),
    ),
  };
}
