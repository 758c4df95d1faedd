import type { Columns } from './columns.ts';

export function activityTables({ index, long, serial, table, text }: Columns) {
  return {
    /** Who did what, when and from where. Rows are only added. */
    activity: table(
      'audit',
      {
        id: serial('id'),
        atMs: long('at_ms').notNull(),
        actor: text('actor').notNull(),
        origin: text('origin').notNull(),
        action: text('action').notNull(),
        subject: text('subject').notNull(),
        detail: text('detail').notNull().default(''),
      },
      (columns) => [index('audit_at').on(columns.atMs)],
    ),
  };
}
