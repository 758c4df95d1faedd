/**
 * All tables. Times are Unix milliseconds UTC, days are days since 1970-01-01 UTC. Migrations are generated from this file. It has
 * over 400 lines, because it lists columns and decides nothing.
 */
import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** API keys. The key itself is never stored: only its SHA-256, and its beginning and end to recognise it in a list. */
export const keys = sqliteTable(
  'keys',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Id of the first key of the lineage. The keys of a lineage share limits. */
    lineageId: integer('lineage_id').notNull(),
    name: text('name').notNull(),
    scope: text('scope', { enum: ['tariff', 'pixel', 'entry', 'all'] }).notNull(),
    notes: text('notes').notNull().default(''),
    hash: text('hash').notNull(),
    prefix: text('prefix').notNull(),
    lastFour: text('last_four').notNull(),
    perMinute: integer('per_minute').notNull(),
    perDay: integer('per_day').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Set when a key is issued with an expiry, or when it is rotated: the end of the overlap. */
    expiresAt: integer('expires_at'),
    revokedAt: integer('revoked_at'),
    /** The key this one was rotated into. */
    successorId: integer('successor_id'),
    /** Written when the journal is rolled up, at most once a minute: up to two minutes behind. */
    lastUsedAt: integer('last_used_at'),
    networks: text('networks').notNull().default(''),
    owner: text('owner').notNull().default(''),
    /** Separated by spaces. */
    tags: text('tags').notNull().default(''),
  },
  (table) => [
    uniqueIndex('keys_hash').on(table.hash),
    index('keys_lineage').on(table.lineageId),
    // The operator page sorts and filters 100,000 keys by these. The text index `key_search` (migration 0007) finds parts of texts.
    index('keys_prefix').on(table.prefix),
    index('keys_owner').on(sql`${table.owner} COLLATE NOCASE`),
    index('keys_name').on(sql`${table.name} COLLATE NOCASE`),
    index('keys_last_used').on(table.lastUsedAt),
    index('keys_scope').on(table.scope),
    index('keys_expires').on(table.expiresAt).where(sql`${table.expiresAt} IS NOT NULL`),
    index('keys_revoked').on(table.revokedAt).where(sql`${table.revokedAt} IS NOT NULL`),
  ],
);

/**
 * The requests that were admitted in about the last minute, one row for each committed group. `entries` is a JSON array of
 * `JournalEntry` (`limits/journal.ts`). Every counted request is either here or in `usage`.
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

/** Requests by day, key and product, rolled up from the journal. */
export const usage = sqliteTable(
  'usage',
  {
    day: integer('day').notNull(),
    keyId: integer('key_id').notNull(),
    product: text('product').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.keyId, table.product] }),
    index('usage_key').on(table.keyId, table.day),
  ],
);

/** A counter for each topic. Running servers watch it to learn what other processes changed. */
export const changes = sqliteTable('changes', {
  topic: text('topic').primaryKey(),
  version: integer('version').notNull(),
});

/** Small durable values: signing keys, and up to which row the journal was rolled up. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** Who did what, when and from where. Rows are only added. */
export const audit = sqliteTable(
  'audit',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    atMs: integer('at_ms').notNull(),
    actor: text('actor').notNull(),
    origin: text('origin').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    detail: text('detail').notNull().default(''),
  },
  (table) => [index('audit_at').on(table.atMs)],
);

/** Tariff lists and schedules imported by `portside tariff import`. The newest of each list is in force. */
export const tariffImports = sqliteTable(
  'tariff_imports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    listId: text('list_id').notNull(),
    version: text('version').notNull(),
    importedAt: integer('imported_at').notNull(),
    sha256: text('sha256').notNull(),
    /** The accepted file as canonical text. */
    body: text('body').notNull(),
    /** What the import changed, as JSON. */
    summary: text('summary').notNull(),
  },
  (table) => [index('tariff_imports_list').on(table.listId, table.id)],
);

