import { and, desc, eq, lte, ne, notInArray, or } from 'drizzle-orm';
import type { WorkbenchSessionStore } from '../../domain/workbench-session-store.ts';
import type { Database } from '../database.ts';

export function workbenchSessionStore(database: Database): WorkbenchSessionStore {
  const { workbenchSessions } = database.schema;
  const { keyHash, tokenHash } = workbenchSessions;
  const newestFirst = [desc(workbenchSessions.startedAt), desc(tokenHash)];
  return {
    start: (session, { idleMs, sessionsMax }) =>
      database.write(async (tables) => {
        // Two sign-ins at once would each leave the session of the other, and a key would have one too many.
        await database.lock(tables, 'workbenchSessions');
        const { startedAt } = session;
        const ended = or(lte(workbenchSessions.expiresAt, startedAt), lte(workbenchSessions.seenAt, idleMs));
        await tables.delete(workbenchSessions).where(ended);
        const sameKey = eq(keyHash, session.keyHash);
        const newest = tables
          .select({ tokenHash })
          .from(workbenchSessions)
          .where(sameKey)
          .orderBy(...newestFirst)
          .limit(sessionsMax - 1);
        await tables.delete(workbenchSessions).where(and(sameKey, notInArray(tokenHash, newest)));
        await tables.insert(workbenchSessions).values({ ...session, seenAt: startedAt });
      }),

    find: (token) =>
      database.read(async (tables) => {
        const [row] = await tables.select().from(workbenchSessions).where(eq(tokenHash, token));
        return row;
      }),

    ofKey: (key) =>
      database.read((tables) =>
        tables
          .select()
          .from(workbenchSessions)
          .where(eq(keyHash, key))
          .orderBy(...newestFirst),
      ),

    touch: (token, seenAt) =>
      database.write(async (tables) => {
        await tables.update(workbenchSessions).set({ seenAt }).where(eq(tokenHash, token));
      }),

    end: (token) =>
      database.write(async (tables) => {
        await tables.delete(workbenchSessions).where(eq(tokenHash, token));
      }),

    endOthers: (key, token) =>
      database.write(async (tables) => {
        // Without it, this and a sign-in could each wait for a row that the other has deleted.
        await database.lock(tables, 'workbenchSessions');
        await tables.delete(workbenchSessions).where(and(eq(keyHash, key), ne(tokenHash, token)));
      }),
  };
}
