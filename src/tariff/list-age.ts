/** When the tariff list in force is too old to answer from. */
import { DAY_MS } from '../domain/clock.ts';
import { daysBetween } from './dates.ts';
import type { Tariff } from './tariff.ts';

/** @param daysMax the age in days from which a list is stale; 0 means never */
export function isStale(days: number, daysMax: number): boolean {
  return daysMax > 0 && days > daysMax;
}

/** Why the server should not answer from its tariff lists, in words fit for the public; undefined if it can. */
export function listFailure(age: ReturnType<Tariff['age']>, daysMax: number): string | undefined {
  if (!age) return 'no tariff list is loaded';
  return isStale(age.days, daysMax) ? `${age.list} is dated ${age.asOf}, ${age.days} days ago` : undefined;
}

/** Seconds since the date of each loaded list. */
export function listAgeSeconds(tariff: Tariff): [listId: string, seconds: number][] {
  const today = tariff.today();
  return tariff.data.lists.map((list) => [list.list_id, (daysBetween(list.as_of, today) * DAY_MS) / 1000]);
}
