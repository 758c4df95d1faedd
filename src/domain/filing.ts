/**
 * Filings of certificates with the CPSC Product Registry. The registry takes an import and decides later, so a filing is `sent`
 * until its log says `accepted` or `refused`.
 */

/** `none`: the certificate was never sent. */
export type FilingState = 'none' | 'sent' | 'accepted' | 'refused';

/** Whose records and which list of them: both are settings of the operator. */
export interface RegistryAccount {
  certifierId: string;
  collectionId: string;
}

/** What the registry, or we, say is wrong. */
export interface FilingError {
  /** The registry's number, such as `2005`. Empty where it sent none. */
  code: string;
  /** The registry's name of the field. */
  field: string;
  message: string;
}

/** A party as it was filed. */
export interface FiledParty {
  /** The key that the registry keeps it under. */
  alternateId: string;
  /** Of everything that was filed of it. */
  contentSha256: string;
  role: 'manufacturer' | 'lab' | 'poc';
  /** Whether the registry was told to make it. Otherwise it was told to look it up. */
  isNew: boolean;
}

export interface NewFiling extends RegistryAccount {
  gccId: string;
  productId: string;
  versionId: string;
  /** Unix milliseconds. Written before anything is sent: what was perhaps sent must never be sent again blindly. */
  sentAtMs: number;
  parties: readonly FiledParty[];
  /** When the log is read first, or again. Absent: not by itself any more. */
  nextPollAtMs?: number;
}

export interface Filing extends NewFiling {
  id: number;
  state: Exclude<FilingState, 'none'>;
  /** The registry's id of the import. Absent while it is not known whether the registry has it. */
  importId?: string;
  decidedAtMs?: number;
  errors: readonly FilingError[];
  /** How often the log was read. */
  polls: number;
}

/** What was filed before for the same account, as far as another filing depends on it. */
export interface FiledHistory {
  /** Keys of parties that the registry has, with the hash of what was filed of them. Undefined where that is not known. */
  parties: ReadonlyMap<string, string | undefined>;
  /** Accepted versions by product, the newest last. */
  versions: ReadonlyMap<string, readonly { versionId: string; gccId: string }[]>;
}

export const NOTHING_FILED: FiledHistory = { parties: new Map(), versions: new Map() };

/** A filing that stands in the way of another one. */
export function blocksFiling(
  filing: Filing,
  { gccId, certifierId, collectionId, productId, versionId }: NewFiling,
): boolean {
  if (filing.state === 'refused') return false;
  const isSameVersion =
    filing.certifierId === certifierId &&
    filing.collectionId === collectionId &&
    filing.productId === productId &&
    filing.versionId === versionId;
  return filing.gccId === gccId || isSameVersion;
}
