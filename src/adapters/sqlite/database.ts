/**
 * One connection of the database file, behind the stores that both databases share. Their work takes turns: bun:sqlite answers at once, so a
 * transaction that awaits only its own queries ends before the event loop does anything else. In between other promises may run, and without
 * turns they would read what is not committed, or begin a transaction inside another.
 */
import type { Database as File } from 'bun:sqlite';
import { type Column, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { Database, Preparable, Tables } from '../database.ts';
import { isLocked } from '../faults.ts';
import { sqliteColumns } from './columns.ts';
import { tables as schema } from './schema.ts';

/** Whose turn it is: one at a time over all connections of a process to a file, because a writer waits for every other writer. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #open = 0;

  /** Nobody has a turn, or waits for one. */
  get areOver(): boolean {
    return this.#open === 0;
  }

  take<T>(work: () => Promise<T>): Promise<T> {
    this.#open++;
    const result = this.#last.then(work).finally(() => this.#open--);
    this.#last = result.catch(() => {});
    return result;
  }
}

export class SqliteDatabase implements Database {
  readonly schema = schema;
  /** About a millisecond of the event loop. */
  readonly rowsAtOnce = 5000;
  readonly caseless = sqliteColumns.caseless;
  readonly #file: File;
  readonly #turns: Turns;
  readonly #waitMs: number;
  /** How long other statements of the connection wait for the file, in SQLite itself. */
  readonly #busyMs: number;
  readonly #tables: Tables;
  readonly #begin;
  readonly #commit;
  readonly #rollback;

  /** @param waitMs how long a transaction waits while another process writes. The event loop does other work meanwhile */
  constructor(file: File, turns: Turns, waitMs: number) {
    this.#file = file;
    this.#turns = turns;
    this.#waitMs = waitMs;
    this.#busyMs = file.query<{ timeout: number }, []>('PRAGMA busy_timeout').get()!.timeout;
    this.#tables = drizzle(file) as unknown as Tables;
    this.#begin = file.prepare('BEGIN IMMEDIATE');
    this.#commit = file.prepare('COMMIT');
    this.#rollback = file.prepare('ROLLBACK');
  }

  read<T>(work: (tables: Tables) => Promise<T>): Promise<T> {
    return this.#turns.take(() => work(this.#tables));
  }

  prepare<Row>(build: (tables: Tables) => Preparable<Row>): (values: Record<string, unknown>) => Promise<Row[]> {
    const query = build(this.#tables).prepare('');
    return (values) => this.read(() => query.execute(values));
  }

  /** @throws the error of SQLite when another process holds the write lock for too long */
  async write<T>(work: (tables: Tables) => Promise<T>): Promise<T> {
    const untilMs = performance.now() + this.#waitMs;
    for (;;) {
      try {
        return await this.#turns.take(() => this.#transaction(work));
      } catch (error) {
        if (!(error instanceof LockHeld)) throw error;
        if (performance.now() >= untilMs) throw error.cause;
      }
      await Bun.sleep(1);
    }
  }

  async #transaction<T>(work: (tables: Tables) => Promise<T>): Promise<T> {
    this.#setBusyMs(0);
    try {
      this.#begin.run();
    } catch (error) {
      throw isLocked(error) ? new LockHeld('another process writes', { cause: error }) : error;
    } finally {
      this.#setBusyMs(this.#busyMs);
    }
    try {
      const result = await work(this.#tables);
      this.#commit.run();
      return result;
    } catch (error) {
      // A full disk has rolled back already.
      if (this.#file.inTransaction) this.#rollback.run();
      throw error;
    }
  }

  #setBusyMs(ms: number): void {
    if (this.#busyMs > 0) this.#file.run(`PRAGMA busy_timeout = ${ms}`);
  }

  /** The transaction has the one write lock of the file. */
  async lock(): Promise<void> {}

  forUpdate<Query>(query: Query): Query {
    return query;
  }

  claim<Query>(query: Query): Query {
    return query;
  }

  async insertAll<Row extends object>(
    rows: readonly Row[],
    insert: (rows: Row[]) => PromiseLike<unknown>,
  ): Promise<void> {
    if (rows.length === 0) return;
    const places = Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, sql.placeholder(name)]));
    const statement = (insert([places as Row]) as unknown as Insert).prepare();
    for (const row of rows) statement.run(row);
  }

  /** Other processes read the versions of the topics. */
  async notify(): Promise<void> {}

  contains(text: Column | SQL, part: string | SQL): SQL {
    return sql`instr(${text}, ${part}) > 0`;
  }
}

/** An insert of Drizzle on bun:sqlite, which runs at once. */
interface Insert {
  prepare(): { run(values: object): void };
}

class LockHeld extends Error {}
