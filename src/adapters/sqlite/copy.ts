/** A SQLite database as one side of a copy. */
import type { Database } from 'bun:sqlite';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Cell, type CopySide, type CopyTable, SETTINGS_NOT_COPIED } from '../copy.ts';
import { ungrouped } from './journal-text.ts';
import { openSqlite } from './open.ts';
import * as schema from './schema.ts';

const BATCH_ROWS = 500;
const BATCH_ROWS_OF_DOCUMENTS = 50;
const DOCUMENTS = ['certificate_files', 'job_inputs', 'job_outputs'];
/** Waits this long for the write lock before the copy fails. */
const LOCK_WAIT_MS = 5000;

/** Not needed: the sliding minute has passed before anything is copied, and servers report themselves where they run. */
const NOT_COPIED = ['saved_lineages', 'instances'];

/** All other tables. A test checks that both databases have them. */
export const COPY_TABLES: CopyTable[] = Object.values(schema as Record<string, unknown>)
  .filter((value) => value instanceof SQLiteTable)
  .map((table) => getTableConfig(table))
  .filter(({ name }) => !NOT_COPIED.includes(name))
  .map(({ name, columns, primaryKeys }) => {
    const key = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
    return {
      name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
      batch: DOCUMENTS.includes(name) ? BATCH_ROWS_OF_DOCUMENTS : BATCH_ROWS,
    };
  });

/** Runs `work` in one transaction, which holds the write lock of the file. */
export async function withSqliteCopy<T>(path: string, work: (side: CopySide) => Promise<T>): Promise<T> {
  const storage = openSqlite(path, { lockWaitMs: LOCK_WAIT_MS });
  try {
    storage.recordsFile.run('BEGIN IMMEDIATE');
    const result = await work(sideOf(storage.recordsFile));
    storage.recordsFile.run('COMMIT');
    return result;
  } catch (error) {
    if (storage.recordsFile.inTransaction) storage.recordsFile.run('ROLLBACK');
    throw error;
  } finally {
    await storage.close();
  }
}

function sideOf(file: Database): CopySide {
  const copiedRows = ({ name }: CopyTable) =>
    name === 'settings' ? `WHERE name NOT IN (${SETTINGS_NOT_COPIED.map((setting) => `'${setting}'`)})` : '';
  return {
    tables: () => COPY_TABLES,

    async newestUseMs() {
      return file.prepare<{ at: number }, []>('SELECT coalesce(max(at_ms), 0) AS at FROM journal').get()!.at;
    },

    async count(table) {
      return file.prepare<{ n: number }, []>(`SELECT count(*) AS n FROM "${table.name}" ${copiedRows(table)}`).get()!.n;
    },

    async *read(table) {
      const columns = table.columns.map((column) => `"${column}"`);
      const order = table.key.map((column) => `"${column}"`);
      const select = file.prepare<Record<string, Cell>, []>(
        `SELECT ${columns} FROM "${table.name}" ${copiedRows(table)} ORDER BY ${order}`,
      );
      let batch: Cell[][] = [];
      for (const row of select.iterate()) {
        // PostgreSQL reads the entries of the journal by statements that know no groups.
        if (table.name === 'journal') row.entries = ungrouped(row.entries as string);
        batch.push(table.columns.map((column) => row[column]!));
        if (batch.length < table.batch) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },

    async write(table, rows) {
      const places = table.columns.map(() => '?');
      const insert = file.prepare(`INSERT INTO "${table.name}" VALUES (${places})`);
      for (const row of rows) insert.run(...row);
    },

    // SQLite continues after the greatest id by itself, and the ledger reads the journal.
    async finish() {},
  };
}
