/**
 * Replaces the database by a backup, while no other process has the database open. If the process is killed at any moment, the
 * folder holds the old database or the new one, complete. The old one is kept under a name with the date.
 */
import { Database } from 'bun:sqlite';
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isLocked } from '../faults.ts';
import { freeBytes } from '../system/disk.ts';
import { type BackupAccess, type BackupCounts, damagedText, inspectDatabase } from './backup-contents.ts';
import { BackupError, type BackupTrailer, extractDatabase, syncFolderOf } from './backup-file.ts';
import { backupKeyPath, isSignedBy, ownPublicKey, readPublicKey } from './backup-key.ts';
import { REBUILD_CERTIFICATE_TEXTS } from './certificate-search.ts';

/** Files that SQLite keeps beside a database. It would take old ones for those of the new database. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

export interface RestoreOptions {
  /** Accept a backup that is signed with the key in this file, beside the one of the data folder. */
  keyFile?: string;
  /** Accept a backup that is not signed, or is signed with an unknown key. */
  unsigned?: boolean;
  /** Accept a backup in which PDFs of certificates are damaged. They are not served. */
  damaged?: boolean;
  /** Replace even a database that cannot be opened, although a server may be using it. */
  force?: boolean;
}

export interface Restored extends BackupCounts {
  /** When the backup was made: ISO 8601, UTC. */
  made: string;
  /** Whether a known key signed it. */
  signed: boolean;
  /** Path of the replaced database; absent if there was none. */
  replaced?: string;
  access: BackupAccess;
}

/**
 * @throws BackupError when the file is not a backup, is not signed, was altered, has another schema than Portside makes or is of
 * a newer version, or the database is in use
 */
export function restore(file: string, database: string, nowMs: number, options: RestoreOptions = {}): Restored {
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
  deleteLeftovers(database);
  const incoming = `${database}.restoring-${process.pid}`;
  try {
    const known = knownKeys(database, options.keyFile);
    let signed = false;
    const { made } = extractDatabase(file, incoming, (trailer) => {
      signed = checkSignature(file, trailer, known, options.unsigned ?? false);
      if (freeBytes(dirname(database)) < trailer.bytes) {
        throw new BackupError(`There is not enough free space in ${dirname(database)} for the database.`);
      }
    });
    const { keys, certificates, requests, damaged, ...access } = inspectDatabase(incoming, nowMs);
    if (damaged.length > 0 && !options.damaged) {
      throw new BackupError(
        `${damagedText(damaged)} Look for an older backup. If you have no other, repeat with --damaged: all the rest is restored.`,
      );
    }
    recordRestore(incoming, made, signed, nowMs);
    const replaced = replace(database, incoming, nowMs, options.force ?? false);
    return { made, signed, ...(replaced && { replaced }), keys, certificates, requests, damaged, access };
  } finally {
    for (const suffix of ['', ...COMPANIONS]) rmSync(incoming + suffix, { force: true });
  }
}

/** Gives the new database the name of the old one. Returns the new path of the old one; undefined if there was none. */
function replace(database: string, incoming: string, nowMs: number, force: boolean): string | undefined {
  const replaced = replacedName(database, nowMs);
  const exists = existsSync(database);
  const release = exists ? lockExclusively(database, force) : () => {};
  try {
    if (exists) linkSync(database, replaced);
    // They exist only if the old database could not be opened, or was removed without them.
    for (const suffix of COMPANIONS) {
      if (existsSync(database + suffix)) renameSync(database + suffix, replaced + suffix);
    }
    syncFolderOf(database);
    renameSync(incoming, database);
    syncFolderOf(database);
    return exists ? replaced : undefined;
  } finally {
    release();
  }
}

/** Public keys whose backups are accepted. */
function knownKeys(database: string, keyFile: string | undefined): string[] {
  const own = ownPublicKey(database);
  return [...(own ? [own] : []), ...(keyFile ? [readPublicKey(keyFile)] : [])];
}

/** Returns whether a known key signed the backup. @throws BackupError when it must not be used */
function checkSignature(file: string, { signature }: BackupTrailer, known: string[], unsigned: boolean): boolean {
  if (signature && known.includes(signature.publicKey)) {
    if (isSignedBy(signature.publicKey, signature.text, signature.value)) return true;
    throw new BackupError(`${file} was altered since it was made: its signature is wrong.`);
  }
  if (unsigned) return false;
  throw new BackupError(
    signature
      ? `${file} is signed with an unknown key. Name the file of its key: --key FILE. It is the ${basename(backupKeyPath(file))} of the server that made the backup, or the public key that \`portside backup\` printed there.`
      : `${file} is not signed, so anybody can have made it. If you know where it comes from, repeat with --unsigned.`,
  );
}

/**
 * Writes the restore into the audit of the new database. Somebody who made an unsigned one may have put in a session for himself,
 * and text indexes that find what is not there: the sessions end, and the indexes are built again.
 */
function recordRestore(path: string, made: string, signed: boolean, nowMs: number): void {
  const database = new Database(path, { strict: true });
  try {
    database.run('PRAGMA trusted_schema = OFF');
    database.run('PRAGMA synchronous = FULL');
    database
      .transaction(() => {
        const entry = [nowMs, `backup of ${made}`, signed ? 'signed' : 'not signed by a known key'];
        database.run(
          `INSERT INTO audit (at_ms, actor, origin, action, subject, detail)
           VALUES (?, 'cli', 'command line', 'backup.restore', ?, ?)`,
          entry,
        );
        if (signed) return;
        const has = (table: string) =>
          database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== null;
        for (const sessions of ['operator_sessions', 'work_sessions']) {
          if (has(sessions)) database.run(`DELETE FROM ${sessions}`);
        }
        if (has('key_search')) database.run("INSERT INTO key_search (key_search) VALUES ('rebuild')");
        if (has('certificate_texts')) for (const sql of REBUILD_CERTIFICATE_TEXTS) database.run(sql);
      })
      .immediate();
  } finally {
    database.close();
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
