/** Thousands of keys on a fresh data folder, in one process and a second: `portside keys issue` once each would take minutes. */
import { join } from 'node:path';
import { systemClock } from '../src/clock.ts';
import { KeyRegister } from '../src/keys/register.ts';
import { openStorage } from '../src/storage/open.ts';

/** Far above what a run can reach: the limits are decided on every request, and refuse none. */
const LIMITS = { perMinute: 1_000_000, perDay: 1_000_000_000 };

export function issueKeys(dataDir: string, count: number): string[] {
  const storage = openStorage(join(dataDir, 'portside.db'), { lockWaitMs: 1000 });
  // Nobody will miss these keys after a power cut.
  storage.recordsFile.run('PRAGMA synchronous = OFF');
  const register = new KeyRegister(storage, systemClock);
  const actor = { name: 'bench', origin: 'bench' };
  const keys = Array.from(
    { length: count },
    (_, i) => register.issue({ name: `bench ${i}`, scope: 'all', notes: 'delegate:on', ...LIMITS }, actor).key,
  );
  storage.close();
  return keys;
}
