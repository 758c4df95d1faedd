/** Everything the pages work with, made once for a process. */

import type { Config } from '../config.ts';
import type { CertificateStore } from '../domain/certificate-store.ts';
import type { Clock } from '../domain/clock.ts';
import type { Log } from '../domain/log.ts';
import type { Storage } from '../domain/storage.ts';
import type { KeyIssuer } from '../keys/key-issuer.ts';
import { UsageHistory } from '../limits/usage-history.ts';
import type { RecentScan } from '../pixel/scan.ts';
import type { Tariff } from '../tariff/tariff.ts';
import type { TariffStore } from '../tariff/tariff-store.ts';
import { ClientReader } from './client.ts';
import { Forms } from './forms.ts';
import { Lockout } from './sign-in/lockout.ts';
import { Sessions } from './sign-in/sessions.ts';

/** What `app.ts` passes in. */
export interface OperatorParts {
  config: Config;
  storage: Storage;
  clock: Clock;
  log: Log;
  keyIssuer: KeyIssuer;
  tariff: Tariff;
  tariffStore: Pick<TariffStore, 'imports'>;
  certificates: Pick<CertificateStore, 'search' | 'get' | 'pdf' | 'revoke'>;
  /** Latest scans of this process, newest first. */
  scans: () => RecentScan[];
}

export interface OperatorDependencies extends OperatorParts {
  sessions: Sessions;
  forms: Forms;
  lockout: Lockout;
  history: UsageHistory;
  clients: ClientReader;
}

export function openDependencies(parts: OperatorParts): OperatorDependencies {
  const { storage, clock, config } = parts;
  return {
    ...parts,
    sessions: new Sessions(storage, clock),
    forms: new Forms(storage, clock),
    lockout: new Lockout(storage, clock),
    history: new UsageHistory(storage),
    clients: new ClientReader(config),
  };
}
