/** Chooses the database: PostgreSQL if a URL is configured, otherwise SQLite in the data folder. */
import type { SchemaVersion, Storage } from '../domain/storage.ts';
import { type OpenOptions, openSqlite, openSqliteSchema } from './sqlite/open.ts';

export interface DatabaseLocation {
  /** The SQLite file. */
  path: string;
  /** `postgres://…`; empty for SQLite. */
  url: string;
}

/** @throws when the database cannot be opened, its schema is newer than this binary, or a migration was altered. */
export async function openStorage({ path, url }: DatabaseLocation, options: OpenOptions): Promise<Storage> {
  return url ? (await postgres()).openPostgres(url) : openSqlite(path, options);
}

/** Opens the database without migrating it, for commands about its schema. */
export async function openSchema({ path, url }: DatabaseLocation, options: OpenOptions): Promise<SchemaVersion> {
  return url ? (await postgres()).openPostgresSchema(url) : openSqliteSchema(path, options);
}

/** Imported only when needed, so that a start with SQLite does not load the PostgreSQL driver. */
const postgres = () => import('./postgres/open.ts');
