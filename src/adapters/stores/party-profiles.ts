import { and, count, desc, eq, lt } from 'drizzle-orm';
import { PARTIES_MAX, type PartyDetails, type PartyProfile } from '../../domain/party-profile.ts';
import type { PartyProfileStore } from '../../domain/party-profile-store.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/tables.ts';

export function partyProfileStore(database: Database): PartyProfileStore {
  const { partyProfiles } = database.schema;
  const isOwned = (lineageId: number, alternateId: string) =>
    and(eq(partyProfiles.lineageId, lineageId), eq(partyProfiles.alternateId, alternateId));
  return {
    put: ({ lineageId, alternateId, details, atMs }) =>
      database.write(async (tables) => {
        // Two processes may each add the last one that a lineage may have.
        await database.lock(tables, 'parties', lineageId);
        const roles = `,${details.roles.join(',')},`;
        const columns = { roles, details: JSON.stringify(details), updatedAtMs: atMs };
        const owned = isOwned(lineageId, alternateId);
        const [replaced] = await tables.update(partyProfiles).set(columns).where(owned).returning();
        if (replaced) return partyProfileOf(replaced);
        const ofLineage = eq(partyProfiles.lineageId, lineageId);
        const [{ n } = { n: 0 }] = await tables.select({ n: count() }).from(partyProfiles).where(ofLineage);
        if (n >= PARTIES_MAX) return 'full' as const;
        const row = { lineageId, alternateId, ...columns, createdAtMs: atMs };
        const [added] = await tables.insert(partyProfiles).values(row).returning();
        return partyProfileOf(added!);
      }),

    find: (lineageId, alternateId) =>
      database.read(async (tables) => {
        const [row] = await tables.select().from(partyProfiles).where(isOwned(lineageId, alternateId));
        return row && partyProfileOf(row);
      }),

    list: ({ lineageId, role, before, limit }) =>
      database.read(async (tables) => {
        const rows = await tables
          .select()
          .from(partyProfiles)
          .where(
            and(
              eq(partyProfiles.lineageId, lineageId),
              before === undefined ? undefined : lt(partyProfiles.seq, before),
              role && database.contains(partyProfiles.roles, `,${role},`),
            ),
          )
          .orderBy(desc(partyProfiles.seq))
          .limit(limit);
        return rows.map(partyProfileOf);
      }),

    remove: (lineageId, alternateId) =>
      database.write(async (tables) => {
        const removed = await tables.delete(partyProfiles).where(isOwned(lineageId, alternateId)).returning();
        return removed.length > 0;
      }),
  };
}

function partyProfileOf({ roles: _, details, ...row }: Schema['partyProfiles']['$inferSelect']): PartyProfile {
  return { ...row, details: JSON.parse(details) as PartyDetails };
}