/** Certificates: what is listed and searched. Never deleted, and changed only by revocation. */
export const certificates = sqliteTable(
  'certificates',
  {
    gccId: text('gcc_id').primaryKey(),
    keyId: text('key_id').notNull(),
    requestId: text('request_id').notNull(),
    issuedAtMs: integer('issued_at_ms').notNull(),
    /** As printed on the document. */
    verifyUrl: text('verify_url').notNull(),
    sha256: text('sha256').notNull(),
    pdfBytes: integer('pdf_bytes').notNull(),
    revokedAtMs: integer('revoked_at_ms'),
    /** `searchTextOf` the request. */
    searchText: text('search_text').notNull(),
    revocationReason: text('revocation_reason'),
    /** The certificate that supersedes it. */
    successorId: text('successor_id'),
    /** Of the key. Null if no key asked for it. */
    lineageId: integer('lineage_id'),
    /** The default is the least that can be said of a row. No row is written without its state. */
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

/** The large part of a certificate, in a table of its own so that listing and searching a million certificates does not read it. */
export const certificateFiles = sqliteTable('certificate_files', {
  gccId: text('gcc_id').primaryKey(),
  requestJson: text('request_json').notNull(),
  pdf: blob('pdf', { mode: 'buffer' }).notNull(),
  /** The value of `/Contents` in the PDF. */
  signature: blob('signature', { mode: 'buffer' }),
  /** SHA-256 of the certificate that signed. */
  signer: text('signer'),
  timestampedAtMs: integer('timestamped_at_ms'),
});

/** Every certificate that ever signed, so that old documents can be checked after a change of key. Never the key itself. */
export const signingCertificates = sqliteTable('signing_certificates', {
  fingerprint: text('fingerprint').primaryKey(),
  /** The signer's certificate, and those of its issuers after it. */
  pem: text('pem').notNull(),
  firstUsedMs: integer('first_used_ms').notNull(),
});

/** Which certificate was issued under an `Idempotency-Key`. From `forgotten_at_ms` on a row is ignored. */
export const idempotency = sqliteTable(
  'idempotency',
  {
    lineage: text('lineage').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    bodySha256: text('body_sha256').notNull(),
    gccId: text('gcc_id').notNull(),
    forgottenAtMs: integer('forgotten_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lineage, table.idempotencyKey] }),
    index('idempotency_forgotten').on(table.forgottenAtMs),
  ],
);

/** Who may sign in to the operator page. */
export const operators = sqliteTable(
  'operators',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    role: text('role', { enum: ['reader', 'issuer', 'owner'] }).notNull(),
    /** argon2id. */
    passwordHash: text('password_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    passwordSetAt: integer('password_set_at').notNull(),
  },
  (table) => [uniqueIndex('operators_name').on(table.name)],
);

/** Sessions of the operator page. Only the SHA-256 of a session's token is stored: reading the file gives nobody a session. */
export const operatorSessions = sqliteTable(
  'operator_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: integer('expires_at').notNull(),
    operatorId: integer('operator_id').notNull(),
    origin: text('origin').notNull(),
    startedAt: integer('started_at').notNull(),
    /** Of the last request, up to a minute behind. */
    seenAt: integer('seen_at').notNull(),
  },
  (table) => [index('operator_sessions_operator').on(table.operatorId, table.startedAt)],
);

/** Sessions of the workbench. As above, only hashes are stored: of the token, and of the key that it was exchanged for. */
export const workSessions = sqliteTable(
  'work_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: integer('expires_at').notNull(),
    keyHash: text('key_hash').notNull(),
    lineageId: integer('lineage_id').notNull(),
    origin: text('origin').notNull(),
    startedAt: integer('started_at').notNull(),
    /** Of the last request, up to a minute behind. */
    seenAt: integer('seen_at').notNull(),
  },
  (table) => [
    index('work_sessions_key').on(table.keyHash, table.startedAt),
    index('work_sessions_expires').on(table.expiresAt),
    index('work_sessions_seen').on(table.seenAt),
  ],
);

/** Forms that were sent, by the hash of their single-use token. A reloaded page must not issue a second key. */
export const operatorForms = sqliteTable('operator_forms', {
  tokenHash: text('token_hash').primaryKey(),
  sentAt: integer('sent_at').notNull(),
});

/** Failed sign-ins by network, or by browser that has signed in before. The row `*` counts those of all networks. */
export const operatorFailures = sqliteTable('operator_failures', {
  address: text('address').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: integer('last_at').notNull(),
  lockedUntil: integer('locked_until').notNull(),
});

/** Sums of `usage` over all keys, written by the same roll-up: 90 days of 100,000 keys are too many rows to add up for a page. */
export const usageTotals = sqliteTable(
  'usage_totals',
  {
    day: integer('day').notNull(),
    product: text('product').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.product] })],
);

