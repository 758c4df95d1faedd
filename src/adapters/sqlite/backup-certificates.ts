/** What a backup holds of certificates, so that `doctor` can compare it with the database. */
import { Database } from 'bun:sqlite';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sha256Hex } from '../../domain/sha256.ts';
import { freeBytes } from '../system/disk.ts';
import { inspectDatabase } from './backup-contents.ts';
import { BackupError, extractDatabase, readBackupTrailer } from './backup-file.ts';
import { isSignedBy, ownPublicKey } from './backup-key.ts';

export interface BackedUpCertificates {
  file: string;
  /** ISO 8601, UTC. */
  made: string;
  /** Whether the key beside the database signed it. */
  signed: boolean;
  /** SHA-256 of the PDF in the backup, and the time of issue in Unix milliseconds, by id. */
  certificates: Map<string, { sha256: string; issuedAtMs: number }>;
}

/**
 * Reads every certificate of a backup, with the hash of its PDF as it is there. The backup is unpacked beside the database
 * meanwhile.
 * @throws BackupError when it is not a backup, was altered, is damaged, or there is no room to unpack it
 */
export function readBackedUpCertificates(file: string, database: string): BackedUpCertificates {
  const unpacked = `${database}.checking-${process.pid}`;
  const own = ownPublicKey(database);
  let signed = false;
  try {
    const { made } = extractDatabase(file, unpacked, ({ bytes, signature }) => {
      if (signature) {
        const { publicKey, text, value } = signature;
        signed = publicKey === own && isSignedBy(publicKey, text, value);
      }
      if (freeBytes(dirname(database)) < bytes) {
        throw new BackupError(`There is not enough free space in ${dirname(database)} to unpack ${file}.`);
      }
    });
    inspectDatabase(unpacked);
    return { file, made, signed, certificates: certificatesOf(unpacked) };
  } finally {
    rmSync(unpacked, { force: true });
  }
}

function certificatesOf(path: string): BackedUpCertificates['certificates'] {
  using database = new Database(path, { readonly: true, strict: true });
  const rows = database
    .prepare<{ gcc_id: string; issued_at_ms: number; pdf: Uint8Array }, []>(
      'SELECT c.gcc_id, c.issued_at_ms, f.pdf FROM certificates c JOIN certificate_files f ON f.gcc_id = c.gcc_id',
    )
    .iterate();
  const found: BackedUpCertificates['certificates'] = new Map();
  for (const row of rows) found.set(row.gcc_id, { sha256: sha256Hex(row.pdf), issuedAtMs: row.issued_at_ms });
  return found;
}

/** Files of a folder that are looked at. */
const FILES_MAX = 10_000;

/**
 * The backup that is meant: the file itself, or the newest one in a folder.
 * @throws BackupError when there is none
 */
export function backupAt(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new BackupError(`${path} does not exist.`);
  if (!stat.isDirectory()) return path;
  const dated = readdirSync(path)
    .slice(0, FILES_MAX)
    .flatMap((name) => {
      const made = readBackupTrailer(join(path, name))?.made;
      return made === undefined ? [] : [{ file: join(path, name), made }];
    });
  const newest = dated.sort((one, other) => (one.made < other.made ? 1 : -1))[0];
  if (!newest) throw new BackupError(`There is no backup of Portside in ${path}.`);
  return newest.file;
}

/** What is remembered of the last backup of this database that this machine made. */
export interface LastBackup {
  /** Where it was written. It may have been moved since. */
  file: string;
  /** ISO 8601, UTC. */
  made: string;
  certificates: number;
}

function lastBackupPath(database: string): string {
  return join(dirname(database), 'last-backup.json');
}

/** A backup that could not be remembered is as good as any other, so this never throws. */
export function rememberBackup(database: string, { file, made, certificates }: LastBackup): void {
  try {
    const text = `${JSON.stringify({ file: resolve(file), made, certificates })}\n`;
    writeFileSync(lastBackupPath(database), text, { mode: 0o600 });
  } catch {}
}

/** Undefined if none is remembered, or the note cannot be read. */
export function lastBackup(database: string): LastBackup | undefined {
  const path = lastBackupPath(database);
  if (!existsSync(path)) return undefined;
  try {
    const { file, made, certificates } = JSON.parse(readFileSync(path, 'utf8')) as LastBackup;
    const isNote = typeof file === 'string' && !Number.isNaN(Date.parse(made)) && Number.isSafeInteger(certificates);
    return isNote ? { file, made, certificates } : undefined;
  } catch {
    return undefined;
  }
}
