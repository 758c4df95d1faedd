/** Where parties are kept. `test/support/storage-contract.ts` tests both databases. */
import type { PartyDetails, PartyProfile, PartyRole } from './party-profile.ts';

export interface PartyProfileStore {
  /** Adds the profile, or replaces the details of the one with the same key. `full` if the lineage has `PARTIES_MAX` others. */
  put(profile: {
    lineageId: number;
    alternateId: string;
    details: PartyDetails;
    atMs: number;
  }): Promise<PartyProfile | 'full'>;
  find(lineageId: number, alternateId: string): Promise<PartyProfile | undefined>;
  /** Newest first. @param before the `seq` that all are smaller than */
  list(search: { lineageId: number; role?: PartyRole; before?: number; limit: number }): Promise<PartyProfile[]>;
  /** False if there is none. */
  remove(lineageId: number, alternateId: string): Promise<boolean>;
}
