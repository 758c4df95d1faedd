import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';

/** Without the schema, of which drizzle would work out all relations when it is opened. No query names a relation. */
export type Tables = BunSQLiteDatabase;
