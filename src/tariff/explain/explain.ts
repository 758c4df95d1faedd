/** Everything the lists say about one code on one date, and what a code alone cannot decide. Pure. */

import type { Succession } from '../../domain/tariff-coverage.ts';
import type { Listing } from '../../domain/tariff-list.ts';
import type { Standing } from '../../domain/tariff-standing.ts';
import { formatCode, parseCode } from '../hts-code.ts';
import { type AnnouncedLaw, announcedLaw } from '../law/announced.ts';
import { lawReadTo } from '../law/law-read.ts';
import { type UpcomingChange, upcomingChanges } from '../law/upcoming-changes.ts';
import type { HtsLookupResult, LookupStatus } from '../lookup/answer.ts';
import { lineDigits } from '../lookup/coverage.ts';
import { NumberHistory } from '../lookup/number-history.ts';
import { describe, type ScheduleDescription } from '../schedule/schedule-description.ts';
import type { Removal, TariffData } from '../tariff-data.ts';
import { conditionsOf } from './conditions.ts';
import { type ListingView, toListingView } from './listing-view.ts';
import { type CoverageView, listingsAround } from './listings-around.ts';
import { standingAt } from './standing.ts';

export interface Explanation extends AnnouncedLaw {
  code: string;
  as_of: string;
  status: LookupStatus;
  hit: boolean;
  in_scope: boolean;
  /** In the words that people read (`domain/tariff-standing.ts`). */
  standing: Standing;
  /** How each programme in force covers the code. */
  coverage: CoverageView[];
  /** Derivative listings that cover the code, each by itself or all together, longest number first. */
  matched: ListingView[];
  /** Other listings of programmes that cover the whole code, longest number first, with their conditions. */
  other_programmes: ListingView[];
  /** Listings of the same heading, of any programme, that do not cover the code, closest number first. */
  near_misses: ListingView[];
  /** What the code alone cannot decide. */
  conditions: string[];
  /** The first day without the code as the number of its goods; null if it is not retired. */
  retired_on: string | null;
  /** If USITC retired the code: what replaced it, and what replaced that. */
  successors: Succession[];
  /** If the code replaced retired numbers: those numbers. A list may still print them. */
  replaces: Succession[];
  /** What was taken out of scope at, above or below the code. */
  removed: Removal[];
  next_changes: UpcomingChange[];
  /** What the tariff schedule says of the code; null only if the code is invalid. */
  schedule: ScheduleDescription | null;
}

/**
 * Explains a lookup result.
 * @param answer the result of the same code on `asOf`; it is copied, so that an explanation never contradicts a lookup
 */
export function explain(answer: HtsLookupResult, asOf: string, data: TariffData): Explanation {
  const { code, status, hit, in_scope } = answer;
  const digits = parseCode(code);
  if (digits === null) return explainInvalid(answer, asOf, data);
  const spelled = formatCode(digits);
  const law = announcedLaw(digits, asOf, data);
  const around = listingsAround(digits, asOf, data);
  const listOf = ({ terms, terms_id }: Listing) => data.lists.find((list) => list.terms[terms_id] === terms)!;
  const view = (listing: Listing) => toListingView(listing, listOf(listing), digits, law.law_read_to);
  const listings = {
    matched: around.matched.map(view),
    other_programmes: around.others.map(view),
    near_misses: around.nearMisses.map(view).sort(byCloseness(spelled)),
  };
  const number = historyOf(digits, asOf, data);
  return {
    code,
    as_of: asOf,
    status,
    hit,
    in_scope,
    standing: standingAt(code, answer, asOf, data),
    ...law,
    coverage: around.coverage,
    ...listings,
    conditions: conditionsOf({ digits, asOf, ...number, coverage: around.coverage, ...listings }, data),
    ...number,
    removed: removedNear(digits, data.removed).filter(
      (row) => row.date <= asOf && isWithinOther(lineDigits(row.digits), lineDigits(digits)),
    ),
    next_changes: upcomingChanges(data.lists, law.announced, asOf, { digits, successions: data.successions }),
    schedule: describe(digits, data.schedule),
  };
}

function explainInvalid({ code, status, hit, in_scope }: HtsLookupResult, asOf: string, data: TariffData): Explanation {
  return {
    code,
    as_of: asOf,
    status,
    hit,
    in_scope,
    standing: 'not_a_number',
    law_read_to: lawReadTo(data),
    announced: [],
    unsettled_law: false,
    coverage: [],
    matched: [],
    other_programmes: [],
    near_misses: [],
    conditions: ['Not the number of a product. Expected: 4, 6, 8 or 10 digits, chapters 01 to 97 except 77.'],
    retired_on: null,
    successors: [],
    replaces: [],
    removed: [],
    next_changes: [],
    schedule: null,
  };
}

/** What the number was before and after, on a date. */
function historyOf(
  digits: string,
  asOf: string,
  { successions }: TariffData,
): Pick<Explanation, 'retired_on' | 'successors' | 'replaces'> {
  const history = NumberHistory.of(successions);
  const meaning = history.meaningOn(digits, asOf);
  const retiredOn = history.successionsOf(meaning)[0]?.retired_on;
  const isRetired = retiredOn !== undefined && retiredOn <= asOf;
  const until = (row: Succession) => row.retired_on <= asOf;
  return {
    retired_on: isRetired ? retiredOn : null,
    successors: isRetired
      ? history.withSuccessors(meaning).flatMap((each) => history.successionsOf(each).filter(until))
      : [],
    replaces: history
      .arrivalsOf(digits)
      .filter((row) => until(row) && history.meaningOn(digits, row.retired_on) === meaning),
  };
}

/** Closest number first. */
function byCloseness(spelled: string) {
  return (a: ListingView, b: ListingView) =>
    sharedPrefixLength(b.code, spelled) - sharedPrefixLength(a.code, spelled) ||
    (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}

function sharedPrefixLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

const byHeading = new WeakMap<readonly Removal[], Map<string, Removal[]>>();

/** What was removed of the heading of a number. Every removal names at least a heading. */
function removedNear(digits: string, removed: readonly Removal[]): readonly Removal[] {
  let known = byHeading.get(removed);
  if (!known) {
    known = Map.groupBy(removed, (row) => row.digits.slice(0, 4));
    byHeading.set(removed, known);
  }
  return known.get(digits.slice(0, 4)) ?? [];
}

function isWithinOther(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}
