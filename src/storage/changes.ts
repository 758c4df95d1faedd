/**
 * How running servers learn what another process did to shared state: each kind has a counter that the writer raises in
 * its own transaction, and every server looks at the counters a few times a second.
 */
import { sql } from 'drizzle-orm';
import type { Storage, Tables } from './open.ts';
import { changes } from './schema.ts';

export type Topic = 'keys' | 'tariff' | 'operator';

const POLL_MS = 200;

/** Call inside the transaction that makes the change. */
export function announce(tables: Pick<Tables, 'insert'>, topic: Topic): void {
  tables
    .insert(changes)
    .values({ topic, version: 1 })
    .onConflictDoUpdate({ target: changes.topic, set: { version: sql`${changes.version} + 1` } })
    .run();
}

export interface Watch {
  stop(): void;
}

/**
 * Calls a topic's listener soon after another process announced it. A look or a listener that fails is tried again at the
 * next look; `onFault` hears of the listener. Watch before reading what is watched, or a change in between is missed.
 */
export function watchChanges(
  storage: Storage,
  listeners: Partial<Record<Topic, () => void>>,
  onFault: (error: unknown) => void,
): Watch {
  const read = storage.counters.prepare<{ topic: Topic; version: number }, []>('SELECT topic, version FROM changes');
  const seen = new Map<Topic, number>(read.all().map((row) => [row.topic, row.version]));
  const timer = setInterval(() => {
    let rows: { topic: Topic; version: number }[];
    try {
      rows = read.all();
    } catch {
      return;
    }
    for (const { topic, version } of rows) {
      if (seen.get(topic) === version) continue;
      try {
        listeners[topic]?.();
        seen.set(topic, version);
      } catch (error) {
        onFault(error);
      }
    }
  }, POLL_MS);
  return { stop: () => clearInterval(timer) };
}