/** Requests of the last two hours by minute since 1970-01-01 UTC, rolled up from the journal. `key_id` 0 is the sum of all keys. */
export const usageMinutes = sqliteTable(
  'usage_minutes',
  {
    minute: integer('minute').notNull(),
    keyId: integer('key_id').notNull(),
    product: text('product').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.keyId, table.product] })],
);

/** Requests answered with an error. Not part of the ledger. `key_id` 0 is the sum of all keys and of callers without a key. */
export const usageErrors = sqliteTable(
  'usage_errors',
  {
    keyId: integer('key_id').notNull(),
    day: integer('day').notNull(),
    product: text('product').notNull(),
    code: text('code').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.day, table.product, table.code] }),
    // The keys that reached a limit today, without reading 90 days of all keys.
    index('usage_errors_day').on(table.day, table.code),
  ],
);

/** Errors of the last two hours by minute since 1970-01-01 UTC, the sum of all keys and of callers without a key. */
export const errorMinutes = sqliteTable(
  'error_minutes',
  {
    minute: integer('minute').notNull(),
    code: text('code').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.code] })],
);

/** What each lineage stores in total, and the limits of its resources. Null: the default. */
export const resources = sqliteTable('resources', {
  lineageId: integer('lineage_id').primaryKey(),
  storedBytes: integer('stored_bytes').notNull().default(0),
  storedBytesMax: integer('stored_bytes_max'),
  cpuMsMax: integer('cpu_ms_max'),
  bytesFetchedMax: integer('bytes_fetched_max'),
});

/** Processor time and fetched bytes of each lineage by day, with what work under way has reserved. */
export const resourceDays = sqliteTable(
  'resource_days',
  {
    lineageId: integer('lineage_id').notNull(),
    day: integer('day').notNull(),
    cpuMs: integer('cpu_ms').notNull(),
    bytesFetched: integer('bytes_fetched').notNull(),
  },
  (table) => [primaryKey({ columns: [table.lineageId, table.day] }), index('resource_days_day').on(table.day)],
);

/** Requests with a key from outside of its networks, since it was issued. */
export const foreignUses = sqliteTable('foreign_uses', {
  keyId: integer('key_id').primaryKey(),
  requests: integer('requests').notNull(),
  lastAddress: text('last_address').notNull(),
  lastAt: integer('last_at').notNull(),
});

/** Requests of the last two days by hour since 1970-01-01 UTC, as `usage_minutes`. */
export const usageHours = sqliteTable(
  'usage_hours',
  {
    hour: integer('hour').notNull(),
    keyId: integer('key_id').notNull(),
    product: text('product').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.keyId, table.product] })],
);

/** Answered requests, for the operator: `domain/request-log.ts`. Bounded in days and rows. */
export const requestLog = sqliteTable(
  'request_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    atMs: integer('at_ms').notNull(),
    requestId: text('request_id').notNull(),
    method: text('method').notNull(),
    route: text('route').notNull(),
    status: integer('status').notNull(),
    code: text('code').notNull(),
    keyId: integer('key_id'),
    durationUs: integer('duration_us').notNull(),
    network: text('network').notNull(),
  },
  (table) => [
    index('request_log_at').on(table.atMs),
    index('request_log_key').on(table.keyId, table.atMs),
    index('request_log_request').on(table.requestId),
  ],
);

/** By day: how many rows `request_log` has, and how many requests were not kept. */
export const requestLogDays = sqliteTable('request_log_days', {
  day: integer('day').primaryKey(),
  kept: integer('kept').notNull(),
  keyless: integer('keyless').notNull(),
  notKept: integer('not_kept').notNull(),
});

/** The latest scans: `domain/scan-log.ts`. `findings` is JSON. */
export const scanLog = sqliteTable('scan_log', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  atMs: integer('at_ms').notNull(),
  address: text('address').notNull(),
  withKey: integer('with_key', { mode: 'boolean' }).notNull(),
  deep: integer('deep', { mode: 'boolean' }).notNull(),
  score: integer('score'),
  errors: integer('errors').notNull(),
  warnings: integer('warnings').notNull(),
  infos: integer('infos').notNull(),
  findings: text('findings').notNull(),
  code: text('code').notNull(),
});

