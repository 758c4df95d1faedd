import type { Columns } from './columns.ts';

export function changeTables({ long, table, text }: Columns) {
  return {
    /** A counter for each topic. Running servers watch it to learn what other processes changed. */
    changes: table('changes', {
      topic: text('topic').primaryKey(),
      version: long('version').notNull(),
    }),
  };
}
