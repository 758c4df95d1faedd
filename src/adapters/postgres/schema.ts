/**
 * The same tables as in `sqlite/schema.ts`, where each is described, except that `lineages` takes the place of `saved_lineages`.
 * A test checks that both agree. Migrations are generated from this one file of over 400 lines.
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

/** For times and ids: more than 32 bits, but within the 53 bits that a JavaScript number holds exactly. */
const long = (name: string) => bigint(name, { mode: 'number' });
const serial = (name: string) => bigserial(name, { mode: 'number' });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const keys = pgTable(
  'keys',
  {
    id: serial('id').primaryKey(),
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
    expiresAt: long('expires_at'),
    revokedAt: long('revoked_at'),
    successorId: long('successor_id'),
    lastUsedAt: long('last_used_at'),
    networks: text('networks').notNull().default(''),
    owner: text('owner').notNull().default(''),
    tags: text('tags').notNull().default(''),
  },
  (table) => [
    uniqueIndex('keys_hash').on(table.hash),
    index('keys_lineage').on(table.lineageId),
    index('keys_prefix').on(table.prefix),
    index('keys_owner').on(sql`lower(${table.owner}) COLLATE "C"`),
    index('keys_name').on(sql`lower(${table.name}) COLLATE "C"`),
    index('keys_last_used').on(table.lastUsedAt),
    index('keys_scope').on(table.scope),
    index('keys_expires').on(table.expiresAt).where(sql`${table.expiresAt} IS NOT NULL`),
    index('keys_revoked').on(table.revokedAt).where(sql`${table.revokedAt} IS NOT NULL`),
  ],
);

export const journal = pgTable('journal', {
  seq: serial('seq').primaryKey(),
  atMs: long('at_ms').notNull(),
  entries: text('entries').notNull(),
});

