/** Facts about an open database for `portside doctor`. */
import type { Database } from 'bun:sqlite';
import type { DatabaseFacts } from '../../domain/storage.ts';

/** @param whole check the integrity of the whole file; otherwise it is reported as `ok` without a check */
export function databaseFacts(file: Database, whole: boolean): DatabaseFacts {
  const { v } = file.query<{ v: string }, []>('SELECT sqlite_version() AS v').get()!;
  const row = whole && file.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').get();
  return { version: `SQLite ${v}`, integrity: row ? row.integrity_check : whole ? 'no answer' : 'ok' };
}

/** The newest time in any row, Unix milliseconds; 0 in an empty database. */
export function newestRowMs(file: Database): number {
  return file
    .query<{ ms: number }, []>(
      `SELECT max(coalesce((SELECT at_ms FROM journal ORDER BY seq DESC LIMIT 1), 0),
                  coalesce((SELECT at_ms FROM audit ORDER BY id DESC LIMIT 1), 0),
                  coalesce((SELECT max(issued_at_ms) FROM certificates), 0)) AS ms`,
    )
    .get()!.ms;
}
