import { and, asc, desc, eq, inArray, lte, max, ne, or, sql } from 'drizzle-orm';
import { blocksFiling } from '../../domain/filing.ts';
import type { FilingStore } from '../../domain/filing-store.ts';
import { changedColumns, filingOf, historyOf, newFilingRow } from '../filing-rows.ts';
import { recordActivity } from './activity-log.ts';
import type { Connections } from './connections.ts';
import { citationCodeImports, filedParties, filings } from './schema.ts';

export function filingStore(connections: Connections): FilingStore {
  const { gccId, certifierId, collectionId, productId, state, nextPollAtMs, id: filingId } = filings;
  return {
    begin: (filing, activity) =>
      connections.write(async (tables) => {
        // The row that would block may not be there yet, so the table is locked.
        await tables.execute(sql`LOCK TABLE ${filings} IN SHARE ROW EXCLUSIVE MODE`);
        const same = or(eq(gccId, filing.gccId), eq(productId, filing.productId));
        const rows = await tables
          .select()
          .from(filings)
          .where(and(same, ne(state, 'refused')));
        const standing = rows.map(filingOf).find((earlier) => blocksFiling(earlier, filing));
        if (standing) return { filing: standing, isNew: false };
        const [row] = await tables.insert(filings).values(newFilingRow(filing)).returning();
        await recordActivity(tables, activity);
        return { filing: filingOf(row!), isNew: true };
      }),

    latest: (gccIds) =>
      connections.read(async (tables) => {
        const newest = tables
          .select({ id: max(filingId) })
          .from(filings)
          .where(inArray(gccId, [...gccIds]))
          .groupBy(gccId);
        return (await tables.select().from(filings).where(inArray(filingId, newest))).map(filingOf);
      }),

    all: (certificate) =>
      connections.read(async (tables) =>
        (await tables.select().from(filings).where(eq(gccId, certificate)).orderBy(asc(filingId))).map(filingOf),
      ),

    change: (id, change, activity) =>
      connections.write(async (tables) => {
        const [filing] = await tables.select().from(filings).where(eq(filingId, id)).for('update');
        if (filing?.state !== 'sent') return false;
        const columns = changedColumns(change);
        if (Object.keys(columns).length > 0) await tables.update(filings).set(columns).where(eq(filingId, id));
        for (const { alternateId, contentSha256 = null } of change.known ?? []) {
          await tables
            .insert(filedParties)
            .values({ certifierId: filing.certifierId, alternateId, contentSha256 })
            .onConflictDoUpdate({
              target: [filedParties.certifierId, filedParties.alternateId],
              set: { contentSha256 },
            });
        }
        await tables
          .delete(filedParties)
          .where(
            and(
              eq(filedParties.certifierId, filing.certifierId),
              inArray(filedParties.alternateId, [...(change.unknown ?? [])]),
            ),
          );
        if (activity) await recordActivity(tables, activity);
        return true;
      }),

    claimDue: (nowMs, untilMs, limit) =>
      connections.write(async (tables) => {
        const rows = await tables
          .select()
          .from(filings)
          .where(and(eq(state, 'sent'), lte(nextPollAtMs, nowMs)))
          .orderBy(asc(nextPollAtMs), asc(filingId))
          .limit(limit)
          .for('update', { skipLocked: true });
        if (rows.length === 0) return [];
        const ids = rows.map(({ id }) => id);
        await tables.update(filings).set({ nextPollAtMs: untilMs }).where(inArray(filingId, ids));
        return rows.map((row) => filingOf({ ...row, nextPollAtMs: untilMs }));
      }),

    history: (account, { parties, products }) =>
      connections.read(async (tables) => {
        const known = await tables
          .select()
          .from(filedParties)
          .where(
            and(eq(filedParties.certifierId, account.certifierId), inArray(filedParties.alternateId, [...parties])),
          );
        const isOfAccount = and(eq(certifierId, account.certifierId), eq(collectionId, account.collectionId));
        const versions = await tables
          .select()
          .from(filings)
          .where(and(inArray(productId, [...products]), isOfAccount, eq(state, 'accepted')))
          .orderBy(asc(filingId));
        return historyOf(known, versions);
      }),

    importCodes: (table, activity) =>
      connections.write(async (tables) => {
        await tables.insert(citationCodeImports).values(table);
        await recordActivity(tables, activity);
      }),

    async codes() {
      const { importedAt, sha256, body, id } = citationCodeImports;
      const [newest] = await connections.read((tables) =>
        tables.select({ importedAt, sha256, body }).from(citationCodeImports).orderBy(desc(id)).limit(1),
      );
      return newest;
    },
  };
}
