/** Whether the database can be written right now, by writing to it, and whether its schema is the one built in. */
import { isLocked } from './faults.ts';
import { migrationStates } from './migrations.ts';
import type { Storage } from './open.ts';

/** Another process may hold the lock for a moment: only a lock that stays is a fault. */
const LOCKED_MS_MAX = 2000;

export interface DatabaseProbe {
  /** Why it cannot be written, without a word of SQLite's; undefined when it can. */
  unwritable(nowMs: number): string | undefined;
  /** Why its schema is not this binary's. */
  outdated(): string | undefined;
}

export function databaseProbe(storage: Storage): DatabaseProbe {
  let lockedSinceMs: number | undefined;
  // The connection that never waits: a look at readiness must not hold up the event loop.
  const write = storage.counters.prepare<unknown, [string]>(
    "INSERT OR REPLACE INTO settings (name, value) VALUES ('readiness_probe', ?)",
  );
  return {
    unwritable(nowMs) {
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
    outdated() {
      try {
        const waiting = migrationStates(storage.recordsFile).filter(({ appliedAt }) => appliedAt === undefined);
        return waiting.length > 0 ? `${waiting.length} migrations are not applied` : undefined;
      } catch {
        return 'it is not the schema of this version';
      }
    },
  };
}

/** Folds the write-ahead log into the file and empties it, as far as other readers let it. Never throws: it is a courtesy. */
export function checkpoint(storage: Pick<Storage, 'counters'>): void {
  try {
    storage.counters.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // A reader (a backup, Litestream) is at work: whoever closes last does it.
  }
}
