/**
 * SQLite whose n-th statement fails, from underneath: every statement of the process passes here, whoever prepared it, so
 * that the code above need not know. SQLite's own tests go the same way: n rises until nothing fails any more.
 */
import { Database, type Statement } from 'bun:sqlite';

export interface Plan {
  /** The first statement from now on that fails, counted from 1. */
  nth: number;
  /** It alone, or all after it too, until `heal`. */
  lasting: boolean;
  code: string;
}

let plan: Plan | undefined;
let run = 0;

/** From now on statements are counted. */
export function failFrom(next: Plan): void {
  plan = next;
  run = 0;
}

/** No statement fails any more. True when one did. */
export function heal(): boolean {
  const failed = plan !== undefined && run >= plan.nth;
  plan = undefined;
  return failed;
}

/** Undoing needs no disk: SQLite's own never fails. The look for changes is a timer's, not of the work that is counted. */
const NEVER_FAILS = /^\s*(ROLLBACK|PRAGMA)|FROM changes/i;

function pass(sql: string): void {
  if (!plan || NEVER_FAILS.test(sql)) return;
  run++;
  if (run !== plan.nth && !(plan.lasting && run > plan.nth)) return;
  throw Object.assign(new Error(`made to fail: ${sql}`), { name: 'SQLiteError', code: plan.code });
}

type Call = (...args: unknown[]) => unknown;

/** Puts itself under every database of this process; returns what takes it away again. */
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
    // As bun:sqlite has it, whose own begins and commits would pass unseen.
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
