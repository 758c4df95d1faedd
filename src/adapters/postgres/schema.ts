/** The tables of a PostgreSQL database. Migrations are generated from this file. */
import { tablesOf } from '../schema/tables.ts';
import { postgresColumns } from './columns.ts';

export const tables = tablesOf(postgresColumns);
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

const { table, long, integer, text, serial } = postgresColumns;

/** The requests that were admitted in the last seconds, one row for each committed group. Every counted request is either here or in `usage`. */
export const journal = table('journal', {
  seq: serial('seq'),
  atMs: long('at_ms').notNull(),
  entries: text('entries').notNull(),
});

/**
 * The state of each lineage's limits: the times of the last minute, how many requests were admitted at each, and the sum of the
 * day. Other columns hold the decision for the last group: see `lineage_decide` in its newest migration.
 */
export const lineages = table('lineages', {
  lineageId: long('lineage_id').primaryKey(),
  perMinute: integer('per_minute').notNull(),
  perDay: integer('per_day').notNull(),
  wanted: integer('wanted').notNull(),
  admitted: integer('admitted').notNull(),
  atMs: long('at_ms').notNull(),
  day: integer('day').notNull(),
  today: integer('today').notNull(),
  minute: integer('minute').notNull(),
  times: long('times').array().notNull(),
  counts: integer('counts').array().notNull(),
  nowMs: long('now_ms').notNull(),
  minuteLeft: integer('minute_left').notNull(),
  dayLeft: integer('day_left').notNull(),
  oldestMs: long('oldest_ms'),
  newestDay: integer('newest_day'),
});
