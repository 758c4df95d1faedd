import { and, desc, eq, lte, ne, notInArray, or } from 'drizzle-orm';
import type { WorkbenchSessionStore } from '../../domain/workbench-session-store.ts';
import { workbenchSessions } from './schema/workbench-sessions.ts';
import type { Tables } from './tables.ts';

export function workbenchSessionStore(records: Tables): WorkbenchSessionStore {
  const ofToken = (tokenHash: string) => eq(workbenchSessions.tokenHash, tokenHash);
  return {
    async start(session, { idleMs, sessionsMax }) {
      const { keyHash, startedAt } = session;
      records.transaction(
        (tables) => {
          const ended = or(lte(workbenchSessions.expiresAt, startedAt), lte(workbenchSessions.seenAt, idleMs));
          tables.delete(workbenchSessions).where(ended).run();
          const sameKey = eq(workbenchSessions.keyHash, keyHash);
          const newest = tables
            .select({ tokenHash: workbenchSessions.tokenHash })
            .from(workbenchSessions)
            .where(sameKey)
            .orderBy(desc(workbenchSessions.startedAt), desc(workbenchSessions.tokenHash))
            .limit(sessionsMax - 1);
          tables
            .delete(workbenchSessions)
            .where(and(sameKey, notInArray(workbenchSessions.tokenHash, newest)))
            .run();
          tables
            .insert(workbenchSessions)
            .values({ ...session, seenAt: startedAt })
            .run();
        },
        { behavior: 'immediate' },
      );
    },

    async find(tokenHash) {
      return records.select().from(workbenchSessions).where(ofToken(tokenHash)).get();
    },

    async ofKey(keyHash) {
      return records
        .select()
        .from(workbenchSessions)
        .where(eq(workbenchSessions.keyHash, keyHash))
        .orderBy(desc(workbenchSessions.startedAt), desc(workbenchSessions.tokenHash))
        .all();
    },

    async touch(tokenHash, seenAt) {
      records.update(workbenchSessions).set({ seenAt }).where(ofToken(tokenHash)).run();
    },

    async end(tokenHash) {
      records.delete(workbenchSessions).where(ofToken(tokenHash)).run();
    },

    async endOthers(keyHash, tokenHash) {
      const others = and(eq(workbenchSessions.keyHash, keyHash), ne(workbenchSessions.tokenHash, tokenHash));
      records.delete(workbenchSessions).where(others).run();
    },
  };
}
