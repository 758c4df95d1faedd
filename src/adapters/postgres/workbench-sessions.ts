import { and, desc, eq, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { WorkbenchSessionStore } from '../../domain/workbench-session-store.ts';
import type { Connections } from './connections.ts';
import { workbenchSessions } from './schema.ts';

export function workbenchSessionStore(connections: Connections): WorkbenchSessionStore {
  const ofToken = (tokenHash: string) => eq(workbenchSessions.tokenHash, tokenHash);
  return {
    start: (session, { idleMs, sessionsMax }) =>
      connections.write(async (tables) => {
        const { keyHash, startedAt } = session;
        // Two sign-ins at once would each leave the session of the other, and a key would have one too many.
        await tables.execute(sql`LOCK TABLE ${workbenchSessions} IN SHARE ROW EXCLUSIVE MODE`);
        const ended = or(lte(workbenchSessions.expiresAt, startedAt), lte(workbenchSessions.seenAt, idleMs));
        await tables.delete(workbenchSessions).where(ended);
        const sameKey = eq(workbenchSessions.keyHash, keyHash);
        const newest = tables
          .select({ tokenHash: workbenchSessions.tokenHash })
          .from(workbenchSessions)
          .where(sameKey)
          .orderBy(desc(workbenchSessions.startedAt), desc(workbenchSessions.tokenHash))
          .limit(sessionsMax - 1);
        await tables.delete(workbenchSessions).where(and(sameKey, notInArray(workbenchSessions.tokenHash, newest)));
        await tables.insert(workbenchSessions).values({ ...session, seenAt: startedAt });
      }),

    async find(tokenHash) {
      const [row] = await connections.read((tables) =>
        tables.select().from(workbenchSessions).where(ofToken(tokenHash)),
      );
      return row;
    },

    ofKey: (keyHash) =>
      connections.read((tables) =>
        tables
          .select()
          .from(workbenchSessions)
          .where(eq(workbenchSessions.keyHash, keyHash))
          .orderBy(desc(workbenchSessions.startedAt), desc(workbenchSessions.tokenHash)),
      ),

    async touch(tokenHash, seenAt) {
      await connections.read((tables) => tables.update(workbenchSessions).set({ seenAt }).where(ofToken(tokenHash)));
    },

    async end(tokenHash) {
      await connections.read((tables) => tables.delete(workbenchSessions).where(ofToken(tokenHash)));
    },

    async endOthers(keyHash, tokenHash) {
      const others = and(eq(workbenchSessions.keyHash, keyHash), ne(workbenchSessions.tokenHash, tokenHash));
      await connections.read((tables) => tables.delete(workbenchSessions).where(others));
    },
  };
}
