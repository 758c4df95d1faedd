/** Opens the database behind a URL. Two pools: a slow page must not hold up admissions, nor a burst of them the pages. */
import type { Clock } from '../../domain/clock.ts';
import type { LimitLedger } from '../../domain/limit-ledger.ts';
import type { SchemaVersion, Storage } from '../../domain/storage.ts';
import { auditLog } from './audit.ts';
import { certificateStore } from './certificates.ts';
import { changeFeed } from './changes.ts';
import { Connections } from './connections.ts';
import { databaseFacts, databaseProbe, newestRowMs } from './inspect.ts';
import { keyStore } from './keys.ts';
import { postgresLedger } from './limit-ledger.ts';
import { migrate, migrationStates } from './migrations.ts';
import { operatorStore } from './operator.ts';
import { settingsStore } from './settings.ts';
import { tariffImportStore } from './tariff-imports.ts';
import { usageStore } from './usage.ts';

/** Two groups under way, and the roll-up. */
const ADMISSIONS = { connectionsMax: 3, statementMsMax: 2000 };
const RECORDS = { connectionsMax: 6, statementMsMax: 15_000 };
const MIGRATIONS = { connectionsMax: 1, statementMsMax: 600_000 };

export interface PostgresStorage extends Storage {
  /** Keys, certificates and all else but admissions. */
  records: Connections;
  /** For tests: `clock` decides instead of the database's own. */
  openLedgerWithClock(clock: Pick<Clock, 'now'>): LimitLedger;
}

/** @throws when the database cannot be reached, the schema is newer than this binary, or a migration was altered. */
export async function openPostgres(url: string): Promise<PostgresStorage> {
  const schema = openPostgresSchema(url);
  try {
    await schema.migrate();
  } finally {
    await schema.close();
  }
  const admissions = new Connections(url, ADMISSIONS);
  const records = new Connections(url, RECORDS);
  return {
    records,
    keys: keyStore(records),
    openLedger: () => postgresLedger(admissions),
    openLedgerWithClock: (clock) => postgresLedger(admissions, clock),
    usage: usageStore(records),
    certificates: certificateStore(records),
    tariffImports: tariffImportStore(records),
    settings: settingsStore(records),
    operator: operatorStore(records),
    audit: auditLog(records),
    changes: changeFeed(records),
    probe: databaseProbe(records),
    // The server keeps its own log and files.
    async checkpoint() {},
    async close() {
      await Promise.all([admissions.close(), records.close()]);
    },
  };
}

/** The database as it is, for commands that look at its schema. */
export function openPostgresSchema(url: string): SchemaVersion {
  const connections = new Connections(url, MIGRATIONS);
  return {
    states: () => migrationStates(connections),
    migrate: () => migrate(connections),
    inspect: () => databaseFacts(connections),
    newestRowMs: () => newestRowMs(connections),
    close: () => connections.close(),
  };
}
