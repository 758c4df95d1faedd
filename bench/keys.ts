/** Issues thousands of keys on a new data folder, in one process and a second. `portside keys issue` for each would take minutes. */
import { join } from 'node:path';
import { openSqlite } from '../src/adapters/sqlite/open.ts';
import { systemClock } from '../src/adapters/system/clock.ts';
import type { Limits } from '../src/domain/limits.ts';
import { RESOURCE_LIMIT_MAX } from '../src/domain/resources.ts';
import { KeyIssuer } from '../src/keys/key-issuer.ts';

/** Far above what a run can reach: the limits are checked on every request but refuse none. */
export const LIMITS: Limits = { perMinute: 1_000_000, perDay: 1_000_000_000 };

/** The same for what scans and certificates use. */
const resources = { storedBytes: RESOURCE_LIMIT_MAX, cpuMs: RESOURCE_LIMIT_MAX, bytesFetched: RESOURCE_LIMIT_MAX };

export async function issueKeys(dataDir: string, count: number, limits: Limits = LIMITS): Promise<string[]> {
  const storage = openSqlite(join(dataDir, 'portside.db'), { lockWaitMs: 1000 });
  // These keys need not survive a power cut.
  storage.recordsFile.run('PRAGMA synchronous = OFF');
  const keyIssuer = new KeyIssuer(storage, systemClock);
  const actor = { name: 'bench', origin: 'bench' };
  const keys: string[] = [];
  storage.recordsFile.run('BEGIN');
  for (let i = 0; i < count; i++) {
    const fields = { name: `bench ${i}`, scope: 'all', notes: 'delegate:on', resources, ...limits } as const;
    const { key } = await keyIssuer.issue(fields, actor);
    keys.push(key);
  }
  storage.recordsFile.run('COMMIT');
  await storage.close();
  return keys;
}
