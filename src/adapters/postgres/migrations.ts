/**
 * Applies the embedded migrations in order, all in one transaction. Of several machines that start at once, one applies them and
 * the others wait for its lock.
 */
import { sha256Hex } from '../../domain/sha256.ts';
import type { MigrationState } from '../../domain/storage.ts';
import { checkedStates, type Migration } from '../migrations.ts';
import type { Connection, Connections } from './connections.ts';
import ground from './migrations/0000_ground.sql' with { type: 'text' };
import oneLimitRule from './migrations/0001_one_limit_rule.sql' with { type: 'text' };
import resources from './migrations/0002_resources.sql' with { type: 'text' };
import keyNetworks from './migrations/0003_key_networks.sql' with { type: 'text' };
import operators from './migrations/0004_operators.sql' with { type: 'text' };
import keyOwners from './migrations/0005_key_owners.sql' with { type: 'text' };
import operatorLog from './migrations/0006_operator_log.sql' with { type: 'text' };
import alerts from './migrations/0007_alerts.sql' with { type: 'text' };
import certificateLife from './migrations/0008_certificate_life.sql' with { type: 'text' };
import certificateState from './migrations/0009_certificate_state.sql' with { type: 'text' };
import signatures from './migrations/0010_signatures.sql' with { type: 'text' };
import filings from './migrations/0011_filings.sql' with { type: 'text' };
import jobs from './migrations/0012_jobs.sql' with { type: 'text' };
import watches from './migrations/0013_watches.sql' with { type: 'text' };
import workSessions from './migrations/0014_work_sessions.sql' with { type: 'text' };
import partyProfiles from './migrations/0015_party_profiles.sql' with { type: 'text' };
import certificateTexts from './migrations/0016_certificate_texts.sql' with { type: 'text' };

const MIGRATIONS: Migration[] = [
  { name: '0000_ground', sql: ground },
  { name: '0001_one_limit_rule', sql: oneLimitRule },
  { name: '0002_resources', sql: resources },
  { name: '0003_key_networks', sql: keyNetworks },
  { name: '0004_operators', sql: operators },
  { name: '0005_key_owners', sql: keyOwners },
  { name: '0006_operator_log', sql: operatorLog },
  { name: '0007_alerts', sql: alerts },
  { name: '0008_certificate_life', sql: certificateLife },
  { name: '0009_certificate_state', sql: certificateState },
  { name: '0010_signatures', sql: signatures },
  { name: '0011_filings', sql: filings },
  { name: '0012_jobs', sql: jobs },
  { name: '0013_watches', sql: watches },
  { name: '0014_work_sessions', sql: workSessions },
  { name: '0015_party_profiles', sql: partyProfiles },
  { name: '0016_certificate_texts', sql: certificateTexts },
];
/** An advisory lock that nothing else in this database uses: `side` in hexadecimal ASCII. */
const MIGRATION_LOCK = 0x73696465;

/** @throws when an applied migration is unknown here (a newer binary made this database) or differs from the built-in one. */
export function migrationStates(connections: Connections): Promise<MigrationState[]> {
  return connections.use(states);
}

/** Applies the migrations that are missing. */
export function migrate(connections: Connections): Promise<MigrationState[]> {
  return connections.use(async (connection) => {
    // Check before taking the lock: usually nothing is missing, and the start need not wait.
    const before = await states(connection);
    if (before.every(({ appliedAt }) => appliedAt !== undefined)) return before;
    await connection.query('BEGIN');
    await connection.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await connection.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at bigint NOT NULL)',
    );
    for (const { name, appliedAt } of await states(connection)) {
      if (appliedAt !== undefined) continue;
      const { sql } = MIGRATIONS.find((migration) => migration.name === name)!;
      for (const statement of sql.split('--> statement-breakpoint')) await connection.query(statement);
      await connection.query('INSERT INTO migrations VALUES ($1, $2, $3)', [name, sha256Hex(sql), Date.now()]);
    }
    await connection.query('COMMIT');
    return states(connection);
  });
}

async function states(connection: Connection): Promise<MigrationState[]> {
  const { rows: tables } = await connection.query("SELECT to_regclass('migrations') AS found");
  const applied = tables[0].found ? (await connection.query('SELECT * FROM migrations')).rows : [];
  return checkedStates(MIGRATIONS, applied);
}
