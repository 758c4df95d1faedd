/**
 * Batching: the requests of one event-loop turn are decided, counted and committed together, before any of them is answered.
 * A request that was answered is in the ledger even if the process is killed right after. A request that could not be
 * counted, or may have been, is answered 503, never 200.
 */
import type { Clock } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import {
  type KeyRun,
  LedgerBusy,
  type LimitLedger,
  type RequestGroup,
  type Standings,
} from '../domain/limit-ledger.ts';
import { decisionAt, type LimitDecision, type Limits, type LineageRequest } from '../domain/limits.ts';

/** How long a group waits for another process before it is refused. */
const BUSY_MS_MAX = 2000;
/** How often a roll-up asks a busy ledger before it waits for its next turn. */
const BUSY_TRIES_MAX = 1000;
/** Waiting requests beyond this are refused at once: a locked database must not fill the memory. */
const WAITING_MAX = 20_000;
/** While the database is away every group fails: report it once a second, not for each. */
const FAULT_EVERY_MS = 1000;

/** One request asking to be counted. */
export interface LimitRequest {
  keyId: number;
  lineageId: number;
  limits: Limits;
  product: string;
  /** Aborted when the client has closed its connection. */
  signal?: { readonly aborted: boolean };
}

export interface BatchingLimiterParts {
  ledger: LimitLedger;
  clock: Pick<Clock, 'monotonic'>;
  /** Told of failed commits and roll-ups, at most once a second. Callers have been answered 503 by then. */
  onFault(error: unknown): void;
  /** For the metrics. */
  observer?: CommitObserver;
}

interface CommitObserver {
  committed(requests: number, seconds: number): void;
  failed(): void;
}

interface Group {
  requests: LimitRequest[];
  waiting: PromiseWithResolvers<LimitDecision>[];
  /** When another process first kept it waiting, and how often it was asked again since. */
  busySinceMs?: number;
  retries?: number;
}

export class BatchingLimiter {
  readonly #parts: BatchingLimiterParts;
  readonly #timer: ReturnType<typeof setInterval>;
  /** The group that new requests join. */
  #open: Group | undefined;
  /** The open group met a busy ledger and is sent again soon. */
  #retrying = false;
  /** The group that a database is asked about. Those that come meanwhile join the open one. */
  #underWay: Promise<void> | undefined;
  #rollingUp: Promise<void> | undefined;
  #reportedMs = Number.NEGATIVE_INFINITY;

