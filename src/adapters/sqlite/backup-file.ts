/**
 * The format of a backup: the database as a plain SQLite file, followed by a trailer, which is a line of text with the length
 * and SHA-256 of the database and a signature of all this. SQLite opens such a file as it is and ignores the trailer. The
 * trailer makes a changed byte detectable, because SQLite has no checksums of its pages, and the signature shows who made it.
 */
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileCause } from '../faults.ts';

const CHUNK_BYTES = 1 << 20;
const TRAILER_BYTES = 384;
const TRAILER =
  /^\n((portside-backup 2 sha256=([0-9a-f]{64}) bytes=(\d{1,15}) made=(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) key=([0-9a-f]{64})) signature=([0-9a-f]{128})) *\n$/;
/** Backups of version 0.1 are not signed. */
const UNSIGNED_TRAILER_BYTES = 192;
const UNSIGNED_TRAILER =
  /^\nportside-backup 1 sha256=([0-9a-f]{64}) bytes=(\d{1,15}) made=(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) *\n$/;

/** A backup cannot be made or used. The message is for the operator. */
export class BackupError extends Error {}

export interface BackupTrailer {
  sha256: string;
  bytes: number;
  /** ISO 8601, UTC. */
  made: string;
  /** Absent in a backup of version 0.1. */
  signature?: {
    /** The signed text. */
    text: string;
    /** 32 bytes, hexadecimal. */
    publicKey: string;
    /** 64 bytes, hexadecimal. */
    value: string;
  };
}

/** Appends the trailer to a database file and makes the file durable. Returns size and SHA-256 of the whole file. */
export function appendTrailer(
  path: string,
  made: string,
  signer: { publicKey: string; sign(text: string): string },
): { fileSha256: string; fileBytes: number } {
  const file = openSync(path, 'r+');
  try {
    const bytes = fstatSync(file).size;
    const hasher = new Bun.CryptoHasher('sha256');
    readChunks(file, bytes, (chunk) => hasher.update(chunk));
    const sha256 = hasher.copy().digest('hex');
    const text = `portside-backup 2 sha256=${sha256} bytes=${bytes} made=${made} key=${signer.publicKey}`;
    const trailer = Buffer.from(`${`\n${text} signature=${signer.sign(text)}`.padEnd(TRAILER_BYTES - 1)}\n`);
    writeSync(file, trailer, 0, TRAILER_BYTES, bytes);
    fsyncSync(file);
    return { fileSha256: hasher.update(trailer).digest('hex'), fileBytes: bytes + TRAILER_BYTES };
  } finally {
    closeSync(file);
  }
}

/**
 * Copies the database of the backup at `from` to the new file `to`, checks its SHA-256 and makes it durable. What is copied is
 * what was checked, even if somebody changes `from` meanwhile.
 * @param accept throws when the trailer is not acceptable; nothing is copied then
 * @throws BackupError when `from` is not a backup, or was altered or cut off
 */
export function extractDatabase(from: string, to: string, accept: (trailer: BackupTrailer) => void): BackupTrailer {
  const source = openRegularFile(from);
  let target: number | undefined;
  try {
    const { size } = fstatSync(source);
    const trailer = readTrailer(source, size);
    if (!trailer) throw new BackupError(`${from} is not a backup of Portside, or its end is missing.`);
    accept(trailer);
    target = openSync(to, 'wx', 0o600);
    const hasher = new Bun.CryptoHasher('sha256');
    readChunks(source, trailer.bytes, (chunk) => {
      hasher.update(chunk);
      writeAll(target!, chunk);
    });
    if (fstatSync(source).size !== size) throw new BackupError(`${from} changed while it was read.`);
    if (hasher.digest('hex') !== trailer.sha256) throw new BackupError(`${from} was altered since it was made.`);
    fsyncSync(target);
    return trailer;
  } finally {
    closeSync(source);
    if (target !== undefined) closeSync(target);
  }
}

/** The trailer of a file; undefined if it is no backup, or cannot be read. The file is not checked. */
export function readBackupTrailer(path: string): BackupTrailer | undefined {
  let file: number;
  try {
    file = openRegularFile(path);
  } catch {
    return undefined;
  }
  try {
    return readTrailer(file, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

/** Refuses links, because what one leads to can be exchanged, and pipes and devices, which might never end. */
function openRegularFile(path: string): number {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as { code?: string }).code === 'ELOOP') {
      throw new BackupError(`${path} is a symbolic link. Name the file itself.`);
    }
    throw new BackupError(`${path} cannot be read: ${fileCause(error)}.`);
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new BackupError(`${path} is not a regular file.`);
}

function readTrailer(file: number, size: number): BackupTrailer | undefined {
  const signed = TRAILER.exec(readEnd(file, size, TRAILER_BYTES));
  if (signed && Number(signed[4]) === size - TRAILER_BYTES) {
    const signature = { text: signed[2]!, publicKey: signed[6]!, value: signed[7]! };
    return { sha256: signed[3]!, bytes: Number(signed[4]), made: signed[5]!, signature };
  }
  const unsigned = UNSIGNED_TRAILER.exec(readEnd(file, size, UNSIGNED_TRAILER_BYTES));
  if (!unsigned || Number(unsigned[2]) !== size - UNSIGNED_TRAILER_BYTES) return undefined;
  return { sha256: unsigned[1]!, bytes: Number(unsigned[2]), made: unsigned[3]! };
}

function readEnd(file: number, size: number, bytes: number): string {
  if (size <= bytes) return '';
  const end = Buffer.alloc(bytes);
  readSync(file, end, 0, bytes, size - bytes);
  return end.toString('latin1');
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

/** Makes the file names in the folder of `path` durable. */
export function syncFolderOf(path: string): void {
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
