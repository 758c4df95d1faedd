/**
 * Applies the embedded migrations in order, each in a transaction of its own. drizzle-kit writes them but cannot run them
 * on bun:sqlite, and a compiled binary has no folder to read them from.
 */
import type { Database } from 'bun:sqlite';
import type { MigrationState } from '../storage.ts';
import ground from './migrations/0000_ground.sql' with { type: 'text' };
import certificates from './migrations/0001_certificates.sql' with { type: 'text' };
import operator from './migrations/0002_operator.sql' with { type: 'text' };

const MIGRATIONS = [
  { name: '0000_ground', sql: ground },
  { name: '0001_certificates', sql: certificates },
  { name: '0002_operator', sql: operator },
];

/** @throws when an applied migration is unknown here (a newer binary made this file) or differs from the one built in. */
export function migrationStates(database: Database): MigrationState[] {
  const applied = appliedMigrations(database);
  for (const row of applied) {
    const known = MIGRATIONS.find((migration) => migration.name === row.name);
    if (!known)
      throw new Error(`Migration ${row.name} is unknown here: a newer version of Portside made this database.`);
    if (sha256(known.sql) !== row.sha256) throw new Error(`Migration ${row.name} differs from the one applied.`);
  }
  return MIGRATIONS.map(({ name }) => ({ name, appliedAt: applied.find((row) => row.name === name)?.applied_at }));
}

/** Brings the database to this binary's schema; does nothing when it is there. */
export function migrate(database: Database): MigrationState[] {
  // A look before the write lock: the usual start finds nothing to do and waits for nobody.
  if (migrationStates(database).every((state) => state.appliedAt !== undefined)) return migrationStates(database);
  database
    .transaction(() => {
      database.run(
        'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT',
      );
      for (const state of migrationStates(database)) {
        if (state.appliedAt !== undefined) continue;
        const { name, sql } = MIGRATIONS.find((migration) => migration.name === state.name)!;
        for (const statement of sql.split('--> statement-breakpoint')) database.run(statement);
        database.run('INSERT INTO migrations VALUES (?, ?, ?)', [name, sha256(sql), Date.now()]);
      }
    })
    .immediate();
  return migrationStates(database);
}

function appliedMigrations(database: Database): { name: string; sha256: string; applied_at: number }[] {
  const table = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").get();
  if (!table) return [];
  return database.prepare<{ name: string; sha256: string; applied_at: number }, []>('SELECT * FROM migrations').all();
}

function sha256(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex');
}
