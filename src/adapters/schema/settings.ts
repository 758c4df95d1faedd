import type { Columns } from './columns.ts';

export function settingTables({ table, text }: Columns) {
  return {
    /** Small durable values: signing keys, and up to which row the journal was rolled up. */
    settings: table('settings', {
      name: text('name').primaryKey(),
      value: text('value').notNull(),
    }),
  };
}
