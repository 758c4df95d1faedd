/** What the lists say around one code on one date: which listings cover it, and which of its heading do not. */
import type { Coverage } from '../../domain/tariff-coverage.ts';
import type { Listing } from '../../domain/tariff-list.ts';
import { isDerivative } from '../lookup/answer.ts';
import { CoverageIndex, isWhole, lineDigits, listingsNear } from '../lookup/coverage.ts';
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
  const programmes = listingsNear(digits, date, data);
  const near = [...programmes.values()].flat();
  const derivatives = new CoverageIndex(near.filter(isDerivative), date, data).of(digits);
  const matched = isWhole(derivatives) ? derivatives.listings : [];
  const coverage: CoverageView[] = [];
  const others = new Set<Listing>();
  const { from, to } = data.numbers.numbersUnder(lineDigits(digits));
  for (const [programme, listings] of programmes) {
    const index = listings.length === 0 ? null : new CoverageIndex(listings, date, data);
    const covered = index?.of(digits) ?? { coverage: 'none', listings: [] };
    let listed = 0;
    for (let at = from; index && at < to; at++) if (index.covers(data.numbers.at(at))) listed++;
    coverage.push({ programme, coverage: covered.coverage, numbers_listed: listed, numbers: to - from });
    if (isWhole(covered)) for (const listing of covered.listings) if (!matched.includes(listing)) others.add(listing);
  }
  const nearMisses = near.filter((listing) => !matched.includes(listing) && !others.has(listing));
  const byLength = (a: Listing, b: Listing) => b.digits.length - a.digits.length;
  return { coverage, matched: [...matched], others: [...others].sort(byLength), nearMisses };
}
