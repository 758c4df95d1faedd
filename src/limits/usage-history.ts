/** What was used over time, read from the database for pages. */
import { utcDay } from '../domain/clock.ts';
import { MINUTE_MS } from '../domain/limits.ts';
import type { ErrorCount, KeyChoice, LineageUse, UsageCell, UsageStore } from '../domain/usage-store.ts';

export type { ErrorCount, LineageUse };

export const HISTORY_DAYS = 90;
const HISTORY_MINUTES = 60;
const DAY_MS = 86_400_000;

/** Requests of one day or minute. */
export interface UsagePoint {
  /** Start of the day or minute, Unix milliseconds UTC. */
  atMs: number;
  /** By product; a product that was not used is absent. */
  requests: Record<string, number>;
}

export class UsageHistory {
  readonly #usage: UsageStore;

  constructor({ usage }: { usage: UsageStore }) {
    this.#usage = usage;
  }

  /** Requests counted on each of the last 90 UTC days, today last. */
  async days(keyId: KeyChoice, nowMs: number): Promise<UsagePoint[]> {
    const first = utcDay(nowMs) - HISTORY_DAYS + 1;
    return pointsOf(await this.#usage.days(keyId, first), first, HISTORY_DAYS, DAY_MS);
  }

  /** Requests counted in each of the last 60 minutes, the current one last. */
  async minutes(keyId: KeyChoice, nowMs: number): Promise<UsagePoint[]> {
    const first = Math.floor(nowMs / MINUTE_MS) - HISTORY_MINUTES + 1;
    return pointsOf(await this.#usage.minutes(keyId, first, HISTORY_MINUTES), first, HISTORY_MINUTES, MINUTE_MS);
  }

  /** Requests answered with an error, most frequent first; those of all keys hold those without a valid key too. */
  errors(keyId: KeyChoice, nowMs: number): Promise<ErrorCount[]> {
    const today = utcDay(nowMs);
    return this.#usage.errors(keyId, today, today - HISTORY_DAYS);
  }

  /** For each of these lineages: a page of keys, not all of them. */
  lineages(ids: number[], nowMs: number): Promise<Map<number, LineageUse>> {
    return this.#usage.lineages(ids, utcDay(nowMs), nowMs - MINUTE_MS);
  }
}

/** A row of days or minutes without gaps. What lies outside it (a clock that was set) is not shown. */
function pointsOf(cells: UsageCell[], first: number, length: number, unitMs: number): UsagePoint[] {
  const points: UsagePoint[] = Array.from({ length }, (_, i) => ({ atMs: (first + i) * unitMs, requests: {} }));
  for (const { at, product, requests } of cells) {
    const point = points[at - first];
    if (point) point.requests[product] = (point.requests[product] ?? 0) + requests;
  }
  return points;
}
