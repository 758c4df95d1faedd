import { and, asc, desc, eq, inArray, lte, max, ne, or } from 'drizzle-orm';
import {
  blocksFiling,
  type FiledHistory,
  type FiledParty,
  type Filing,
  type FilingError,
  type NewFiling,
} from '../../domain/filing.ts';
import type { FilingChange, FilingStore } from '../../domain/filing-store.ts';
import type { Database, Tables } from '../database.ts';
import type { Schema } from '../schema/tables.ts';
import { recordActivity } from './activity-log.ts';

export function filingStore(database: Database): FilingStore {
  const { citationCodeImports, filedParties, filings } = database.schema;
  const { gccId, certifierId, collectionId, productId, state, nextPollAtMs, id: filingId } = filings;
  return {
    begin: (filing, activity) =>
      database.write(async (tables) => {
        // The row that would block may not be there yet.
        await database.lock(tables, 'filings');
        const same = or(eq(gccId, filing.gccId), eq(productId, filing.productId));
        const rows = await tables
          .select()
          .from(filings)
          .where(and(same, ne(state, 'refused')));
        const standing = rows.map(filingOf).find((earlier) => blocksFiling(earlier, filing));
        if (standing) return { filing: standing, isNew: false };
        const [row] = await tables.insert(filings).values(newFilingRow(filing)).returning();
        await recordActivity(database, tables, activity);
        return { filing: filingOf(row!), isNew: true };
      }),

    latest: (gccIds) =>
      database.read(async (tables) => {
        const newest = tables
          .select({ id: max(filingId) })
          .from(filings)
          .where(inArray(gccId, [...gccIds]))
          .groupBy(gccId);
        return (await tables.select().from(filings).where(inArray(filingId, newest))).map(filingOf);
      }),

    all: (certificate) =>
      database.read(async (tables) =>
        (await tables.select().from(filings).where(eq(gccId, certificate)).orderBy(asc(filingId))).map(filingOf),
      ),

    change: (id, change, activity) =>
      database.write(async (tables) => {
        const [filing] = await database.forUpdate(tables.select().from(filings).where(eq(filingId, id)));
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
        if (activity) await recordActivity(database, tables, activity);
        return true;
      }),

    async claimDue(nowMs, untilMs, limit) {
      const due = and(eq(state, 'sent'), lte(nextPollAtMs, nowMs));
      // Most of the time nothing is due, and then no lock is taken.
      const first = (tables: Tables) => tables.select({ filingId }).from(filings).where(due).limit(1);
      if ((await database.read(first)).length === 0) return [];
      return database.write(async (tables) => {
        const rows = await database.claim(
          tables.select().from(filings).where(due).orderBy(asc(nextPollAtMs), asc(filingId)).limit(limit),
        );
        const ids = rows.map(({ id }) => id);
        await tables.update(filings).set({ nextPollAtMs: untilMs }).where(inArray(filingId, ids));
        return rows.map((row) => filingOf({ ...row, nextPollAtMs: untilMs }));
      });
    },

    history: (account, { parties, products }) =>
      database.read(async (tables) => {
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
      database.write(async (tables) => {
        await tables.insert(citationCodeImports).values(table);
        await recordActivity(database, tables, activity);
      }),

    async codes() {
      const { importedAt, sha256, body, id } = citationCodeImports;
      const [newest] = await database.read((tables) =>
        tables.select({ importedAt, sha256, body }).from(citationCodeImports).orderBy(desc(id)).limit(1),
      );
      return newest;
    },
  };
}

type FilingRow = Schema['filings']['$inferSelect'];

function filingOf({ importId, decidedAtMs, nextPollAtMs, errors, parties, ...row }: FilingRow): Filing {
  return {
    ...row,
    errors: JSON.parse(errors) as FilingError[],
    parties: JSON.parse(parties) as FiledParty[],
    ...(importId !== null && { importId }),
    ...(decidedAtMs !== null && { decidedAtMs }),
    ...(nextPollAtMs !== null && { nextPollAtMs }),
  };
}

function newFilingRow({ parties, nextPollAtMs, ...filing }: NewFiling): Omit<FilingRow, 'id'> {
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
function changedColumns({ errors, known: _, unknown: __, ...change }: FilingChange): Partial<FilingRow> {
  return { ...change, ...(errors && { errors: JSON.stringify(errors) }) };
}

/** @param versions oldest first */
function historyOf(
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
