/** Everything the lists say of one code on one date, and what they cannot say. Pure. */

import type { Listing, TariffList } from '../domain/tariff-list.ts';
import { type HtsLookupResult, isDerivative, type LookupStatus } from './answer.ts';
import { inPeriod } from './dates.ts';
import type { Removal, RetiredSuffix, TariffData } from './embedded.ts';
import { formatCode, parseCode } from './hts-code.ts';
import type { Schedule, ScheduleEntry } from './schedule.ts';

/** One listing as a reader needs it: what, how much, on whose authority, since when. */
export interface ListingView {
  code: string;
  programme: string;
  kind: string;
  goods: string;
  article_name: string;
  note: string;
  annex: string | null;
  ch99_heading: string;
  rate: number | null;
  rate_kind: string;
  charged_on: string | null;
  /** Least share of the listed metal in percent of weight for this code; null where no test applies. */
  weight_test: number | null;
  condition: string | null;
  from: string;
  to: string | null;
  list: string;
  version: string;
  source: string;
}

export interface UpcomingChange {
  date: string;
  event: string;
  source: string;
}

export interface Explanation {
  code: string;
  as_of: string;
  status: LookupStatus;
  hit: boolean;
  in_scope: boolean;
  /** Derivative listings that cover the code, longest first. */
  matched: ListingView[];
  /** Primary metals and other programmes that cover the code, longest first, with their conditions. */
  other_programmes: ListingView[];
  /** Derivative listings of the same heading that do not cover the code, those nearest to it first. */
  near_misses: ListingView[];
  conditions: string[];
  /** Where the code is a suffix that USITC retired: what replaced it. */
  successors: RetiredSuffix[];
  /** Where the code replaced a retired suffix, which a list may still print instead of it. */
  replaces: RetiredSuffix[];
  removed: Removal[];
  next_changes: UpcomingChange[];
  /** The line of the tariff schedule, where one has been imported. */
  schedule: ScheduleEntry | null;
}

const METAL_CHAPTERS = ['72', '73', '74', '76'];

