import type { Database } from 'bun:sqlite';
import { type DatabaseProbe, PROBE_SETTING } from '../../domain/database-probe.ts';
import { isLocked } from '../faults.ts';
import { migrationStates } from './migrations.ts';

/** Another process may hold the lock for a moment: only a lock that stays is a fault. */
const LOCKED_MS_MAX = 2000;

export function databaseProbe(recordsFile: Database, counters: Database): DatabaseProbe {
  let lockedSinceMs: number | undefined;
  // The connection that never waits: a look at readiness must not hold up the event loop.
  const write = counters.prepare<unknown, [string]>(
    `INSERT OR REPLACE INTO settings (name, value) VALUES ('${PROBE_SETTING}', ?)`,
  );
  return {
    async unwritable(nowMs) {
      try {
        write.run(String(nowMs));
        lockedSinceMs = undefined;
        return undefined;
      } catch (error) {
        if (!isLocked(error)) return 'it cannot be written';
        lockedSinceMs ??= nowMs;
        return nowMs - lockedSinceMs < LOCKED_MS_MAX ? undefined : 'another process holds its lock';
      }
    },
    async outdated() {
      try {
        const waiting = migrationStates(recordsFile).filter(({ appliedAt }) => appliedAt === undefined);
        return waiting.length > 0 ? `${waiting.length} migrations are not applied` : undefined;
      } catch {
        return 'it is not the schema of this version';
      }
    },
  };
}

/** Folds the write-ahead log into the file and empties it, as far as other readers let it. Never throws: it is a courtesy. */
export function checkpoint(counters: Database): void {
  try {
    counters.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // A reader (a backup, Litestream) is at work: whoever closes last does it.
  }
}
