/** The tables of a SQLite database. Migrations are generated from this file. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tablesOf } from '../schema/tables.ts';
import { sqliteColumns } from './columns.ts';

export const tables = tablesOf(sqliteColumns);
// drizzle-kit finds a table by its export.
export const {
  activity,
  alertChanges,
  alerts,
  certificateFiles,
  certificates,
  changes,
  citationCodeImports,
  errorMinutes,
  filedParties,
  filings,
  foreignUses,
  idempotency,
  instances,
  jobInputs,
  jobOutputs,
  jobQueue,
  jobs,
  keys,
  operatorFailures,
  operatorForms,
  operatorSessions,
  operators,
  partyProfiles,
  requestLog,
  requestLogDays,
  resourceDays,
  resources,
  scanLog,
  settings,
  signingCertificates,
  tariffImports,
  usage,
  usageErrors,
  usageHours,
  usageMinutes,
  usageTotals,
  watchEvents,
  watchLooks,
  watches,
  workbenchSessions,
} = tables;

/**
 * The requests that were admitted in about the last minute, one row for each committed group. `journal-text.ts` writes and
 * reads `entries`. Every counted request is either here or in `usage`.
 */
export const journal = sqliteTable('journal', {
  // Without AUTOINCREMENT, which changes a second table with every row. `SqliteJournal` numbers on after the journal was empty.
  seq: integer('seq').primaryKey(),
  atMs: integer('at_ms').notNull(),
  entries: text('entries').notNull(),
});

/**
 * The state of each lineage's limits after its last row that was rolled up. After a restart a process continues from it.
 * `times` and `counts` are JSON arrays.
 */
export const savedLineages = sqliteTable('saved_lineages', {
  lineageId: integer('lineage_id').primaryKey(),
  atMs: integer('at_ms').notNull(),
  newestDay: integer('newest_day').notNull(),
  times: text('times').notNull(),
  counts: text('counts').notNull(),
});
