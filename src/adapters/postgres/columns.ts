import { type Column, type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

export const postgresColumns = {
  table: pgTable,
  index,
  uniqueIndex,
  primaryKey,
  text,
  boolean,
  /** 32 bits. */
  integer,
  /** For times and ids: more than 32 bits, but within the 53 bits that a JavaScript number holds exactly. */
  long: (name: string) => bigint(name, { mode: 'number' }),
  /** A primary key that counts up. */
  serial: (name: string) => bigserial(name, { mode: 'number' }).primaryKey(),
  bytes: customType<{ data: Uint8Array }>({ dataType: () => 'bytea' }),
  /** A text in an index or a query, without regard to the case of its letters. */
  caseless: (text: Column | SQL) => sql`lower(${text}) COLLATE "C"`,
};
