import type { Listing, TariffList } from '../../domain/tariff-list.ts';
import { type AnnouncedView, sharedByProgrammes } from '../../tariff/law/announced.ts';
import { plural } from '../format.ts';

const UPCOMING_MAX = 5;

export interface UpcomingChange {
  date: string;
  text: string;
}

/** The next changes of a list: rows that begin or end, and what is announced for its programmes. */
export function upcomingChanges(
  { listings, scheduled }: TariffList,
  announced: readonly AnnouncedView[],
  today: string,
): UpcomingChange[] {
  const starts = countBy(listings, ({ from }) => (from > today ? from : undefined));
  const ends = countBy(listings, ({ to }) => (to !== null && to >= today ? to : undefined));
  return [
    ...starts.map(([date, rows]) => ({ date, text: `${plural(rows, 'row')} come into force` })),
    ...ends.map(([date, rows]) => ({ date, text: `${plural(rows, 'row')} in force for the last day` })),
    ...sharedByProgrammes(announced).flatMap(({ date, programmes, what }) =>
      date !== null && date >= today ? [{ date, text: `${programmes.join(', ')}: ${what}` }] : [],
    ),
    ...scheduled.filter(({ date }) => date >= today).map(({ date, event }) => ({ date, text: event })),
  ]
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .slice(0, UPCOMING_MAX);
}

function countBy(listings: Listing[], dateOf: (listing: Listing) => string | undefined): [string, number][] {
  const counts = new Map<string, number>();
  for (const listing of listings) {
    const date = dateOf(listing);
    if (date !== undefined) counts.set(date, (counts.get(date) ?? 0) + 1);
  }
  return [...counts];
}
