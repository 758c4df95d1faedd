/** Which database: SQLite in the data folder, unless a URL names another. */

import type { SchemaVersion, Storage } from '../domain/storage.ts';
import { type OpenOptions, openSqlite, openSqliteSchema } from './sqlite/open.ts';

export interface DatabasePlace {
  /** The SQLite file. */
  path: string;
  /** `postgres://…`; empty for SQLite. */
  url: string;
}

/** @throws when the database cannot be opened, its schema is newer than this binary, or a migration was altered. */
export async function openStorage({ path, url }: DatabasePlace, options: OpenOptions): Promise<Storage> {
  return url ? (await postgres()).openPostgres(url) : openSqlite(path, options);
}

/** The database as it is, for commands that look at its schema. */
export async function openSchema({ path, url }: DatabasePlace, options: OpenOptions): Promise<SchemaVersion> {
  return url ? (await postgres()).openPostgresSchema(url) : openSqliteSchema(path, options);
}

/** Loaded only where it is used: a start on SQLite does not read a driver. */
const postgres = () => import('./postgres/open.ts');
