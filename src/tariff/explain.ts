/** Everything the lists say about one code on one date, and what a code alone cannot decide. Pure. */

import type { Succession } from '../domain/tariff-coverage.ts';
import type { Listing, TariffList } from '../domain/tariff-list.ts';
import { type AnnouncedLaw, announcedLaw } from './announced.ts';
import { type HtsLookupResult, isDerivative, type LookupStatus } from './answer.ts';
import { inPeriod } from './dates.ts';
import { formatCode, parseCode } from './hts-code.ts';
import { lawReadTo } from './law-read.ts';
import type { Schedule, ScheduleEntry } from './schedule.ts';
import type { Removal, TariffData } from './tariff-data.ts';
import { type UpcomingChange, upcomingChanges } from './upcoming-changes.ts';

/** One listing with its terms and its list. */
export interface ListingView {
  code: string;
  programme: string;
  kind: string;
  goods: string;
  article_name: string;
  note: string;
  annex: string | null;
  ch99_heading: string | null;
  rate: number | null;
  rate_kind: string;
  charged_on: string | null;
  /** Least share of the listed metal in percent of weight for this code; null if no test applies. */
  weight_test: number | null;
  condition: string | null;
  from: string;
  to: string | null;
  /** It begins after the law was read: as announced, not read as in force. */
  scheduled: boolean;
  list: string;
  version: string;
  source: string;
}

export interface Explanation extends AnnouncedLaw {
  code: string;
  as_of: string;
  status: LookupStatus;
  hit: boolean;
  in_scope: boolean;
  /** Derivative listings that cover the code, longest first. */
  matched: ListingView[];
  /** Primary metals and other programmes that cover the code, longest first, with their conditions. */
  other_programmes: ListingView[];
  /** Derivative listings of the same heading that do not cover the code, closest number first. */
  near_misses: ListingView[];
  /** What the code alone cannot decide. */
  conditions: string[];
  /** If USITC retired the code: what replaced it. */
  successors: Succession[];
  /** If the code replaced retired numbers: those numbers. A list may still print them. */
  replaces: Succession[];
  /** What was taken out of scope at, above or below the code. */
  removed: Removal[];
  next_changes: UpcomingChange[];
  /** The entry of the tariff schedule, if one has been imported. */
  schedule: ScheduleEntry | null;
}

const METAL_CHAPTERS = ['72', '73', '74', '76'];

/**
 * Explains a lookup result.
 * @param answer the result of the same code on `asOf`; it is copied, so that an explanation never contradicts a lookup
 */
export function explain(
  answer: HtsLookupResult,
  asOf: string,
  data: TariffData,
  schedule: Schedule | null = null,
): Explanation {
  const { code, status, hit, in_scope } = answer;
  const digits = parseCode(code);
  if (digits === null) return explainInvalid(answer, asOf, data);
  const spelled = formatCode(digits);
  const listings = listingsAround(digits, asOf, data, spelled);
  const law = announcedLaw(digits, asOf, data);
  const successors = data.successions.filter((row) => row.old === spelled && row.retired_on <= asOf);
  const replaces = data.successions.filter((row) => row.new === spelled && row.retired_on <= asOf);
  return {
    code,
    as_of: asOf,
    status,
    hit,
    in_scope,
    ...law,
    ...listings,
    conditions: conditionsOf(digits, listings, replaces),
    successors,
    replaces,
    removed: data.removed.filter((row) => row.date <= asOf && isWithinOther(row.digits, digits)),
    next_changes: upcomingChanges(data.lists, law.announced, asOf, digits),
    schedule: schedule?.find(digits) ?? null,
  };
}

