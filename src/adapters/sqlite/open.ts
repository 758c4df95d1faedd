/** Opens the database file, on three connections: for records, for the journal and usage, and for long reads of usage. */
import type { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SchemaVersion, Storage } from '../../domain/storage.ts';
import { JournalLedger } from '../../limits/journal-ledger.ts';
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
import { openConnection } from './connection.ts';
import { SqliteDatabase, Turns } from './database.ts';
import { dayCharges } from './day-charges.ts';
import { SqliteDiskSpace } from './disk-space.ts';
import { databaseFacts, newestRowMs } from './inspect.ts';
import { SqliteJournal } from './journal.ts';
import { keyTextIndex } from './key-text-index.ts';
import { migrate, migrationStates } from './migrations.ts';
import { checkpoint, databaseProbe } from './readiness.ts';
import { schemaDifferences } from './schema-comparison.ts';
import { usageReads } from './usage-reads.ts';

/** Before 3.51.3, concurrent checkpoints can lose a reset of the write-ahead log. On macOS an older system library may be used. */
const SQLITE_VERSION_MIN = '3.51.3';
/** The journal is written and read once, in order: a larger cache fills with what nobody reads again. */
const COUNTERS_CACHE_KB = 4000;

/** How long work beside requests waits for the write lock. */
const WORK_WAIT_MS = 2000;

export interface OpenOptions {
  /** How long a store waits for another process's write lock. */
  lockWaitMs: number;
  /** The setting `disk_floor_mb`. By default only the last megabyte is kept from ordinary work. */
  diskFloorMb?: number;
}

export interface SqliteStorage extends Storage {
  /** For keys, certificates, audit and settings. `synchronous=FULL`: a commit survives power loss. */
  recordsFile: Database;
  /** For the journal and usage. `synchronous=NORMAL`: a commit survives a killed process. Never waits for a lock. */
  counters: Database;
  journal: SqliteJournal;
  disk: SqliteDiskSpace;
}

/** @throws when the file cannot be opened, the schema is newer than this binary, or a migration was altered. */
export function openSqlite(path: string, { lockWaitMs, diskFloorMb = 0 }: OpenOptions): SqliteStorage {
  const disk = new SqliteDiskSpace(path, diskFloorMb);
  const { recordsFile, counters, reader } = openConnections(path, lockWaitMs, disk);
  const journal = new SqliteJournal(counters, disk);
  const turns = new Turns();
  const stored = new SqliteDatabase(recordsFile, turns, lockWaitMs);
  const work = new SqliteDatabase(counters, turns, WORK_WAIT_MS);
  const usage = { ...usageReads(reader), ...usageErrorStore(work) };
  // The jobs of a process decide on the memory of its ledger.
  let ledger: JournalLedger | undefined;
  return {
    recordsFile,
    counters,
    disk,
    journal,
    openLedger(clock) {
      ledger = new JournalLedger(journal, clock);
      return ledger;
    },
    openJobs(clock) {
      const charges = dayCharges(ledger ?? new JournalLedger(journal, clock), clock);
      const jobs = jobStore({ records: stored, work, charges, clock });
      const stores = disk.ordinary('storing', jobs, 'accept', 'complete');
      return disk.ordinary('counting', stores, 'claim', 'renew', 'release', 'fail', 'remove', 'prune');
    },
    usage: disk.ordinary('counting', usage, 'addErrors', 'dropErrors', 'addForeignUses'),
    resources: disk.ordinary('counting', resourceLedger(work), 'book', 'dropDays'),
    ...recordStores(stored, disk),
    requestLog: disk.ordinary('storing', requestLogStore(work), 'add', 'prune'),
    scanLog: disk.ordinary('storing', scanLogStore(work), 'add', 'prune'),
    instances: disk.ordinary('counting', instanceStore(work), 'report'),
    changes: changeFeed(counters),
    probe: databaseProbe(recordsFile, counters, disk),
    async checkpoint() {
      checkpoint(counters);
    },
    async close() {
      if (!turns.areOver) await turns.take(async () => {});
      // The last connection that closes makes SQLite move the write-ahead log into the file, so that the file is a complete copy.
      reader.close();
      counters.close();
      recordsFile.close();
      disk.closed();
    },
  };
}

