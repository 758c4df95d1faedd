/** The database operations on filings with the registry. `test/support/filing-store-contract.ts` tests every implementation. */
import type { ActivityEntry } from './activity-log.ts';
import type { FiledHistory, FiledParty, Filing, NewFiling, RegistryAccount } from './filing.ts';

/** What an answer of the registry changes. Absent fields stay. */
export interface FilingChange extends Partial<Pick<Filing, 'importId' | 'state' | 'errors' | 'decidedAtMs' | 'polls'>> {
  /** Null: not asked by itself any more. */
  nextPollAtMs?: number | null;
  /** Parties that the registry has now. Without a hash: what it has of them is not known. */
  known?: readonly (Pick<FiledParty, 'alternateId'> & Partial<Pick<FiledParty, 'contentSha256'>>)[];
  /** Keys that the registry does not know, although we thought so. */
  unknown?: readonly string[];
}

/** A table of CPSC's citation codes, as imported. */
export interface CodeImport {
  /** Unix milliseconds. */
  importedAt: number;
  /** Of the file. */
  sha256: string;
  /** The accepted rows as JSON. */
  body: string;
}

export interface FilingStore {
  /**
   * Writes a filing and its audit entry, unless one that `blocksFiling` is there: then it writes nothing and returns that one. Of
   * two processes that begin the same filing, one writes.
   */
  begin(filing: NewFiling, activity: ActivityEntry): Promise<{ filing: Filing; isNew: boolean }>;

  /** The newest filing of each certificate that has one. At most 500 ids. */
  latest(gccIds: readonly string[]): Promise<Filing[]>;

  /** Every filing of a certificate, oldest first. */
  all(gccId: string): Promise<Filing[]>;

  /** Writes what the registry answered, in one transaction with the audit entry. False if the filing was decided before. */
  change(id: number, change: FilingChange, activity?: ActivityEntry): Promise<boolean>;

  /** Undecided filings whose log is due, oldest first, each for one process: nobody else gets it before `untilMs`. */
  claimDue(nowMs: number, untilMs: number, limit: number): Promise<Filing[]>;

  history(
    account: RegistryAccount,
    wanted: { parties: readonly string[]; products: readonly string[] },
  ): Promise<FiledHistory>;

  /** Keeps a table of citation codes, with an audit entry. It replaces the one before. */
  importCodes(table: CodeImport, activity: ActivityEntry): Promise<void>;

  /** The table in use. Undefined if none was imported. */
  codes(): Promise<CodeImport | undefined>;
}
