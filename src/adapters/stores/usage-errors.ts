import { and, asc, desc, eq, gt, gte, lt, ne, sql, sum } from 'drizzle-orm';
import { ALL_KEYS, USAGE_MINUTES_KEPT, type UsageErrorStore } from '../../domain/usage-store.ts';
import type { Database } from '../database.ts';

/** All rows are added in one order, so that two processes that add to the same ones cannot deadlock. */
export function usageErrorStore(database: Database): UsageErrorStore {
  const { errorMinutes, foreignUses, usageErrors } = database.schema;
  const { code, day, keyId, product } = usageErrors;
  const requests = sum(usageErrors.requests).mapWith(Number);

  return {
    errors: (key = ALL_KEYS, today, after) =>
      database.read((tables) =>
        tables
          .select({
            product,
            code,
            total: requests,
            today: sum(sql`CASE WHEN ${day} = ${today} THEN ${usageErrors.requests} ELSE 0 END`).mapWith(Number),
          })
          .from(usageErrors)
          .where(and(eq(keyId, key), gt(day, after)))
          .groupBy(product, code)
          .orderBy(desc(requests), asc(code), asc(product)),
      ),

    keysWithError: (wanted, onDay, limit) =>
      database.read((tables) =>
        tables
          .select({ keyId, requests })
          .from(usageErrors)
          .where(and(eq(code, wanted), eq(day, onDay), ne(keyId, ALL_KEYS)))
          .groupBy(keyId)
          .orderBy(desc(requests), asc(keyId))
          .limit(limit),
      ),

    recentErrors: (first) =>
      database.read((tables) =>
        tables
          .select({ code: errorMinutes.code, requests: sum(errorMinutes.requests).mapWith(Number) })
          .from(errorMinutes)
          .where(gte(errorMinutes.minute, first))
          .groupBy(errorMinutes.code)
          .orderBy(asc(errorMinutes.code)),
      ),

    addErrors: (counters, onDay, minute) =>
      database.write(async (tables) => {
        const rows = [...counters].map((counter) => ({ ...counter, day: onDay }));
        rows.sort((a, b) => a.keyId - b.keyId || order(a.product, b.product) || order(a.code, b.code));
        await database.insertAll(rows, (some) =>
          tables
            .insert(usageErrors)
            .values(some)
            .onConflictDoUpdate({
              target: [keyId, day, product, code],
              set: { requests: sql`${usageErrors.requests} + excluded.requests` },
            }),
        );
        const ofAll = Map.groupBy(
          rows.filter((row) => row.keyId === ALL_KEYS),
          (row) => row.code,
        );
        const minutes = [...ofAll].map(([code, some]) => ({
          minute,
          code,
          requests: some.reduce((total, { requests }) => total + requests, 0),
        }));
        await database.insertAll(
          minutes.sort((a, b) => order(a.code, b.code)),
          (some) =>
            tables
              .insert(errorMinutes)
              .values(some)
              .onConflictDoUpdate({
                target: [errorMinutes.minute, errorMinutes.code],
                set: { requests: sql`${errorMinutes.requests} + excluded.requests` },
              }),
        );
        const old = tables
          .select({ minute: errorMinutes.minute, code: errorMinutes.code })
          .from(errorMinutes)
          .where(lt(errorMinutes.minute, minute - USAGE_MINUTES_KEPT));
        // Without rows that another server is deleting.
        await tables
          .delete(errorMinutes)
          .where(sql`(${errorMinutes.minute}, ${errorMinutes.code}) IN ${database.claim(old)}`);
      }),

    dropErrors: (beforeDay) =>
      database.write(async (tables) => {
        await tables.delete(usageErrors).where(lt(day, beforeDay));
      }),

    addForeignUses: (uses) =>
      database.write(async (tables) => {
        const { keyId, lastAddress, lastAt, requests } = foreignUses;
        const isLater = sql`excluded.last_at >= ${lastAt}`;
        const rows = uses.toSorted((a, b) => a.keyId - b.keyId);
        await database.insertAll(rows, (some) =>
          tables
            .insert(foreignUses)
            .values(some)
            .onConflictDoUpdate({
              target: keyId,
              set: {
                requests: sql`${requests} + excluded.requests`,
                lastAddress: sql`CASE WHEN ${isLater} THEN excluded.last_address ELSE ${lastAddress} END`,
                lastAt: sql`CASE WHEN ${isLater} THEN excluded.last_at ELSE ${lastAt} END`,
              },
            }),
        );
      }),

    foreignUse: (key) =>
      database.read(async (tables) => (await tables.select().from(foreignUses).where(eq(foreignUses.keyId, key)))[0]),
  };
}

const order = (a: string, b: string) => (a < b ? -1 : Number(a > b));
