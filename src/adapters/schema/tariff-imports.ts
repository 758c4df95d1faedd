import type { Columns } from './columns.ts';

export function tariffImportTables({ index, long, serial, table, text }: Columns) {
  return {
    /** Tariff lists and schedules imported by `portside tariff import`. The newest of each list is in force. */
    tariffImports: table(
      'tariff_imports',
      {
        id: serial('id'),
        listId: text('list_id').notNull(),
        version: text('version').notNull(),
        importedAt: long('imported_at').notNull(),
        sha256: text('sha256').notNull(),
        /** The accepted file as canonical text. */
        body: text('body').notNull(),
        /** What the import changed, as JSON. */
        summary: text('summary').notNull(),
      },
      (columns) => [index('tariff_imports_list').on(columns.listId, columns.id)],
    ),
  };
}
