/** Changes of the law that are announced: dated, with their source, kept apart from what was read as in force. */
import type { Fields } from '../../domain/fields.ts';
import {
  type Announced,
  type AnnouncedChange,
  type AnnouncedElsewhere,
  CERTAINTIES,
  type RateChange,
} from '../../domain/tariff-law.ts';
import { RATE_KINDS } from '../../domain/tariff-list.ts';
import { compareDates } from '../dates.ts';
import { parseCode } from '../hts-code.ts';
import { parseFields } from '../json-fields.ts';
import { lineDigits } from '../lookup/coverage.ts';
import { subdivisionsOnDate } from '../lookup/subdivisions-on-date.ts';
import { readDate } from '../parse-list.ts';
import type { TariffData } from '../tariff-data.ts';
import { lawReadTo } from './law-read.ts';

const COMMON_KEYS = ['codes', 'headings', 'date', 'what', 'certainty', 'source'];
/** Sorts behind every day. */
const NO_DATE = '9999-12-31';
const HEADING = /^99\d\d\.\d\d\.\d\d$/;

/** @throws TariffFileError naming the line */
export function parseAnnounced(text: string): Announced {
  const file = parseFields(text);
  file.only(['source', 'rows', 'stacks']);
  return {
    source: file.text('source'),
    changes: file.each('rows', 1_000).map(readChange),
    stacks: file.each('stacks', 1_000).map(readElsewhere),
  };
}

function readChange(row: Fields): AnnouncedChange {
  row.only([...COMMON_KEYS, 'programme', 'subdivisions', 'origins', 'open_from', 'rate']);
  const common = readCommon(row);
  const subdivisions = row.has('subdivisions') ? row.texts('subdivisions', 20) : [];
  if (subdivisions.length > 0 === common.codes.length > 0) row.refuse('must have either "subdivisions" or "codes"');
  const date = row.has('date') ? readDate(row, 'date') : null;
  const open_from = row.has('open_from') ? readDate(row, 'open_from') : null;
  if (open_from !== null && (date === null || open_from >= date)) row.refuse('must be before "date"', 'open_from');
  return {
    programme: row.matching('programme', /^[a-z][a-z_]{0,39}$/, 'lower-case letters and underscores'),
    subdivisions,
    ...common,
    origins: row.has('origins') ? matchingTexts(row, 'origins', /^[A-Z]{2}$/, 'country codes of two letters') : [],
    date,
    open_from,
    rate: row.has('rate') ? readRate(row.object('rate')) : null,
  };
}

function readElsewhere(row: Fields): AnnouncedElsewhere {
  row.only([...COMMON_KEYS, 'measure', 'ends']);
  return {
    measure: row.matching('measure', /^[a-z][a-z0-9_]{0,39}$/, 'lower-case letters, digits and underscores'),
    ...readCommon(row),
    date: readDate(row, 'date'),
    ends: row.has('ends') ? readDate(row, 'ends') : null,
  };
}

function readCommon(row: Fields) {
  const codes = row.has('codes') ? row.texts('codes', 200) : [];
  const digits = codes.map((code) => parseCode(code) ?? row.refuse(`"${code}" must be a tariff number`, 'codes'));
  return {
    codes,
    digits,
    headings: row.has('headings') ? matchingTexts(row, 'headings', HEADING, 'chapter 99 headings') : [],
    what: row.text('what'),
    certainty: row.oneOf('certainty', CERTAINTIES),
    source: row.text('source'),
  };
}

function matchingTexts(row: Fields, key: string, pattern: RegExp, what: string): string[] {
  const texts = row.texts(key, 200);
  if (texts.some((text) => !pattern.test(text))) row.refuse(`must be ${what}`, key);
  return texts;
}

function readRate(rate: Fields): RateChange {
  rate.only(['before', 'before_kind', 'after', 'after_kind']);
  const before = rate.value('before') === null ? null : rate.number('before', 0, 1000);
  return {
    before,
    before_kind: before === null ? null : rate.oneOf('before_kind', RATE_KINDS),
    after: rate.number('after', 0, 1000),
    after_kind: rate.oneOf('after_kind', RATE_KINDS),
  };
}

/** An announced change as answers show it. */
export type AnnouncedView = Omit<AnnouncedChange, 'digits'>;

