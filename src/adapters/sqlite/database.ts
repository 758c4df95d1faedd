/**
 * One connection of the database file, behind the stores that both databases share. Their work takes turns: bun:sqlite answers at once, so a
 * transaction that awaits only its own queries ends before the event loop does anything else. In between other promises may run, and without
 * turns they would read what is not committed, or begin a transaction inside another.
 */
import type { Database as File } from 'bun:sqlite';
import { type Column, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { Database, Tables } from '../database.ts';
import { isLocked } from '../faults.ts';
import { tables as schema } from './schema.ts';

/** Whose turn it is: one at a time over all connections of a process to a file, because a writer waits for every other writer. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}

export class SqliteDatabase implements Database {
  readonly schema = schema;
  readonly #file: File;
  readonly #turns: Turns;
  readonly #waitMs: number;
  /** How long this connection blocks the event loop in other work. */
  readonly #blocksMs: number;
  readonly #tables: Tables;
  readonly #begin;
  readonly #commit;
  readonly #rollback;

  /** @param waitMs how long a transaction waits while another process writes. The event loop does other work meanwhile */
  constructor(file: File, turns: Turns, waitMs: number) {
    this.#file = file;
    this.#turns = turns;
    this.#waitMs = waitMs;
    this.#blocksMs = file.query<{ timeout: number }, []>('PRAGMA busy_timeout').get()!.timeout;
    this.#tables = drizzle(file) as unknown as Tables;
    this.#begin = file.prepare('BEGIN IMMEDIATE');
    this.#commit = file.prepare('COMMIT');
    this.#rollback = file.prepare('ROLLBACK');
  }

  read<T>(work: (tables: Tables) => Promise<T>): Promise<T> {
    return this.#turns.take(() => work(this.#tables));
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
    if (this.#blocksMs > 0) this.#file.run('PRAGMA busy_timeout = 0');
    try {
      this.#begin.run();
    } catch (error) {
      throw isLocked(error) ? new LockHeld('another process writes', { cause: error }) : error;
    } finally {
      if (this.#blocksMs > 0) this.#file.run(`PRAGMA busy_timeout = ${this.#blocksMs}`);
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

  /** The transaction has the one write lock of the file. */
  async lock(): Promise<void> {}

  forUpdate<Query>(query: Query): Query {
    return query;
  }

  claim<Query>(query: Query): Query {
    return query;
  }

  /** Other processes read the versions of the topics. */
  async notify(): Promise<void> {}

  contains(text: Column | SQL, part: string | SQL): SQL {
    return sql`instr(${text}, ${part}) > 0`;
  }
}

class LockHeld extends Error {}
