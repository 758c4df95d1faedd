import { sql } from 'drizzle-orm';
import type { Topic } from '../../domain/change-feed.ts';
import { changes } from './schema/changes.ts';
import type { Tables } from './tables.ts';

/** Call inside the transaction that makes the change. */
export function announce(tables: Pick<Tables, 'insert'>, topic: Topic): void {
  tables
    .insert(changes)
    .values({ topic, version: 1 })
    .onConflictDoUpdate({ target: changes.topic, set: { version: sql`${changes.version} + 1` } })
    .run();
}
