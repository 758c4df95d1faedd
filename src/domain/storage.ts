/**
 * Everything Portside stores. SQLite and PostgreSQL implement these ports. A port knows no rule of keys, limits or products:
 * if a rule must decide on a row while nobody else can change it, the rule is passed in as a function of the row. It runs
 * inside the transaction and must not await.
 */

import type { ActivityLog } from './activity-log.ts';
import type { AlertStore } from './alert-store.ts';
import type { CertificateStore } from './certificate-store.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { Clock } from './clock.ts';
import type { DatabaseProbe } from './database-probe.ts';
import type { DiskSpace } from './disk-space.ts';
import type { FilingStore } from './filing-store.ts';
import type { InstanceStore } from './instance.ts';
import type { JobStore } from './job-store.ts';
import type { KeyStore } from './key-store.ts';
import type { LimitLedger } from './limit-ledger.ts';
import type { OperatorStore } from './operator-store.ts';
import type { PartyProfileStore } from './party-profile-store.ts';
import type { RequestLogStore } from './request-log.ts';
import type { ResourceLedger } from './resource-ledger.ts';
import type { ScanLogStore } from './scan-log.ts';
import type { SettingsStore } from './settings-store.ts';
import type { SigningCertificateStore } from './signing-certificate-store.ts';
import type { TariffImportStore } from './tariff-import-store.ts';
import type { UsageStore } from './usage-store.ts';
import type { WatchStore } from './watch-store.ts';
import type { WorkbenchSessionStore } from './workbench-session-store.ts';

export interface Storage {
  keys: KeyStore;
  /** The ledger that requests are counted in. SQLite uses `clock`; PostgreSQL its own, because several machines share it. */
  openLedger(clock: Clock): LimitLedger;
  /** Jobs, charged in the same ledger. `clock` as above. */
  openJobs(clock: Clock): JobStore;
  usage: UsageStore;
  resources: ResourceLedger;
  certificates: CertificateStore;
  signingCertificates: SigningCertificateStore;
  filings: FilingStore;
  parties: PartyProfileStore;
  tariffImports: TariffImportStore;
  settings: SettingsStore;
  operator: OperatorStore;
  workbenchSessions: WorkbenchSessionStore;
  activity: ActivityLog;
  requestLog: RequestLogStore;
  scanLog: ScanLogStore;
  alerts: AlertStore;
  watches: WatchStore;
  instances: InstanceStore;
  changes: ChangeFeed;
  probe: DatabaseProbe;
  /** Absent if the data is not on a disk of this machine. */
  disk?: DiskSpace;
  /** When a server stops: moves everything into the database file, so that a copy of the file is complete. Never throws. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

export interface MigrationState {
  name: string;
  /** Unix milliseconds; absent if it is not applied yet. */
  appliedAt?: number;
}

export interface DatabaseFacts {
  /** Name and version of the database. */
  version: string;
  /** `ok`, or the first fault found. */
  integrity: string;
}

/** A database whose schema may be older than the one of this binary. */
export interface SchemaVersion {
  /** @throws when an applied migration is unknown here (a newer binary made this database) or differs from the one built in. */
  states(): Promise<MigrationState[]>;
  /** Applies the migrations that are missing. */
  migrate(): Promise<MigrationState[]>;
  /** How the schema differs from the one that the applied migrations make, one phrase each. PostgreSQL is not compared. */
  differences(): Promise<string[]>;
  /** @param whole check the whole database, which takes about a second per gigabyte */
  inspect(whole: boolean): Promise<DatabaseFacts>;
  /** The newest time in any row, Unix milliseconds; 0 in an empty database. */
  newestRowMs(): Promise<number>;
  close(): Promise<void>;
}