/** What is announced about one number on one date. */
export interface AnnouncedLaw {
  /** The last day whose law was read. */
  readonly law_read_to: string;
  /** The dated changes that come after the date, or that came before it and after the law was read; soonest first. */
  readonly announced: readonly AnnouncedView[];
  /** One of them is in force on the date, or may be, and was not read: the answer may not be the law of that day. */
  readonly unsettled_law: boolean;
}

type LawData = Pick<TariffData, 'announced' | 'lists' | 'law'>;
type CoveredLawData = LawData & Pick<TariffData, 'numbers' | 'successions'>;

/** The announced changes of a number for a date, for all origins. A change that is not later than the law was read is in the lists. */
export function announcedLaw(digits: string, date: string, data: CoveredLawData): AnnouncedLaw {
  const law_read_to = lawReadTo(data);
  const changes = data.announced.changes.filter((change) => {
    if (change.date === null || (change.date <= date && change.date <= law_read_to)) return false;
    return concerns(change, digits, date, data);
  });
  return {
    law_read_to,
    announced: changes.sort(byDate).map(toView),
    unsettled_law: changes.some((change) => leavesOpen(change, date, law_read_to)),
  };
}

/**
 * The law of a number for one origin.
 * @param law for all origins
 * @param origin ISO 3166-1 alpha-2; undefined if it is not known
 */
export function announcedFor(law: AnnouncedLaw, date: string, origin: string | undefined): AnnouncedLaw {
  const concernsOrigin = ({ origins }: AnnouncedView) => origins.length === 0 || origins.includes(origin!);
  if (origin === undefined || law.announced.every(concernsOrigin)) return law;
  const announced = law.announced.filter(concernsOrigin);
  return {
    ...law,
    announced,
    unsettled_law: announced.some((change) => leavesOpen(change, date, law.law_read_to)),
  };
}

/** The changes of the lists' programmes that were not read, soonest first, those without a day last. */
export function unreadChanges(data: LawData): AnnouncedView[] {
  const law_read_to = lawReadTo(data);
  const { changes } = data.announced;
  return changes
    .filter(({ date }) => date === null || date > law_read_to)
    .sort(byDate)
    .map(toView);
}

/** The same of duties that are not Section 232. */
export function unreadMeasures(data: LawData): Omit<AnnouncedElsewhere, 'digits'>[] {
  const law_read_to = lawReadTo(data);
  const unread = data.announced.stacks.filter(({ date }) => date > law_read_to).sort(byDate);
  return unread.map(({ digits: _, ...measure }) => measure);
}

/** A change that several programmes share, in the same words of the same day, told once. */
export function sharedByProgrammes<Change extends { date: string | null; what: string; programme: string }>(
  changes: readonly Change[],
): (Change & { programmes: string[] })[] {
  const groups = Map.groupBy(changes, ({ date, what }) => JSON.stringify([date, what]));
  return [...groups.values()].map((group) => ({
    ...group[0]!,
    programmes: [...new Set(group.map(({ programme }) => programme))],
  }));
}

/** Whether a change makes the law of a day uncertain: it begins by then, and only after the law was read. */
export function leavesOpen({ date, open_from }: AnnouncedView, day: string, lawRead: string): boolean {
  return date !== null && date > lawRead && (open_from ?? date) <= day;
}

function byDate(a: { date: string | null }, b: { date: string | null }): number {
  return compareDates(a.date ?? NO_DATE, b.date ?? NO_DATE);
}

function toView({ digits: _, ...view }: AnnouncedChange): AnnouncedView {
  return view;
}

/** Whether a change is about the number, a part of it, or the number it is a part of. */
function concerns(change: AnnouncedChange, digits: string, date: string, data: CoveredLawData): boolean {
  const asked = lineDigits(digits);
  if (linesOf(change).some((line) => asked.startsWith(line) || line.startsWith(asked))) return true;
  // A list prints numbers that were replaced since: 8479.89.9510 is on 16(c)(ix) as 8479.89.9599.
  const near = subdivisionsOnDate(date, data).near(digits.slice(0, 4));
  return (
    near.size > 0 && change.subdivisions.some((note) => (near.get(note)?.of(digits).coverage ?? 'none') !== 'none')
  );
}

const lines = new WeakMap<AnnouncedChange, readonly string[]>();

function linesOf(change: AnnouncedChange): readonly string[] {
  let known = lines.get(change);
  if (!known) {
    known = change.digits.map(lineDigits);
    lines.set(change, known);
  }
  return known;
}
