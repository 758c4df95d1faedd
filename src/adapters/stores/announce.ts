import { sql } from 'drizzle-orm';
import type { Topic } from '../../domain/change-feed.ts';
import type { Database, Tables } from '../database.ts';

/** Raises the version of a topic, so that all processes hear of a change. Call inside the transaction that makes it. */
export async function announce(database: Database, tables: Tables, topic: Topic): Promise<void> {
  const { changes } = database.schema;
  await tables
    .insert(changes)
    .values({ topic, version: 1 })
    .onConflictDoUpdate({ target: changes.topic, set: { version: sql`${changes.version} + 1` } });
  await database.notify(tables, topic);
}
