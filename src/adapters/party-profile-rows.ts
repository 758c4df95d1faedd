/** What both databases do with rows of party profiles. */
import type { PartyDetails, PartyProfile, PartyRole } from '../domain/party-profile.ts';

interface PartyProfileRow {
  seq: number;
  lineageId: number;
  alternateId: string;
  /** JSON. */
  details: string;
  createdAtMs: number;
  updatedAtMs: number;
}

/** The columns that replacing a profile sets. */
export function partyColumns(details: PartyDetails, atMs: number) {
  return { roles: `,${details.roles.join(',')},`, details: JSON.stringify(details), updatedAtMs: atMs };
}

/** A pattern of `LIKE` for the profiles that have a role. `_` in the name of a role matches itself, and no role is told apart by it. */
export const rolePattern = (role: PartyRole): string => `%,${role},%`;

export function partyProfileOf(row: PartyProfileRow): PartyProfile {
  const { seq, lineageId, alternateId, details, createdAtMs, updatedAtMs } = row;
  return {
    seq,
    lineageId,
    alternateId,
    details: JSON.parse(details) as PartyDetails,
    createdAtMs,
    updatedAtMs,
  };
}
