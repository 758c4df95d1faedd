/** What the lists say around one code on one date: which listings cover it, and which of its heading do not. */
import type { Coverage } from '../../domain/tariff-coverage.ts';
import type { Listing } from '../../domain/tariff-list.ts';
import { isWhole, lineDigits } from '../lookup/coverage.ts';
import { listingsOnDate } from '../lookup/listings-on-date.ts';
import type { TariffData } from '../tariff-data.ts';

/** How a programme covers a code. */
export interface CoverageView {
  programme: string;
  coverage: Coverage;
  /** Of the numbers of the schedule at or under the code, how many the programme covers. */
  numbers_listed: number;
  numbers: number;
}

export interface ListingsAround {
  /** Every programme in force on the date. */
  coverage: CoverageView[];
  /** Derivative listings that cover the code together or each by itself, longest number first. */
  matched: Listing[];
  /** The other listings of programmes that cover the code wholly, longest number first. */
  others: Listing[];
  /** All other listings of the heading, of any programme. */
  nearMisses: Listing[];
}

/** @param digits 4, 6, 8 or 10 of chapters 1 to 97 */
export function listingsAround(digits: string, date: string, data: TariffData): ListingsAround {
  const inForce = listingsOnDate(date, data);
  const near: Listing[] = [];
  const derivatives = inForce.derivatives.of(digits);
  const matched = isWhole(derivatives) ? derivatives.listings : [];
  const coverage: CoverageView[] = [];
  const others = new Set<Listing>();
  const { from, to } = data.numbers.numbersUnder(lineDigits(digits));
  for (const { programme, coverage: index, near: nearOf } of inForce.programmes) {
    const listings = nearOf(digits);
    near.push(...listings);
    const covered = index.of(digits);
    let listed = 0;
    for (let at = from; covered.coverage !== 'none' && at < to; at++) if (index.covers(data.numbers.at(at))) listed++;
    coverage.push({ programme, coverage: covered.coverage, numbers_listed: listed, numbers: to - from });
    if (isWhole(covered)) for (const listing of covered.listings) if (!matched.includes(listing)) others.add(listing);
  }
  const nearMisses = near.filter((listing) => !matched.includes(listing) && !others.has(listing));
  const byLength = (a: Listing, b: Listing) => b.digits.length - a.digits.length;
  return { coverage, matched: [...matched], others: [...others].sort(byLength), nearMisses };
}
