/** Facts about an open database for `portside doctor`. */
import type { Database } from 'bun:sqlite';
import type { DatabaseFacts } from '../../domain/storage.ts';

/** @param whole check the integrity of the whole file; otherwise it is reported as `ok` without a check */
export function databaseFacts(file: Database, whole: boolean): DatabaseFacts {
  const { v } = file.query<{ v: string }, []>('SELECT sqlite_version() AS v').get()!;
  return { version: `SQLite ${v}`, integrity: whole ? integrityOf(file) : 'ok' };
}

/** `ok`, or what is wrong first. Reads the whole file. */
export function integrityOf(file: Database): string {
  const row = file.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').get();
  if (row?.integrity_check !== 'ok') return row?.integrity_check ?? 'no answer';
  // Otherwise a search would miss certificates and not say so. An older schema has no such table.
  const isIndexed = file.query("SELECT 1 FROM sqlite_schema WHERE name = 'certificate_texts_docsize'").get();
  if (!isIndexed) return 'ok';
  const count = (table: string) => file.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()!.n;
  const [all, indexed] = [count('certificates'), count('certificate_texts_docsize')];
  return all === indexed ? 'ok' : `the search index has ${indexed} certificates, the database ${all}`;
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
