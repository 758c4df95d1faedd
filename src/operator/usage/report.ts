/** The usage of one key or of all, as the pages and the CSV files show it. */
import type { Product } from '../../domain/key.ts';
import type { ErrorCount, UsagePoint } from '../../limits/usage-history.ts';
import type { OperatorDependencies } from '../dependencies.ts';

export const PRODUCTS: readonly Product[] = ['tariff', 'pixel', 'entry'];

export interface UsageReport {
  /** Undefined for all keys. */
  keyId?: number;
  days: UsagePoint[];
  minutes: UsagePoint[];
  errors: ErrorCount[];
}

/** @param keyId undefined for all keys */
export async function readUsageReport(
  { history }: OperatorDependencies,
  nowMs: number,
  keyId?: number,
): Promise<UsageReport> {
  return {
    keyId,
    days: await history.days(keyId, nowMs),
    minutes: await history.minutes(keyId, nowMs),
    errors: await history.errors(keyId, nowMs),
  };
}

/** `2026-11-21` or `2026-11-21 12:00`, UTC. */
export function pointLabel(atMs: number, unit: 'day' | 'minute'): string {
  const iso = new Date(atMs).toISOString();
  return unit === 'day' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}
