import type { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { CANNOT_BE_WRITTEN, type DatabaseProbe, PROBE_SETTING } from '../../domain/database-probe.ts';
import type { DiskSpace } from '../../domain/disk-space.ts';
import { isLocked } from '../faults.ts';
import { schemaFault } from '../migrations.ts';
import { migrationStates } from './migrations.ts';

/** Other processes hold the lock for moments. Only a lock held longer than this is a fault. */
const LOCKED_MS_MAX = 2000;

export function databaseProbe(recordsFile: Database, counters: Database, disk: Pick<DiskSpace, 'read'>): DatabaseProbe {
  let lockedSinceMs: number | undefined;
  const opened = inodeOf(recordsFile);
  // On the connection that never waits for a lock, because waiting would block the event loop.
  const write = counters.prepare<unknown, [string]>(
    `INSERT OR REPLACE INTO settings (name, value) VALUES ('${PROBE_SETTING}', ?)`,
  );
  return {
    async unwritable(nowMs) {
      // SQLite goes on writing to a file that was deleted, and all of that is lost with the process.
      if (inodeOf(recordsFile) !== opened) return 'its file was removed or replaced';
      // What is left belongs to the operator.
      if (disk.read().state === 'full') return CANNOT_BE_WRITTEN;
      try {
        write.run(String(nowMs));
        lockedSinceMs = undefined;
        return undefined;
      } catch (error) {
        if (!isLocked(error)) return CANNOT_BE_WRITTEN;
        lockedSinceMs ??= nowMs;
        return nowMs - lockedSinceMs < LOCKED_MS_MAX ? undefined : 'another process holds its lock';
      }
    },
    outdated: () => schemaFault(() => migrationStates(recordsFile)),
    async size() {
      const { version, bytes } = recordsFile
        .query<{ version: string; bytes: number }, []>(
          `SELECT sqlite_version() AS version, page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`,
        )
        .get()!;
      return { version: `SQLite ${version}`, bytes };
    },
  };
}

/** Undefined if there is no file. */
function inodeOf({ filename }: Database): bigint | undefined {
  return statSync(filename, { throwIfNoEntry: false, bigint: true })?.ino;
}

/**
 * Moves the write-ahead log into the database file, as far as other readers allow. Never throws. It does not truncate the log:
 * other processes may need its space on a full disk, and the last one that closes the database deletes it.
 */
export function checkpoint(counters: Database): void {
  try {
    counters.run('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // Another process is reading, for example a backup or Litestream. The last one to close the file does it.
  }
}