/**
 * The state of each lineage's limits: the times of the last minute, how many requests were admitted at each, and the sum of the
 * day. Other columns hold the decision for the last group: see `lineage_decide` in its newest migration.
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

export const changes = pgTable('changes', {
  topic: text('topic').primaryKey(),
  version: long('version').notNull(),
});

export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

export const activity = pgTable(
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

export const tariffImports = pgTable(
  'tariff_imports',
  {
    id: serial('id').primaryKey(),
    listId: text('list_id').notNull(),
    version: text('version').notNull(),
    importedAt: long('imported_at').notNull(),
    sha256: text('sha256').notNull(),
    body: text('body').notNull(),
    summary: text('summary').notNull(),
  },
  (table) => [index('tariff_imports_list').on(table.listId, table.id)],
);

export const certificates = pgTable(
  'certificates',
  {
    gccId: text('gcc_id').primaryKey(),
    keyId: text('key_id').notNull(),
    requestId: text('request_id').notNull(),
    issuedAtMs: long('issued_at_ms').notNull(),
    verifyUrl: text('verify_url').notNull(),
    sha256: text('sha256').notNull(),
    pdfBytes: integer('pdf_bytes').notNull(),
    revokedAtMs: long('revoked_at_ms'),
    searchText: text('search_text').notNull(),
    revocationReason: text('revocation_reason'),
    successorId: text('successor_id'),
    lineageId: long('lineage_id'),
    state: text('state', { enum: ['incomplete', 'stated_with_defects', 'stated'] })
      .notNull()
      .default('incomplete'),
  },
  (table) => [
    index('certificates_issued').on(table.issuedAtMs, table.gccId),
    index('certificates_sha256').on(table.sha256),
    index('certificates_lineage').on(table.lineageId, table.issuedAtMs, table.gccId),
  ],
);

export const certificateFiles = pgTable('certificate_files', {
  gccId: text('gcc_id').primaryKey(),
  requestJson: text('request_json').notNull(),
  pdf: bytes('pdf').notNull(),
  signature: bytes('signature'),
  signer: text('signer'),
  timestampedAtMs: long('timestamped_at_ms'),
});

export const signingCertificates = pgTable('signing_certificates', {
  fingerprint: text('fingerprint').primaryKey(),
  pem: text('pem').notNull(),
  firstUsedMs: long('first_used_ms').notNull(),
});

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

export const operators = pgTable(
  'operators',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    role: text('role', { enum: ['reader', 'issuer', 'owner'] }).notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: long('created_at').notNull(),
    passwordSetAt: long('password_set_at').notNull(),
  },
  (table) => [uniqueIndex('operators_name').on(table.name)],
);

export const operatorSessions = pgTable(
  'operator_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: long('expires_at').notNull(),
    operatorId: long('operator_id').notNull(),
    origin: text('origin').notNull(),
    startedAt: long('started_at').notNull(),
    seenAt: long('seen_at').notNull(),
  },
  (table) => [index('operator_sessions_operator').on(table.operatorId, table.startedAt)],
);

export const workbenchSessions = pgTable(
  'work_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: long('expires_at').notNull(),
    keyHash: text('key_hash').notNull(),
    lineageId: long('lineage_id').notNull(),
    origin: text('origin').notNull(),
    startedAt: long('started_at').notNull(),
    seenAt: long('seen_at').notNull(),
  },
  (table) => [
    index('work_sessions_key').on(table.keyHash, table.startedAt),
    index('work_sessions_expires').on(table.expiresAt),
    index('work_sessions_seen').on(table.seenAt),
  ],
);

export const operatorForms = pgTable('operator_forms', {
  tokenHash: text('token_hash').primaryKey(),
  sentAt: long('sent_at').notNull(),
});

export const operatorFailures = pgTable('operator_failures', {
  address: text('address').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: long('last_at').notNull(),
  lockedUntil: long('locked_until').notNull(),
});

export const usageTotals = pgTable(
  'usage_totals',
  {
    day: integer('day').notNull(),
    product: text('product').notNull(),
    requests: long('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.product] })],
);

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

export const usageErrors = pgTable(
  'usage_errors',
  {
    keyId: long('key_id').notNull(),
    day: integer('day').notNull(),
    product: text('product').notNull(),
    code: text('code').notNull(),
    requests: long('requests').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.day, table.product, table.code] }),
    index('usage_errors_day').on(table.day, table.code),
  ],
);

export const errorMinutes = pgTable(
  'error_minutes',
  {
    minute: integer('minute').notNull(),
    code: text('code').notNull(),
    requests: long('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.code] })],
);

export const resources = pgTable('resources', {
  lineageId: long('lineage_id').primaryKey(),
  storedBytes: long('stored_bytes').notNull().default(0),
  storedBytesMax: long('stored_bytes_max'),
  cpuMsMax: long('cpu_ms_max'),
  bytesFetchedMax: long('bytes_fetched_max'),
});

export const resourceDays = pgTable(
  'resource_days',
  {
    lineageId: long('lineage_id').notNull(),
    day: integer('day').notNull(),
    cpuMs: long('cpu_ms').notNull(),
    bytesFetched: long('bytes_fetched').notNull(),
  },
  (table) => [primaryKey({ columns: [table.lineageId, table.day] }), index('resource_days_day').on(table.day)],
);

export const foreignUses = pgTable('foreign_uses', {
  keyId: long('key_id').primaryKey(),
  requests: long('requests').notNull(),
  lastAddress: text('last_address').notNull(),
  lastAt: long('last_at').notNull(),
});

export const usageHours = pgTable(
  'usage_hours',
  {
    hour: integer('hour').notNull(),
    keyId: long('key_id').notNull(),
    product: text('product').notNull(),
    requests: long('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.keyId, table.product] })],
);

export const requestLog = pgTable(
  'request_log',
  {
    id: serial('id').primaryKey(),
    atMs: long('at_ms').notNull(),
    requestId: text('request_id').notNull(),
    method: text('method').notNull(),
    route: text('route').notNull(),
    status: integer('status').notNull(),
    code: text('code').notNull(),
    keyId: long('key_id'),
    durationUs: long('duration_us').notNull(),
    network: text('network').notNull(),
  },
  (table) => [
    index('request_log_at').on(table.atMs),
    index('request_log_key').on(table.keyId, table.atMs),
    index('request_log_request').on(table.requestId),
  ],
);

export const requestLogDays = pgTable('request_log_days', {
  day: integer('day').primaryKey(),
  kept: long('kept').notNull(),
  keyless: long('keyless').notNull(),
  notKept: long('not_kept').notNull(),
});

export const scanLog = pgTable('scan_log', {
  id: serial('id').primaryKey(),
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
});

export const instances = pgTable(
  'instances',
  {
    id: text('id').primaryKey(),
    role: text('role').notNull(),
    address: text('address').notNull(),
    host: text('host').notNull(),
    pid: integer('pid').notNull(),
    version: text('version').notNull(),
    startedAt: long('started_at').notNull(),
    seenAt: long('seen_at').notNull(),
    load: text('load').notNull(),
  },
  (table) => [index('instances_seen').on(table.seenAt)],
);

export const alerts = pgTable('alerts', {
  name: text('name').primaryKey(),
  enabled: boolean('enabled'),
  threshold: long('threshold'),
  state: text('state'),
  sinceMs: long('since_ms'),
});

export const alertChanges = pgTable(
  'alert_changes',
  {
    id: serial('id').primaryKey(),
    atMs: long('at_ms').notNull(),
    name: text('name').notNull(),
    state: text('state').notNull(),
    detail: text('detail').notNull(),
  },
  (table) => [index('alert_changes_name').on(table.name, table.id)],
);

export const filings = pgTable(
  'filings',
  {
    id: serial('id').primaryKey(),
    gccId: text('gcc_id').notNull(),
    certifierId: text('certifier_id').notNull(),
    collectionId: text('collection_id').notNull(),
    productId: text('product_id').notNull(),
    versionId: text('version_id').notNull(),
    state: text('state', { enum: ['sent', 'accepted', 'refused'] }).notNull(),
    sentAtMs: long('sent_at_ms').notNull(),
    importId: text('import_id'),
    decidedAtMs: long('decided_at_ms'),
    errors: text('errors').notNull(),
    parties: text('parties').notNull(),
    polls: integer('polls').notNull(),
    nextPollAtMs: long('next_poll_at_ms'),
  },
  (table) => [
    index('filings_certificate').on(table.gccId, table.id),
    index('filings_product').on(table.productId, table.id),
    index('filings_due').on(table.nextPollAtMs).where(sql`${table.nextPollAtMs} IS NOT NULL`),
  ],
);

export const filedParties = pgTable(
  'filed_parties',
  {
    certifierId: text('certifier_id').notNull(),
    alternateId: text('alternate_id').notNull(),
    contentSha256: text('content_sha256'),
  },
  (table) => [primaryKey({ columns: [table.certifierId, table.alternateId] })],
);

export const citationCodeImports = pgTable('citation_code_imports', {
  id: serial('id').primaryKey(),
  importedAt: long('imported_at').notNull(),
  sha256: text('sha256').notNull(),
  body: text('body').notNull(),
});

export const jobs = pgTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['tariff_audit', 'pixel_audit', 'entry_batch'] }).notNull(),
    product: text('product').notNull(),
    lineageId: long('lineage_id').notNull(),
    keyId: long('key_id').notNull(),
    status: text('status', { enum: ['queued', 'running', 'finished', 'cancelled', 'failed'] }).notNull(),
    acceptedAtMs: long('accepted_at_ms').notNull(),
    startedAtMs: long('started_at_ms'),
    endedAtMs: long('ended_at_ms'),
    expiresAtMs: long('expires_at_ms'),
    options: text('options').notNull(),
    linesTotal: integer('lines_total').notNull(),
    linesDone: integer('lines_done').notNull(),
    counts: text('counts').notNull(),
    errors: text('errors').notNull(),
    errorsOmitted: integer('errors_omitted').notNull(),
    unitsCharged: integer('units_charged').notNull(),
    unitsReturned: integer('units_returned').notNull(),
    unitsUnused: integer('units_unused').notNull(),
    chargedDay: integer('charged_day').notNull(),
    failure: text('failure'),
    basis: text('basis'),
    restarts: integer('restarts').notNull(),
    storedBytes: long('stored_bytes').notNull(),
    turn: long('turn').notNull(),
    idempotencyKey: text('idempotency_key'),
    fingerprint: text('fingerprint'),
  },
  (table) => [
    index('jobs_open').on(table.lineageId, table.turn).where(sql`${table.endedAtMs} IS NULL`),
    index('jobs_lineage').on(table.lineageId, table.acceptedAtMs, table.id),
    index('jobs_expires').on(table.expiresAtMs).where(sql`${table.expiresAtMs} IS NOT NULL`),
    uniqueIndex('jobs_idempotency').on(table.lineageId, table.idempotencyKey),
  ],
);

export const jobInputs = pgTable(
  'job_inputs',
  {
    jobId: text('job_id').notNull(),
    number: integer('number').notNull(),
    firstLine: integer('first_line').notNull(),
    lines: integer('lines').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.number] })],
);

export const jobOutputs = pgTable(
  'job_outputs',
  {
    jobId: text('job_id').notNull(),
    number: integer('number').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.number] })],
);

export const jobQueue = pgTable(
  'job_queue',
  {
    jobId: text('job_id').notNull(),
    number: integer('number').notNull(),
    lease: text('lease'),
    owner: text('owner').notNull(),
    freeAtMs: long('free_at_ms').notNull(),
    attempts: integer('attempts').notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.number] })],
);

export const watches = pgTable(
  'watches',
  {
    seq: serial('seq').primaryKey(),
    id: text('id').notNull(),
    lineageId: long('lineage_id').notNull(),
    keyId: long('key_id').notNull(),
    kind: text('kind', { enum: ['tariff', 'pixel'] }).notNull(),
    name: text('name').notNull(),
    paused: boolean('paused').notNull(),
    createdAtMs: long('created_at_ms').notNull(),
    subject: text('subject').notNull(),
    idempotencyKey: text('idempotency_key'),
    fingerprint: text('fingerprint'),
    webhookUrl: text('webhook_url'),
    webhookState: text('webhook_state', { enum: ['on', 'off'] }),
    webhookNote: text('webhook_note'),
    secret: text('secret'),
    oldSecret: text('old_secret'),
    oldSecretUntilMs: long('old_secret_until_ms'),
    rotationKey: text('rotation_key'),
  },
  (table) => [uniqueIndex('watches_id').on(table.id), index('watches_lineage').on(table.lineageId, table.seq)],
);

export const partyProfiles = pgTable(
  'party_profiles',
  {
    seq: serial('seq').primaryKey(),
    lineageId: long('lineage_id').notNull(),
    alternateId: text('alternate_id').notNull(),
    roles: text('roles').notNull(),
    details: text('details').notNull(),
    createdAtMs: long('created_at_ms').notNull(),
    updatedAtMs: long('updated_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('party_profiles_key').on(table.lineageId, table.alternateId),
    index('party_profiles_lineage').on(table.lineageId, table.seq),
  ],
);

export const watchLooks = pgTable(
  'watch_looks',
  {
    id: serial('id').primaryKey(),
    watchId: text('watch_id').notNull(),
    kind: text('kind', { enum: ['tariff', 'pixel'] }).notNull(),
    part: text('part').notNull(),
    dueAtMs: long('due_at_ms'),
    lease: text('lease'),
    leaseUntilMs: long('lease_until_ms'),
    basis: text('basis').notNull(),
    seen: text('seen'),
    failures: integer('failures').notNull(),
    lookedAtMs: long('looked_at_ms'),
    outcome: text('outcome'),
  },
  (table) => [index('watch_looks_watch').on(table.watchId), index('watch_looks_due').on(table.kind, table.dueAtMs)],
);

export const watchEvents = pgTable(
  'watch_events',
  {
    seq: serial('seq').primaryKey(),
    id: text('id').notNull(),
    watchId: text('watch_id').notNull(),
    lineageId: long('lineage_id').notNull(),
    type: text('type').notNull(),
    atMs: long('at_ms').notNull(),
    body: text('body').notNull(),
    once: text('once'),
    delivery: text('delivery', { enum: ['none', 'pending', 'delivered', 'dead'] }).notNull(),
    attempts: integer('attempts').notNull(),
    dueAtMs: long('due_at_ms'),
    lease: text('lease'),
    leaseUntilMs: long('lease_until_ms'),
    attemptsLog: text('attempts_log').notNull(),
  },
  (table) => [
    uniqueIndex('watch_events_id').on(table.id),
    uniqueIndex('watch_events_once').on(table.once),
    index('watch_events_lineage').on(table.lineageId, table.seq),
    index('watch_events_watch').on(table.watchId, table.seq),
    index('watch_events_at').on(table.atMs),
    index('watch_events_due').on(table.dueAtMs).where(sql`${table.dueAtMs} IS NOT NULL`),
    index('watch_events_leased').on(table.leaseUntilMs).where(sql`${table.leaseUntilMs} IS NOT NULL`),
    index('watch_events_delivery').on(table.delivery).where(sql`${table.delivery} IN ('pending', 'dead')`),
  ],
);
