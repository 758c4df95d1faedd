/** Everything the pages work with, made once for a process. */
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { KeyRegister } from '../keys/register.ts';
import type { Log } from '../log.ts';
import type { RecentScan } from '../pixel/scan.ts';
import type { CertificateStore } from '../storage/certificates.ts';
import type { Storage } from '../storage/storage.ts';
import type { TariffStore } from '../tariff/store.ts';
import type { Tariff } from '../tariff/tariff.ts';
import { UsageHistory } from '../usage/history.ts';
import { ClientReader } from './client.ts';
import { Forms } from './forms.ts';
import { Lockout } from './lockout.ts';
import { Sessions } from './sessions.ts';

/** What `app.ts` passes in. */
export interface OperatorParts {
  config: Config;
  storage: Storage;
  clock: Clock;
  log: Log;
  register: KeyRegister;
  tariff: Tariff;
  tariffStore: Pick<TariffStore, 'imports'>;
  certificates: Pick<CertificateStore, 'search' | 'get' | 'pdf' | 'revoke'>;
  /** Latest scans of this process, newest first. */
  scans: () => RecentScan[];
}

export interface Desk extends OperatorParts {
  sessions: Sessions;
  forms: Forms;
  lockout: Lockout;
  history: UsageHistory;
  clients: ClientReader;
}

export function openDesk(parts: OperatorParts): Desk {
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
