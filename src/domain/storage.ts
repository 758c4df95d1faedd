/**
 * Everything Portside keeps, in the field's terms. SQLite and PostgreSQL implement it; what stands above knows no SQL, and
 * nothing here knows a rule of keys, limits or products. Where a rule must decide on a row that nobody else may change
 * meanwhile, it is passed in as a function of that row: it runs inside the transaction and never awaits.
 */

import type { AuditLog } from './audit.ts';
import type { CertificateStore } from './certificate-store.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { Clock } from './clock.ts';
import type { DatabaseProbe } from './database-probe.ts';
import type { KeyStore } from './key-store.ts';
import type { LimitLedger } from './limit-ledger.ts';
import type { OperatorStore } from './operator-store.ts';
import type { SettingsStore } from './settings-store.ts';
import type { TariffImportStore } from './tariff-import-store.ts';
import type { UsageStore } from './usage-store.ts';

export interface Storage {
  keys: KeyStore;
  /** Where requests are decided and counted. `clock` decides on one machine; a database for many machines has its own. */
  openLedger(clock: Clock): LimitLedger;
  usage: UsageStore;
  certificates: CertificateStore;
  tariffImports: TariffImportStore;
  settings: SettingsStore;
  operator: OperatorStore;
  audit: AuditLog;
  changes: ChangeFeed;
  probe: DatabaseProbe;
  /** At the end of a server: leaves the database tidy for whoever copies it. Never throws: it is a courtesy. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

export interface MigrationState {
  name: string;
  /** Unix milliseconds; absent while it waits to be applied. */
  appliedAt?: number;
}

export interface DatabaseFacts {
  /** Which database, and of what version. */
  version: string;
  /** `ok`, or the first fault. */
  integrity: string;
}

/** A database whose schema may be older than this binary's. */
export interface SchemaVersion {
  /** @throws when an applied migration is unknown here (a newer binary made this database) or differs from the one built in. */
  states(): Promise<MigrationState[]>;
  /** Brings the database to this binary's schema; does nothing when it is there. */
  migrate(): Promise<MigrationState[]>;
  /** @param whole read through all there is, which takes a second for each gigabyte or so */
  inspect(whole: boolean): Promise<DatabaseFacts>;
  /** Time of the newest row that carries one, Unix milliseconds; 0 in an empty database. */
  newestRowMs(): Promise<number>;
  close(): Promise<void>;
}
