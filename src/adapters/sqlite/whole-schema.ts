/** The schema that all migrations make, as one script: a new file gets it at once, in a third of the time of the migrations. */
import type { Database } from 'bun:sqlite';

/**
 * The script that makes the schema of a database, in the order in which it was made, without the table `migrations`. SQLite itself
 * makes what has no text, the tables of an FTS5 index, and its table of sequences.
 */
export function schemaScript(database: Database): string {
  const rows = database
    .prepare<{ sql: string }, []>(
      `SELECT sql FROM sqlite_schema AS row WHERE sql IS NOT NULL AND name <> 'migrations' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND NOT EXISTS (SELECT 1 FROM pragma_table_list AS shadow WHERE shadow.name = row.name AND shadow.type = 'shadow')
       ORDER BY rowid`,
    )
    .all();
  return rows.map(({ sql }) => `${sql};\n`).join('');
}
