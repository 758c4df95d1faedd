/**
 * Group commit where the database decides: the requests of one event-loop turn go out as one statement. While as many groups
 * are under way as help, the next one stays open and grows. A request that was answered is counted and committed, whatever
 * happens to this process or the database right after; one that could not be counted, or may have been, is answered 503.
 */

import { isStorageFault } from '../adapters/faults.ts';
import { type Clock, utcDay } from '../domain/clock.ts';
import type { AskedLineage, AskedRun, Standing, StatementAccount } from '../domain/limit-ledger.ts';
import { Histogram } from '../http/metrics/histogram.ts';
import type { Verdict } from './account.ts';
import { type Admission, COMMIT_BOUNDS, GROUP_BOUNDS, unavailable, WAITING_MAX } from './admission.ts';
import { MINUTE_MS } from './window.ts';

const FOLD_EVERY_MS = 1000;
/** While the database is away every group fails: one line a second says so. */
const FAULT_EVERY_MS = 1000;
const DAY_MS = 86_400_000;

interface Group {
  requests: Admission[];
  committed: Promise<void>;
  settle(error?: unknown): void;
}

export class StatementDesk {
  readonly commits = { requests: new Histogram(GROUP_BOUNDS), seconds: new Histogram(COMMIT_BOUNDS), faults: 0 };
  readonly #account: StatementAccount;
  readonly #time: () => number | undefined;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #open: Group | undefined;
  readonly #underWay = new Set<Promise<void>>();
  #folding: Promise<void> | undefined;
  #toldMs = Number.NEGATIVE_INFINITY;

  /**
   * `onFault` hears of groups that failed, once a second at most; callers have been told 503 by then. Without a `clock` the database's own decides,
   * which is the one that all machines share.
   */
  constructor(account: StatementAccount, onFault: (error: unknown) => void, clock?: Pick<Clock, 'now'>) {
    this.#account = account;
    this.#time = () => clock?.now();
    this.#onFault = onFault;
    this.#timer = setInterval(() => this.fold(), FOLD_EVERY_MS);
    this.#timer.unref();
  }

  /**
   * Joins the group of this event-loop turn. Resolves when the group is committed, with `request.verdict` set.
   * @throws PortsideError `unavailable` when the account cannot be written.
   */
  admit(request: Admission): Promise<void> {
    let group = this.#open;
    if (!group) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const settle = (error?: unknown) => (error ? reject(error) : resolve());
      group = this.#open = { requests: [], committed: promise, settle };
      setImmediate(() => this.#dispatch());
    } else if (group.requests.length >= WAITING_MAX) return Promise.reject(unavailable());
    group.requests.push(request);
    return group.committed;
  }

  /** Moves what was counted to where pages read it. Any process may, and failing costs nothing: it is tried again. */
  fold(): Promise<void> {
    this.#folding ??= this.#foldAll().finally(() => {
      this.#folding = undefined;
    });
    return this.#folding;
  }

  /** Commits what waits. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    while (this.#open || this.#underWay.size > 0) {
      this.#dispatch();
      await Promise.race(this.#underWay);
    }
    await this.#folding;
  }

  #dispatch(): void {
    const group = this.#open;
    if (!group || this.#underWay.size >= this.#account.groupsAtOnce) return;
    this.#open = undefined;
    const commit = this.#commit(group).finally(() => {
      this.#underWay.delete(commit);
      this.#dispatch();
    });
    this.#underWay.add(commit);
  }

  async #commit({ requests, settle }: Group): Promise<void> {
    const startedMs = performance.now();
    try {
      const { asked, runs } = summarise(requests);
      judge(requests, await this.#account.admit(asked, runs, this.#time()));
      this.commits.requests.add(requests.length);
      this.commits.seconds.add((performance.now() - startedMs) / 1000);
      settle();
    } catch (error) {
      this.commits.faults++;
      this.#tell(error);
      settle(unavailable());
    }
  }

  #tell(error: unknown): void {
    if (performance.now() - this.#toldMs < FAULT_EVERY_MS) return;
    this.#toldMs = performance.now();
    this.#onFault(error);
  }

  async #foldAll(): Promise<void> {
    try {
      while (await this.#account.fold());
    } catch (error) {
      if (!isStorageFault(error)) this.#onFault(error);
    }
  }
}

/** What a group asks, by line of rotations, ascending. Its keys have the same limits; were they not, the least would hold. */
function summarise(requests: readonly Admission[]): { asked: AskedLineage[]; runs: AskedRun[] } {
  const lineages = new Map<number, { asked: AskedLineage; run: AskedRun | undefined }>();
  const runs: AskedRun[] = [];
  for (const { lineageId, keyId, product, limits } of requests) {
    let lineage = lineages.get(lineageId);
    if (!lineage) {
      lineage = { asked: { lineageId, ...limits, wanted: 0 }, run: undefined };
      lineages.set(lineageId, lineage);
    }
    const { asked } = lineage;
    asked.perMinute = Math.min(asked.perMinute, limits.perMinute);
    asked.perDay = Math.min(asked.perDay, limits.perDay);
    if (lineage.run?.keyId !== keyId || lineage.run.product !== product) {
      lineage.run = { lineageId, keyId, product, before: asked.wanted, asked: 0 };
      runs.push(lineage.run);
    }
    lineage.run.asked++;
    asked.wanted++;
  }
  const asked = [...lineages.values()].map((lineage) => lineage.asked).sort((a, b) => a.lineageId - b.lineageId);
  return { asked, runs };
}

/** Gives each request its verdict: the first of a line are admitted, and each says what was left after it. */
function judge(requests: readonly Admission[], standings: Map<number, Standing>): void {
  const judged = new Map<number, number>();
  for (const request of requests) {
    const standing = standings.get(request.lineageId)!;
    const place = judged.get(request.lineageId) ?? 0;
    judged.set(request.lineageId, place + 1);
    request.verdict = verdictOf(standing, place);
  }
}

function verdictOf({ admitted, nowMs, minuteLeft, dayLeft, oldestMs }: Standing, place: number): Verdict {
  const after = Math.max(0, admitted - 1 - place);
  return {
    admitted: place < admitted,
    minuteLeft: Math.max(0, minuteLeft + after),
    minuteResetS: oldestMs === undefined ? 0 : Math.ceil((oldestMs + MINUTE_MS - nowMs) / 1000),
    dayLeft: Math.max(0, dayLeft + after),
    dayResetS: Math.ceil(((utcDay(nowMs) + 1) * DAY_MS - nowMs) / 1000),
  };
}
