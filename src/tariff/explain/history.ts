/**
 * What the lists say of one number over time: periods without gaps from the first day of the lists, each with the terms that hold. A
 * period is one answer of the coverage rules: it is computed on its first day, and no listing or number changes within it. Pure.
 */
import type { Coverage } from '../../domain/tariff-coverage.ts';
import type { Listing, TariffList } from '../../domain/tariff-list.ts';
import { addDays } from '../dates.ts';
import { lawReadTo } from '../law/law-read.ts';
import { programmeCoverage } from '../lookup/coverage.ts';
import { listingsEverNear } from '../lookup/listings-on-date.ts';
import { NumberHistory } from '../lookup/number-history.ts';
import type { TariffData } from '../tariff-data.ts';

/** Terms that hold for a number, or for some of what it stands for. */
interface HeldTerms {
  programme: string;
  /** How far the programme covers the number, by all of its terms together. */
  coverage: Exclude<Coverage, 'none'>;
  kind: string;
  goods: string;
  note: string;
  ch99_heading: string | null;
  /** General rate in percent; null for a minimum import price. */
  rate: number | null;
  rate_kind: string;
  charged_on: string | null;
  condition: string | null;
  /** The numbers that the list prints, at, above or below the number, or those of its successors; the first few. */
  codes: string[];
  /** How many they are. */
  codes_total: number;
  list: string;
  version: string;
  source: string;
}

export interface HistoryPeriod {
  from: string;
  /** The last day; null where no end is set. */
  to: string | null;
  /** It begins after the law was read: as announced, not read as in force. */
  scheduled: boolean;
  /** Empty: on none of the lists. Programmes in alphabetical order. */
  listed: HeldTerms[];
}

const CODES_MAX = 10;

/** @param digits 4, 6, 8 or 10 @param first the first day that the lists cover */
export function termsOverTime(digits: string, first: string, data: TariffData): HistoryPeriod[] {
  const lawRead = lawReadTo(data);
  const periods: HistoryPeriod[] = [];
  let latest: string | undefined;
  for (const from of changeDays(digits, first, data)) {
    const listed = termsOn(digits, from, data);
    const same = JSON.stringify(listed);
    const before = periods.at(-1);
    // What changed on that day concerns other numbers of the heading.
    if (same === latest) continue;
    if (before) before.to = addDays(from, -1);
    periods.push({ from, to: null, scheduled: from > lawRead, listed });
    latest = same;
  }
  return periods;
}

/** The first day, and each later one on which a listing near the number begins or has ended, or a number was replaced. Ascending. */
function changeDays(digits: string, first: string, data: TariffData): string[] {
  const days = new Set([first]);
  const add = (day: string) => {
    if (day > first) days.add(day);
  };
  const near = listingsEverNear(data);
  for (const list of data.lists) {
    for (const { from, to } of near(list, digits)) {
      add(from);
      if (to !== null) add(addDays(to, 1));
    }
  }
  const linked = NumberHistory.of(data.successions).headingsLinkedWith(digits.slice(0, 4));
  for (const row of data.successions) {
    if (linked.has(row.old.slice(0, 4)) || linked.has(row.new.slice(0, 4))) add(row.retired_on);
  }
  return [...days].sort();
}

function termsOn(digits: string, day: string, data: TariffData): HeldTerms[] {
  const listOf = ({ terms, terms_id }: Listing): TariffList =>
    data.lists.find((list) => list.terms[terms_id] === terms)!;
  return programmeCoverage(digits, day, data).flatMap(({ programme, coverage, listings }) => {
    if (coverage === 'none') return [];
    const byTerms = Map.groupBy(listings, ({ terms }) => terms);
    return [...byTerms].map(([terms, ofTerms]): HeldTerms => {
      const { kind, goods, note, ch99_heading, rate, rate_kind, charged_on = null, condition = null, source } = terms;
      const codes = [...new Set(ofTerms.map(({ code }) => code))].sort();
      const { list_id: list, version } = listOf(ofTerms[0]!);
      return {
        ...{ programme, coverage, kind, goods, note, ch99_heading, rate, rate_kind, charged_on, condition },
        ...{ codes: codes.slice(0, CODES_MAX), codes_total: codes.length, list, version, source },
      };
    });
  });
}
