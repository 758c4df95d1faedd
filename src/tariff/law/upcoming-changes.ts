/** The changes that are already scheduled: rows that begin or end later, and announcements. Pure. */
import type { Succession } from '../../domain/tariff-coverage.ts';
import type { Listing, TariffList } from '../../domain/tariff-list.ts';
import { compareDates, inPeriod } from '../dates.ts';
import { lineDigits } from '../lookup/coverage.ts';
import { listingsEverNear } from '../lookup/listings-on-date.ts';
import { NumberHistory } from '../lookup/number-history.ts';
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
 * @param number only what concerns that number, numbers under it, or those that took its goods
 */
export function upcomingChanges(
  lists: readonly TariffList[],
  announced: readonly AnnouncedView[],
  asOf: string,
  number?: { digits: string; successions: readonly Succession[] },
): UpcomingChange[] {
  // Only listings of its own headings and of those that goods were moved from or to can concern a number.
  const near = number && listingsEverNear({ lists, successions: number.successions });
  const listingsOf = (list: TariffList) => (near && number ? near(list, number.digits) : list.listings);
  const changes = new Map<string, UpcomingChange>();
  const concerns = number ? concernsOf(number.digits, asOf, NumberHistory.of(number.successions)) : () => true;
  const add = (date: string, event: string, source: string) => changes.set(`${date} ${event}`, { date, event, source });
  for (const { date, what, source } of announced) if (date !== null && date > asOf) add(date, what, source);
  const isAnnounced = ({ from, terms }: Listing) =>
    announced.some(({ date, programme }) => date === from && programme === terms.programme);
  for (const list of lists) {
    for (const listing of listingsOf(list)) {
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
      const listed = listingsOf(list).some(
        (row) => terms.includes(row.terms_id) && concerns(row) && inPeriod(asOf, row),
      );
      if (date > asOf && listed) add(date, event, source);
    }
  }
  return [...changes.values()].sort((a, b) => compareDates(a.date, b.date)).slice(0, CHANGES_MAX);
}

/** Whether a listing concerns a number: one at, above or below it, or one of the numbers its goods had or will have. */
function concernsOf(digits: string, asOf: string, history: NumberHistory) {
  const asked = lineDigits(digits);
  const lives = new Set(asked.length === 10 ? history.withSuccessors(history.meaningOn(asked, asOf)) : []);
  return ({ digits: listed, terms, from }: Listing): boolean => {
    if (listed.startsWith(asked) || asked.startsWith(lineDigits(listed))) return true;
    if (lives.size === 0 || lineDigits(listed).length < 10) return false;
    const meaning = history.meaningOn(listed, terms.numbers_as_of ?? from);
    return history.withSuccessors(meaning).some((name) => lives.has(name));
  };
}
