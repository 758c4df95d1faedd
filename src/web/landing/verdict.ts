/** A short summary of a lookup for the landing page. It adds nothing to what the lists say. */
import { STANDING_MEANINGS } from '../../domain/tariff-standing.ts';
import type { Explanation } from '../../tariff/explain/explain.ts';
import type { ListingView } from '../../tariff/explain/listing-view.ts';
import { parseCode } from '../../tariff/hts-code.ts';

export interface Verdict {
  headline: string;
  facts: [label: string, value: string][];
  remarks: string[];
  /** Listed numbers below a short one. */
  below: readonly ListingView[];
}

const REMARKS_MAX = 3;

export function verdictOf(explanation: Explanation): Verdict {
  const {
    standing,
    matched,
    other_programmes,
    conditions,
    successors,
    next_changes,
    announced,
    unsettled_law,
    law_read_to,
    schedule,
  } = explanation;
  const below = listingsBelow(explanation);
  const listing = matched[0] ?? other_programmes[0];
  const next = next_changes[0];
  const facts: Verdict['facts'] =
    below.length > 0 ? [['Rate', ratesText(explanation)]] : listing ? factsOf(listing) : [];
  if (schedule?.code) facts.unshift(['Described as', schedule.path.map(withoutColon).join(' › ')]);
  if (next) facts.push(['Next change', `${next.date}: ${next.event}`]);
  const replaced = successors.map((row) => `This number was retired; see ${row.new}.`);
  const open = unsettled_law
    ? [
        `Not settled: the law changed after ${law_read_to}, as announced for ${announced[0]!.date}. ${announced[0]!.what}.`,
      ]
    : [];
  return {
    headline: STANDING_MEANINGS[standing],
    facts,
    below,
    remarks: [...open, ...replaced, ...missing(schedule), ...conditions].slice(0, REMARKS_MAX),
  };
}

function missing(schedule: Explanation['schedule']): string[] {
  if (!schedule || schedule.exists) return [];
  const like = schedule.near.length > 0 ? ` Near it: ${schedule.near.join(', ')}.` : '';
  return [`The schedule has no such number (${schedule.revision}).${like}`];
}

/** The schedule ends a description with a colon if rows follow below it. */
export function withoutColon(description: string): string {
  return description.replace(/:$/, '');
}

/** The listings of numbers below the one that was asked, each number once for each rate. */
function listingsBelow({ code, matched, other_programmes, near_misses }: Explanation): ListingView[] {
  const digits = parseCode(code);
  if (digits === null) return [];
  const isBelow = (view: ListingView) => {
    const other = digitsOf(view.code);
    return other.length > digits.length && other.startsWith(digits);
  };
  const below = [...matched, ...other_programmes, ...near_misses].filter(isBelow);
  const distinct = new Map(below.map((view) => [`${view.code} ${view.programme} ${view.rate}`, view]));
  return [...distinct.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Every rate that holds for some goods of a code: `25 or 50 percent: ten digits decide`. */
export function ratesText(explanation: Explanation): string {
  const { matched, other_programmes, standing } = explanation;
  const below = listingsBelow(explanation);
  const [listing] = [...matched, ...other_programmes];
  if (below.length === 0) return listing ? rateText(listing) : '–';
  const views = [...matched, ...other_programmes, ...below];
  const rates = [...new Set(views.flatMap(({ rate }) => rate ?? []))].sort((a, b) => a - b);
  const other = views.some(({ rate }) => rate === null) ? ['a minimum import price'] : [];
  const words = [...(rates.length > 0 ? [`${rates.join(' or ')} percent`] : []), ...other].join(' or ');
  const isSure = rates.length + other.length === 1 && standing === 'listed';
  return isSure ? words : `${words}${standing === 'listed' ? '' : ', or none'}: ten digits decide`;
}

const digitsOf = (code: string) => code.replaceAll('.', '');

/** The rate of a listing in words. */
export function rateText({ rate, rate_kind, charged_on }: ListingView): string {
  const base = charged_on ? ` of the ${charged_on}` : '';
  const kind = rate_kind === 'total_incl_column1' ? ', column 1 duty included' : '';
  return rate === null ? 'minimum import price' : `${rate} percent${base}${kind}`;
}

function factsOf(listing: ListingView): Verdict['facts'] {
  const { note, ch99_heading, from, to, scheduled, source, code } = listing;
  const facts: Verdict['facts'] = [
    ['Rate', rateText(listing)],
    ['Listed as', `${code}, note ${note}`],
    ['Declare with', ch99_heading ?? 'no heading published yet'],
    [scheduled ? 'Announced' : 'In force', to === null ? `since ${from}` : `${from} to ${to}`],
    ['Source', source],
  ];
  return facts;
}
