/** Filings in the database file. Every write is one transaction, committed with `synchronous=FULL`. */
import { and, asc, desc, eq, inArray, lte, max, ne } from 'drizzle-orm';
import { blocksFiling } from '../../domain/filing.ts';
import type { FilingStore } from '../../domain/filing-store.ts';
import { changedColumns, filingOf, historyOf, newFilingRow } from '../filing-rows.ts';
import { recordActivity } from './activity-log.ts';
import { citationCodeImports, filedParties, filings } from './schema/filings.ts';
import type { Tables } from './tables.ts';

export function filingStore(records: Tables): FilingStore {
  const { gccId, certifierId, collectionId, productId, state, nextPollAtMs, id: filingId } = filings;
  const byId = (tables: Pick<Tables, 'select'>, id: number) =>
    filingOf(tables.select().from(filings).where(eq(filingId, id)).get()!);
  return {
    async begin(filing, activity) {
      return records.transaction(
        (tables) => {
          const standing = [eq(gccId, filing.gccId), eq(productId, filing.productId)]
            .flatMap((same) =>
              tables
                .select()
                .from(filings)
                .where(and(same, ne(state, 'refused')))
                .all(),
            )
            .map(filingOf)
            .find((earlier) => blocksFiling(earlier, filing));
          if (standing) return { filing: standing, isNew: false };
          const { id } = tables.insert(filings).values(newFilingRow(filing)).returning({ id: filingId }).get();
          recordActivity(tables, activity);
          return { filing: byId(tables, id), isNew: true };
        },
        { behavior: 'immediate' },
      );
    },

    async latest(gccIds) {
      const newest = records
        .select({ id: max(filingId) })
        .from(filings)
        .where(inArray(gccId, [...gccIds]))
        .groupBy(gccId);
      return records.select().from(filings).where(inArray(filingId, newest)).all().map(filingOf);
    },

    async all(certificate) {
      return records.select().from(filings).where(eq(gccId, certificate)).orderBy(asc(filingId)).all().map(filingOf);
    },

    async change(id, change, activity) {
      return records.transaction(
        (tables) => {
          const filing = byId(tables, id);
          if (filing.state !== 'sent') return false;
          const columns = changedColumns(change);
          if (Object.keys(columns).length > 0) tables.update(filings).set(columns).where(eq(filingId, id)).run();
          for (const { alternateId, contentSha256 = null } of change.known ?? []) {
            tables
              .insert(filedParties)
              .values({ certifierId: filing.certifierId, alternateId, contentSha256 })
              .onConflictDoUpdate({
                target: [filedParties.certifierId, filedParties.alternateId],
                set: { contentSha256 },
              })
              .run();
          }
          tables
            .delete(filedParties)
            .where(
              and(
                eq(filedParties.certifierId, filing.certifierId),
                inArray(filedParties.alternateId, [...(change.unknown ?? [])]),
              ),
            )
            .run();
          if (activity) recordActivity(tables, activity);
          return true;
        },
        { behavior: 'immediate' },
      );
    },

    async claimDue(nowMs, untilMs, limit) {
      const due = and(eq(state, 'sent'), lte(nextPollAtMs, nowMs));
      // Most of the time nothing is due, and then no lock is taken.
      if (!records.select({ filingId }).from(filings).where(due).limit(1).get()) return [];
      return records.transaction(
        (tables) => {
          const rows = tables
            .select()
            .from(filings)
            .where(due)
            .orderBy(asc(nextPollAtMs), asc(filingId))
            .limit(limit)
            .all();
          const ids = rows.map(({ id }) => id);
          tables.update(filings).set({ nextPollAtMs: untilMs }).where(inArray(filingId, ids)).run();
          return rows.map((row) => filingOf({ ...row, nextPollAtMs: untilMs }));
        },
        { behavior: 'immediate' },
      );
    },

    async history(account, { parties, products }) {
      const known = records
        .select()
        .from(filedParties)
        .where(and(eq(filedParties.certifierId, account.certifierId), inArray(filedParties.alternateId, [...parties])))
        .all();
      const isOfAccount = and(eq(certifierId, account.certifierId), eq(collectionId, account.collectionId));
      const versions = records
        .select()
        .from(filings)
        .where(and(inArray(productId, [...products]), isOfAccount, eq(state, 'accepted')))
        .orderBy(asc(filingId))
        .all();
      return historyOf(known, versions);
    },

    async importCodes(table, activity) {
      records.transaction(
        (tables) => {
          tables.insert(citationCodeImports).values(table).run();
          recordActivity(tables, activity);
        },
        { behavior: 'immediate' },
      );
    },

    async codes() {
      const { importedAt, sha256, body, id } = citationCodeImports;
      return records.select({ importedAt, sha256, body }).from(citationCodeImports).orderBy(desc(id)).limit(1).get();
    },
  };
}
