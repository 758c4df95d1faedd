/**
 * A backup put in the place of the database, while nobody has that open. Killed at any moment, the folder holds the old
 * database or the new one, whole; the old one stays beside it under a dated name.
 */
import { Database } from 'bun:sqlite';
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isLocked } from '../faults.ts';
import { BackupError, type CopyCounts, inspectCopy, syncFolderOf, unseal } from './backup-file.ts';

export interface Restored extends CopyCounts {
  /** When the backup was made: ISO 8601, UTC. */
  made: string;
  /** Where the replaced database is now; absent where there was none. */
  replaced?: string;
}

/**
 * @param force take the place of a database that cannot be opened, of which nobody can tell whether it is in use
 * @throws BackupError when the file is no backup, was altered, is of a newer version, or the database is in use
 */
export function restore(file: string, database: string, nowMs: number, force = false): Restored {
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
  clearLeftovers(database);
  const incoming = `${database}.restoring-${process.pid}`;
  try {
    const { made } = unseal(file, incoming);
    const counts = inspectCopy(incoming);
    if (!existsSync(database)) {
      renameSync(incoming, database);
      syncFolderOf(database);
      return { made, ...counts };
    }
    const release = takeAlone(database, force);
    try {
      const replaced = datedName(database, nowMs);
      linkSync(database, replaced);
      for (const suffix of ['-wal', '-shm']) {
        // Only where the old one could not be opened: they are part of it, and would be taken for part of the new one.
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
 * Folds the write-ahead log into the file and holds the file alone: SQLite grants that only while no other process has it
 * open, be it idle. Returns what lets go.
 */
function takeAlone(path: string, force: boolean): () => void {
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
      `${path} cannot be opened, so nobody can tell whether a server runs on it. When none does, repeat with --force.`,
    );
  }
}

/** Of a restore that was killed: the name ends with its process, which is no more. */
function clearLeftovers(database: string): void {
  const folder = dirname(database);
  const beginning = `${basename(database)}.restoring-`;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(beginning) && !isRunning(Number.parseInt(name.slice(beginning.length), 10))) {
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

function datedName(database: string, nowMs: number): string {
  const name = `${database}.replaced-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`;
  if (!existsSync(name)) return name;
  throw new BackupError(`${name} exists.`);
}