function explainInvalid({ code, status, hit, in_scope }: HtsLookupResult, asOf: string, data: TariffData): Explanation {
  return {
    code,
    as_of: asOf,
    status,
    hit,
    in_scope,
    law_read_to: lawReadTo(data),
    announced: [],
    unsettled_law: false,
    matched: [],
    other_programmes: [],
    near_misses: [],
    conditions: ['Not the number of a product. Expected: 4, 6, 8 or 10 digits, chapters 01 to 97 except 77.'],
    successors: [],
    replaces: [],
    removed: [],
    next_changes: [],
    schedule: null,
  };
}

type ListingsAround = Pick<Explanation, 'matched' | 'other_programmes' | 'near_misses'>;

function listingsAround(digits: string, asOf: string, data: TariffData, spelled: string): ListingsAround {
  const lawRead = lawReadTo(data);
  const around: ListingsAround = { matched: [], other_programmes: [], near_misses: [] };
  const heading = digits.slice(0, 4);
  const longestFirst = data.lists
    .flatMap((list) => list.listings.map((listing) => ({ list, listing })))
    .filter(({ listing }) => listing.digits.startsWith(heading) && inPeriod(asOf, listing))
    .sort((a, b) => b.listing.digits.length - a.listing.digits.length);
  for (const { list, listing } of longestFirst) {
    const view = toListingView(listing, list, digits, lawRead);
    if (!digits.startsWith(listing.digits)) {
      if (isDerivative(listing)) around.near_misses.push(view);
    } else if (isDerivative(listing)) around.matched.push(view);
    else around.other_programmes.push(view);
  }
  const closeness = (view: ListingView) => sharedPrefixLength(view.code, spelled);
  around.near_misses.sort((a, b) => closeness(b) - closeness(a) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  return around;
}

function sharedPrefixLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

function isWithinOther(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

function toListingView(listing: Listing, list: TariffList, digits: string, lawRead: string): ListingView {
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
    scheduled: listing.from > lawRead,
    list: list.list_id,
    version: list.version,
    source: terms.source,
  };
}

/** What a code alone cannot decide, in the order an importer would ask. */
function conditionsOf(
  digits: string,
  { matched, other_programmes, near_misses }: ListingsAround,
  replaces: readonly Succession[],
): string[] {
  const covering = [...matched, ...other_programmes];
  const conditions: string[] = [];
  if (matched.length === 0 && near_misses.some((near) => near.code.replaceAll('.', '').startsWith(digits))) {
    conditions.push('Some longer numbers under this one are listed. Give all ten digits to know which applies.');
  }
  if (matched.length === 0 && replaces.some((row) => near_misses.some((near) => near.code === row.old))) {
    conditions.push(
      'It replaced a number that the list still prints, so the list may mean the same goods. Check before relying on it.',
    );
  }
  const weightTests = new Set(covering.flatMap((view) => (view.weight_test === null ? [] : [view.weight_test])));
  for (const percent of weightTests) {
    conditions.push(
      `Outside chapters 72, 73, 74 and 76 the duty applies only if the listed metal is at least ${percent} percent of the weight. Below that, declare heading 9903.82.03.`,
    );
  }
  if (covering.some((view) => view.charged_on === 'metal content')) {
    conditions.push('The duty is charged on the value of the metal content, which the code does not tell.');
  }
  if (covering.some((view) => view.rate_kind === 'total_incl_column1')) {
    conditions.push('This rate is a total that includes the column 1 duty, not an addition to it.');
  }
  for (const view of other_programmes) if (view.condition) conditions.push(`Note ${view.note}: ${view.condition}.`);
  for (const view of matched) if (view.condition) conditions.push(`Note ${view.note}: ${view.condition}.`);
  if (covering.length > 0) {
    conditions.push(
      'Origin changes the rate (United Kingdom, deal partners, USMCA, Russia, column 2), and so does metal of U.S. origin.',
      'Section 301, antidumping and countervailing duties are not considered. The notes decide which Section 232 duties stack.',
      'The date of entry decides, not the date of export. Duties begin at 12:01 a.m. Eastern.',
    );
  }
  return [...new Set(conditions)];
}
