/** When the law was read too long ago to answer from. */

import type { Tariff } from '../tariff.ts';

/** @param daysMax the age in days from which the law is stale; 0 means never */
export function isStale(days: number, daysMax: number): boolean {
  return daysMax > 0 && days > daysMax;
}

/** Why the server should not answer from its tariff lists, in words fit for the public; undefined if it can. */
export function lawFailure(tariff: Tariff, daysMax: number): string | undefined {
  if (!tariff.revision.hasLists) return 'no tariff list is loaded';
  const { to, days } = tariff.lawRead();
  return isStale(days, daysMax) ? `the law was read to ${to}, ${days} days ago` : undefined;
}