  constructor(parts: BatchingLimiterParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.rollUp(), parts.ledger.rollUpEveryMs);
    this.#timer.unref();
  }

  /**
   * Joins the group of this event-loop turn. Resolves when the group is committed.
   * @throws PortsideError `unavailable` when the request cannot be counted, or is not because its client has gone, or what the
   *   ledger refused it with.
   */
  admit(request: LimitRequest): Promise<LimitDecision> {
    let group = this.#open;
    if (!group) {
      group = this.#open = { requests: [], waiting: [] };
      setImmediate(() => this.#dispatch());
    } else if (group.requests.length >= WAITING_MAX) return Promise.reject(unavailable());
    const decision = Promise.withResolvers<LimitDecision>();
    group.requests.push(request);
    group.waiting.push(decision);
    return decision.promise;
  }

  /** Moves what was counted to where pages read it. A failure costs nothing: the next call tries again. */
  rollUp(): Promise<void> {
    this.#rollingUp ??= this.#rollUpAll().finally(() => {
      this.#rollingUp = undefined;
    });
    return this.#rollingUp;
  }

  /** Commits what waits. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    while (this.#open || this.#underWay) {
      this.#dispatch();
      await (this.#underWay ?? nextTurn());
    }
    await this.#rollingUp;
  }

  #dispatch(): void {
    const group = this.#open;
    const { ledger } = this.#parts;
    if (!group || this.#retrying || this.#underWay) return;
    dropGone(group);
    if (group.requests.length === 0) {
      this.#open = undefined;
      return;
    }
    const startedMs = this.#parts.clock.monotonic();
    let standings: Standings | Promise<Standings>;
    try {
      standings = ledger.commit(groupOf(group.requests));
    } catch (error) {
      if (error instanceof LedgerBusy && this.#mayWait(group)) return;
      this.#open = undefined;
      this.#refuse(group, error);
      return;
    }
    this.#open = undefined;
    if (!(standings instanceof Promise)) {
      this.#settle(group, standings, startedMs);
      return;
    }
    this.#underWay = standings
      .then(
        (committed) => this.#settle(group, committed, startedMs),
        (error) => this.#refuse(group, error),
      )
      .finally(() => {
        this.#underWay = undefined;
        this.#dispatch();
      });
  }

  /** The group stays open and takes more requests while another process holds the ledger. The event loop is never blocked. */
  #mayWait(group: Group): boolean {
    const nowMs = this.#parts.clock.monotonic();
    group.busySinceMs ??= nowMs;
    const waitedMs = nowMs - group.busySinceMs;
    if (waitedMs >= BUSY_MS_MAX) return false;
    this.#retrying = true;
    const retry = () => {
      this.#retrying = false;
      this.#dispatch();
    };
    group.retries = (group.retries ?? 0) + 1;
    // At first the holder is most likely in the middle of a group. If it is not done by the next turn it waits for a core, and asking
    // in every turn would keep the core from it.
    if (group.retries === 1) setImmediate(retry);
    else setTimeout(retry, 1);
    return true;
  }

  /** Gives each request its decision: the first of a lineage are admitted, and each is told what was left after it. */
  #settle({ requests, waiting }: Group, standings: Standings, startedMs: number): void {
    const decided = new Map<number, number>();
    for (let i = 0; i < requests.length; i++) {
      const { lineageId } = requests[i]!;
      const place = decided.get(lineageId) ?? 0;
      decided.set(lineageId, place + 1);
      waiting[i]!.resolve(decisionAt(standings.get(lineageId)!, place));
    }
    this.#parts.observer?.committed(requests.length, (this.#parts.clock.monotonic() - startedMs) / 1000);
  }

  #refuse({ waiting }: Group, error: unknown): void {
    this.#parts.observer?.failed();
    // A refusal that the caller may see is no fault: the disk is short of space, for example.
    const isRefusal = error instanceof PortsideError;
    if (!isRefusal) this.#report(error);
    for (const decision of waiting) decision.reject(isRefusal ? error : unavailable());
  }

  /** Requests are answered between two slices. A busy ledger is asked again: beside busy workers most tries meet a lock. */
  async #rollUpAll(): Promise<void> {
    let busyTries = 0;
    for (;;) {
      try {
        if (!(await this.#parts.ledger.rollUp())) return;
        busyTries = 0;
        await nextTurn();
      } catch (error) {
        if (error instanceof PortsideError) return;
        if (!(error instanceof LedgerBusy)) return this.#report(error);
        if (++busyTries >= BUSY_TRIES_MAX) return;
        await delay(1);
      }
    }
  }

  #report(error: unknown): void {
    const nowMs = this.#parts.clock.monotonic();
    if (nowMs - this.#reportedMs < FAULT_EVERY_MS) return;
    this.#reportedMs = nowMs;
    this.#parts.onFault(error);
  }
}

/** Removes the requests that nobody waits for. The engine closes a connection if a second request follows before the answer. */
function dropGone(group: Group): void {
  const { requests, waiting } = group;
  if (!requests.some(({ signal }) => signal?.aborted)) return;
  group.requests = requests.filter(({ signal }) => !signal?.aborted);
  group.waiting = waiting.filter((decision, i) => {
    const isGone = requests[i]!.signal?.aborted;
    if (isGone) decision.reject(unavailable());
    return !isGone;
  });
}

/** What a group asks, by lineage. Keys of a lineage share limits. If they ever differ, the lowest hold. */
function groupOf(requests: readonly LimitRequest[]): RequestGroup {
  const found = new Map<number, { lineage: LineageRequest; run: KeyRun | undefined }>();
  const runs: KeyRun[] = [];
  for (const { lineageId, keyId, product, limits } of requests) {
    let entry = found.get(lineageId);
    if (!entry) {
      const { perMinute, perDay } = limits;
      entry = { lineage: { lineageId, perMinute, perDay, wanted: 0 }, run: undefined };
      found.set(lineageId, entry);
    }
    const { lineage } = entry;
    lineage.perMinute = Math.min(lineage.perMinute, limits.perMinute);
    lineage.perDay = Math.min(lineage.perDay, limits.perDay);
    if (entry.run?.keyId !== keyId || entry.run.product !== product) {
      entry.run = { lineageId, keyId, product, before: lineage.wanted, asked: 0 };
      runs.push(entry.run);
    }
    entry.run.asked++;
    lineage.wanted++;
  }
  const lineages = Array.from(found.values(), ({ lineage }) => lineage);
  return { lineages: lineages.sort((a, b) => a.lineageId - b.lineageId), runs };
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Without the cause: `onFault` has been told it, once for the whole group. */
const unavailable = () => new PortsideError('unavailable', { retryAfterS: 1 });
