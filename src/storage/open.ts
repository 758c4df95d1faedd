/** Opens the database file: pragmas in one place, two connections with different promises. */
import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite';
import { migrate } from './migrations.ts';
import * as schema from './schema.ts';

/** SQLite before 3.51.3 can lose a WAL reset under concurrent checkpoints; macOS ships its own, older library. */
export const SQLITE_VERSION_MIN = '3.51.3';

export type Tables = BunSQLiteDatabase<typeof schema>;

export interface Storage {
  /** Keys, certificates, audit, settings: `synchronous=FULL`, a commit survives power loss. */
  records: Tables;
  recordsFile: Database;
  /** The journal and usage: `synchronous=NORMAL`, a commit survives a killed process; it never waits for a lock. */
  counters: Database;
  close(): void;
}

export interface OpenOptions {
  /** How long a record statement waits for another process's lock. Short in a server (it blocks the event loop), long in a command. */
  lockWaitMs: number;
  /** Refuse instead of migrating: used by commands that only look. */
  migrate?: boolean;
}

/** @throws when the file cannot be opened, the schema is newer than this binary, or a migration was altered. */
export function openStorage(path: string, options: OpenOptions): Storage {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const recordsFile = connect(path, options.lockWaitMs, 'FULL');
  const version = recordsFile.query<{ v: string }, []>('SELECT sqlite_version() AS v').get()?.v ?? '0';
  if (Bun.semver.order(version, SQLITE_VERSION_MIN) < 0) {
    throw new Error(`SQLite ${version} is too old; ${SQLITE_VERSION_MIN} or newer is needed.`);
  }
  if (options.migrate !== false) migrate(recordsFile);
  const counters = connect(path, 0, 'NORMAL');
  return {
    records: drizzle(recordsFile, { schema }),
    recordsFile,
    counters,
    close() {
      // The last process out folds the write-ahead log back (SQLite does), so that the file alone is a whole copy.
      counters.close();
      recordsFile.close();
    },
  };
}

function connect(path: string, lockWaitMs: number, synchronous: 'FULL' | 'NORMAL'): Database {
  // `strict` makes a misspelt parameter an error; without it NULL is bound in silence.
  const database = new Database(path, { create: true, strict: true });
  // First of all, so that switching to WAL itself may wait for another process that is just opening.
  database.run('PRAGMA busy_timeout = 5000');
  database.run('PRAGMA journal_mode = WAL');
  database.run(`PRAGMA synchronous = ${synchronous}`);
  database.run('PRAGMA foreign_keys = ON');
  database.run('PRAGMA temp_store = MEMORY');
  database.run('PRAGMA cache_size = -32000');
  database.run('PRAGMA journal_size_limit = 67108864');
  database.run(`PRAGMA busy_timeout = ${lockWaitMs}`);
  return database;
}
