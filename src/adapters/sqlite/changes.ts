/** Each topic has a counter. A writer raises it in its own transaction, and every server reads the counters five times a second. */
import type { Database } from 'bun:sqlite';
import { sql } from 'drizzle-orm';
import type { ChangeFeed, Topic } from '../../domain/change-feed.ts';
import { topicVersions } from '../topic-versions.ts';
import { changes } from './schema.ts';
import type { Tables } from './tables.ts';

const POLL_EVERY_MS = 200;

/** Call inside the transaction that makes the change. */
export function announce(tables: Pick<Tables, 'insert'>, topic: Topic): void {
  tables
    .insert(changes)
    .values({ topic, version: 1 })
    .onConflictDoUpdate({ target: changes.topic, set: { version: sql`${changes.version} + 1` } })
    .run();
}

export function changeFeed(counters: Database): ChangeFeed {
  return {
    async watch(listeners, onFault) {
      const read = counters.prepare<{ topic: string; version: number }, []>('SELECT topic, version FROM changes');
      const notify = topicVersions(read.all(), listeners, onFault);
      let polling = false;
      const timer = setInterval(async () => {
        if (polling) return;
        polling = true;
        try {
          await notify(read.all());
        } catch {
          // The file cannot be read now. The next poll tries again.
        } finally {
          polling = false;
        }
      }, POLL_EVERY_MS);
      return { stop: () => clearInterval(timer) };
    },
  };
}