/** The servers that report themselves. The row of one that was killed is deleted after a day. `load` is JSON (`domain/instance.ts`). */
export const instances = sqliteTable(
  'instances',
  {
    id: text('id').primaryKey(),
    role: text('role').notNull(),
    address: text('address').notNull(),
    host: text('host').notNull(),
    pid: integer('pid').notNull(),
    version: text('version').notNull(),
    startedAt: integer('started_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    load: text('load').notNull(),
  },
  (table) => [index('instances_seen').on(table.seenAt)],
);

/** What operators set for each alert, null for the default; and its state at the last evaluation, null before the first. */
export const alerts = sqliteTable('alerts', {
  name: text('name').primaryKey(),
  enabled: integer('enabled', { mode: 'boolean' }),
  threshold: integer('threshold'),
  state: text('state'),
  /** When it came into this state. */
  sinceMs: integer('since_ms'),
});

/** The latest changes of state of each alert. */
export const alertChanges = sqliteTable(
  'alert_changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    atMs: integer('at_ms').notNull(),
    name: text('name').notNull(),
    state: text('state').notNull(),
    detail: text('detail').notNull(),
  },
  (table) => [index('alert_changes_name').on(table.name, table.id)],
);

/** Certificates sent to the registry: `domain/filing.ts`. `errors` and `parties` are JSON. */
export const filings = sqliteTable(
  'filings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    gccId: text('gcc_id').notNull(),
    certifierId: text('certifier_id').notNull(),
    collectionId: text('collection_id').notNull(),
    productId: text('product_id').notNull(),
    versionId: text('version_id').notNull(),
    state: text('state', { enum: ['sent', 'accepted', 'refused'] }).notNull(),
    sentAtMs: integer('sent_at_ms').notNull(),
    importId: text('import_id'),
    decidedAtMs: integer('decided_at_ms'),
    errors: text('errors').notNull(),
    parties: text('parties').notNull(),
    polls: integer('polls').notNull(),
    nextPollAtMs: integer('next_poll_at_ms'),
  },
  (table) => [
    index('filings_certificate').on(table.gccId, table.id),
    index('filings_product').on(table.productId, table.id),
    index('filings_due').on(table.nextPollAtMs).where(sql`${table.nextPollAtMs} IS NOT NULL`),
  ],
);

/** Parties that the registry has, by the certifier's own key of them. */
export const filedParties = sqliteTable(
  'filed_parties',
  {
    certifierId: text('certifier_id').notNull(),
    alternateId: text('alternate_id').notNull(),
    /** Of what was filed of it. Null where that is not known. */
    contentSha256: text('content_sha256'),
  },
  (table) => [primaryKey({ columns: [table.certifierId, table.alternateId] })],
);

/** Tables of CPSC's citation codes. The newest is in use. `body` is JSON. */
export const citationCodeImports = sqliteTable('citation_code_imports', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  importedAt: integer('imported_at').notNull(),
  sha256: text('sha256').notNull(),
  body: text('body').notNull(),
});

/** Jobs: `domain/job.ts`. Their rows are in `job_inputs` and `job_outputs`. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['tariff_audit', 'pixel_audit', 'entry_batch'] }).notNull(),
    product: text('product').notNull(),
    lineageId: integer('lineage_id').notNull(),
    keyId: integer('key_id').notNull(),
    /** `staging`: its chunks are being written, and it is no job yet. */
    status: text('status', { enum: ['staging', 'queued', 'running', 'finished', 'cancelled', 'failed'] }).notNull(),
    acceptedAtMs: integer('accepted_at_ms').notNull(),
    startedAtMs: integer('started_at_ms'),
    /** Null while it is open. */
    endedAtMs: integer('ended_at_ms'),
    expiresAtMs: integer('expires_at_ms'),
    /** JSON, as `counts` and `errors`. */
    options: text('options').notNull(),
    linesTotal: integer('lines_total').notNull(),
    linesDone: integer('lines_done').notNull(),
    counts: text('counts').notNull(),
    errors: text('errors').notNull(),
    errorsOmitted: integer('errors_omitted').notNull(),
    unitsCharged: integer('units_charged').notNull(),
    unitsReturned: integer('units_returned').notNull(),
    /** Of the chunks that are done. They are given back when the job ends. */
    unitsUnused: integer('units_unused').notNull(),
    chargedDay: integer('charged_day').notNull(),
    failure: text('failure'),
    basis: text('basis'),
    /** How often it started over because the basis had changed. */
    restarts: integer('restarts').notNull(),
    /** What it adds to the stored bytes of the lineage. */
    storedBytes: integer('stored_bytes').notNull(),
    /** A number that grows with each claim of any job: the lineage whose newest is the smallest is next. */
    turn: integer('turn').notNull(),
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

