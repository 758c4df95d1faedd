import type { MigrationState } from '../../domain/storage.ts';
import { readMigrations } from '../migration-files.ts' with { type: 'macro' };
import { type AppliedMigration, checkedStates, isUpToDate, missingStatements } from '../migrations.ts';
import type { Connection, Connections } from './connections.ts';

export const MIGRATIONS = readMigrations('postgres');

/** An advisory lock that nothing else in this database uses: `side` in hexadecimal ASCII. */
const MIGRATION_LOCK = 0x73696465;
const MIGRATIONS_TABLE =
  'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at bigint NOT NULL)';

/** @throws OtherSchema */
export function migrationStates(connections: Connections, migrations = MIGRATIONS): Promise<MigrationState[]> {
  return connections.use(async (connection) => checkedStates(migrations, await appliedMigrations(connection)));
}

/** Applies the migrations that are missing, all in one transaction. Other machines that start wait for its lock. @throws OtherSchema */
export async function migrate(connections: Connections, migrations = MIGRATIONS): Promise<MigrationState[]> {
  // Check before taking the lock: usually nothing is missing, and the start need not wait.
  if (!isUpToDate(await migrationStates(connections, migrations))) {
    await connections.use(async (connection) => {
      await connection.query('BEGIN');
      await connection.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      await connection.query(MIGRATIONS_TABLE);
      const missing = missingStatements(migrations, await appliedMigrations(connection));
      for (const sql of missing) await connection.query(sql);
      await connection.query('COMMIT');
    });
  }
  return migrationStates(connections, migrations);
}

async function appliedMigrations(connection: Connection): Promise<AppliedMigration[]> {
  const { rows: tables } = await connection.query("SELECT to_regclass('migrations') AS found");
  return tables[0].found ? (await connection.query('SELECT * FROM migrations')).rows : [];
}
