import type { Database } from 'bun:sqlite';
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite';

/** Without the schema, of which drizzle would work out all relations when it is opened. No query names a relation. */
export type Tables = BunSQLiteDatabase;

export function openTables(database: Database): Tables {
  return drizzle(database);
}
