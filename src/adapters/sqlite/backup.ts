/** A verified copy of the database at one moment, made while servers read and write it. */
import { Database } from 'bun:sqlite';
import { closeSync, existsSync, linkSync, openSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileBytes, freeBytes } from '../system/disk.ts';
import { BackupError, type CopyCounts, inspectCopy, seal, syncFolderOf } from './backup-file.ts';

export interface Backup extends CopyCounts {
  file: string;
  bytes: number;
  /** Of the whole file, as `sha256sum` prints it. */
  sha256: string;
  /** ISO 8601, UTC. */
  made: string;
}

/**
 * Everything that was committed before this call is in the file. Nobody waits for it: SQLite reads the state of one moment
 * while others write. The file appears whole, verified and durable, or not at all, and only its owner may read it.
 * @throws BackupError
 */
export function backUp(database: string, file: string, nowMs: number): Backup {
  if (!existsSync(database)) throw new BackupError(`There is no database at ${database}.`);
  if (existsSync(file)) throw new BackupError(`${file} exists; a backup overwrites nothing.`);
  const folder = dirname(file);
  if (!existsSync(folder)) throw new BackupError(`There is no folder ${folder}.`);
  if (freeBytes(folder) < fileBytes(database)) throw new BackupError(`There is not enough room for it in ${folder}.`);
  const partial = join(folder, `.${basename(file)}.partial-${process.pid}`);
  try {
    closeSync(openSync(partial, 'wx', 0o600));
  } catch (error) {
    throw new BackupError(`${folder} cannot be written: ${(error as { code?: string }).code}.`);
  }
  try {
    const made = new Date(nowMs).toISOString();
    copyInto(database, partial);
    const counts = inspectCopy(partial);
    const { fileSha256, fileBytes } = seal(partial, made);
    publish(partial, file);
    return { file, bytes: fileBytes, sha256: fileSha256, made, ...counts };
  } finally {
    rmSync(partial, { force: true });
  }
}

function copyInto(database: string, partial: string): void {
  const source = new Database(database, { readonly: true, strict: true });
  try {
    source.run('PRAGMA busy_timeout = 5000');
    // SQLite takes an empty file for a new one, and so this one keeps its mode.
    source.run('VACUUM INTO ?', [partial]);
  } catch (error) {
    throw new BackupError(`The copy failed: ${(error as Error).message}.`);
  } finally {
    source.close();
  }
}

/** A link, unlike a rename, never takes the place of a file that came meanwhile. */
function publish(partial: string, file: string): void {
  try {
    linkSync(partial, file);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new BackupError(code === 'EEXIST' ? `${file} exists; a backup overwrites nothing.` : `${file}: ${code}`);
  }
  rmSync(partial);
  syncFolderOf(file);
}
