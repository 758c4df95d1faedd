import { and, asc, count, desc, eq, inArray, lte, ne, notInArray } from 'drizzle-orm';
import type { Operator } from '../../domain/operator.ts';
import {
  type OperatorChange,
  type OperatorStore,
  rowsDeletedWhenFull,
  type StoredOperator,
} from '../../domain/operator-store.ts';
import type { Database, Tables } from '../database.ts';
import { recordActivity } from './activity-log.ts';

export function operatorStore(database: Database): OperatorStore {
  const { operatorFailures, operatorForms, operatorSessions, operators } = database.schema;
  const ofSession = (tokenHash: string) => eq(operatorSessions.tokenHash, tokenHash);
  const ofOperator = (id: number) => eq(operatorSessions.operatorId, id);
  const all = async (tables: Tables) =>
    (await tables.select().from(operators).orderBy(asc(operators.id))).map(withoutHash);
  const failuresOf = (tables: Tables, addresses: string[]) =>
    tables.select().from(operatorFailures).where(inArray(operatorFailures.address, addresses));

  /**
   * One at a time, whichever the operator or the address: a row that does not exist yet cannot be locked, two first failures would both
   * count as the first, and no session may start with a password that is being replaced.
   */
  const exclusively = <T>(work: (tables: Tables) => Promise<T>): Promise<T> =>
    database.write(async (tables) => {
      await database.lock(tables, 'operators');
      return work(tables);
    });

  async function apply(tables: Tables, change: OperatorChange): Promise<void> {
    if (change.kind === 'add') {
      const { name, role, passwordHash, atMs } = change;
      await tables.insert(operators).values({ name, role, passwordHash, createdAt: atMs, passwordSetAt: atMs });
      return;
    }
    const { id } = change;
    await tables.delete(operatorSessions).where(ofOperator(id));
    if (change.kind === 'remove') await tables.delete(operators).where(eq(operators.id, id));
    if (change.kind === 'role') await tables.update(operators).set({ role: change.role }).where(eq(operators.id, id));
    if (change.kind === 'password') {
      const set = { passwordHash: change.passwordHash, passwordSetAt: change.atMs };
      await tables.update(operators).set(set).where(eq(operators.id, id));
      if (change.liftsLockouts) await tables.delete(operatorFailures);
    }
  }

  return {
    list: () => database.read(all),

    find: (name) =>
      database.read(async (tables) => (await tables.select().from(operators).where(eq(operators.name, name)))[0]),

    change: (decide) =>
      exclusively(async (tables) => {
        const { change, activity } = decide(await all(tables));
        await apply(tables, change);
        await recordActivity(database, tables, activity);
      }),

    startSession: (session, verifiedHash, activity, attempt, sessionsMax) =>
      exclusively(async (tables) => {
        const isVerified = and(eq(operators.id, session.operatorId), eq(operators.passwordHash, verifiedHash));
        const [operator] = await tables.select().from(operators).where(isVerified);
        if (!operator) return false;
        const rows = await failuresOf(tables, attempt.addresses);
        await tables.delete(operatorFailures).where(inArray(operatorFailures.address, attempt.addresses));
        const left = attempt.forgive(rows);
        if (left.length > 0) await tables.insert(operatorFailures).values(left);
        await tables.delete(operatorSessions).where(lte(operatorSessions.expiresAt, session.startedAt));
        const sameOperator = ofOperator(session.operatorId);
        const newest = tables
          .select({ tokenHash: operatorSessions.tokenHash })
          .from(operatorSessions)
          .where(sameOperator)
          .orderBy(desc(operatorSessions.startedAt))
          .limit(sessionsMax - 1);
        await tables.delete(operatorSessions).where(and(sameOperator, notInArray(operatorSessions.tokenHash, newest)));
        await tables.insert(operatorSessions).values({ ...session, seenAt: session.startedAt });
        await recordActivity(database, tables, activity);
        return true;
      }),

    session: (tokenHash) =>
      database.read(async (tables) => {
        const [row] = await tables
          .select()
          .from(operatorSessions)
          .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
          .where(ofSession(tokenHash));
        return row && { session: row.operator_sessions, operator: withoutHash(row.operators) };
      }),

    sessionsOf: (operatorId) =>
      database.read((tables) =>
        tables.select().from(operatorSessions).where(ofOperator(operatorId)).orderBy(desc(operatorSessions.startedAt)),
      ),

    touchSession: (tokenHash, seenAt) =>
      database.write(async (tables) => {
        await tables.update(operatorSessions).set({ seenAt }).where(ofSession(tokenHash));
      }),

    endSession: (tokenHash) =>
      database.write(async (tables) => {
        await tables.delete(operatorSessions).where(ofSession(tokenHash));
      }),

    endSessionsOf: (operatorId) =>
      exclusively(async (tables) => {
        await tables.delete(operatorSessions).where(ofOperator(operatorId));
      }),

    claimForm: (tokenHash, sentAt, forgetMs) =>
      database.write(async (tables) => {
        await tables.delete(operatorForms).where(lte(operatorForms.sentAt, forgetMs));
        const sent = await tables.insert(operatorForms).values({ tokenHash, sentAt }).onConflictDoNothing().returning();
        return sent.length === 1;
      }),

    failures: (addresses) => database.read((tables) => failuresOf(tables, addresses)),

    countFailures: (addresses, decide, { rowsMax, keep }) =>
      exclusively(async (tables) => {
        const { address } = operatorFailures;
        const counted = decide(await failuresOf(tables, addresses));
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
  };
}

/** Only a sign-in needs the hash of the password. */
function withoutHash({ passwordHash: _, ...operator }: StoredOperator): Operator {
  return operator;
}
