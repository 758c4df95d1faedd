import { defineConfig } from 'drizzle-kit';

// `bunx drizzle-kit generate` writes the next migration from the schema; it needs no database.
export default defineConfig({
  dialect: 'sqlite',
  schema: './src/storage/sqlite/schema.ts',
  out: './src/storage/sqlite/migrations',
});
