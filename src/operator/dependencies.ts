/** What the handlers of pages work with. */

import type { CertificateStore } from '../domain/certificate-store.ts';
import type { Clock } from '../domain/clock.ts';
import type { DiskReading } from '../domain/disk-space.ts';
import type { JobStore } from '../domain/job-store.ts';
import type { Log } from '../domain/log.ts';
import type { RequestLogLimits } from '../domain/request-log.ts';
import type { Storage } from '../domain/storage.ts';
import { ClientReader, type ClientSettings } from '../http/browser/client.ts';
import type { KeyIssuer } from '../keys/key-issuer.ts';
import { UsageHistory } from '../limits/usage-history.ts';
import type { AlertSources } from '../operations/alert-readings.ts';
import type { Tariff } from '../tariff/tariff.ts';
import type { TariffStore } from '../tariff/tariff-store.ts';
import { OperatorAccounts } from './accounts.ts';
import { OneTimeForms } from './one-time-forms.ts';
import { DeviceCookies } from './sign-in/devices.ts';
import { Lockout } from './sign-in/lockout.ts';
import { PasswordCheck } from './sign-in/password-check.ts';
import { Sessions } from './sign-in/sessions.ts';

interface OperatorSettings extends ClientSettings {
  /** Empty unless the password of the first owner is set by configuration. */
  operator_password: string;
  /** While it is on, the API refuses keys that are not enrolled. */
  beta: 'on' | 'off';
  disk_floor_mb: number;
  list_days_max: number;
}

/** What the wiring passes in. */
export interface OperatorParts {
  config: OperatorSettings;
  storage: Storage;
  clock: Clock;
  log: Log;
  keyIssuer: KeyIssuer;
  tariff: Tariff;
  tariffStore: Pick<TariffStore, 'imports'>;
  certificates: Pick<CertificateStore, 'search' | 'get' | 'pdf' | 'revoke' | 'countSince'>;
  jobs: Pick<JobStore, 'load'>;
  /** The routes that the request log has. */
  loggedRoutes: () => string[];
  /** Undefined if no requests are kept. */
  requestLogLimits: RequestLogLimits | undefined;
  alertSources: AlertSources;
  /** The id under which this process reports itself. */
  instanceId: string;
  machine: () => MachineReading;
}

/** The disk of this machine, if the database is on it. */
export interface MachineReading {
  databaseOnDisk: boolean;
  walBytes: number;
  /** Size of the disk; undefined if it cannot be read. */
  diskBytes: number | undefined;
  disk: DiskReading | undefined;
}

export interface OperatorDependencies extends OperatorParts {
  sessions: Sessions;
  oneTimeForms: OneTimeForms;
  accounts: OperatorAccounts;
  devices: DeviceCookies;
  passwordCheck: PasswordCheck;
  history: UsageHistory;
  clients: ClientReader;
}

/** Made once for a process. */
export function openDependencies(parts: OperatorParts): OperatorDependencies {
  const { storage, clock, config } = parts;
  return {
    ...parts,
    sessions: new Sessions(storage, clock),
    oneTimeForms: new OneTimeForms(storage, clock),
    accounts: new OperatorAccounts(storage, clock),
    devices: new DeviceCookies(storage, clock),
    passwordCheck: new PasswordCheck(new Lockout(storage, clock), clock),
    history: new UsageHistory(storage),
    clients: new ClientReader(config),
  };
}
