/**
 * Applies the embedded migrations in order, all in one transaction. drizzle-kit generates them but cannot run them on bun:sqlite,
 * and a compiled binary has no folder to read them from.
 */
import { Database } from 'bun:sqlite';
import { sha256Hex } from '../../domain/sha256.ts';
import type { MigrationState } from '../../domain/storage.ts';
import { type AppliedMigration, checkedStates, type Migration } from '../migrations.ts';
import ground from './migrations/0000_ground.sql' with { type: 'text' };
import certificates from './migrations/0001_certificates.sql' with { type: 'text' };
import operator from './migrations/0002_operator.sql' with { type: 'text' };
import oneLimitRule from './migrations/0003_one_limit_rule.sql' with { type: 'text' };
import resources from './migrations/0004_resources.sql' with { type: 'text' };
import keyNetworks from './migrations/0005_key_networks.sql' with { type: 'text' };
import operators from './migrations/0006_operators.sql' with { type: 'text' };
import keyOwners from './migrations/0007_key_owners.sql' with { type: 'text' };
import operatorLog from './migrations/0008_operator_log.sql' with { type: 'text' };
import alerts from './migrations/0009_alerts.sql' with { type: 'text' };
import certificateLife from './migrations/0010_certificate_life.sql' with { type: 'text' };
import certificateState from './migrations/0011_certificate_state.sql' with { type: 'text' };
import signatures from './migrations/0012_signatures.sql' with { type: 'text' };
import filings from './migrations/0013_filings.sql' with { type: 'text' };
import jobs from './migrations/0014_jobs.sql' with { type: 'text' };
import watches from './migrations/0015_watches.sql' with { type: 'text' };
import workSessions from './migrations/0016_work_sessions.sql' with { type: 'text' };
import partyProfiles from './migrations/0017_party_profiles.sql' with { type: 'text' };
import certificateTexts from './migrations/0018_certificate_texts.sql' with { type: 'text' };
import journalSeq from './migrations/0019_journal_seq.sql' with { type: 'text' };
import journalGroups from './migrations/0020_journal_groups.sql' with { type: 'text' };

const MIGRATIONS: Migration[] = [
  { name: '0000_ground', sql: ground },
  { name: '0001_certificates', sql: certificates },
  { name: '0002_operator', sql: operator },
  { name: '0003_one_limit_rule', sql: oneLimitRule },
  { name: '0004_resources', sql: resources },
  { name: '0005_key_networks', sql: keyNetworks },
  { name: '0006_operators', sql: operators },
  { name: '0007_key_owners', sql: keyOwners },
  { name: '0008_operator_log', sql: operatorLog },
  { name: '0009_alerts', sql: alerts },
  { name: '0010_certificate_life', sql: certificateLife },
  { name: '0011_certificate_state', sql: certificateState },
  { name: '0012_signatures', sql: signatures },
  { name: '0013_filings', sql: filings },
  { name: '0014_jobs', sql: jobs },
  { name: '0015_watches', sql: watches },
  { name: '0016_work_sessions', sql: workSessions },
  { name: '0017_party_profiles', sql: partyProfiles },
  { name: '0018_certificate_texts', sql: certificateTexts },
  { name: '0019_journal_seq', sql: journalSeq },
  { name: '0020_journal_groups', sql: journalGroups },
];

/** Far above what there will be: a hostile file must not fill the memory. */
const APPLIED_MAX = 1000;
const MIGRATIONS_TABLE =
  'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT';

/** @throws when an applied migration is unknown here (a newer binary made this file) or differs from the built-in one. */
export function migrationStates(database: Database): MigrationState[] {
  return checkedStates(MIGRATIONS, appliedMigrations(database));
}

/** Applies the migrations that are missing. */
export function migrate(database: Database): MigrationState[] {
  // Check before taking the write lock: usually nothing is missing, and the start need not wait.
  if (migrationStates(database).every((state) => state.appliedAt !== undefined)) return migrationStates(database);
  database
    .transaction(() => {
      database.run(MIGRATIONS_TABLE);
      for (const state of migrationStates(database)) {
        if (state.appliedAt !== undefined) continue;
        const { name, sql } = MIGRATIONS.find((migration) => migration.name === state.name)!;
        applySql(database, sql);
        database.run('INSERT INTO migrations VALUES (?, ?, ?)', [name, sha256Hex(sql), Date.now()]);
      }
    })
    .immediate();
  return migrationStates(database);
}

/** An empty database in memory with the schema after the first `count` migrations. */
export function emptyDatabase(count: number): Database {
  const database = new Database(':memory:');
  database.run(MIGRATIONS_TABLE);
  for (const { sql } of MIGRATIONS.slice(0, count)) applySql(database, sql);
  return database;
}

function applySql(database: Database, sql: string): void {
  for (const statement of sql.split('--> statement-breakpoint')) database.run(statement);
}

function appliedMigrations(database: Database): AppliedMigration[] {
  const table = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").get();
  return table ? database.prepare<AppliedMigration, []>(`SELECT * FROM migrations LIMIT ${APPLIED_MAX}`).all() : [];
}
