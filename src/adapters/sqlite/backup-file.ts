/**
 * The form of a backup: the database as one plain SQLite file, and behind it a line with its length and SHA-256. SQLite reads
 * such a file as it is and passes over the line. The line is what tells a changed byte: SQLite keeps no sums of its pages.
 */
import { Database } from 'bun:sqlite';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { migrationStates } from './migrations.ts';

const CHUNK_BYTES = 1 << 20;
const LINE_BYTES = 192;
const LINE = /^\nportside-backup 1 sha256=([0-9a-f]{64}) bytes=(\d+) made=(\S+) *\n$/;

/** A file that is not what it should be; the sentence is for the person. */
export class BackupError extends Error {}

export interface CopyCounts {
  keys: number;
  certificates: number;
  /** Requests counted since the first. */
  requests: number;
}

export interface BackupLine {
  sha256: string;
  bytes: number;
  /** ISO 8601, UTC. */
  made: string;
}

/** Adds the line to a file that holds a database alone, and makes it durable. Returns the line and the sum of the whole. */
export function seal(path: string, made: string): BackupLine & { fileSha256: string; fileBytes: number } {
  const file = openSync(path, 'r+');
  try {
    const bytes = fstatSync(file).size;
    const hasher = new Bun.CryptoHasher('sha256');
    readThrough(file, bytes, (chunk) => hasher.update(chunk));
    const sha256 = hasher.copy().digest('hex');
    const text = `\nportside-backup 1 sha256=${sha256} bytes=${bytes} made=${made}`;
    const line = Buffer.from(`${text.padEnd(LINE_BYTES - 1)}\n`);
    writeSync(file, line, 0, LINE_BYTES, bytes);
    fsyncSync(file);
    return { sha256, bytes, made, fileSha256: hasher.update(line).digest('hex'), fileBytes: bytes + LINE_BYTES };
  } finally {
    closeSync(file);
  }
}

/**
 * Writes the database of the backup at `from` to the new file `to`, durably, comparing its sum on the way.
 * @throws BackupError when `from` is no backup, or was altered or cut off since it was made
 */
export function unseal(from: string, to: string): BackupLine {
  let source: number;
  try {
    source = openSync(from, 'r');
  } catch {
    throw new BackupError(`${from} cannot be read.`);
  }
  const target = openSync(to, 'wx', 0o600);
  try {
    const line = readLine(source);
    if (!line) throw new BackupError(`${from} is not a backup of Portside, or its end is missing.`);
    const hasher = new Bun.CryptoHasher('sha256');
    readThrough(source, line.bytes, (chunk) => {
      hasher.update(chunk);
      writeAll(target, chunk);
    });
    if (hasher.digest('hex') !== line.sha256) throw new BackupError(`${from} was altered since it was made.`);
    fsyncSync(target);
    return line;
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

function readLine(file: number): BackupLine | undefined {
  const { size } = fstatSync(file);
  if (size <= LINE_BYTES) return undefined;
  const line = Buffer.alloc(LINE_BYTES);
  readSync(file, line, 0, LINE_BYTES, size - LINE_BYTES);
  const match = LINE.exec(line.toString('latin1'));
  if (!match || Number(match[2]) !== size - LINE_BYTES) return undefined;
  return { sha256: match[1]!, bytes: Number(match[2]), made: match[3]! };
}

function readThrough(file: number, bytes: number, take: (chunk: Uint8Array) => void): void {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; at < bytes; ) {
    const read = readSync(file, buffer, 0, Math.min(CHUNK_BYTES, bytes - at), at);
    if (read === 0) throw new BackupError('The file became shorter while it was read.');
    take(buffer.subarray(0, read));
    at += read;
  }
}

function writeAll(file: number, chunk: Uint8Array): void {
  for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
}

/**
 * Reads a copy through and counts what it holds.
 * @throws BackupError when it is broken, not Portside's, or of a newer version
 */
export function inspectCopy(path: string): CopyCounts {
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

/** Makes the names in a folder durable. */
export function syncFolderOf(path: string): void {
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
