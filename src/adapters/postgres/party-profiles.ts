import { and, count, desc, eq, like, lt, sql } from 'drizzle-orm';
import { PARTIES_MAX } from '../../domain/party-profile.ts';
import type { PartyProfileStore } from '../../domain/party-profile-store.ts';
import { partyColumns, partyProfileOf, rolePattern } from '../party-profile-rows.ts';
import type { Connections } from './connections.ts';
import { partyProfiles } from './schema.ts';

/** Name of an advisory lock. */
const PARTIES_LOCK = 7_703;

export function partyProfileStore(connections: Connections): PartyProfileStore {
  const isOwned = (lineageId: number, alternateId: string) =>
    and(eq(partyProfiles.lineageId, lineageId), eq(partyProfiles.alternateId, alternateId));
  return {
    put: ({ lineageId, alternateId, details, atMs }) =>
      connections.write(async (tables) => {
        // Two processes may each add the last one that a lineage may have.
        await tables.execute(sql`SELECT pg_advisory_xact_lock(${PARTIES_LOCK}, ${lineageId}::int)`);
        const columns = partyColumns(details, atMs);
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
      connections.read(async (tables) => {
        const [row] = await tables.select().from(partyProfiles).where(isOwned(lineageId, alternateId));
        return row && partyProfileOf(row);
      }),

    list: ({ lineageId, role, before, limit }) =>
      connections.read(async (tables) => {
        const rows = await tables
          .select()
          .from(partyProfiles)
          .where(
            and(
              eq(partyProfiles.lineageId, lineageId),
              before === undefined ? undefined : lt(partyProfiles.seq, before),
              role && like(partyProfiles.roles, rolePattern(role)),
            ),
          )
          .orderBy(desc(partyProfiles.seq))
          .limit(limit);
        return rows.map(partyProfileOf);
      }),

    remove: (lineageId, alternateId) =>
      connections.write(async (tables) => {
        const removed = await tables.delete(partyProfiles).where(isOwned(lineageId, alternateId)).returning();
        return removed.length > 0;
      }),
  };
}
