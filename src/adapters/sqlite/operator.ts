import { and, asc, desc, eq, inArray, lte, notInArray, sql } from 'drizzle-orm';
import { type OperatorChange, type OperatorStore, rowsDeletedWhenFull } from '../../domain/operator-store.ts';
import { withoutHash } from '../operator-rows.ts';
import { recordActivity } from './activity-log.ts';
import { operatorFailures, operatorForms, operatorSessions, operators } from './schema/operators.ts';
import type { Tables } from './tables.ts';

export function operatorStore(records: Tables): OperatorStore {
  const exclusively = <T>(work: (tables: Tables) => T): T =>
    records.transaction((tables) => work(tables as unknown as Tables), { behavior: 'immediate' });
  const ofSession = (tokenHash: string) => eq(operatorSessions.tokenHash, tokenHash);
  const all = (tables: Tables) => tables.select().from(operators).orderBy(asc(operators.id)).all().map(withoutHash);
  return {
    async list() {
      return all(records);
    },

    async find(name) {
      return records.select().from(operators).where(eq(operators.name, name)).get();
    },

    async change(decide) {
      exclusively((tables) => {
        const { change, activity } = decide(all(tables));
        apply(tables, change);
        recordActivity(tables, activity);
      });
    },

    async startSession(session, verifiedHash, activity, attempt, sessionsMax) {
      return exclusively((tables) => {
        const isVerified = and(eq(operators.id, session.operatorId), eq(operators.passwordHash, verifiedHash));
        if (!tables.select().from(operators).where(isVerified).get()) return false;
        const rows = failuresOf(tables, attempt.addresses);
        tables.delete(operatorFailures).where(inArray(operatorFailures.address, attempt.addresses)).run();
        const left = attempt.forgive(rows);
        if (left.length > 0) tables.insert(operatorFailures).values(left).run();
        tables.delete(operatorSessions).where(lte(operatorSessions.expiresAt, session.startedAt)).run();
        const sameOperator = eq(operatorSessions.operatorId, session.operatorId);
        const newest = tables
          .select({ tokenHash: operatorSessions.tokenHash })
          .from(operatorSessions)
          .where(sameOperator)
          .orderBy(desc(operatorSessions.startedAt))
          .limit(sessionsMax - 1);
        tables
          .delete(operatorSessions)
          .where(and(sameOperator, notInArray(operatorSessions.tokenHash, newest)))
          .run();
        tables
          .insert(operatorSessions)
          .values({ ...session, seenAt: session.startedAt })
          .run();
        recordActivity(tables, activity);
        return true;
      });
    },

    async session(tokenHash) {
      const row = records
        .select()
        .from(operatorSessions)
        .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
        .where(ofSession(tokenHash))
        .get();
      return row && { session: row.operator_sessions, operator: withoutHash(row.operators) };
    },

    async sessionsOf(operatorId) {
      return records
        .select()
        .from(operatorSessions)
        .where(eq(operatorSessions.operatorId, operatorId))
        .orderBy(desc(operatorSessions.startedAt))
        .all();
    },

    async touchSession(tokenHash, seenAt) {
      records.update(operatorSessions).set({ seenAt }).where(ofSession(tokenHash)).run();
    },

    async endSession(tokenHash) {
      records.delete(operatorSessions).where(ofSession(tokenHash)).run();
    },

    async endSessionsOf(operatorId) {
      records.delete(operatorSessions).where(eq(operatorSessions.operatorId, operatorId)).run();
    },

    async claimForm(tokenHash, sentAt, forgetMs) {
      return exclusively((tables) => {
        tables.delete(operatorForms).where(lte(operatorForms.sentAt, forgetMs)).run();
        const sent = { tokenHash, sentAt };
        return tables.insert(operatorForms).values(sent).onConflictDoNothing().returning().all().length === 1;
      });
    },

    async failures(addresses) {
      return failuresOf(records, addresses);
    },

    async countFailures(addresses, decide, { rowsMax, keep }) {
      exclusively((tables) => {
        const counted = decide(failuresOf(tables, addresses));
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
  };
}

function failuresOf(tables: Tables, addresses: string[]) {
  return tables.select().from(operatorFailures).where(inArray(operatorFailures.address, addresses)).all();
}

function apply(tables: Tables, change: OperatorChange): void {
  if (change.kind === 'add') {
    const { name, role, passwordHash, atMs } = change;
    tables.insert(operators).values({ name, role, passwordHash, createdAt: atMs, passwordSetAt: atMs }).run();
    return;
  }
  const { id } = change;
  tables.delete(operatorSessions).where(eq(operatorSessions.operatorId, id)).run();
  if (change.kind === 'remove') tables.delete(operators).where(eq(operators.id, id)).run();
  if (change.kind === 'role') tables.update(operators).set({ role: change.role }).where(eq(operators.id, id)).run();
  if (change.kind === 'password') {
    const set = { passwordHash: change.passwordHash, passwordSetAt: change.atMs };
    tables.update(operators).set(set).where(eq(operators.id, id)).run();
    if (change.liftsLockouts) tables.delete(operatorFailures).run();
  }
}
