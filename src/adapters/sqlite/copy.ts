/** A SQLite database as one side of a copy. */
import type { Database } from 'bun:sqlite';
import type { Cell, CopySide } from '../copy.ts';
import { ungrouped } from './journal-text.ts';
import { openSqlite } from './open.ts';

/** Waits this long for the write lock before the copy fails. */
const LOCK_WAIT_MS = 5000;

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
  return {
    uses: 'journal',

    async number(sql) {
      return file.prepare<{ n: number }, []>(sql).get()!.n;
    },

    async *read({ name, columns, key, from, batch }) {
      const rows = file.prepare<Record<string, Cell>, []>(`SELECT * FROM ${from} ORDER BY ${key.map(quoted)}`);
      let read: Cell[][] = [];
      for (const row of rows.iterate()) {
        // PostgreSQL reads the entries of the journal by statements that know no groups.
        if (name === 'journal') row.entries = ungrouped(row.entries as string);
        read.push(columns.map((column) => row[column.name]!));
        if (read.length < batch) continue;
        yield read;
        read = [];
      }
      if (read.length > 0) yield read;
    },

    async write({ name, columns }, rows) {
      const insert = file.prepare(`INSERT INTO "${name}" VALUES (${columns.map(() => '?')})`);
      for (const row of rows) insert.run(...row);
    },

    // SQLite continues after the greatest id by itself, and the ledger reads the journal.
    async finish() {},
  };
}

const quoted = ({ name }: { name: string }) => `"${name}"`;
