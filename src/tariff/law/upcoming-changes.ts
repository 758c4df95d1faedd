/** The changes that are already scheduled: rows that begin or end later, and announcements. Pure. */
import type { Listing, TariffList } from '../../domain/tariff-list.ts';
import { compareDates, inPeriod } from '../dates.ts';
import { lineDigits } from '../lookup/coverage.ts';
import type { AnnouncedView } from './announced.ts';

const CHANGES_MAX = 20;

export interface UpcomingChange {
  date: string;
  event: string;
  source: string;
}

/**
 * What is scheduled after a date, earliest first, at most 20 entries.
 * @param announced the announced changes of the same lists or number. A row that begins with one of them is not repeated.
 * @param digits only what concerns that number, or numbers under it
 */
export function upcomingChanges(
  lists: readonly TariffList[],
  announced: readonly AnnouncedView[],
  asOf: string,
  digits?: string,
): UpcomingChange[] {
  const changes = new Map<string, UpcomingChange>();
  const asked = lineDigits(digits ?? '');
  const concerns = (listing: Listing) =>
    listing.digits.startsWith(asked) || asked.startsWith(lineDigits(listing.digits));
  const add = (date: string, event: string, source: string) => changes.set(`${date} ${event}`, { date, event, source });
  for (const { date, what, source } of announced) if (date !== null && date > asOf) add(date, what, source);
  const isAnnounced = ({ from, terms }: Listing) =>
    announced.some(({ date, programme }) => date === from && programme === terms.programme);
  for (const list of lists) {
    for (const listing of list.listings) {
      if (!concerns(listing)) continue;
      const { note, goods, rate, source } = listing.terms;
      const price = rate === null ? 'a minimum import price' : `${rate} percent`;
      if (listing.from > asOf && !isAnnounced(listing))
        add(listing.from, `${goods} (${note}): ${price} begins`, source);
      if (listing.from <= asOf && listing.to !== null && listing.to >= asOf) {
        add(listing.to, `${goods} (${note}): last day at ${price}`, source);
      }
    }
    for (const { date, terms, event, source } of list.scheduled) {
      const listed = list.listings.some((row) => terms.includes(row.terms_id) && concerns(row) && inPeriod(asOf, row));
      if (date > asOf && listed) add(date, event, source);
    }
  }
  return [...changes.values()].sort((a, b) => compareDates(a.date, b.date)).slice(0, CHANGES_MAX);
}