/** The stores of records. Ordinary work leaves the last of the disk to what is vital: revoking, signing in. */
function recordStores(stored: SqliteDatabase, disk: SqliteDiskSpace) {
  const certificates = disk.ordinary('storing', certificateStore(stored, certificateConditions(stored)), 'insert');
  const filings = disk.ordinary('storing', filingStore(stored), 'begin', 'importCodes', 'claimDue');
  const parties = disk.ordinary('storing', partyProfileStore(stored), 'put');
  const alerts = disk.ordinary('counting', alertStore(stored), 'record');
  const watches = disk.ordinary('storing', watchStore(stored), 'insert', 'claimLook', 'finishLook', 'addEvent');
  const sessions = ['startSession', 'touchSession', 'endSession', 'endSessionsOf'] as const;
  return {
    keys: disk.vital(keyStore(stored, keyTextIndex), 'insert', 'change', 'changeAll'),
    certificates: disk.vital(certificates, 'revoke'),
    signingCertificates: disk.vital(signingCertificateStore(stored), 'keep'),
    filings: disk.vital(filings, 'change'),
    parties: disk.vital(parties, 'remove'),
    tariffImports: disk.ordinary('storing', tariffImportStore(stored), 'add'),
    settings: disk.vital(settingsStore(stored), 'keep'),
    operator: disk.vital(operatorStore(stored), ...sessions, 'change', 'claimForm', 'countFailures'),
    workbenchSessions: disk.ordinary('storing', workbenchSessionStore(stored), 'start', 'touch'),
    activity: disk.vital(activityLog(stored), 'record'),
    alerts: disk.vital(alerts, 'set'),
    watches: disk.vital(watches, 'change', 'remove', 'finishDelivery'),
  };
}

function openConnections(path: string, lockWaitMs: number, disk: SqliteDiskSpace) {
  const recordsFile = disk.open(() => openFile(path, lockWaitMs));
  try {
    migrate(recordsFile);
    const counters = connect(path, 0, 'NORMAL');
    counters.run(`PRAGMA cache_size = -${COUNTERS_CACHE_KB}`);
    disk.opened(counters);
    // Opened with the others, so that it reads the same file when somebody replaces that.
    const reader = connect(path, lockWaitMs, 'NORMAL');
    reader.run('PRAGMA query_only = ON');
    reader.run('PRAGMA cache_size = -2000');
    return { recordsFile, counters, reader };
  } catch (error) {
    recordsFile.close();
    disk.closed();
    throw error;
  }
}

/** Opens the file without migrating it, for commands about its schema. */
export function openSqliteSchema(path: string, { lockWaitMs }: OpenOptions): SchemaVersion {
  const disk = new SqliteDiskSpace(path, 0);
  const file = disk.open(() => openFile(path, lockWaitMs));
  return {
    states: async () => migrationStates(file),
    migrate: async () => migrate(file),
    differences: async () => schemaDifferences(file),
    inspect: async (whole) => databaseFacts(file, whole),
    newestRowMs: async () => newestRowMs(file),
    async close() {
      file.close();
      disk.closed();
    },
  };
}

function openFile(path: string, lockWaitMs: number): Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = connect(path, lockWaitMs, 'FULL');
  const version = file.query<{ v: string }, []>('SELECT sqlite_version() AS v').get()?.v ?? '0';
  if (Bun.semver.order(version, SQLITE_VERSION_MIN) < 0) {
    throw new Error(`SQLite ${version} is too old; ${SQLITE_VERSION_MIN} or newer is needed.`);
  }
  return file;
}

function connect(path: string, lockWaitMs: number, synchronous: 'FULL' | 'NORMAL'): Database {
  const database = openConnection(path);
  try {
    // Set first, so that switching to WAL can wait for another process that is opening the file.
    database.run('PRAGMA busy_timeout = 5000');
    database.run('PRAGMA journal_mode = WAL');
    database.run(`PRAGMA synchronous = ${synchronous}`);
    database.run('PRAGMA foreign_keys = ON');
    // A planted trigger or view must not reach functions with side effects.
    database.run('PRAGMA trusted_schema = OFF');
    database.run('PRAGMA temp_store = MEMORY');
    database.run('PRAGMA cache_size = -32000');
    database.run('PRAGMA journal_size_limit = 67108864');
    database.run(`PRAGMA busy_timeout = ${lockWaitMs}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
