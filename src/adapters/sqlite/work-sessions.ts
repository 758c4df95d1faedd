import { and, desc, eq, lte, ne, notInArray, or } from 'drizzle-orm';
import type { WorkSessionStore } from '../../domain/work-session-store.ts';
import { workSessions } from './schema/work-sessions.ts';
import type { Tables } from './tables.ts';

export function workSessionStore(records: Tables): WorkSessionStore {
  const ofToken = (tokenHash: string) => eq(workSessions.tokenHash, tokenHash);
  return {
    async start(session, { idleMs, sessionsMax }) {
      const { keyHash, startedAt } = session;
      records.transaction(
        (tables) => {
          const ended = or(lte(workSessions.expiresAt, startedAt), lte(workSessions.seenAt, idleMs));
          tables.delete(workSessions).where(ended).run();
          const sameKey = eq(workSessions.keyHash, keyHash);
          const newest = tables
            .select({ tokenHash: workSessions.tokenHash })
            .from(workSessions)
            .where(sameKey)
            .orderBy(desc(workSessions.startedAt), desc(workSessions.tokenHash))
            .limit(sessionsMax - 1);
          tables
            .delete(workSessions)
            .where(and(sameKey, notInArray(workSessions.tokenHash, newest)))
            .run();
          tables
            .insert(workSessions)
            .values({ ...session, seenAt: startedAt })
            .run();
        },
        { behavior: 'immediate' },
      );
    },

    async find(tokenHash) {
      return records.select().from(workSessions).where(ofToken(tokenHash)).get();
    },

    async ofKey(keyHash) {
      return records
        .select()
        .from(workSessions)
        .where(eq(workSessions.keyHash, keyHash))
        .orderBy(desc(workSessions.startedAt), desc(workSessions.tokenHash))
        .all();
    },

    async touch(tokenHash, seenAt) {
      records.update(workSessions).set({ seenAt }).where(ofToken(tokenHash)).run();
    },

    async end(tokenHash) {
      records.delete(workSessions).where(ofToken(tokenHash)).run();
    },

    async endOthers(keyHash, tokenHash) {
      const others = and(eq(workSessions.keyHash, keyHash), ne(workSessions.tokenHash, tokenHash));
      records.delete(workSessions).where(others).run();
    },
  };
}
