import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Migration {
  name: string;
  sql: string;
}

/** The migrations that drizzle-kit has written for a database, in the order of its journal. A macro: what it reads is in the compiled program. */
export function readMigrations(database: 'sqlite' | 'postgres'): Migration[] {
  const folder = join(import.meta.dir, database, 'migrations');
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  return entries.map(({ tag }) => ({ name: tag, sql: readFileSync(join(folder, `${tag}.sql`), 'utf8') }));
}
