/** Requests over time, read from the database for pages. */
import { DAY_MS, HOUR_MS, utcDay } from '../domain/clock.ts';
import { MINUTE_MS } from '../domain/sliding-minute.ts';
import type { ErrorCount, KeyChoice, LineageUse, UsageCell, UsageStore } from '../domain/usage-store.ts';

export type { ErrorCount, LineageUse };

export const HISTORY_DAYS = 90;
const HISTORY_MINUTES = 60;
const HISTORY_HOURS = 24;

/** Requests of one day, hour or minute. */
export interface UsagePoint {
  /** Its start, Unix milliseconds UTC. */
  atMs: number;
  /** By product. Products that were not used are absent. */
  requests: Record<string, number>;
}

export class UsageHistory {
  readonly #usage: UsageStore;

  constructor({ usage }: { usage: UsageStore }) {
    this.#usage = usage;
  }

  /** Requests on each of the last 90 UTC days, today last. */
  async days(keyId: KeyChoice, nowMs: number): Promise<UsagePoint[]> {
    const first = utcDay(nowMs) - HISTORY_DAYS + 1;
    return pointsOf(await this.#usage.days(keyId, first), first, HISTORY_DAYS, DAY_MS);
  }

  /** The same of all keys of a lineage together: they share their limits. */
  async lineageDays(lineageId: number, nowMs: number): Promise<UsagePoint[]> {
    const first = utcDay(nowMs) - HISTORY_DAYS + 1;
    return pointsOf(await this.#usage.lineageDays(lineageId, first), first, HISTORY_DAYS, DAY_MS);
  }

  /** Requests in each of the last 60 minutes, the current minute last. */
  async minutes(keyId: KeyChoice, nowMs: number): Promise<UsagePoint[]> {
    const first = Math.floor(nowMs / MINUTE_MS) - HISTORY_MINUTES + 1;
    return pointsOf(await this.#usage.minutes(keyId, first, HISTORY_MINUTES), first, HISTORY_MINUTES, MINUTE_MS);
  }

  /** Requests in each of the last 24 hours, the current hour last. */
  async hours(keyId: KeyChoice, nowMs: number): Promise<UsagePoint[]> {
    const first = Math.floor(nowMs / HOUR_MS) - HISTORY_HOURS + 1;
    return pointsOf(await this.#usage.hours(keyId, first, HISTORY_HOURS), first, HISTORY_HOURS, HOUR_MS);
  }

  /** Errors, most frequent first. Those of all keys include requests without a valid key. */
  errors(keyId: KeyChoice, nowMs: number): Promise<ErrorCount[]> {
    const today = utcDay(nowMs);
    return this.#usage.errors(keyId, today, today - HISTORY_DAYS);
  }

  /** Use of each of these lineages. Pass those of one page, not all. */
  lineages(ids: number[], nowMs: number): Promise<Map<number, LineageUse>> {
    return this.#usage.lineages(ids, utcDay(nowMs), nowMs - MINUTE_MS);
  }
}

/** One point for each day, hour or minute, without gaps. Requests outside the range, after the clock was set, are not shown. */
function pointsOf(cells: UsageCell[], first: number, length: number, unitMs: number): UsagePoint[] {
  const points: UsagePoint[] = Array.from({ length }, (_, i) => ({ atMs: (first + i) * unitMs, requests: {} }));
  for (const { at, product, requests } of cells) {
    const point = points[at - first];
    if (point) point.requests[product] = (point.requests[product] ?? 0) + requests;
  }
  return points;
}
