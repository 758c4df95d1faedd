import { asc, count, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import { forgivenOne, type OperatorStore, rowsDeletedWhenFull } from '../../domain/operator-store.ts';
import { OPERATOR_PASSWORD } from '../../domain/settings-store.ts';
import { recordAudit } from './audit.ts';
import { announce } from './changes.ts';
import type { Connections } from './connections.ts';
import { operatorFailures, operatorForms, operatorSessions } from './schema.ts';
import { writeSetting } from './settings.ts';
import type { Tables } from './tables.ts';

export function operatorStore(connections: Connections): OperatorStore {
  const ofSession = (tokenHash: string) => eq(operatorSessions.tokenHash, tokenHash);
  return {
    setPassword: (hash, audit) =>
      connections.write(async (tables) => {
        await writeSetting(tables, OPERATOR_PASSWORD, hash);
        await tables.delete(operatorSessions);
        await tables.delete(operatorFailures);
        await recordAudit(tables, audit);
        await announce(tables, 'operator');
      }),

    startSession: (tokenHash, expiresAt, nowMs, sessionsMax) =>
      connections.write(async (tables) => {
        await tables.delete(operatorSessions).where(lte(operatorSessions.expiresAt, nowMs));
        const beyondMax = tables
          .select({ tokenHash: operatorSessions.tokenHash })
          .from(operatorSessions)
          .orderBy(desc(operatorSessions.expiresAt))
          .offset(sessionsMax - 1);
        await tables.delete(operatorSessions).where(inArray(operatorSessions.tokenHash, beyondMax));
        await tables.insert(operatorSessions).values({ tokenHash, expiresAt });
      }),

    async sessionEnd(tokenHash) {
      const [row] = await connections.read((tables) =>
        tables.select().from(operatorSessions).where(ofSession(tokenHash)),
      );
      return row?.expiresAt;
    },

    async endSession(tokenHash) {
      await connections.read((tables) => tables.delete(operatorSessions).where(ofSession(tokenHash)));
    },

    claimForm: (tokenHash, sentAt, forgetMs) =>
      connections.write(async (tables) => {
        await tables.delete(operatorForms).where(lte(operatorForms.sentAt, forgetMs));
        const sent = await tables.insert(operatorForms).values({ tokenHash, sentAt }).onConflictDoNothing().returning();
        return sent.length === 1;
      }),

    countFailures: (addresses, decide, { rowsMax, keep }) =>
      connections.write(async (tables) => {
        await lockFailures(tables);
        const { address } = operatorFailures;
        const counted = decide(await tables.select().from(operatorFailures).where(inArray(address, addresses)));
        if (counted.length === 0) return;
        const [total] = await tables.select({ rows: count() }).from(operatorFailures);
        if (total!.rows >= rowsMax) {
          const oldest = tables
            .select({ address })
            .from(operatorFailures)
            .where(ne(address, keep))
            .orderBy(asc(operatorFailures.lastAt))
            .limit(rowsDeletedWhenFull(rowsMax));
          await tables.delete(operatorFailures).where(inArray(address, oldest));
        }
        for (const row of counted) {
          const { address: _, ...set } = row;
          await tables.insert(operatorFailures).values(row).onConflictDoUpdate({ target: address, set });
        }
      }),

    forgiveFailures: (address, everyone) =>
      connections.write(async (tables) => {
        await lockFailures(tables);
        await tables.delete(operatorFailures).where(eq(operatorFailures.address, address));
        const ofEveryone = eq(operatorFailures.address, everyone);
        const [row] = await tables.select().from(operatorFailures).where(ofEveryone);
        if (row) await tables.update(operatorFailures).set(forgivenOne(row)).where(ofEveryone);
      }),
  };
}

/** The whole table: a row that does not exist yet cannot be locked, and two first failures would both count as the first. */
async function lockFailures(tables: Tables): Promise<void> {
  await tables.execute(sql`LOCK TABLE ${operatorFailures} IN EXCLUSIVE MODE`);
}
