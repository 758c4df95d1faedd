/**
 * Every table, as in `sqlite/schema.ts`, which says what each is for (a test keeps the two alike), and one more: `lineages`.
 * Times are Unix milliseconds UTC; days are days since 1970-01-01 UTC. Migrations are generated from this file.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/** Milliseconds and ids: beyond 32 bits, and below the 53 that a JavaScript number holds exactly. */
const long = (name: string) => bigint(name, { mode: 'number' });
const serial = (name: string) => bigserial(name, { mode: 'number' });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** API keys. The key itself is never stored: only its SHA-256, and enough of it to recognise it in a list. */
export const keys = pgTable(
  'keys',
  {
    id: serial('id').primaryKey(),
    /** Id of the first key of this line of rotations; limits are shared along it. */
    lineageId: long('lineage_id').notNull(),
    name: text('name').notNull(),
    scope: text('scope', { enum: ['tariff', 'pixel', 'entry', 'all'] }).notNull(),
    notes: text('notes').notNull().default(''),
    hash: text('hash').notNull(),
    prefix: text('prefix').notNull(),
    lastFour: text('last_four').notNull(),
    perMinute: integer('per_minute').notNull(),
    perDay: integer('per_day').notNull(),
    createdAt: long('created_at').notNull(),
    /** Set by issue with an expiry, or by rotation: the end of the overlap. */
    expiresAt: long('expires_at'),
    revokedAt: long('revoked_at'),
    /** The key this one was rotated into. */
    successorId: long('successor_id'),
    /** Written when the journal is folded, at most once a minute: up to two minutes behind. */
    lastUsedAt: long('last_used_at'),
  },
  (table) => [
    uniqueIndex('keys_hash').on(table.hash),
    index('keys_lineage').on(table.lineageId),
    index('keys_name').on(sql`lower(${table.name}) COLLATE "C"`),
    index('keys_last_used').on(table.lastUsedAt),
    index('keys_scope').on(table.scope),
    index('keys_expires').on(table.expiresAt).where(sql`${table.expiresAt} IS NOT NULL`),
    index('keys_revoked').on(table.revokedAt).where(sql`${table.revokedAt} IS NOT NULL`),
  ],
);

/**
 * What was admitted in about the last minute: one row for each group commit, `entries` a JSON array of
 * `[key_id, lineage_id, product, requests]`. Together with `usage` it is the whole account.
 */
export const journal = pgTable('journal', {
  seq: serial('seq').primaryKey(),
  atMs: long('at_ms').notNull(),
  entries: text('entries').notNull(),
});

/**
 * What limits are decided on, a row for each lineage: the last minute's times with how many were admitted at each, and the
 * day's sum. `lineage_decide` (migration 0001) says which columns are state and which the answer to the last group.
 */
export const lineages = pgTable('lineages', {
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

/** Requests counted per day, key and product; older than the journal. */
export const usage = pgTable(
  'usage',
  {
    day: integer('day').notNull(),
    keyId: long('key_id').notNull(),
    product: text('product').notNull(),
    requests: long('requests').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.keyId, table.product] }),
    index('usage_key').on(table.keyId, table.day),
  ],
);

/** A counter for each kind of shared state; running servers watch it to honour what other processes did. */
export const changes = pgTable('changes', {
  topic: text('topic').primaryKey(),
  version: long('version').notNull(),
});

/** Small durable values: password hash, signing keys, the journal's folded position. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** Who did what, when, from where. Rows are only ever added. */
export const audit = pgTable(
  'audit',
  {
    id: serial('id').primaryKey(),
    atMs: long('at_ms').notNull(),
    actor: text('actor').notNull(),
    origin: text('origin').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    detail: text('detail').notNull().default(''),
  },
  (table) => [index('audit_at').on(table.atMs)],
);

