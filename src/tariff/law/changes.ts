import type { AnnouncedElsewhere } from '../../domain/tariff-law.ts';
import type { Listing, TariffList } from '../../domain/tariff-list.ts';
import { earlierDate, inPeriod, laterDate } from '../dates.ts';
import type { TariffData } from '../tariff-data.ts';
import { type AnnouncedView, unreadChanges, unreadMeasures } from './announced.ts';
import { lawReadTo } from './law-read.ts';

/** One number of one programme on two dates. There are several listings if the number is on several lists. */
export interface Change {
  code: string;
  programme: string;
  before: Listing[];
  after: Listing[];
}

export interface Changes {
  from: string;
  to: string;
  added: Change[];
  removed: Change[];
  /** Listed on both dates, with another rate, rate kind or base. */
  rerated: Change[];
  /** Listed on both dates at the same cost, under another note subdivision or heading. */
  moved: Change[];
}

/** The changes between two dates: those that were read, and apart from them what is only announced. */
export interface LawChanges extends Changes {
  law_read_to: string;
  /** What rows of the lists say of days after `law_read_to`: as announced, not as in force. */
  scheduled: Change[];
  /** Dated changes after `law_read_to` that are not rows. */
  announced: AnnouncedView[];
  /** The same of duties that are not Section 232. */
  other_measures: Omit<AnnouncedElsewhere, 'digits'>[];
}

/** The changes from one date to another. A row that begins or ends after the law was read was not read as in force. */
export function lawChangesBetween(data: TariffData, from: string, to: string): LawChanges {
  const law_read_to = lawReadTo(data);
  const { added, removed, rerated, moved } = changesBetween(
    data.lists,
    laterDate(from, law_read_to),
    laterDate(to, law_read_to),
  );
  const isBetween = (date: string) => date > from && date <= to;
  return {
    ...changesBetween(data.lists, earlierDate(from, law_read_to), earlierDate(to, law_read_to)),
    from,
    to,
    law_read_to,
    scheduled: [...added, ...removed, ...rerated, ...moved],
    announced: unreadChanges(data).filter(({ date, open_from }) => date !== null && isBetween(open_from ?? date)),
    other_measures: unreadMeasures(data).filter(({ date }) => isBetween(date)),
  };
}

/** Compares what is in force on two dates, number by number. Pure; codes ascending. */
export function changesBetween(lists: readonly TariffList[], from: string, to: string): Changes {
  const byNumber = new Map<string, Change>();
  for (const listing of lists.flatMap((list) => list.listings)) {
    const { code, digits, terms } = listing;
    const key = `${digits} ${terms.programme}`;
    const change = byNumber.get(key) ?? { code, programme: terms.programme, before: [], after: [] };
    byNumber.set(key, change);
    if (inPeriod(from, listing)) change.before.push(listing);
    if (inPeriod(to, listing)) change.after.push(listing);
  }
  const changes: Changes = { from, to, added: [], removed: [], rerated: [], moved: [] };
  for (const key of [...byNumber.keys()].sort()) {
    const change = byNumber.get(key)!;
    const { before, after } = change;
    if (before.length === 0 && after.length === 0) continue;
    if (before.length === 0) changes.added.push(change);
    else if (after.length === 0) changes.removed.push(change);
    else if (distinct(before, costOf) !== distinct(after, costOf)) changes.rerated.push(change);
    else if (distinct(before, authorityOf) !== distinct(after, authorityOf)) changes.moved.push(change);
  }
  return changes;
}

function costOf({ terms }: Listing): string {
  return `${terms.rate} ${terms.rate_kind} ${terms.charged_on ?? ''}`;
}

function authorityOf({ terms }: Listing): string {
  return `${terms.note} ${terms.ch99_heading}`;
}

function distinct(listings: readonly Listing[], describe: (listing: Listing) => string): string {
  return [...new Set(listings.map(describe))].sort().join('; ');
}
