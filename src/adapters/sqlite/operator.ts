import { asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { forgivenOne, type OperatorStore, rowsDeletedWhenFull } from '../../domain/operator-store.ts';
import { OPERATOR_PASSWORD } from '../../domain/settings-store.ts';
import { recordAudit } from './audit.ts';
import { announce } from './changes.ts';
import { operatorFailures, operatorForms, operatorSessions } from './schema.ts';
import { writeSetting } from './settings.ts';
import type { Tables } from './tables.ts';

export function operatorStore(records: Tables): OperatorStore {
  const exclusively = <T>(work: (tables: Tables) => T): T =>
    records.transaction((tables) => work(tables as unknown as Tables), { behavior: 'immediate' });
  const ofSession = (tokenHash: string) => eq(operatorSessions.tokenHash, tokenHash);
  return {
    async setPassword(hash, audit) {
      exclusively((tables) => {
        writeSetting(tables, OPERATOR_PASSWORD, hash);
        tables.delete(operatorSessions).run();
        tables.delete(operatorFailures).run();
        recordAudit(tables, audit);
        announce(tables, 'operator');
      });
    },

    async startSession(tokenHash, expiresAt, nowMs, sessionsMax) {
      exclusively((tables) => {
        tables.delete(operatorSessions).where(lte(operatorSessions.expiresAt, nowMs)).run();
        const beyondMax = sql`(SELECT token_hash FROM operator_sessions ORDER BY expires_at DESC LIMIT -1 OFFSET ${sessionsMax - 1})`;
        tables.delete(operatorSessions).where(sql`${operatorSessions.tokenHash} IN ${beyondMax}`).run();
        tables.insert(operatorSessions).values({ tokenHash, expiresAt }).run();
      });
    },

    async sessionEnd(tokenHash) {
      return records.select().from(operatorSessions).where(ofSession(tokenHash)).get()?.expiresAt;
    },

    async endSession(tokenHash) {
      records.delete(operatorSessions).where(ofSession(tokenHash)).run();
    },

    async claimForm(tokenHash, sentAt, forgetMs) {
      return exclusively((tables) => {
        tables.delete(operatorForms).where(lte(operatorForms.sentAt, forgetMs)).run();
        const sent = { tokenHash, sentAt };
        return tables.insert(operatorForms).values(sent).onConflictDoNothing().returning().all().length === 1;
      });
    },

    async countFailures(addresses, decide, { rowsMax, keep }) {
      exclusively((tables) => {
        const rows = tables.select().from(operatorFailures).where(inArray(operatorFailures.address, addresses)).all();
        const counted = decide(rows);
        if (counted.length === 0) return;
        if ((tables.select({ n: sql<number>`count(*)` }).from(operatorFailures).get()?.n ?? 0) >= rowsMax) {
          const oldest = tables
            .select({ address: operatorFailures.address })
            .from(operatorFailures)
            .where(sql`${operatorFailures.address} <> ${keep}`)
            .orderBy(asc(operatorFailures.lastAt))
            .limit(rowsDeletedWhenFull(rowsMax));
          tables.delete(operatorFailures).where(inArray(operatorFailures.address, oldest)).run();
        }
        for (const row of counted) {
          const { address, ...set } = row;
          tables
            .insert(operatorFailures)
            .values(row)
            .onConflictDoUpdate({ target: operatorFailures.address, set })
            .run();
        }
      });
    },

    async forgiveFailures(address, everyone) {
      exclusively((tables) => {
        tables.delete(operatorFailures).where(eq(operatorFailures.address, address)).run();
        const ofEveryone = eq(operatorFailures.address, everyone);
        const row = tables.select().from(operatorFailures).where(ofEveryone).get();
        if (row) tables.update(operatorFailures).set(forgivenOne(row)).where(ofEveryone).run();
      });
    },
  };
}
