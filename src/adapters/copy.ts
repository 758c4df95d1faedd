/**
 * Copies everything from one database to another, table by table in order of the primary key. The target is read back and
 * compared before it is committed. It must be empty, and if anything fails it stays empty.
 */
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { MINUTE_MS } from '../domain/sliding-minute.ts';
import * as schema from './postgres/schema.ts';
import { FREE_PAGES_SETTING } from './sqlite/disk-space.ts';
import { ROLLED_UP_SEQ_SETTING } from './sqlite/journal.ts';

export type Cell = string | number | Uint8Array | null;

export interface CopyTable {
  name: string;
  /** In the types of PostgreSQL. */
  columns: { name: string; type: string }[];
  /** Columns of the primary key. Both sides read in this order. */
  key: { name: string; type: string }[];
  /** What `FROM` names in both databases: the table, and the condition of the rows that are copied. */
  from: string;
  /** Rows read and written at a time. Fewer for tables whose rows hold a document. */
  batch: number;
}

const BATCH_ROWS = 500;
const BATCH_ROWS_OF_DOCUMENTS = 50;
const DOCUMENTS = ['certificate_files', 'job_inputs', 'job_outputs'];

/** Not needed: the sliding minute has passed before anything is copied, and servers report themselves where they run. */
const NOT_COPIED = ['lineages', 'instances'];
/** Settings that have a meaning only in the database that wrote them. */
const SETTINGS_NOT_COPIED = [ROLLED_UP_SEQ_SETTING, FREE_PAGES_SETTING];

export const COPY_TABLES: CopyTable[] = Object.values(schema)
  .filter((value) => value instanceof PgTable)
  .map((table) => getTableConfig(table))
  .filter(({ name }) => !NOT_COPIED.includes(name))
  .map(({ name, columns, primaryKeys }) => {
    // Columns of a key of several cannot name their type: their `getSQLType` calls itself.
    const typed = new Map(columns.map((column) => [column.name, { name: column.name, type: column.getSQLType() }]));
    const key = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
    const isCopied = name === 'settings' ? ` WHERE name NOT IN (${SETTINGS_NOT_COPIED.map((it) => `'${it}'`)})` : '';
    return {
      name,
      columns: [...typed.values()],
      key: key.map((column) => typed.get(column.name)!),
      from: `"${name}"${isCopied}`,
      batch: DOCUMENTS.includes(name) ? BATCH_ROWS_OF_DOCUMENTS : BATCH_ROWS,
    };
  });

/** One of the two databases, in one transaction. */
export interface CopySide {
  /** The table whose `at_ms` says when requests were admitted. */
  readonly uses: 'journal' | 'lineages';
  /** The number `n` that a statement answers. */
  number(sql: string): Promise<number>;
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
  for (const table of COPY_TABLES) {
    if ((await countOf(target, table)) > 0)
      throw new CopyError(`The target is not empty: it has rows in ${table.name}.`);
  }
  await waitOutMinute(source, clock, progress);
  const copies: CopiedTable[] = [];
  for (const table of COPY_TABLES) copies.push(await copyTable(source, target, table, progress));
  for (const [i, table] of COPY_TABLES.entries()) {
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

const countOf = (side: CopySide, { from }: CopyTable) => side.number(`SELECT count(*) AS n FROM ${from}`);

/** The sliding minute is not copied. Waits until it is empty, because otherwise the copy would grant each key a second limit. */
async function waitOutMinute(
  source: CopySide,
  clock: { now(): number; sleep(ms: number): Promise<void> },
  progress: CopyProgress,
) {
  const newestUseMs = () => source.number(`SELECT coalesce(max(at_ms), 0) AS n FROM ${source.uses}`);
  const newest = await newestUseMs();
  const waitMs = Math.min(MINUTE_MS, newest + MINUTE_MS - clock.now());
  if (waitMs <= 0) return;
  progress.waiting(waitMs);
  await clock.sleep(waitMs);
  if ((await newestUseMs()) !== newest) throw new CopyError('A server is still answering: stop it first.');
}

async function copyTable(source: CopySide, target: CopySide, table: CopyTable, progress: CopyProgress) {
  const rowsTotal = await countOf(source, table);
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