/** @param answer the contract result for the same code and date, so that an explanation never contradicts it */
export function explain(
  answer: HtsLookupResult,
  asOf: string,
  data: TariffData,
  schedule: Schedule | null = null,
): Explanation {
  const { code, status, hit, in_scope } = answer;
  const digits = parseCode(code);
  const explanation: Explanation = {
    code,
    as_of: asOf,
    status,
    hit,
    in_scope,
    matched: [],
    other_programmes: [],
    near_misses: [],
    conditions: [],
    successors: [],
    replaces: [],
    removed: [],
    next_changes: [],
    schedule: null,
  };
  if (digits === null) {
    explanation.conditions.push(
      'Not the number of a product: 4, 6, 8 or 10 digits are expected, of chapters 01 to 97 except 77.',
    );
    return explanation;
  }
  const rows = data.lists
    .flatMap((list) => list.listings.map((listing) => ({ list, listing })))
    .sort((a, b) => b.listing.digits.length - a.listing.digits.length);
  for (const { list, listing } of rows) {
    if (!inPeriod(asOf, listing)) continue;
    const view = viewOf(listing, list, digits);
    if (digits.startsWith(listing.digits)) {
      (isDerivative(listing) ? explanation.matched : explanation.other_programmes).push(view);
    } else if (isDerivative(listing) && listing.digits.startsWith(digits.slice(0, 4))) {
      explanation.near_misses.push(view);
    }
  }
  const spelled = formatCode(digits);
  const nearness = (view: ListingView) => sharedLength(view.code, spelled);
  explanation.near_misses.sort((a, b) => nearness(b) - nearness(a) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  explanation.successors = data.retired.filter((row) => row.retired === spelled && row.effective <= asOf);
  explanation.replaces = data.retired.filter((row) => row.successor === spelled && row.effective <= asOf);
  explanation.conditions = conditionsOf(explanation, digits);
  explanation.removed = data.removed.filter((row) => row.date <= asOf && related(row.digits, digits));
  explanation.next_changes = nextChanges(data.lists, asOf, digits);
  explanation.schedule = schedule?.find(digits) ?? null;
  return explanation;
}

function sharedLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** True where one number lies within the other. */
function related(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

function viewOf(listing: Listing, list: TariffList, digits: string): ListingView {
  const { terms } = listing;
  const tested = terms.weight_test !== undefined && !METAL_CHAPTERS.includes(digits.slice(0, 2));
  return {
    code: listing.code,
    programme: terms.programme,
    kind: terms.kind,
    goods: terms.goods,
    article_name: listing.article.name,
    note: terms.note,
    annex: terms.annex ?? null,
    ch99_heading: terms.ch99_heading,
    rate: terms.rate,
    rate_kind: terms.rate_kind,
    charged_on: terms.charged_on ?? null,
    weight_test: tested ? (terms.weight_test ?? null) : null,
    condition: terms.condition ?? null,
    from: listing.from,
    to: listing.to,
    list: list.list_id,
    version: list.version,
    source: terms.source,
  };
}

/** What a number alone cannot decide, in the order an importer would ask. */
function conditionsOf({ matched, other_programmes, near_misses, replaces }: Explanation, digits: string): string[] {
  const covering = [...matched, ...other_programmes];
  const conditions: string[] = [];
  if (matched.length === 0 && near_misses.some((near) => near.code.replaceAll('.', '').startsWith(digits))) {
    conditions.push('Some longer numbers under this one are listed. Give all ten digits to know which applies.');
  }
  if (matched.length === 0 && replaces.some((row) => near_misses.some((near) => near.code === row.retired))) {
    conditions.push(
      'It replaced a number that the list still prints, so the same goods may be meant. Check before relying on it.',
    );
  }
  const tests = new Set(covering.flatMap((view) => (view.weight_test === null ? [] : [view.weight_test])));
  for (const percent of tests) {
    conditions.push(
      `Outside chapters 72, 73, 74 and 76 the duty applies only where the listed metal is at least ${percent} percent of the weight; below it declare heading 9903.82.03.`,
    );
  }
  if (covering.some((view) => view.charged_on === 'metal content')) {
    conditions.push('The duty is charged on the value of the metal content, which the number does not tell.');
  }
  if (covering.some((view) => view.rate_kind === 'total_incl_column1')) {
    conditions.push('This rate is a total that includes the column 1 duty, not an addition to it.');
  }
  for (const view of other_programmes) if (view.condition) conditions.push(`Note ${view.note}: ${view.condition}.`);
  for (const view of matched) if (view.condition) conditions.push(`Note ${view.note}: ${view.condition}.`);
  if (covering.length > 0) {
    conditions.push(
      'Origin changes the rate (United Kingdom, deal partners, USMCA, Russia, column 2), and so does metal of U.S. origin.',
      'Section 301, antidumping and countervailing duties are not considered; which Section 232 duties stack is decided by the notes.',
      'The date of entry decides, not the date of export; duties begin at 12:01 a.m. Eastern.',
    );
  }
  return [...new Set(conditions)];
}

/** What is scheduled after a date, soonest first; for one number where `digits` is given. At most 20 entries. */
export function nextChanges(lists: readonly TariffList[], asOf: string, digits?: string): UpcomingChange[] {
  const changes = new Map<string, UpcomingChange>();
  const concerns = (listing: Listing) => digits === undefined || digits.startsWith(listing.digits);
  const add = (date: string, event: string, source: string) => changes.set(`${date} ${event}`, { date, event, source });
  for (const list of lists) {
    for (const listing of list.listings) {
      if (!concerns(listing)) continue;
      const { note, goods, rate, source } = listing.terms;
      const price = rate === null ? 'a minimum import price' : `${rate} percent`;
      if (listing.from > asOf) add(listing.from, `${goods} (${note}): ${price} begins`, source);
      if (listing.from <= asOf && listing.to !== null && listing.to >= asOf) {
        add(listing.to, `${goods} (${note}): last day at ${price}`, source);
      }
    }
    for (const { date, terms, event, source } of list.scheduled) {
      const listed = list.listings.some((row) => terms.includes(row.terms_id) && concerns(row) && inPeriod(asOf, row));
      if (date > asOf && listed) add(date, event, source);
    }
  }
  return [...changes.values()].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)).slice(0, 20);
}