/** The lines of a job, in chunks. Never changed. */
export const jobInputs = sqliteTable(
  'job_inputs',
  {
    jobId: text('job_id').notNull(),
    number: integer('number').notNull(),
    firstLine: integer('first_line').notNull(),
    lines: integer('lines').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.number] })],
);

/** What the chunks that are done came to. */
export const jobOutputs = sqliteTable(
  'job_outputs',
  {
    jobId: text('job_id').notNull(),
    number: integer('number').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.number] })],
);

/** Chunks of open jobs that are not done. Apart from the rows of the chunks, so that a claim writes few bytes. */
export const jobQueue = sqliteTable(
  'job_queue',
  {
    jobId: text('job_id').notNull(),
    number: integer('number').notNull(),
    /** Null when nobody works on it. */
    lease: text('lease'),
    /** Of the process that claimed it last. */
    owner: text('owner').notNull(),
    /** Nobody else claims it before. */
    freeAtMs: integer('free_at_ms').notNull(),
    attempts: integer('attempts').notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.number] })],
);

/** What keys want to be told of: `domain/watch.ts`. `subject` is JSON; secrets sign webhooks and are kept as they are. */
export const watches = sqliteTable(
  'watches',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    lineageId: integer('lineage_id').notNull(),
    keyId: integer('key_id').notNull(),
    kind: text('kind', { enum: ['tariff', 'pixel'] }).notNull(),
    name: text('name').notNull(),
    paused: integer('paused', { mode: 'boolean' }).notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    subject: text('subject').notNull(),
    idempotencyKey: text('idempotency_key'),
    fingerprint: text('fingerprint'),
    webhookUrl: text('webhook_url'),
    webhookState: text('webhook_state', { enum: ['on', 'off'] }),
    webhookNote: text('webhook_note'),
    secret: text('secret'),
    oldSecret: text('old_secret'),
    oldSecretUntilMs: integer('old_secret_until_ms'),
    rotationKey: text('rotation_key'),
  },
  (table) => [uniqueIndex('watches_id').on(table.id), index('watches_lineage').on(table.lineageId, table.seq)],
);

/** Parties that are kept for later certificates. `details` is JSON. */
export const partyProfiles = sqliteTable(
  'party_profiles',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    lineageId: integer('lineage_id').notNull(),
    alternateId: text('alternate_id').notNull(),
    /** The roles, each between commas. */
    roles: text('roles').notNull(),
    details: text('details').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('party_profiles_key').on(table.lineageId, table.alternateId),
    index('party_profiles_lineage').on(table.lineageId, table.seq),
  ],
);

/** The parts of a watch that are looked at: each store, or all numbers. `seen` is what was told last, as JSON. */
export const watchLooks = sqliteTable(
  'watch_looks',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    watchId: text('watch_id').notNull(),
    kind: text('kind', { enum: ['tariff', 'pixel'] }).notNull(),
    part: text('part').notNull(),
    /** Null while the watch is paused. */
    dueAtMs: integer('due_at_ms'),
    lease: text('lease'),
    leaseUntilMs: integer('lease_until_ms'),
    basis: text('basis').notNull(),
    seen: text('seen'),
    failures: integer('failures').notNull(),
    lookedAtMs: integer('looked_at_ms'),
    outcome: text('outcome'),
  },
  (table) => [index('watch_looks_watch').on(table.watchId), index('watch_looks_due').on(table.kind, table.dueAtMs)],
);

/** Events and how they are delivered. `body` is never changed. `attempts_log` is JSON. */
export const watchEvents = sqliteTable(
  'watch_events',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    watchId: text('watch_id').notNull(),
    lineageId: integer('lineage_id').notNull(),
    type: text('type').notNull(),
    atMs: integer('at_ms').notNull(),
    body: text('body').notNull(),
    once: text('once'),
    delivery: text('delivery', { enum: ['none', 'pending', 'delivered', 'dead'] }).notNull(),
    attempts: integer('attempts').notNull(),
    dueAtMs: integer('due_at_ms'),
    lease: text('lease'),
    leaseUntilMs: integer('lease_until_ms'),
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
