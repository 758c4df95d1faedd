import { Database } from 'bun:sqlite';
import type { MigrationState } from '../../domain/storage.ts';
import { readMigrations } from '../migration-files.ts' with { type: 'macro' };
import { type AppliedMigration, checkedStates, isUpToDate, missingStatements } from '../migrations.ts';

export const MIGRATIONS = readMigrations('sqlite');

/** Far above what there will be: a hostile file must not fill the memory. */
const APPLIED_MAX = 1000;
const MIGRATIONS_TABLE =
  'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT';

/** @throws OtherSchema */
export function migrationStates(database: Database, migrations = MIGRATIONS): MigrationState[] {
  return checkedStates(migrations, appliedMigrations(database));
}

/** Applies the migrations that are missing, all in one transaction. @throws OtherSchema */
export function migrate(database: Database, migrations = MIGRATIONS): MigrationState[] {
  // Check before taking the write lock: usually nothing is missing, and the start need not wait.
  if (!isUpToDate(migrationStates(database, migrations))) {
    database
      .transaction(() => {
        database.run(MIGRATIONS_TABLE);
        for (const sql of missingStatements(migrations, appliedMigrations(database))) database.run(sql);
      })
      .immediate();
  }
  return migrationStates(database, migrations);
}

/** An empty database in memory with the schema after the first `count` migrations. */
export function emptyDatabase(count: number): Database {
  const database = new Database(':memory:');
  database.run(MIGRATIONS_TABLE);
  migrate(database, MIGRATIONS.slice(0, count));
  return database;
}

function appliedMigrations(database: Database): AppliedMigration[] {
  const table = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").get();
  return table ? database.prepare<AppliedMigration, []>(`SELECT * FROM migrations LIMIT ${APPLIED_MAX}`).all() : [];
}
