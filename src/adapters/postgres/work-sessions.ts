import { and, desc, eq, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { WorkSessionStore } from '../../domain/work-session-store.ts';
import type { Connections } from './connections.ts';
import { workSessions } from './schema.ts';

export function workSessionStore(connections: Connections): WorkSessionStore {
  const ofToken = (tokenHash: string) => eq(workSessions.tokenHash, tokenHash);
  return {
    start: (session, { idleMs, sessionsMax }) =>
      connections.write(async (tables) => {
        const { keyHash, startedAt } = session;
        // Two sign-ins at once would each leave the session of the other, and a key would have one too many.
        await tables.execute(sql`LOCK TABLE ${workSessions} IN SHARE ROW EXCLUSIVE MODE`);
        const ended = or(lte(workSessions.expiresAt, startedAt), lte(workSessions.seenAt, idleMs));
        await tables.delete(workSessions).where(ended);
        const sameKey = eq(workSessions.keyHash, keyHash);
        const newest = tables
          .select({ tokenHash: workSessions.tokenHash })
          .from(workSessions)
          .where(sameKey)
          .orderBy(desc(workSessions.startedAt), desc(workSessions.tokenHash))
          .limit(sessionsMax - 1);
        await tables.delete(workSessions).where(and(sameKey, notInArray(workSessions.tokenHash, newest)));
        await tables.insert(workSessions).values({ ...session, seenAt: startedAt });
      }),

    async find(tokenHash) {
      const [row] = await connections.read((tables) => tables.select().from(workSessions).where(ofToken(tokenHash)));
      return row;
    },

    ofKey: (keyHash) =>
      connections.read((tables) =>
        tables
          .select()
          .from(workSessions)
          .where(eq(workSessions.keyHash, keyHash))
          .orderBy(desc(workSessions.startedAt), desc(workSessions.tokenHash)),
      ),

    async touch(tokenHash, seenAt) {
      await connections.read((tables) => tables.update(workSessions).set({ seenAt }).where(ofToken(tokenHash)));
    },

    async end(tokenHash) {
      await connections.read((tables) => tables.delete(workSessions).where(ofToken(tokenHash)));
    },

    async endOthers(keyHash, tokenHash) {
      const others = and(eq(workSessions.keyHash, keyHash), ne(workSessions.tokenHash, tokenHash));
      await connections.read((tables) => tables.delete(workSessions).where(others));
    },
  };
}
