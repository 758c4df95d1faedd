/** What both databases do with rows of watches, looks and events. */
import {
  ATTEMPTS_KEPT,
  type Attempt,
  type DeliveryState,
  type EventType,
  LINEAGE_STORES_MAX,
  type LookState,
  type NewEvent,
  WATCH_IDEMPOTENCY_MS,
  WATCHES_MAX,
  type Watch,
  type WatchEvent,
  type Webhook,
} from '../domain/watch.ts';
import type {
  ClaimedLook,
  DeliveryResult,
  LookResult,
  NewWatch,
  WatchChange,
  WatchInsertion,
} from '../domain/watch-store.ts';

export interface WatchRow {
  seq: number;
  id: string;
  lineageId: number;
  keyId: number;
  kind: 'tariff' | 'pixel';
  name: string;
  paused: boolean;
  createdAtMs: number;
  /** JSON. */
  subject: string;
  idempotencyKey: string | null;
  fingerprint: string | null;
  webhookUrl: string | null;
  webhookState: 'on' | 'off' | null;
  webhookNote: string | null;
  secret: string | null;
  oldSecret: string | null;
  oldSecretUntilMs: number | null;
  rotationKey: string | null;
}

interface LookRow {
  id: number;
  part: string;
  dueAtMs: number | null;
  basis: string;
  seen: string | null;
  failures: number;
  lookedAtMs: number | null;
  outcome: string | null;
}

interface EventRow {
  seq: number;
  id: string;
  watchId: string;
  lineageId: number;
  type: string;
  atMs: number;
  body: string;
  delivery: DeliveryState;
  attempts: number;
  dueAtMs: number | null;
  /** JSON. */
  attemptsLog: string;
}

/** Events that are deleted at once. */
export const PRUNED_AT_ONCE = 500;
/** Deliveries of one lineage at once: its slow receivers leave room for others. */
export const DELIVERIES_PER_LINEAGE = 2;
/** While this many are under way, a lineage has one at most, so that a place is left for those that have none. */
export const DELIVERIES_BUSY = 4;
/** Deliveries at once to receivers whose latest attempt failed. They may all be silent, and each holds its place until it times out. */
export const DELIVERIES_TO_FAILING = 4;

export function watchOf(row: WatchRow): Watch {
  const { seq, id, lineageId, keyId, name, paused, createdAtMs, subject } = row;
  const webhook = webhookOf(row);
  return {
    seq,
    id,
    lineageId,
    keyId,
    name,
    isPaused: paused,
    createdAtMs,
    subject: JSON.parse(subject) as Watch['subject'],
    ...(webhook && { webhook }),
  };
}

function webhookOf(row: WatchRow): Webhook | undefined {
  const { webhookUrl: url, webhookState: state, secret } = row;
  if (url === null || state === null || !secret) return undefined;
  const { webhookNote, oldSecret, oldSecretUntilMs: untilMs, rotationKey } = row;
  return {
    url,
    state,
    secret,
    ...(webhookNote !== null && { note: webhookNote }),
    ...(oldSecret && { oldSecret }),
    ...(untilMs !== null && { oldSecretUntilMs: untilMs }),
    ...(rotationKey !== null && { rotationKey }),
  };
}

function webhookColumns(webhook: Webhook | null | undefined) {
  return {
    webhookUrl: webhook?.url ?? null,
    webhookState: webhook?.state ?? null,
    webhookNote: webhook?.note ?? null,
    secret: webhook?.secret ?? null,
    oldSecret: webhook?.oldSecret ?? null,
    oldSecretUntilMs: webhook?.oldSecretUntilMs ?? null,
    rotationKey: webhook?.rotationKey ?? null,
  };
}

export function newWatchRow(watch: NewWatch): Omit<WatchRow, 'seq'> {
  const { id, lineageId, keyId, name, isPaused, createdAtMs, subject, webhook, idempotency } = watch;
  return {
    id,
    lineageId,
    keyId,
    kind: subject.kind,
    name,
    paused: isPaused,
    createdAtMs,
    subject: JSON.stringify(subject),
    idempotencyKey: idempotency?.key ?? null,
    fingerprint: idempotency?.fingerprint ?? null,
    ...webhookColumns(webhook),
  };
}

export function newLookRows(watch: NewWatch) {
  return watch.parts.map(({ part, dueAtMs, seen, basis = '' }) => ({
    watchId: watch.id,
    kind: watch.subject.kind,
    part,
    dueAtMs,
    basis,
    seen: seen ?? null,
    failures: 0,
  }));
}

