/**
 * Moves everything from one database to another: table by table in order of their keys, then read back and compared, and only
 * then committed. The target must be empty, and is empty again when anything fails.
 */

export type Cell = string | number | Uint8Array | null;

export interface CopyTable {
  name: string;
  columns: string[];
  /** Columns of the primary key: the order in which both sides read. */
  key: string[];
  /** Rows at a time; a row may hold a document. */
  batch: number;
}

/** One database while it is copied, in one transaction. */
export interface CopySide {
  tables(): CopyTable[];
  /** When a request was last admitted, Unix milliseconds; 0 when none is within memory. */
  newestUseMs(): Promise<number>;
  count(table: CopyTable): Promise<number>;
  read(table: CopyTable): AsyncIterable<Cell[][]>;
  write(table: CopyTable, rows: Cell[][]): Promise<void>;
  /** After the last row: what counts ids goes on after them, and what was just admitted is where limits look. */
  settle(): Promise<void>;
}

export interface CopiedTable {
  name: string;
  rows: number;
  /** SHA-256 over all rows in order of their keys, the same on both sides. */
  sha256: string;
}

/** A copy that is not to be, with nothing changed. */
export class CopyError extends Error {}

/** Written anew by each database as it needs it. */
export const NOT_COPIED = ['journal_folded_seq'];
const MINUTE_MS = 60_000;

export interface CopyProgress {
  /** Milliseconds until the last minute's requests are no limit's concern any more. */
  waiting(ms: number): void;
  copied(table: string, rows: number, of: number): void;
  verified(table: CopiedTable): void;
}

/** @throws CopyError when the target holds anything, the source is still in use, or a table does not read back the same. */
export async function copyAll(
  source: CopySide,
  target: CopySide,
  clock: { now(): number; sleep(ms: number): Promise<void> },
  progress: CopyProgress,
): Promise<CopiedTable[]> {
  for (const table of target.tables()) {
    if ((await target.count(table)) > 0) throw new CopyError(`The target is not empty: it has rows in ${table.name}.`);
  }
  await quiet(source, clock, progress);
  const sums: CopiedTable[] = [];
  for (const table of source.tables()) sums.push(await copyTable(source, target, table, progress));
  for (const [i, table] of target.tables().entries()) {
    const found = await sumOf(target, table);
    const { rows, sha256 } = sums[i]!;
    if (found.rows !== rows || found.sha256 !== sha256) {
      throw new CopyError(`${table.name} reads back different: ${found.rows} rows of ${rows}. Nothing was kept.`);
    }
    progress.verified(found);
  }
  await target.settle();
  return sums;
}

/** The sliding minute does not move with the rows: it has passed before they do, or a limit would start anew. */
async function quiet(
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
  const of = await source.count(table);
  const sum = new Sum(table);
  for await (const rows of source.read(table)) {
    sum.add(rows);
    await target.write(table, rows);
    progress.copied(table.name, sum.rows, of);
  }
  return sum.result();
}

async function sumOf(side: CopySide, table: CopyTable): Promise<CopiedTable> {
  const sum = new Sum(table);
  for await (const rows of side.read(table)) sum.add(rows);
  return sum.result();
}

class Sum {
  rows = 0;
  readonly #hasher = new Bun.CryptoHasher('sha256');

  constructor(private readonly table: CopyTable) {}

  add(rows: Cell[][]): void {
    for (const row of rows) {
      this.rows++;
      for (const cell of row) {
        // Each cell says what it is and how long, so that no two rows make the same text.
        const bytes = cell instanceof Uint8Array ? cell : Buffer.from(String(cell));
        this.#hasher.update(`${cell === null ? 'null' : typeof cell} ${bytes.length} `).update(bytes);
      }
    }
  }

  result(): CopiedTable {
    return { name: this.table.name, rows: this.rows, sha256: this.#hasher.digest('hex') };
  }
}
