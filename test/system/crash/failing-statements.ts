/**
 * Makes the n-th SQL statement of this process fail, by patching `Database` of bun:sqlite. As in the tests of SQLite itself, n
 * rises until no statement fails.
 */
import { Database, type Statement } from 'bun:sqlite';

export interface Plan {
  /** The first statement from now on that fails, counted from 1. */
  nth: number;
  /** Whether all later statements fail too, until `heal`. */
  lasting: boolean;
  code: string;
}

let plan: Plan | undefined;
let run = 0;

/** Starts counting statements. */
export function failFrom(next: Plan): void {
  plan = next;
  run = 0;
}

/** Ends the failures. Returns whether a statement failed. */
export function heal(): boolean {
  const failed = plan !== undefined && run >= plan.nth;
  plan = undefined;
  return failed;
}

/** SQLite's ROLLBACK needs no disk. The query of `changes` comes from a timer, not from the request under test. */
const NEVER_FAILS = /^\s*(ROLLBACK|PRAGMA)|FROM changes/i;

function pass(sql: string): void {
  if (!plan || NEVER_FAILS.test(sql)) return;
  run++;
  if (run !== plan.nth && !(plan.lasting && run > plan.nth)) return;
  throw Object.assign(new Error(`made to fail: ${sql}`), { name: 'SQLiteError', code: plan.code });
}

type Call = (...args: unknown[]) => unknown;

/** Patches every database of this process. Returns a function that removes the patch. */
export function install(): () => void {
  const { prepare, query, run: runSql, transaction } = Database.prototype;
  const watched = new WeakSet<object>();
  const watch = (statement: Statement, sql: string) => {
    if (watched.has(statement)) return statement;
    watched.add(statement);
    const calls = statement as unknown as Record<string, Call>;
    for (const name of ['run', 'get', 'all', 'values', 'iterate']) {
      const call = calls[name]!;
      calls[name] = (...args) => {
        pass(sql);
        return call.apply(statement, args);
      };
    }
    return statement;
  };
  const patched = {
    prepare(this: Database, sql: string, ...more: never[]) {
      return watch(prepare.call(this, sql, ...more), sql);
    },
    query(this: Database, sql: string) {
      return watch(query.call(this, sql), sql);
    },
    run(this: Database, sql: string, ...more: never[]) {
      pass(sql);
      return runSql.call(this, sql, ...more);
    },
    // Like the one of bun:sqlite, whose BEGIN and COMMIT would not pass through `run`.
    transaction(this: Database, work: Call) {
      const within =
        (begin: string): Call =>
        (...args) => {
          if (this.inTransaction) return transaction.call(this, work as never)(...(args as never[]));
          this.run(begin);
          try {
            const result = work(...args);
            this.run('COMMIT');
            return result;
          } catch (error) {
            if (this.inTransaction) this.run('ROLLBACK');
            throw error;
          }
        };
      return Object.assign(within('BEGIN'), {
        deferred: within('BEGIN DEFERRED'),
        immediate: within('BEGIN IMMEDIATE'),
        exclusive: within('BEGIN EXCLUSIVE'),
      });
    },
  };
  Object.assign(Database.prototype, patched, { exec: patched.run });
  return () => void Object.assign(Database.prototype, { prepare, query, run: runSql, exec: runSql, transaction });
}