/** Why a watch is not stored, or the one that an earlier request with its `Idempotency-Key` made. @param rows of its lineage */
export function refusalOf(watch: NewWatch, rows: readonly WatchRow[]): WatchInsertion | undefined {
  const { idempotency, createdAtMs, subject } = watch;
  const earlier =
    idempotency &&
    rows.find((row) => row.idempotencyKey === idempotency.key && row.createdAtMs > createdAtMs - WATCH_IDEMPOTENCY_MS);
  if (earlier) {
    const isSame = earlier.fingerprint === idempotency.fingerprint;
    return isSame ? { outcome: 'repeated', watch: watchOf(earlier) } : { outcome: 'conflict' };
  }
  if (rows.length >= WATCHES_MAX) return { outcome: 'too_many_watches' };
  if (subject.kind !== 'pixel') return undefined;
  const stores = [subject, ...rows.map((row) => watchOf(row).subject)].reduce(
    (sum, one) => sum + (one.kind === 'pixel' ? one.stores.length : 0),
    0,
  );
  return stores > LINEAGE_STORES_MAX ? { outcome: 'too_many_stores' } : undefined;
}

export function changedWatchColumns({ name, isPaused, webhook }: WatchChange): Partial<WatchRow> {
  return {
    ...(name !== undefined && { name }),
    ...(isPaused !== undefined && { paused: isPaused }),
    ...(webhook !== undefined && webhookColumns(webhook)),
  };
}

export function lookStateOf({ part, lookedAtMs, outcome, dueAtMs }: LookRow): LookState {
  return {
    part,
    ...(lookedAtMs !== null && { lookedAtMs }),
    ...(outcome !== null && { outcome }),
    ...(dueAtMs !== null && { dueAtMs }),
  };
}

export function claimedLookOf(look: LookRow, watch: WatchRow, lease: string): ClaimedLook {
  const { id, part, seen, basis, failures, dueAtMs } = look;
  return {
    lookId: id,
    watch: watchOf(watch),
    part,
    ...(seen !== null && { seen }),
    basis,
    failures,
    dueAtMs: dueAtMs!,
    lease,
  };
}

/** The columns that a look sets. One that was made due again or paused meanwhile keeps its day. */
export function lookColumns(row: LookRow, look: ClaimedLook, result: LookResult, nowMs: number) {
  return {
    lease: null,
    leaseUntilMs: null,
    seen: result.seen ?? null,
    basis: result.basis,
    failures: result.failures,
    lookedAtMs: nowMs,
    outcome: result.outcome,
    dueAtMs: row.dueAtMs === look.dueAtMs ? result.dueAtMs : row.dueAtMs,
  };
}

export function newEventRow({ id: watchId, lineageId, webhook }: Watch, event: NewEvent) {
  const { id, type, atMs, body, once } = event;
  const isSent = webhook?.state === 'on';
  return {
    id,
    watchId,
    lineageId,
    type,
    atMs,
    body,
    once: once ?? null,
    delivery: (isSent ? 'pending' : 'none') as DeliveryState,
    attempts: 0,
    dueAtMs: isSent ? atMs : null,
    attemptsLog: '[]',
  };
}

export function eventOf(row: EventRow): WatchEvent {
  const { seq, id, watchId, lineageId, type, atMs, body, delivery, attempts, dueAtMs, attemptsLog } = row;
  return {
    seq,
    id,
    watchId,
    lineageId,
    type: type as EventType,
    atMs,
    body,
    delivery: {
      state: delivery,
      attempts,
      ...(dueAtMs !== null && { dueAtMs }),
      log: JSON.parse(attemptsLog) as Attempt[],
    },
  };
}

/** The columns that an attempt sets. Never the body or the id. */
export function deliveryColumns({ delivery }: WatchEvent, { state, attempt, dueAtMs }: DeliveryResult) {
  return {
    delivery: state,
    attempts: delivery.attempts + 1,
    dueAtMs: dueAtMs ?? null,
    lease: null,
    leaseUntilMs: null,
    attemptsLog: JSON.stringify([...delivery.log, attempt].slice(-ATTEMPTS_KEPT)),
  };
}

/** A delivery that starts anew. What was tried before stays on record. */
export function redeliveryColumns(nowMs: number) {
  return { delivery: 'pending' as const, attempts: 0, dueAtMs: nowMs, lease: null, leaseUntilMs: null };
}

/** What waits when its watch goes, or its webhook is switched off. */
export const GIVEN_UP = { delivery: 'dead' as const, dueAtMs: null, lease: null, leaseUntilMs: null };
