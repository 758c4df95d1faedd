/** A short summary of a lookup for the landing page. It adds nothing to what the lists say. */
import type { Explanation } from '../../tariff/explain/explain.ts';
import type { ListingView } from '../../tariff/explain/listing-view.ts';

export interface Verdict {
  headline: string;
  facts: [label: string, value: string][];
  remarks: string[];
}

const HEADLINES = {
  hit: 'On the Section 232 derivative list.',
  adjacent: 'Not wholly on the derivative list, but numbers of its heading are.',
  in_scope_no_bis14: 'Not on the derivative list.',
  clear: 'On no Section 232 list that is loaded.',
  invalid: 'Not the number of a product.',
} as const;

const REMARKS_MAX = 3;

export function verdictOf(explanation: Explanation): Verdict {
  const {
    status,
    in_scope,
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
  const elsewhere = in_scope && status !== 'hit' ? ' A Section 232 list has it or part of it: a duty may apply.' : '';
  const listing = matched[0] ?? other_programmes[0];
  const next = next_changes[0];
  const facts: Verdict['facts'] = listing ? factsOf(listing) : [];
  if (schedule?.code) facts.unshift(['Described as', schedule.path.map(withoutColon).join(' › ')]);
  if (next) facts.push(['Next change', `${next.date}: ${next.event}`]);
  const replaced = successors.map((row) => `This number was retired; see ${row.new}.`);
  const open = unsettled_law
    ? [
        `Not settled: the law changed after ${law_read_to}, as announced for ${announced[0]!.date}. ${announced[0]!.what}.`,
      ]
    : [];
  return {
    headline: HEADLINES[status] + elsewhere,
    facts,
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
