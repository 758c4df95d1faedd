import type { Columns } from './columns.ts';

export function alertTables({ boolean, index, long, serial, table, text }: Columns) {
  return {
    /** What operators set for each alert, null for the default; and its state at the last evaluation, null before the first. */
    alerts: table('alerts', {
      name: text('name').primaryKey(),
      enabled: boolean('enabled'),
      threshold: long('threshold'),
      state: text('state'),
      /** When it came into this state. */
      sinceMs: long('since_ms'),
    }),

    /** The latest changes of state of each alert. */
    alertChanges: table(
      'alert_changes',
      {
        id: serial('id'),
        atMs: long('at_ms').notNull(),
        name: text('name').notNull(),
        state: text('state').notNull(),
        detail: text('detail').notNull(),
      },
      (columns) => [index('alert_changes_name').on(columns.name, columns.id)],
    ),
  };
}
