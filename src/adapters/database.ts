/** The database behind the stores, which are written once: SQLite (`sqlite/database.ts`) or PostgreSQL (`postgres/connections.ts`). */
import type { Column, SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Schema } from './schema/tables.ts';

/**
 * The queries of both databases, in the types of PostgreSQL. A method that only PostgreSQL has, such as `for`, fails on SQLite: what differs is
 * a method of `Database`.
 */
export type Tables = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | '$count'>;

/** A query of Drizzle that can be prepared. */
export interface Preparable<Row> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Row[]> };
}

/** Serialises what no row can be locked for, because the row may not be there yet. The numbers name advisory locks of PostgreSQL. */
export const LOCKS = {
  watches: 7_701,
  events: 7_702,
  parties: 7_703,
  filings: 7_704,
  alerts: 7_705,
  workbenchSessions: 7_706,
  operators: 7_707,
  jobs: 7_711,
} as const;

export interface Database {
  /** The tables, in the columns of this database. */
  readonly schema: Schema;
  /** Rows that a search may read before other work has its turn. */
  readonly rowsAtOnce: number;
  /** Runs queries that each commit by themselves. `work` awaits nothing but its queries. */
  read<T>(work: (tables: Tables) => Promise<T>): Promise<T>;
  /** The same for one query that is asked all the time: SQLite builds and compiles it once. `sql.placeholder` names its values. */
  prepare<Row>(build: (tables: Tables) => Preparable<Row>): (values: Record<string, unknown>) => Promise<Row[]>;
  /** Runs one transaction, which is rolled back if `work` throws. `work` awaits nothing but its queries. */
  write<T>(work: (tables: Tables) => Promise<T>): Promise<T>;
  /** Waits until no other transaction holds the same lock, and holds it until the transaction ends. */
  lock(tables: Tables, lock: keyof typeof LOCKS, id?: number): Promise<void>;
  /** Locks the rows that a query selects until the transaction ends. */
  forUpdate<Query extends object>(query: Query): Query;
  /** The same, without the rows that another transaction has locked. */
  claim<Query extends object>(query: Query): Query;
  /**
   * Inserts many rows of the same columns. `insert` makes the statement for some of them; a condition on conflicts may name only columns
   * and `excluded`. On SQLite the statement is written down once: for a hundred rows that takes as long as to store them.
   */
  insertAll<Row extends object>(rows: readonly Row[], insert: (rows: Row[]) => PromiseLike<unknown>): Promise<void>;
  /** Tells other processes, once the transaction is committed. */
  notify(tables: Tables, topic: string): Promise<void>;
  /** The condition that a text has `part` in it, in the same letters. */
  contains(text: Column | SQL, part: string | SQL): SQL;
  /** The text without regard to the case of its letters, to compare and to sort by its bytes. */
  caseless(text: Column | SQL): SQL;
}
