/** What the handlers of pages work with, besides what they ask the API. */
import type { RateLimitGuard } from '../../api/v0/rate-limit-guard.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Log } from '../../domain/log.ts';
import type { Storage } from '../../domain/storage.ts';
import { ClientReader, type ClientSettings } from '../../http/browser/client.ts';
import type { KeyCache } from '../../keys/key-cache.ts';
import { WorkbenchSessions } from './session/workbench-sessions.ts';

interface WorkSettings extends ClientSettings {
  /** While it is on, the API refuses keys that are not enrolled. */
  beta: 'on' | 'off';
  contact: string;
}

/** What the wiring passes in. */
export interface WorkbenchParts {
  config: WorkSettings;
  storage: Pick<Storage, 'workbenchSessions'>;
  clock: Clock;
  log: Log;
  keyCache: Pick<KeyCache, 'verify' | 'callerOf'>;
  rateLimit: Pick<RateLimitGuard, 'admitSignIn'>;
  /** Counts the use of a key from outside of its networks, for the operator. */
  foreignUses: { count(keyId: number, address: string): void };
  /** The public application. */
  handle(request: Request): Response | Promise<Response>;
}

export interface WorkbenchDependencies extends WorkbenchParts {
  sessions: WorkbenchSessions;
  clients: ClientReader;
}

/** Made once for a process. */
export function openDependencies(parts: WorkbenchParts): WorkbenchDependencies {
  const { storage, clock, config } = parts;
  return {
    ...parts,
    sessions: new WorkbenchSessions(storage.workbenchSessions, clock),
    clients: new ClientReader(config),
  };
}
