import type { TariffList } from '../domain/tariff-list.ts';
import { type UpcomingChange, upcomingChanges } from './upcoming-changes.ts';

/** What a reader needs to choose a list. The keys are those of `/api/v0/tariff/lists` and `portside tariff lists --json`. */
export interface ListSummary {
  list_id: string;
  title: string;
  version: string;
  as_of: string;
  source: string;
  /** Listings, including those that have ended. */
  rows: number;
  next_change: UpcomingChange | null;
}

/** `next_change` is the first change after `today`, a New York date. */
export function summarizeList(list: TariffList, today: string): ListSummary {
  const { list_id, title, version, as_of, source, listings } = list;
  const next_change = upcomingChanges([list], today)[0] ?? null;
  return { list_id, title, version, as_of, source, rows: listings.length, next_change };
}
