/** What there is to say of an open database, for `portside doctor`. */
import { SQLITE_VERSION_MIN, type Storage } from './open.ts';

export { SQLITE_VERSION_MIN };

export interface DatabaseFacts {
  sqlite: string;
  tooOld: boolean;
  /** `ok`, or the first fault. */
  integrity: string;
}

/** @param whole read the whole file, which takes a second for each gigabyte or so; otherwise its integrity is taken for `ok` */
export function databaseFacts({ counters }: Pick<Storage, 'counters'>, whole: boolean): DatabaseFacts {
  const sqlite = counters.query<{ v: string }, []>('SELECT sqlite_version() AS v').get()!.v;
  const tooOld = Bun.semver.order(sqlite, SQLITE_VERSION_MIN) < 0;
  if (!whole) return { sqlite, tooOld, integrity: 'ok' };
  const row = counters.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').get();
  return { sqlite, tooOld, integrity: row?.integrity_check ?? 'no answer' };
}

/** Time of the newest row that carries one; 0 in an empty database. Unix milliseconds. */
export function newestRowMs({ counters }: Pick<Storage, 'counters'>): number {
  return counters
    .query<{ ms: number }, []>(
      `SELECT max(coalesce((SELECT at_ms FROM journal ORDER BY seq DESC LIMIT 1), 0),
                  coalesce((SELECT at_ms FROM audit ORDER BY id DESC LIMIT 1), 0),
                  coalesce((SELECT max(issued_at_ms) FROM certificates), 0)) AS ms`,
    )
    .get()!.ms;
}
