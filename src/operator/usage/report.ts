/** The usage of one key or of all, as the pages and the CSV files show it. */
import type { Product } from '../../domain/key.ts';
import type { ErrorCount, UsagePoint } from '../../limits/usage-history.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { type OperatorRequest, queryWord } from '../operator-request.ts';

export const PRODUCTS: readonly Product[] = ['tariff', 'pixel', 'entry'];

export type UsageUnit = 'day' | 'hour' | 'minute';

/** What the chart can show, by the value of `?range=`. The first is shown without one. */
export const RANGES = {
  '30d': { label: '30 days', title: 'Requests a day, 30 days', unit: 'day', points: 30 },
  '90d': { label: '90 days', title: 'Requests a day, 90 days', unit: 'day', points: 90 },
  day: { label: 'Day', title: 'Requests an hour, last 24 hours', unit: 'hour', points: 24 },
  hour: { label: 'Hour', title: 'Requests a minute, last hour', unit: 'minute', points: 60 },
} as const satisfies Record<string, { label: string; title: string; unit: UsageUnit; points: number }>;

export type Range = keyof typeof RANGES;

/** In the order of their length, as the page offers them. */
export const RANGE_NAMES = ['hour', 'day', '30d', '90d'] as const satisfies Range[];

function readRange(request: OperatorRequest): Range {
  return queryWord(request, 'range', RANGE_NAMES) ?? '30d';
}

export interface UsageReport {
  /** Undefined for all keys. */
  keyId?: number;
  range: Range;
  /** What the chart of this range shows. */
  points: UsagePoint[];
  days: UsagePoint[];
  minutes: UsagePoint[];
  errors: ErrorCount[];
}

/** @param keyId undefined for all keys */
export async function readUsageReport(
  { history, clock }: OperatorDependencies,
  request: OperatorRequest,
  keyId?: number,
): Promise<UsageReport> {
  const nowMs = clock.now();
  const range = readRange(request);
  const days = await history.days(keyId, nowMs);
  const minutes = await history.minutes(keyId, nowMs);
  const byUnit = { day: days, minute: minutes, hour: range === 'day' ? await history.hours(keyId, nowMs) : [] };
  const { unit, points } = RANGES[range];
  return {
    keyId,
    range,
    points: byUnit[unit].slice(-points),
    days,
    minutes,
    errors: await history.errors(keyId, nowMs),
  };
}

/** `2026-11-21` or `2026-11-21 12:00`, UTC. */
export function pointLabel(atMs: number, unit: UsageUnit): string {
  const iso = new Date(atMs).toISOString();
  return unit === 'day' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}
