import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import type * as schema from './schema.ts';

export type Tables = BunSQLiteDatabase<typeof schema>;
