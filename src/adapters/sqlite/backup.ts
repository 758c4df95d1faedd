/** Makes a verified backup of the database while servers read and write it. */
import { Database } from 'bun:sqlite';
import { closeSync, existsSync, linkSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileCause } from '../faults.ts';
import { fileBytes, freeBytes } from '../system/disk.ts';
import { rememberBackup } from './backup-certificates.ts';
import { type BackupCounts, inspectDatabase } from './backup-contents.ts';
import { appendTrailer, BackupError, syncFolderOf } from './backup-file.ts';
import { openBackupSigner } from './backup-key.ts';
import { SqliteDiskSpace } from './disk-space.ts';

/** In a folder with this bit, as /tmp has it, users cannot rename or remove the files of others. */
const STICKY = 0o1000;

export interface Backup extends BackupCounts {
  file: string;
  bytes: number;
  /** SHA-256 of the whole file, as `sha256sum` prints it. */
  sha256: string;
  /** ISO 8601, UTC. */
  made: string;
  /** Public half of the key that signed it: 32 bytes, hexadecimal. */
  key: string;
  /** True if this backup is the first one, so that the key was just made. */
  keyMade: boolean;
}

/**
 * Writes a backup of everything that was committed before this call. SQLite reads a snapshot, so that no other process waits.
 * The file appears complete, verified, signed and durable, or not at all. Only its owner may read it. A database with a schema
 * that is not ours is not signed.
 * @throws BackupError
 */
export function backUp(database: string, file: string, nowMs: number): Backup {
  if (!existsSync(database)) throw new BackupError(`There is no database at ${database}.`);
  if (existsSync(file)) throw new BackupError(`${file} exists; a backup overwrites nothing.`);
  const folder = dirname(file);
  if (!existsSync(folder)) throw new BackupError(`There is no folder ${folder}.`);
  requirePrivate(folder);
  if (freeBytes(folder) < fileBytes(database))
    throw new BackupError(`There is not enough free space in ${folder} for the backup.`);
  const partial = join(folder, `.${basename(file)}.partial-${process.pid}`);
  try {
    closeSync(openSync(partial, 'wx', 0o600));
  } catch (error) {
    throw new BackupError(`${file} cannot be written: ${fileCause(error)}.`);
  }
  try {
    const made = new Date(nowMs).toISOString();
    copyInto(database, partial);
    const { keys, certificates, requests, damaged } = inspectDatabase(partial);
    const signer = openBackupSigner(database);
    const { fileSha256, fileBytes } = appendTrailer(partial, made, signer);
    publish(partial, file);
    rememberBackup(database, { file, made, certificates });
    const key = { key: signer.publicKey, keyMade: signer.made };
    return { file, bytes: fileBytes, sha256: fileSha256, made, keys, certificates, requests, damaged, ...key };
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Who can write to the folder can exchange the copy after it was checked, and it would be signed. */
function requirePrivate(folder: string): void {
  const { mode, uid, gid } = statSync(folder);
  // The user's own group is usually a group of one.
  const others = gid === process.getgid?.() ? 0o002 : 0o022;
  const isShared = (mode & others) !== 0 && (mode & STICKY) === 0;
  if (!isShared && [0, process.getuid?.()].includes(uid)) return;
  throw new BackupError(
    `Other users can write to ${folder} and exchange the copy before it is signed. Use a folder of your own, then move the file.`,
  );
}

function copyInto(database: string, partial: string): void {
  // A database on a full disk can be opened only with the help of its reserve, and a backup elsewhere is then wanted most.
  const disk = new SqliteDiskSpace(database, 0);
  const source = disk.open(() => openSource(database));
  try {
    source.run('PRAGMA busy_timeout = 5000');
    // VACUUM INTO accepts an existing file if it is empty. The file keeps its mode that way.
    source.run('VACUUM INTO ?', [partial]);
  } catch (error) {
    throw new BackupError(`The copy failed: ${(error as Error).message}.`);
  } finally {
    source.close();
    disk.closed();
  }
}

function openSource(database: string): Database {
  const source = new Database(database, { readonly: true, strict: true });
  try {
    source.query('SELECT 1 FROM sqlite_master').get();
    return source;
  } catch (error) {
    source.close();
    throw error;
  }
}

/** With a link: unlike a rename, it cannot replace a file that was created meanwhile. */
function publish(partial: string, file: string): void {
  try {
    linkSync(partial, file);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new BackupError(
      code === 'EEXIST' ? `${file} exists; a backup overwrites nothing.` : `${file} cannot be created: ${code}.`,
    );
  }
  rmSync(partial);
  syncFolderOf(file);
}
