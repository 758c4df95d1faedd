import type { Listing, TariffList } from '../domain/tariff-list.ts';
import { inPeriod } from './dates.ts';

/** One number of one programme before and after; more than one listing where a number is on several lists. */
interface Change {
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
  /** Still listed, at another rate, on another base, or as a total instead of an addition. */
  rerated: Change[];
  /** Still listed at the same cost, under another note subdivision. */
  moved: Change[];
}

/** What changed between two dates: in force on `from` beside in force on `to`, number by number. Pure; codes ascending. */
export function changesBetween(lists: readonly TariffList[], from: string, to: string): Changes {
  const rows = new Map<string, Change>();
  for (const listing of lists.flatMap((list) => list.listings)) {
    const key = `${listing.digits} ${listing.terms.programme}`;
    const row = rows.get(key) ?? { code: listing.code, programme: listing.terms.programme, before: [], after: [] };
    rows.set(key, row);
    if (inPeriod(from, listing)) row.before.push(listing);
    if (inPeriod(to, listing)) row.after.push(listing);
  }
  const changes: Changes = { from, to, added: [], removed: [], rerated: [], moved: [] };
  for (const key of [...rows.keys()].sort()) {
    const row = rows.get(key)!;
    if (row.before.length === 0 && row.after.length === 0) continue;
    if (row.before.length === 0) changes.added.push(row);
    else if (row.after.length === 0) changes.removed.push(row);
    else if (of(row.before, cost) !== of(row.after, cost)) changes.rerated.push(row);
    else if (of(row.before, place) !== of(row.after, place)) changes.moved.push(row);
  }
  return changes;
}

function cost({ terms }: Listing): string {
  return `${terms.rate} ${terms.rate_kind} ${terms.charged_on ?? ''}`;
}

function place({ terms }: Listing): string {
  return `${terms.note} ${terms.ch99_heading}`;
}

function of(listings: readonly Listing[], what: (listing: Listing) => string): string {
  return [...new Set(listings.map(what))].sort().join('; ');
}