/** Tariff lists and schedules taken in by `portside tariff import`; the newest of each list is in force. */
export const tariffImports = pgTable(
  'tariff_imports',
  {
    id: serial('id').primaryKey(),
    listId: text('list_id').notNull(),
    version: text('version').notNull(),
    importedAt: long('imported_at').notNull(),
    sha256: text('sha256').notNull(),
    /** The accepted file in its canonical text. */
    body: text('body').notNull(),
    /** What it changed, as JSON. */
    summary: text('summary').notNull(),
  },
  (table) => [index('tariff_imports_list').on(table.listId, table.id)],
);

/** Certificates: what is listed and searched. Never deleted, never changed but by revocation. */
export const certificates = pgTable(
  'certificates',
  {
    gccId: text('gcc_id').primaryKey(),
    keyId: text('key_id').notNull(),
    requestId: text('request_id').notNull(),
    issuedAtMs: long('issued_at_ms').notNull(),
    /** As the document names it. */
    verifyUrl: text('verify_url').notNull(),
    sha256: text('sha256').notNull(),
    pdfBytes: integer('pdf_bytes').notNull(),
    complete: boolean('complete').notNull(),
    revokedAtMs: long('revoked_at_ms'),
    /** Product name, model, SKU and manufacturer in lower case. */
    searchText: text('search_text').notNull(),
  },
  (table) => [
    index('certificates_issued').on(table.issuedAtMs, table.gccId),
    index('certificates_sha256').on(table.sha256),
  ],
);

/** The bulk of a certificate, apart so that listing and searching a million of them reads none of it. */
export const certificateFiles = pgTable('certificate_files', {
  gccId: text('gcc_id').primaryKey(),
  requestJson: text('request_json').notNull(),
  pdf: bytes('pdf').notNull(),
});

/** Uses of `Idempotency-Key`; a row past its moment is as good as gone. */
export const idempotency = pgTable(
  'idempotency',
  {
    lineage: text('lineage').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    bodySha256: text('body_sha256').notNull(),
    gccId: text('gcc_id').notNull(),
    forgottenAtMs: long('forgotten_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lineage, table.idempotencyKey] }),
    index('idempotency_forgotten').on(table.forgottenAtMs),
  ],
);

// The operator page: who is signed in, who may not try, and the numbers its charts show.

/** Operators signed in. The cookie's token is stored as SHA-256: the file gives nobody a session. */
export const operatorSessions = pgTable('operator_sessions', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: long('expires_at').notNull(),
});

/** Forms that were sent, by the hash of their single-use token: a reloaded page must not issue a second key. */
export const operatorForms = pgTable('operator_forms', {
  tokenHash: text('token_hash').primaryKey(),
  sentAt: long('sent_at').notNull(),
});

/** Failed sign-ins by client address; the row named `*` counts them all. */
export const operatorFailures = pgTable('operator_failures', {
  address: text('address').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: long('last_at').notNull(),
  lockedUntil: long('locked_until').notNull(),
});

/** Sums of `usage` over all keys, kept by the same fold: 90 days of 100,000 keys are too many rows to add up for a page. */
export const usageTotals = pgTable(
  'usage_totals',
  {
    day: integer('day').notNull(),
    product: text('product').notNull(),
    requests: long('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.product] })],
);

/** Requests of the last hours per minute since 1970-01-01 UTC; `key_id` 0 is the sum of all keys. Older than the journal. */
export const usageMinutes = pgTable(
  'usage_minutes',
  {
    minute: integer('minute').notNull(),
    keyId: long('key_id').notNull(),
    product: text('product').notNull(),
    requests: long('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.keyId, table.product] })],
);

/** Requests answered with an error. Statistics, not the account: `key_id` 0 is the sum of all keys and of callers without one. */
export const usageErrors = pgTable(
  'usage_errors',
  {
    keyId: long('key_id').notNull(),
    day: integer('day').notNull(),
    product: text('product').notNull(),
    code: text('code').notNull(),
    requests: long('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day, table.product, table.code] })],
);
