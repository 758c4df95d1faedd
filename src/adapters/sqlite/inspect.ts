/** What there is to say of an open database, for `portside doctor`. */
import type { Database } from 'bun:sqlite';
import type { DatabaseFacts } from '../../domain/storage.ts';

/** @param whole read the whole file; otherwise its integrity is taken for `ok` */
export function databaseFacts(file: Database, whole: boolean): DatabaseFacts {
  const { v } = file.query<{ v: string }, []>('SELECT sqlite_version() AS v').get()!;
  const row = whole && file.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').get();
  return { version: `SQLite ${v}`, integrity: row ? row.integrity_check : whole ? 'no answer' : 'ok' };
}

/** Time of the newest row that carries one; 0 in an empty database. Unix milliseconds. */
export function newestRowMs(file: Database): number {
  return file
    .query<{ ms: number }, []>(
      `SELECT max(coalesce((SELECT at_ms FROM journal ORDER BY seq DESC LIMIT 1), 0),
                  coalesce((SELECT at_ms FROM audit ORDER BY id DESC LIMIT 1), 0),
                  coalesce((SELECT max(issued_at_ms) FROM certificates), 0)) AS ms`,
    )
    .get()!.ms;
}
