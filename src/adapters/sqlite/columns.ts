import { type Column, type SQL, sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Columns } from '../schema/columns.ts';

const columns = {
  table: sqliteTable,
  index,
  uniqueIndex,
  primaryKey,
  text,
  boolean: (name: string) => integer(name, { mode: 'boolean' }),
  integer: (name: string) => integer(name),
  long: (name: string) => integer(name),
  serial: (name: string) => integer(name).primaryKey({ autoIncrement: true }),
  bytes: (name: string) => blob(name, { mode: 'buffer' }),
  caseless: (text: Column | SQL) => sql`${text} COLLATE NOCASE`,
} satisfies Record<keyof Columns, unknown>;

/** The stores are written in the types of PostgreSQL, so these columns take them too. */
export const sqliteColumns = columns as unknown as Columns;
