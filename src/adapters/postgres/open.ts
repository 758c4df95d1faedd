/** Opens a PostgreSQL database. The ledger has a pool of its own, so that slow pages and bursts of requests do not delay each other. */
import type { Clock } from '../../domain/clock.ts';
import type { JobStore } from '../../domain/job-store.ts';
import type { LimitLedger } from '../../domain/limit-ledger.ts';
import type { SchemaVersion, Storage } from '../../domain/storage.ts';
import { activityLog } from '../stores/activity-log.ts';
import { alertStore } from '../stores/alerts.ts';
import { certificateStore } from '../stores/certificates.ts';
import { filingStore } from '../stores/filings.ts';
import { instanceStore } from '../stores/instances.ts';
import { jobStore } from '../stores/jobs.ts';
import { keyStore } from '../stores/keys.ts';
import { operatorStore } from '../stores/operators.ts';
import { partyProfileStore } from '../stores/party-profiles.ts';
import { requestLogStore } from '../stores/request-log.ts';
import { resourceLedger } from '../stores/resources.ts';
import { scanLogStore } from '../stores/scan-log.ts';
import { settingsStore } from '../stores/settings.ts';
import { signingCertificateStore } from '../stores/signing-certificates.ts';
import { tariffImportStore } from '../stores/tariff-imports.ts';
import { usageErrorStore } from '../stores/usage-errors.ts';
import { watchStore } from '../stores/watches.ts';
import { workbenchSessionStore } from '../stores/workbench-sessions.ts';
import { certificateConditions } from './certificate-search.ts';
import { changeFeed } from './changes.ts';
import { Connections } from './connections.ts';
import { dayCharges } from './day-charges.ts';
import { databaseFacts, databaseProbe, newestRowMs } from './inspect.ts';
import { postgresLedger } from './limit-ledger.ts';
import { migrate, migrationStates } from './migrations.ts';
import { usageReads } from './usage-reads.ts';

/** A group and the roll-up. */
const LEDGER_POOL = { connectionsMax: 2, statementMsMax: 2000 };
const RECORDS_POOL = { connectionsMax: 6, statementMsMax: 15_000 };
const MIGRATION_POOL = { connectionsMax: 1, statementMsMax: 600_000 };

export interface PostgresStorage extends Storage {
  /** For everything except the ledger. */
  records: Connections;
  /** For tests: a ledger that uses `clock` and not the clock of the database. */
  openLedgerWithClock(clock: Pick<Clock, 'now'>): LimitLedger;
  /** For tests, likewise. */
  openJobsWithClock(clock: Clock): JobStore;
}

/** @throws when the database cannot be reached, the schema is newer than this binary, or a migration was altered. */
export async function openPostgres(url: string): Promise<PostgresStorage> {
  const schema = openPostgresSchema(url);
  try {
    await schema.migrate();
  } finally {
    await schema.close();
  }
  const ledgerConnections = new Connections(url, LEDGER_POOL);
  const records = new Connections(url, RECORDS_POOL);
  return {
    records,
    keys: keyStore(records),
    openLedger: () => postgresLedger(ledgerConnections),
    openLedgerWithClock: (clock) => postgresLedger(ledgerConnections, clock),
    openJobs: (clock) => jobStore({ records, work: records, charges: dayCharges(), clock }),
    openJobsWithClock: (clock) => jobStore({ records, work: records, charges: dayCharges(clock.now), clock }),
    usage: { ...usageReads(records), ...usageErrorStore(records) },
    resources: resourceLedger(records),
    certificates: certificateStore(records, certificateConditions),
    signingCertificates: signingCertificateStore(records),
    filings: filingStore(records),
    parties: partyProfileStore(records),
    tariffImports: tariffImportStore(records),
    settings: settingsStore(records),
    operator: operatorStore(records),
    workbenchSessions: workbenchSessionStore(records),
    activity: activityLog(records),
    requestLog: requestLogStore(records),
    scanLog: scanLogStore(records),
    alerts: alertStore(records),
    watches: watchStore(records),
    instances: instanceStore(records),
    changes: changeFeed(records),
    probe: databaseProbe(records),
    // PostgreSQL manages its own files.
    async checkpoint() {},
    async close() {
      await Promise.all([ledgerConnections.close(), records.close()]);
    },
  };
}

/** Opens the database without migrating it, for commands about its schema. */
export function openPostgresSchema(url: string): SchemaVersion {
  const connections = new Connections(url, MIGRATION_POOL);
  return {
    states: () => migrationStates(connections),
    migrate: () => migrate(connections),
    // Its owner may add roles, views and indexes, and its backups are the job of pg_dump.
    differences: async () => [],
    inspect: () => databaseFacts(connections),
    newestRowMs: () => newestRowMs(connections),
    close: () => connections.close(),
  };
}
