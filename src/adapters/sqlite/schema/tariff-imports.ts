import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Tariff lists and schedules imported by `portside tariff import`. The newest of each list is in force. */
export const tariffImports = sqliteTable(
  'tariff_imports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    listId: text('list_id').notNull(),
    version: text('version').notNull(),
    importedAt: integer('imported_at').notNull(),
    sha256: text('sha256').notNull(),
    /** The accepted file as canonical text. */
    body: text('body').notNull(),
    /** What the import changed, as JSON. */
    summary: text('summary').notNull(),
  },
  (table) => [index('tariff_imports_list').on(table.listId, table.id)],
);
