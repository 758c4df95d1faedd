import { defineConfig } from 'drizzle-kit';

// Writes the next migration from a schema; it needs no database. `bunx drizzle-kit generate` for SQLite, and with
// `DIALECT=postgresql` before it for PostgreSQL. Then delete the older snapshot in `migrations/meta`.
const dialect = process.env.DIALECT === 'postgresql' ? 'postgresql' : 'sqlite';
const folder = dialect === 'sqlite' ? 'sqlite' : 'postgres';

export default defineConfig({
  dialect,
  schema: `./src/adapters/${folder}/schema.ts`,
  out: `./src/adapters/${folder}/migrations`,
});
