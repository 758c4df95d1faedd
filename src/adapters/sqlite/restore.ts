/**
 * Replaces the database by a backup, while no other process has the database open. If the process is killed at any moment, the
 * folder holds the old database or the new one, complete. The old one is kept under a name with the date.
 */
import { Database } from 'bun:sqlite';
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isLocked } from '../faults.ts';
import { type BackupCounts, BackupError, extractDatabase, inspectDatabase, syncFolderOf } from './backup-file.ts';

export interface Restored extends BackupCounts {
  /** When the backup was made: ISO 8601, UTC. */
  made: string;
  /** Path of the replaced database; absent if there was none. */
  replaced?: string;
}

/**
 * @param force replace even a database that cannot be opened, although a server may be using it
 * @throws BackupError when the file is not a backup, was altered or is of a newer version, or the database is in use
 */
export function restore(file: string, database: string, nowMs: number, force = false): Restored {
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
  deleteLeftovers(database);
  const incoming = `${database}.restoring-${process.pid}`;
  try {
    const { made } = extractDatabase(file, incoming);
    const counts = inspectDatabase(incoming);
    if (!existsSync(database)) {
      renameSync(incoming, database);
      syncFolderOf(database);
      return { made, ...counts };
    }
    const release = lockExclusively(database, force);
    try {
      const replaced = replacedName(database, nowMs);
      linkSync(database, replaced);
      for (const suffix of ['-wal', '-shm']) {
        // They exist only if the old database could not be opened. SQLite would take them for those of the new database.
        if (existsSync(database + suffix)) renameSync(database + suffix, replaced + suffix);
      }
      syncFolderOf(database);
      renameSync(incoming, database);
      syncFolderOf(database);
      return { made, replaced, ...counts };
    } finally {
      release();
    }
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(incoming + suffix, { force: true });
  }
}

/**
 * Moves the write-ahead log into the file and locks the file exclusively. SQLite allows this only while no other process has it
 * open, not even an idle one. Returns a function that releases the lock.
 */
function lockExclusively(path: string, force: boolean): () => void {
  const connection = new Database(path, { strict: true });
  try {
    connection.run('PRAGMA busy_timeout = 0');
    connection.run('PRAGMA locking_mode = EXCLUSIVE');
    connection.run('PRAGMA journal_mode = DELETE');
    connection.run('BEGIN EXCLUSIVE');
    return () => connection.close();
  } catch (error) {
    connection.close();
    if (isLocked(error)) {
      throw new BackupError(`A server or another command has ${path} open. Stop it first.`);
    }
    if (force) return () => {};
    throw new BackupError(
      `${path} cannot be opened, so it is unknown whether a server uses it. If none does, repeat with --force.`,
    );
  }
}

/** Deletes files of killed restores. A file name ends with the id of the process that made it; that process has exited. */
function deleteLeftovers(database: string): void {
  const folder = dirname(database);
  const prefix = `${basename(database)}.restoring-`;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix) && !isRunning(Number.parseInt(name.slice(prefix.length), 10))) {
      rmSync(join(folder, name));
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

function replacedName(database: string, nowMs: number): string {
  const name = `${database}.replaced-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`;
  if (!existsSync(name)) return name;
  throw new BackupError(`${name} exists; the replaced database would overwrite it.`);
}
