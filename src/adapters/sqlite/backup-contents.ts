/** Checks the database in a backup, and counts what it contains. */
import { Database } from 'bun:sqlite';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { DOCUMENT_SIGNER, SIGNING_KEY } from '../../domain/settings-store.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { BackupError } from './backup-file.ts';
import { integrityOf } from './inspect.ts';
import { entriesOf } from './journal-text.ts';
import { schemaDifferences } from './schema-comparison.ts';

const PAGE_BYTES = 4096;
const HEADER_BYTES = 100;
/** Differences named in a message. */
const NAMED_MAX = 3;

export interface BackupCounts {
  keys: number;
  certificates: number;
  /** All requests that were ever counted. */
  requests: number;
  /** Ids of certificates whose PDF is missing, or has another SHA-256 than when it was issued. */
  damaged: string[];
}

/** What the database lets somebody do who made it or saw it. */
export interface BackupAccess {
  /** Keys that are neither revoked nor expired. */
  usableKeys: number;
  /** Whether somebody's password opens the operator page. */
  password: boolean;
  /** Whether it has the key that signs the links to certificates. */
  signingKey: boolean;
  /** Whether it has the private key that signs certificates. */
  documentSigner: boolean;
}

/**
 * Checks format, schema and integrity of a database file, in this order: no later check runs on a file that an earlier one
 * refused. The file must have been written by `VACUUM INTO`, as a backup is.
 * @throws BackupError when it is damaged, not of Portside, or of a newer version
 */
export function inspectDatabase(path: string, nowMs = 0): BackupCounts & BackupAccess {
  checkHeader(path);
  try {
    using database = new Database(path, { readonly: true, strict: true });
    const differences = schemaDifferences(database);
    if (differences.length > 0) {
      const more = differences.length > NAMED_MAX ? `, and ${differences.length - NAMED_MAX} more` : '';
      throw new BackupError(
        `The copy has another schema than Portside makes: ${differences.slice(0, NAMED_MAX).join(', ')}${more}.`,
      );
    }
    if (integrityOf(database) !== 'ok') throw new BackupError('The copy fails SQLite’s integrity check.');
    checkIds(database);
    return { ...countContents(database), ...readAccess(database, nowMs) };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    // The message may repeat names from the file.
    const shown = (error as Error).message.replace(/\p{C}/gu, '�').slice(0, 200);
    throw new BackupError(`The copy cannot be used: ${shown}`);
  }
}

/**
 * Compares the header of the file with what `VACUUM INTO` writes: no write-ahead log, no free pages, UTF-8, a current format, and
 * as many pages as the file has (https://sqlite.org/fileformat.html, section 1.3). SQLite itself accepts much more.
 */
function checkHeader(path: string): void {
  const file = openSync(path, 'r');
  const header = Buffer.alloc(HEADER_BYTES);
  let size: number;
  try {
    size = fstatSync(file).size;
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  const start = Buffer.from('SQLite format 3\0\x10\0\x01\x01\0\x40\x20\x20', 'latin1');
  const field = (offset: number) => header.readUInt32BE(offset);
  const isOurs =
    header.subarray(0, start.length).equals(start) &&
    field(28) === size / PAGE_BYTES &&
    field(24) === field(92) &&
    field(44) === 4 &&
    field(56) === 1 &&
    // Free pages, cache size, automatic vacuum, user version and application id; the reserved bytes.
    [32, 36, 48, 52, 60, 64, 68].every((offset) => field(offset) === 0) &&
    header.subarray(72, 92).every((byte) => byte === 0);
  if (!isOurs) throw new BackupError('The copy does not have the format of a backup.');
}

/** A greatest id at the end of SQLite's range would refuse every later row, and one over 2^53 is not exact in JavaScript. */
function checkIds(database: Database): void {
  const tables = database
    .prepare<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'")
    .all()
    .map(({ name }) => name);
  const sequences = database.prepare<{ name: unknown; seq: unknown }, []>('SELECT * FROM sqlite_sequence LIMIT 100');
  const known = sequences.all().every(({ name, seq }) => tables.includes(String(name)) && Number.isSafeInteger(seq));
  const ids = [...tables, 'journal'].map(
    (name) => database.prepare<{ id: number }, []>(`SELECT max(abs(rowid)) AS id FROM "${name}"`).get()!.id,
  );
  if (!known || !ids.every((id) => Number.isSafeInteger(id ?? 0))) {
    throw new BackupError('The copy has ids that Portside does not make.');
  }
}

function countContents(database: Database): BackupCounts {
  const count = (sql: string) => database.prepare<{ n: number }, []>(sql).get()?.n ?? 0;
  return {
    keys: count('SELECT count(*) AS n FROM keys'),
    certificates: count('SELECT count(*) AS n FROM certificates'),
    requests: count('SELECT coalesce(sum(requests), 0) AS n FROM usage') + journalRequests(database),
    damaged: damagedCertificates(database),
  };
}

/** SQLite's own check finds pages that do not fit together, and not a bit that changed inside of a PDF. */
function damagedCertificates(database: Database): string[] {
  const rows = database
    .prepare<{ gcc_id: string; sha256: string; pdf: Uint8Array | null }, []>(
      'SELECT c.gcc_id, c.sha256, f.pdf FROM certificates c LEFT JOIN certificate_files f ON f.gcc_id = c.gcc_id',
    )
    .iterate();
  const damaged: string[] = [];
  for (const { gcc_id, sha256, pdf } of rows) if (pdf === null || sha256Hex(pdf) !== sha256) damaged.push(gcc_id);
  return damaged;
}

/** @param damaged not empty */
export function damagedText(damaged: readonly string[]): string {
  const more = damaged.length > NAMED_MAX ? `, and ${damaged.length - NAMED_MAX} more` : '';
  const which = `${damaged.slice(0, NAMED_MAX).join(', ')}${more}`;
  return `The PDF of ${damaged.length === 1 ? 'one certificate' : `${damaged.length} certificates`} is damaged or missing in it: ${which}.`;
}

function journalRequests(database: Database): number {
  let requests = 0;
  for (const row of database.prepare<{ entries: string }, []>('SELECT entries FROM journal').iterate()) {
    for (const [, , , count] of entriesOf(row.entries)) requests += count;
  }
  if (!Number.isSafeInteger(requests)) throw new BackupError('The copy has a journal that Portside does not write.');
  return requests;
}

function readAccess(database: Database, nowMs: number): BackupAccess {
  const usable = database
    .prepare<{ n: number }, [number]>(
      'SELECT count(*) AS n FROM keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
    )
    .get(nowMs);
  const has = (name: string) => database.prepare('SELECT 1 FROM settings WHERE name = ?').get(name) !== null;
  const isThere = (table: string) => database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== null;
  // Before there were operators with names, the one password was a setting.
  const password = isThere('operators')
    ? database.prepare('SELECT 1 FROM operators LIMIT 1').get() !== null
    : has('operator_password');
  return { usableKeys: usable!.n, password, signingKey: has(SIGNING_KEY), documentSigner: has(DOCUMENT_SIGNER) };
}
