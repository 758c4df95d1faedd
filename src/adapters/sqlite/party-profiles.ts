import { and, count, desc, eq, like, lt } from 'drizzle-orm';
import { PARTIES_MAX } from '../../domain/party-profile.ts';
import type { PartyProfileStore } from '../../domain/party-profile-store.ts';
import { partyColumns, partyProfileOf, rolePattern } from '../party-profile-rows.ts';
import { partyProfiles } from './schema/party-profiles.ts';
import type { Tables } from './tables.ts';

export function partyProfileStore(records: Tables): PartyProfileStore {
  const isOwned = (lineageId: number, alternateId: string) =>
    and(eq(partyProfiles.lineageId, lineageId), eq(partyProfiles.alternateId, alternateId));
  return {
    async put({ lineageId, alternateId, details, atMs }) {
      const columns = partyColumns(details, atMs);
      return records.transaction(
        (tables) => {
          const owned = isOwned(lineageId, alternateId);
          const replaced = tables.update(partyProfiles).set(columns).where(owned).returning().get();
          if (replaced) return partyProfileOf(replaced);
          const ofLineage = eq(partyProfiles.lineageId, lineageId);
          const { n } = tables.select({ n: count() }).from(partyProfiles).where(ofLineage).get()!;
          if (n >= PARTIES_MAX) return 'full' as const;
          const row = { lineageId, alternateId, ...columns, createdAtMs: atMs };
          return partyProfileOf(tables.insert(partyProfiles).values(row).returning().get());
        },
        { behavior: 'immediate' },
      );
    },

    async find(lineageId, alternateId) {
      const row = records.select().from(partyProfiles).where(isOwned(lineageId, alternateId)).get();
      return row && partyProfileOf(row);
    },

    async list({ lineageId, role, before, limit }) {
      const rows = records
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
        .limit(limit)
        .all();
      return rows.map(partyProfileOf);
    },

    async remove(lineageId, alternateId) {
      const removed = records.delete(partyProfiles).where(isOwned(lineageId, alternateId)).returning().all();
      return removed.length > 0;
    },
  };
}
