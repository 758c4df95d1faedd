/** What an audit says of one number on one date: what a single lookup, explanation and duty answer say, as cells. Pure. */
import type { TariffList } from '../../domain/tariff-list.ts';
import { inPeriod } from '../dates.ts';
import type { DutyOutcome } from '../duties/answer.ts';
import { ALWAYS_OPEN } from '../explain/conditions.ts';
import type { Explanation } from '../explain/explain.ts';
import type { ListingView } from '../explain/listing-view.ts';
import { formatCode, parseCode } from '../hts-code.ts';
import type { TariffData } from '../tariff-data.ts';
import type { AddedCells } from './columns.ts';
import { OUTCOMES, type Outcome } from './outcome.ts';

/** Cells by the names of their columns; those that are absent are empty. */
export type LineCells = Partial<AddedCells>;

const alwaysOpen = new Set(ALWAYS_OPEN);

/** Of a number that was looked up. @throws never */
export function outcomeOf({ status, standing, retired_on, unsettled_law, schedule }: Explanation): Outcome {
  if (status === 'invalid') return 'invalid';
  if (retired_on !== null) return 'retired';
  if (standing === 'listed') return 'applies';
  if (standing === 'in_part') return 'applies_in_part';
  if (standing === 'elsewhere') return 'applies_elsewhere';
  if (unsettled_law) return 'unsettled';
  if (!schedule?.exists) return 'not_in_schedule';
  return standing === 'near' ? 'near' : 'not_listed';
}

export function lineCells(answer: Explanation, data: TariffData): LineCells {
  const outcome = outcomeOf(answer);
  const covering = [...answer.matched, ...answer.other_programmes];
  const covered = answer.coverage.filter(({ coverage }) => coverage !== 'none');
  const digits = parseCode(answer.code);
  const next = answer.next_changes[0];
  return {
    status: answer.status,
    result: OUTCOMES[outcome],
    number: digits === null ? null : formatCode(digits),
    as_of: answer.as_of,
    coverage: covered.map(({ programme, coverage }) => `${words(programme)}: ${words(coverage)}`).join('; '),
    programme: covered.map(({ programme }) => words(programme)).join(', '),
    heading: distinct(covering.map(({ ch99_heading }) => ch99_heading ?? 'not published')).join(', '),
    rate: distinct(covering.map(rateOf)).join('; '),
    description: answer.schedule?.path.join(' > ') ?? null,
    column_1: answer.schedule?.general ?? null,
    successor: successorOf(answer),
    next_change: next === undefined ? null : `${next.date}: ${next.event}`,
    missing: missingOf(answer).join(' '),
    source:
      covering.length > 0 ? distinct(covering.map(({ source }) => source)).join('; ') : listsRead(data, answer.as_of),
  };
}

/** In words: `50% added`, `15% in total with column 1`. */
function rateOf({ rate, rate_kind, charged_on }: ListingView): string {
  if (rate === null) return 'a minimum import price';
  const kind = rate_kind === 'total_incl_column1' ? 'in total with column 1' : 'added';
  return `${rate}% ${kind}${charged_on === 'metal content' ? ', on the metal content' : ''}`;
}

function successorOf({ retired_on, successors }: Explanation): string | null {
  if (retired_on === null) return null;
  return `${distinct(successors.map((row) => row.new)).join(', ')} (since ${retired_on})`;
}

function missingOf(answer: Explanation): string[] {
  const missing = answer.conditions.filter((text) => !alwaysOpen.has(text));
  const { schedule, retired_on } = answer;
  if (schedule && !schedule.exists && retired_on === null) {
    const near = schedule.near.length > 0 ? ` Numbers like it: ${schedule.near.slice(0, 3).join(', ')}.` : '';
    missing.unshift(`The schedule (${schedule.revision}) has no such number.${near}`);
  }
  if (answer.unsettled_law) {
    missing.unshift(
      `A change was announced for a day by ${answer.as_of}; the law was read to ${answer.law_read_to}. Check it.`,
    );
  }
  return missing;
}

/** The days on which a list has listings. */
interface ListPeriod {
  name: string;
  from: string;
  to: string | null;
}

/** Of the lists in use: their periods, and the sentence for each set of them. Many answers have the same sentence. */
const periods = new WeakMap<TariffData, { lists: ListPeriod[]; sentences: Map<string, string> }>();

/** For a number on no list: the lists of that day, which were asked. */
function listsRead(data: TariffData, date: string): string {
  let known = periods.get(data);
  if (known === undefined) {
    known = { lists: data.lists.map(periodOf), sentences: new Map() };
    periods.set(data, known);
  }
  const names = known.lists.filter((list) => inPeriod(date, list)).map(({ name }) => name);
  const sentence = names.length > 0 ? `on none of: ${names.join(', ')}` : 'no list was in force';
  const same = known.sentences.get(sentence);
  if (same === undefined) known.sentences.set(sentence, sentence);
  return same ?? sentence;
}

function periodOf({ list_id, version, listings }: TariffList): ListPeriod {
  const froms = listings.map(({ from }) => from).sort();
  const ends = listings.map(({ to }) => to);
  const to = ends.includes(null) ? null : ((ends as string[]).sort().at(-1) ?? '');
  return { name: `${list_id} ${version}`, from: froms[0] ?? '9999-12-31', to };
}

/** What the duty answer of a line comes to. */
export function dutyCells(result: DutyOutcome): LineCells {
  const { settled, declare, duty, duty_needs } = result;
  const open = [
    ...result.missing_facts.map(({ question }) => question),
    ...result.open_questions.map(({ question }) => question),
    ...(result.contradictory_facts.length > 0
      ? [`Facts contradict each other: ${result.contradictory_facts.join(', ')}.`]
      : []),
    ...(result.unsettled_law ? ['A change was announced for a day by the entry date, and was not read.'] : []),
    ...(settled && !duty && duty_needs.length > 0 ? [`The amount needs: ${duty_needs.map(words).join(', ')}.`] : []),
  ];
  return {
    duty: settled ? 'settled' : 'open',
    duty_headings: declare === null ? null : declare.map(({ heading }) => heading ?? 'not read').join(', ') || 'none',
    duty_by_part:
      duty?.arithmetic ??
      declare
        ?.map(({ heading, rate, rate_kind, basis }) => {
          const what =
            rate === null ? basis : `${rate}% ${rate_kind === 'total' ? 'in total with column 1' : rate_kind}`;
          return `${heading ?? 'not read'}: ${what}`;
        })
        .join('; ') ??
      null,
    duty_total: duty?.amount ?? null,
    duty_open: open.join(' '),
  };
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
