/**
 * The format of a backup: the database as a plain SQLite file, followed by a trailer, which is a line of text with the length
 * and SHA-256 of the database. SQLite opens such a file as it is and ignores the trailer. The trailer makes a changed byte
 * detectable, because SQLite has no checksums of its pages.
 */
import { Database } from 'bun:sqlite';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { migrationStates } from './migrations.ts';

const CHUNK_BYTES = 1 << 20;
const TRAILER_BYTES = 192;
const TRAILER = /^\nportside-backup 1 sha256=([0-9a-f]{64}) bytes=(\d+) made=(\S+) *\n$/;

/** A backup cannot be made or used. The message is for the operator. */
export class BackupError extends Error {}

export interface BackupCounts {
  keys: number;
  certificates: number;
  /** All requests that were ever counted. */
  requests: number;
}

export interface BackupTrailer {
  sha256: string;
  bytes: number;
  /** ISO 8601, UTC. */
  made: string;
}

/** Appends the trailer to a database file and makes the file durable. Returns the trailer, and size and SHA-256 of the whole file. */
export function appendTrailer(path: string, made: string): BackupTrailer & { fileSha256: string; fileBytes: number } {
  const file = openSync(path, 'r+');
  try {
    const bytes = fstatSync(file).size;
    const hasher = new Bun.CryptoHasher('sha256');
    readChunks(file, bytes, (chunk) => hasher.update(chunk));
    const sha256 = hasher.copy().digest('hex');
    const text = `\nportside-backup 1 sha256=${sha256} bytes=${bytes} made=${made}`;
    const trailer = Buffer.from(`${text.padEnd(TRAILER_BYTES - 1)}\n`);
    writeSync(file, trailer, 0, TRAILER_BYTES, bytes);
    fsyncSync(file);
    return { sha256, bytes, made, fileSha256: hasher.update(trailer).digest('hex'), fileBytes: bytes + TRAILER_BYTES };
  } finally {
    closeSync(file);
  }
}

/**
 * Copies the database of the backup at `from` to the new file `to`, checks its SHA-256 and makes it durable.
 * @throws BackupError when `from` is not a backup, or was altered or cut off
 */
export function extractDatabase(from: string, to: string): BackupTrailer {
  let source: number;
  try {
    source = openSync(from, 'r');
  } catch {
    throw new BackupError(`${from} cannot be read.`);
  }
  const target = openSync(to, 'wx', 0o600);
  try {
    const trailer = readTrailer(source);
    if (!trailer) throw new BackupError(`${from} is not a backup of Portside, or its end is missing.`);
    const hasher = new Bun.CryptoHasher('sha256');
    readChunks(source, trailer.bytes, (chunk) => {
      hasher.update(chunk);
      writeAll(target, chunk);
    });
    if (hasher.digest('hex') !== trailer.sha256) throw new BackupError(`${from} was altered since it was made.`);
    fsyncSync(target);
    return trailer;
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

function readTrailer(file: number): BackupTrailer | undefined {
  const { size } = fstatSync(file);
  if (size <= TRAILER_BYTES) return undefined;
  const trailer = Buffer.alloc(TRAILER_BYTES);
  readSync(file, trailer, 0, TRAILER_BYTES, size - TRAILER_BYTES);
  const match = TRAILER.exec(trailer.toString('latin1'));
  if (!match || Number(match[2]) !== size - TRAILER_BYTES) return undefined;
  return { sha256: match[1]!, bytes: Number(match[2]), made: match[3]! };
}

function readChunks(file: number, bytes: number, onChunk: (chunk: Uint8Array) => void): void {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; at < bytes; ) {
    const read = readSync(file, buffer, 0, Math.min(CHUNK_BYTES, bytes - at), at);
    if (read === 0) throw new BackupError('The file became shorter while it was read.');
    onChunk(buffer.subarray(0, read));
    at += read;
  }
}

function writeAll(file: number, chunk: Uint8Array): void {
  for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
}

/**
 * Checks the integrity of a database file and counts what it contains.
 * @throws BackupError when it is damaged, not of Portside, or of a newer version
 */
export function inspectDatabase(path: string): BackupCounts {
  let database: Database;
  try {
    database = new Database(path, { readonly: true, strict: true });
  } catch {
    throw new BackupError('The copy cannot be opened as a database.');
  }
  try {
    const result = database.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').get();
    if (result?.integrity_check !== 'ok') throw new BackupError('The copy fails SQLite’s integrity check.');
    if (migrationStates(database).every((state) => state.appliedAt === undefined)) {
      throw new BackupError('The copy is a database, but not one of Portside.');
    }
    const count = (sql: string) => database.query<{ n: number }, []>(sql).get()?.n ?? 0;
    return {
      keys: count('SELECT count(*) AS n FROM keys'),
      certificates: count('SELECT count(*) AS n FROM certificates'),
      requests:
        count('SELECT coalesce(sum(requests), 0) AS n FROM usage') +
        count(
          "SELECT coalesce(sum(json_extract(entry.value, '$[3]')), 0) AS n FROM journal, json_each(journal.entries) AS entry",
        ),
    };
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError((error as Error).message);
  } finally {
    database.close();
  }
}

/** Makes the file names in the folder of `path` durable. */
export function syncFolderOf(path: string): void {
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
