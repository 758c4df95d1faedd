import type { Columns } from './columns.ts';

export function scanLogTables({ boolean, integer, long, serial, table, text }: Columns) {
  return {
    /** The latest scans: `domain/scan-log.ts`. `findings` is JSON. */
    scanLog: table('scan_log', {
      id: serial('id'),
      atMs: long('at_ms').notNull(),
      address: text('address').notNull(),
      withKey: boolean('with_key').notNull(),
      deep: boolean('deep').notNull(),
      score: integer('score'),
      errors: integer('errors').notNull(),
      warnings: integer('warnings').notNull(),
      infos: integer('infos').notNull(),
      findings: text('findings').notNull(),
      code: text('code').notNull(),
    }),
  };
}
