import { and, asc, count, desc, eq, inArray, lte, ne, notInArray, sql } from 'drizzle-orm';
import { type OperatorChange, type OperatorStore, rowsDeletedWhenFull } from '../../domain/operator-store.ts';
import { withoutHash } from '../operator-rows.ts';
import { recordActivity } from './activity-log.ts';
import type { Connections } from './connections.ts';
import { operatorFailures, operatorForms, operatorSessions, operators } from './schema.ts';
import type { Tables } from './tables.ts';

export function operatorStore(connections: Connections): OperatorStore {
  const ofSession = (tokenHash: string) => eq(operatorSessions.tokenHash, tokenHash);
  const all = async (tables: Tables) =>
    (await tables.select().from(operators).orderBy(asc(operators.id))).map(withoutHash);
  return {
    list: () => connections.read(all),

    async find(name) {
      const [row] = await connections.read((tables) => tables.select().from(operators).where(eq(operators.name, name)));
      return row;
    },

    change: (decide) =>
      connections.write(async (tables) => {
        await tables.execute(sql`LOCK TABLE ${operators} IN EXCLUSIVE MODE`);
        const { change, activity } = decide(await all(tables));
        await apply(tables, change);
        await recordActivity(tables, activity);
      }),

    startSession: (session, verifiedHash, activity, attempt, sessionsMax) =>
      connections.write(async (tables) => {
        // Locked, because a new password must not be set between this check and the commit.
        const isVerified = and(eq(operators.id, session.operatorId), eq(operators.passwordHash, verifiedHash));
        const [operator] = await tables.select().from(operators).where(isVerified).for('share');
        if (!operator) return false;
        await lockFailures(tables);
        const rows = await failuresOf(tables, attempt.addresses);
        await tables.delete(operatorFailures).where(inArray(operatorFailures.address, attempt.addresses));
        const left = attempt.forgive(rows);
        if (left.length > 0) await tables.insert(operatorFailures).values(left);
        await tables.delete(operatorSessions).where(lte(operatorSessions.expiresAt, session.startedAt));
        const sameOperator = eq(operatorSessions.operatorId, session.operatorId);
        const newest = tables
          .select({ tokenHash: operatorSessions.tokenHash })
          .from(operatorSessions)
          .where(sameOperator)
          .orderBy(desc(operatorSessions.startedAt))
          .limit(sessionsMax - 1);
        await tables.delete(operatorSessions).where(and(sameOperator, notInArray(operatorSessions.tokenHash, newest)));
        await tables.insert(operatorSessions).values({ ...session, seenAt: session.startedAt });
        await recordActivity(tables, activity);
        return true;
      }),

    async session(tokenHash) {
      const [row] = await connections.read((tables) =>
        tables
          .select()
          .from(operatorSessions)
          .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
          .where(ofSession(tokenHash)),
      );
      return row && { session: row.operator_sessions, operator: withoutHash(row.operators) };
    },

    sessionsOf: (operatorId) =>
      connections.read((tables) =>
        tables
          .select()
          .from(operatorSessions)
          .where(eq(operatorSessions.operatorId, operatorId))
          .orderBy(desc(operatorSessions.startedAt)),
      ),

    async touchSession(tokenHash, seenAt) {
      await connections.read((tables) => tables.update(operatorSessions).set({ seenAt }).where(ofSession(tokenHash)));
    },

    async endSession(tokenHash) {
      await connections.read((tables) => tables.delete(operatorSessions).where(ofSession(tokenHash)));
    },

    async endSessionsOf(operatorId) {
      await connections.read((tables) =>
        tables.delete(operatorSessions).where(eq(operatorSessions.operatorId, operatorId)),
      );
    },

    claimForm: (tokenHash, sentAt, forgetMs) =>
      connections.write(async (tables) => {
        await tables.delete(operatorForms).where(lte(operatorForms.sentAt, forgetMs));
        const sent = await tables.insert(operatorForms).values({ tokenHash, sentAt }).onConflictDoNothing().returning();
        return sent.length === 1;
      }),

    failures: (addresses) => connections.read((tables) => failuresOf(tables, addresses)),

    countFailures: (addresses, decide, { rowsMax, keep }) =>
      connections.write(async (tables) => {
        await lockFailures(tables);
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

function failuresOf(tables: Tables, addresses: string[]) {
  return tables.select().from(operatorFailures).where(inArray(operatorFailures.address, addresses));
}

/** The whole table: a row that does not exist yet cannot be locked, and two first failures would both count as the first. */
async function lockFailures(tables: Tables): Promise<void> {
  await tables.execute(sql`LOCK TABLE ${operatorFailures} IN EXCLUSIVE MODE`);
}

async function apply(tables: Tables, change: OperatorChange): Promise<void> {
  if (change.kind === 'add') {
    const { name, role, passwordHash, atMs } = change;
    await tables.insert(operators).values({ name, role, passwordHash, createdAt: atMs, passwordSetAt: atMs });
    return;
  }
  const { id } = change;
  await tables.delete(operatorSessions).where(eq(operatorSessions.operatorId, id));
  if (change.kind === 'remove') await tables.delete(operators).where(eq(operators.id, id));
  if (change.kind === 'role') await tables.update(operators).set({ role: change.role }).where(eq(operators.id, id));
  if (change.kind === 'password') {
    const set = { passwordHash: change.passwordHash, passwordSetAt: change.atMs };
    await tables.update(operators).set(set).where(eq(operators.id, id));
    if (change.liftsLockouts) await tables.delete(operatorFailures);
  }
}
