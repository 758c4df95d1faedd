/**
 * Each kind of shared state has a counter that the writer raises in its own transaction, and every server looks at the
 * counters a few times a second.
 */
import type { Database } from 'bun:sqlite';
import { sql } from 'drizzle-orm';
import type { ChangeFeed, Topic } from '../../domain/change-feed.ts';
import { changes } from './schema.ts';
import type { Tables } from './tables.ts';

const POLL_MS = 200;

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
      const read = counters.prepare<{ topic: Topic; version: number }, []>('SELECT topic, version FROM changes');
      const seen = new Map<Topic, number>(read.all().map((row) => [row.topic, row.version]));
      const look = async () => {
        let rows: { topic: Topic; version: number }[];
        try {
          rows = read.all();
        } catch {
          return;
        }
        for (const { topic, version } of rows) {
          if (seen.get(topic) === version) continue;
          try {
            await listeners[topic]?.();
            seen.set(topic, version);
          } catch (error) {
            onFault(error);
          }
        }
      };
      let looking = false;
      const timer = setInterval(async () => {
        if (looking) return;
        looking = true;
        await look();
        looking = false;
      }, POLL_MS);
      return { stop: () => clearInterval(timer) };
    },
  };
}
