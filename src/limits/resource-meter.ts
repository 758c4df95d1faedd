/**
 * Runs work at the expense of a key: reserves the most that it may use, runs it, and settles what it did use before its caller
 * is answered. Bookings of one turn of the event loop are committed together. If a process is killed in between, the work
 * stays charged in full: it may have been charged too much, never too little.
 */
import { type Clock, utcDay } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import { LedgerBusy } from '../domain/limit-ledger.ts';
import type { WorkCost } from '../domain/resource-cost.ts';
import { RESOURCE_DAYS_KEPT, type ResourceLedger } from '../domain/resource-ledger.ts';
import type { MeteredWork } from '../domain/resource-meter.ts';
import {
  NOTHING_USED,
  type Resource,
  type ResourceAmounts,
  type ResourceBooking,
  ResourceSpent,
} from '../domain/resources.ts';

/** How long a group waits for another process before its reservations are refused. */
const BUSY_MS_MAX = 2000;
/** How often settlements that met a busy ledger are sent again. */
const RETRY_EVERY_MS = 1000;
/** While the database is away every group fails: report it once a second, not for each. */
const FAULT_EVERY_MS = 1000;
/** Waiting bookings beyond this are refused at once: a locked database must not fill the memory. */
const WAITING_MAX = 20_000;

export interface ResourceMeterParts {
  ledger: ResourceLedger;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Told of failed commits, at most once a second. */
  onFault(error: unknown): void;
}

interface Waiting {
  booking: ResourceBooking;
  outcome: PromiseWithResolvers<Resource | undefined>;
}

export class ResourceMeter {
  readonly #parts: ResourceMeterParts;
  readonly #timer: ReturnType<typeof setInterval>;
  #waiting: Waiting[] = [];
  #committing: Promise<void> | undefined;
  /** Settlements that met a busy ledger. Their work stays charged in full until they are sent again. */
  #unsettled: ResourceBooking[] = [];
  #reportedMs = Number.NEGATIVE_INFINITY;
  #droppedOn = 0;
  #dropping: Promise<void> | undefined;

  constructor(parts: ResourceMeterParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#sendUnsettled(), RETRY_EVERY_MS);
    this.#timer.unref();
  }

  /**
   * Runs `work` for a lineage. `most` is all that it can use, and of `storedBytes` the least that it will store.
   * @throws ResourceSpent when not that much is left, PortsideError `unavailable` when it cannot be booked, and what `work` throws
   */
  async run<T>(lineageId: number, most: ResourceAmounts, work: MeteredWork<T>): Promise<T> {
    const nowMs = this.#parts.clock.now();
    const day = utcDay(nowMs);
    const refusal = await this.#book({ lineageId, day, kind: 'reserve', amounts: most });
    if (refusal) throw new ResourceSpent(refusal, nowMs);
    this.#dropOldDays(day);
    let reserved = most;
    const settle = (cost: WorkCost): Promise<void> => {
      const amounts = differenceOf(cost, reserved);
      reserved = NOTHING_USED;
      return this.#settle({ lineageId, day, kind: 'settle', amounts });
    };
    const cost = { cpuMs: 0, bytesFetched: 0 };
    let settled = false;
    try {
      return await work((told) => {
        // Work that goes on after its caller was answered is charged when it ends.
        if (settled) return void settle(told);
        cost.cpuMs += told.cpuMs;
        cost.bytesFetched += told.bytesFetched;
      });
    } finally {
      settled = true;
      await settle(cost);
    }
  }

  /** Commits what waits. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#committing;
    this.#sendUnsettled();
    await this.#committing;
    await this.#dropping;
  }

  /** Never fails: without the settlement the work stays charged in full. */
  async #settle(booking: ResourceBooking): Promise<void> {
    if (booking.amounts.cpuMs === 0 && booking.amounts.bytesFetched === 0) return;
    try {
      await this.#book(booking);
    } catch {
      // `#commit` has reported it, or keeps the settlement for later.
    }
  }

  #book(booking: ResourceBooking): Promise<Resource | undefined> {
    if (this.#waiting.length >= WAITING_MAX) return Promise.reject(unavailable());
    const outcome = Promise.withResolvers<Resource | undefined>();
    this.#waiting.push({ booking, outcome });
    this.#committing ??= this.#commitAll();
    return outcome.promise;
  }

  async #commitAll(): Promise<void> {
    await nextTurn();
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      await this.#commit(group);
    }
    // In the same step as the check above: otherwise a booking could join a loop that has ended.
    this.#committing = undefined;
  }

  async #commit(group: Waiting[]): Promise<void> {
    try {
      const refusals = await this.#send(group.map(({ booking }) => booking));
      for (const [i, { outcome }] of group.entries()) outcome.resolve(refusals[i]);
    } catch (error) {
      const settlements = group.map(({ booking }) => booking).filter(({ kind }) => kind === 'settle');
      // Nothing was done, so they may be sent again. After any other failure they may have been booked.
      if (error instanceof LedgerBusy) this.#unsettled.push(...settlements);
      else this.#report(error);
      for (const { outcome } of group) outcome.reject(unavailable());
    }
  }

  /** Waits for another process without blocking the event loop. */
  async #send(bookings: readonly ResourceBooking[]): Promise<(Resource | undefined)[]> {
    const { ledger, clock } = this.#parts;
    const startedMs = clock.monotonic();
    for (;;) {
      try {
        return await ledger.book(bookings);
      } catch (error) {
        const waitedMs = clock.monotonic() - startedMs;
        if (!(error instanceof LedgerBusy) || waitedMs >= BUSY_MS_MAX) throw error;
        // At first the holder is most likely a group commit of another process, done within a fraction of a millisecond.
        await (waitedMs < 2 ? nextTurn() : delay(1));
      }
    }
  }

  #report(error: unknown): void {
    const nowMs = this.#parts.clock.monotonic();
    if (nowMs - this.#reportedMs < FAULT_EVERY_MS) return;
    this.#reportedMs = nowMs;
    this.#parts.onFault(error);
  }

  #sendUnsettled(): void {
    const bookings = this.#unsettled;
    this.#unsettled = [];
    for (const booking of bookings) void this.#settle(booking);
  }

  #dropOldDays(day: number): void {
    if (day === this.#droppedOn) return;
    this.#droppedOn = day;
    this.#dropping = this.#dropBefore(day - RESOURCE_DAYS_KEPT).catch(() => {
      this.#droppedOn = 0;
    });
  }

  /** Requests are answered between two slices. */
  async #dropBefore(day: number): Promise<void> {
    while (await this.#parts.ledger.dropDays(day)) await nextTurn();
  }
}

/** What was used beyond the reservation. A begun millisecond is charged as a whole one. */
function differenceOf({ cpuMs, bytesFetched }: WorkCost, reserved: ResourceAmounts): ResourceAmounts {
  return {
    storedBytes: 0,
    cpuMs: Math.ceil(cpuMs) - reserved.cpuMs,
    bytesFetched: bytesFetched - reserved.bytesFetched,
  };
}

const unavailable = () => new PortsideError('unavailable', { retryAfterS: 1 });
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
