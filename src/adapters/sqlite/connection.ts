/**
 * A connection that closes when it is told to. SQLite keeps one open that has unfinished statements, and when the process ends
 * Bun truncates the write-ahead log of every database that is still open. A command that ends beside a running server would so
 * give away the space that the server keeps for a full disk.
 */
import { Database, type Statement } from 'bun:sqlite';

/** Opens a file, or creates it. `close` of the result finalizes what was prepared. @throws when the file cannot be opened */
export function openConnection(path: string): Database {
  // Without `strict`, a misspelt parameter is silently bound as NULL.
  const database = new Database(path, { create: true, strict: true });
  const prepared = new Set<WeakRef<Statement>>();
  // A query of a page is prepared once and then collected: the set must not grow with each.
  const collected = new FinalizationRegistry<WeakRef<Statement>>((reference) => prepared.delete(reference));
  const { prepare, close } = database;
  database.prepare = ((...args: [string]) => {
    const statement = prepare.apply(database, args) as Statement;
    const reference = new WeakRef(statement);
    prepared.add(reference);
    collected.register(statement, reference);
    return statement;
  }) as Database['prepare'];
  database.close = () => {
    for (const reference of prepared) reference.deref()?.finalize();
    prepared.clear();
    close.call(database, true);
  };
  return database;
}
