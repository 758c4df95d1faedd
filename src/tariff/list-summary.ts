import type { TariffList } from '../domain/tariff-list.ts';
import { type AnnouncedView, unreadChanges } from './law/announced.ts';
import { isOpen, lawReadTo } from './law/law-read.ts';
import { type UpcomingChange, upcomingChanges } from './law/upcoming-changes.ts';
import type { TariffData } from './tariff-data.ts';

/** What a reader needs to choose a list. The keys are those of `/api/v0/tariff/lists` and `portside tariff lists --json`. */
export interface ListSummary {
  list_id: string;
  title: string;
  version: string;
  as_of: string;
  /** The last day whose law was read, of all lists in use. */
  law_read_to: string;
  source: string;
  /** Listings, including those that have ended. */
  rows: number;
  next_change: UpcomingChange | null;
  /** What is announced for the programmes of the list and was not read. */
  announced: AnnouncedView[];
}

/** `next_change` is the first change after `today`, a New York date. */
export function summarizeList(list: TariffList, data: TariffData, today: string): ListSummary {
  const { list_id, title, version, as_of, source, listings } = list;
  const announced = announcedOf(list, data);
  return {
    list_id,
    title,
    version,
    as_of,
    law_read_to: lawReadTo(data),
    source,
    rows: listings.length,
    next_change: upcomingChanges([list], announced, today)[0] ?? null,
    announced,
  };
}

/** The announced changes of the programmes of a list. A list that has ended has none. */
export function announcedOf(list: TariffList, data: TariffData): AnnouncedView[] {
  if (!isOpen(list)) return [];
  const programmes = new Set(Object.values(list.terms).map(({ programme }) => programme));
  return unreadChanges(data).filter(({ programme }) => programmes.has(programme));
}
