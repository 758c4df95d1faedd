/**
 * Copies everything from one database to another, table by table in order of the primary key. The target is read back and
 * compared before it is committed. It must be empty, and if anything fails it stays empty.
 */
import { MINUTE_MS } from '../domain/sliding-minute.ts';
import { FREE_PAGES_SETTING } from './sqlite/disk-space.ts';
import { ROLLED_UP_SEQ_SETTING } from './sqlite/journal.ts';

export type Cell = string | number | Uint8Array | null;

export interface CopyTable {
  name: string;
  columns: string[];
  /** Columns of the primary key. Both sides read in this order. */
  key: string[];
  /** Rows read and written at a time. Fewer for tables whose rows hold a document. */
  batch: number;
}

/** One of the two databases, in one transaction. */
export interface CopySide {
  tables(): CopyTable[];
  /** When a request was last admitted, Unix milliseconds; 0 when the database does not know of any. */
  newestUseMs(): Promise<number>;
  count(table: CopyTable): Promise<number>;
  read(table: CopyTable): AsyncIterable<Cell[][]>;
  write(table: CopyTable, rows: Cell[][]): Promise<void>;
  /** After the last row: sets the sequences of ids past the copied ids, and rolls up the copied journal where limits need it. */
  finish(): Promise<void>;
}

export interface CopiedTable {
  name: string;
  rows: number;
  /** SHA-256 over all rows in order of their keys, the same on both sides. */
  sha256: string;
}

/** The copy cannot be made. Nothing was changed. */
export class CopyError extends Error {}

/** Settings that have a meaning only in the database that wrote them. */
export const SETTINGS_NOT_COPIED = [ROLLED_UP_SEQ_SETTING, FREE_PAGES_SETTING];

export interface CopyProgress {
  /** Milliseconds until no request counts in a sliding minute any more. */
  waiting(ms: number): void;
  copied(table: string, rows: number, rowsTotal: number): void;
  verified(table: CopiedTable): void;
}

/** @throws CopyError when the target is not empty, the source is in use, or a table reads back different. */
export async function copyAll(
  source: CopySide,
  target: CopySide,
  clock: { now(): number; sleep(ms: number): Promise<void> },
  progress: CopyProgress,
): Promise<CopiedTable[]> {
  for (const table of target.tables()) {
    if ((await target.count(table)) > 0) throw new CopyError(`The target is not empty: it has rows in ${table.name}.`);
  }
  await waitOutMinute(source, clock, progress);
  const copies: CopiedTable[] = [];
  for (const table of source.tables()) copies.push(await copyTable(source, target, table, progress));
  for (const [i, table] of target.tables().entries()) {
    const found = await hashOf(target, table);
    const { rows, sha256 } = copies[i]!;
    if (found.rows !== rows || found.sha256 !== sha256) {
      throw new CopyError(`The copy of ${table.name} differs: ${found.rows} of ${rows} rows. Nothing was changed.`);
    }
    progress.verified(found);
  }
  await target.finish();
  return copies;
}

/** The sliding minute is not copied. Waits until it is empty, because otherwise the copy would grant each key a second limit. */
async function waitOutMinute(
  source: CopySide,
  clock: { now(): number; sleep(ms: number): Promise<void> },
  progress: CopyProgress,
) {
  const newest = await source.newestUseMs();
  const waitMs = Math.min(MINUTE_MS, newest + MINUTE_MS - clock.now());
  if (waitMs <= 0) return;
  progress.waiting(waitMs);
  await clock.sleep(waitMs);
  if ((await source.newestUseMs()) !== newest) throw new CopyError('A server is still answering: stop it first.');
}

async function copyTable(source: CopySide, target: CopySide, table: CopyTable, progress: CopyProgress) {
  const rowsTotal = await source.count(table);
  const hash = new TableHash(table);
  for await (const rows of source.read(table)) {
    hash.add(rows);
    await target.write(table, rows);
    progress.copied(table.name, hash.rows, rowsTotal);
  }
  return hash.result();
}

async function hashOf(side: CopySide, table: CopyTable): Promise<CopiedTable> {
  const hash = new TableHash(table);
  for await (const rows of side.read(table)) hash.add(rows);
  return hash.result();
}

class TableHash {
  rows = 0;
  readonly #hasher = new Bun.CryptoHasher('sha256');

  constructor(private readonly table: CopyTable) {}

  add(rows: Cell[][]): void {
    for (const row of rows) {
      this.rows++;
      for (const cell of row) {
        // With type and length before each cell, no two different rows give the same bytes.
        const bytes = cell instanceof Uint8Array ? cell : Buffer.from(String(cell));
        this.#hasher.update(`${cell === null ? 'null' : typeof cell} ${bytes.length} `).update(bytes);
      }
    }
  }

  result(): CopiedTable {
    return { name: this.table.name, rows: this.rows, sha256: this.#hasher.digest('hex') };
  }
}
