/** The text of `portside tariff duties`: what applies, what it displaces, what is still to find out and why. Pure. */

import { countryLabel } from '../domain/country-names.ts';
import type { Alternative, Declaration, DutyAnswer, MissingFact } from '../tariff/duties/answer.ts';
import { conditionWords, factLabel } from '../tariff/duties/fact-words.ts';
import { sharedByProgrammes } from '../tariff/law/announced.ts';
import { noteHeadingOf } from '../tariff/law/note-headings.ts';
import { columnsOf, type Paint, painter, type TextOptions, wrapBehind } from './terminal.ts';

/** Alternatives that are shown. The others are only counted: the questions say how to get fewer. */
const ALTERNATIVES_SHOWN = 12;
/** Of a short answer. */
const OUTCOMES_SHOWN = 4;
const COUNTRIES_SHOWN = 6;

interface Drawing {
  paint: Paint;
  /** Lines of text behind what stands before the first. */
  lines(first: string, text: string): string[];
}

interface DutiesTextOptions extends TextOptions {
  /** Without it: the headings to declare, or what they may be and the first question. */
  all?: boolean;
}

/** @returns the answer as text, without a newline at its end */
export function formatDuties(answer: DutyAnswer, options: DutiesTextOptions = {}): string {
  const columns = columnsOf(options);
  const drawing: Drawing = { paint: painter(options), lines: (first, text) => wrapBehind(first, text, columns) };
  const parts = options.all ? allParts(answer, drawing) : shortParts(answer, drawing);
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function allParts(answer: DutyAnswer, drawing: Drawing): string[][] {
  return [
    headOf(answer, drawing),
    settledPart(answer, drawing),
    displacedPart(answer, drawing),
    questionsPart(answer, drawing),
    openPart(answer, drawing),
    alternativesPart(answer, drawing),
    programmesPart(answer, drawing),
    announcedPart(answer, drawing),
    outsidePart(answer, drawing),
  ];
}

function shortParts(answer: DutyAnswer, drawing: Drawing): string[][] {
  return [
    headOf(answer, drawing),
    settledPart(answer, drawing),
    outcomesPart(answer, drawing),
    firstQuestionPart(answer, drawing),
    answer.missing_facts.length === 0 ? openPart(answer, drawing) : [],
    morePart(answer, drawing),
  ];
}

/** What may have to be declared, each combination of headings once. */
function outcomesPart({ settled, alternatives }: DutyAnswer, { paint, lines }: Drawing): string[] {
  const outcomes = [...new Set(alternatives.toSorted((a, b) => rarity(a) - rarity(b)).map(headingsOf))];
  if (settled || outcomes.length === 0) return [];
  const rest = outcomes.length - OUTCOMES_SHOWN;
  return [
    paint('bold', outcomes.length === 1 ? 'Declare' : 'Declare one of'),
    ...outcomes.slice(0, OUTCOMES_SHOWN).flatMap((outcome) => lines('  - ', outcome)),
    ...(rest > 0 ? lines('  ', `and ${rest} more; each answer leaves fewer`) : []),
  ];
}

/** Certifications, approvals and readings of the law make an alternative rare, and so do several headings at once. */
function rarity({ when, declare }: Alternative): number {
  const special = Object.entries(when).filter(
    ([name, value]) => name.startsWith('reading:') || (typeof value === 'object' && 'includes' in value),
  );
  return special.length + declare.length;
}

function firstQuestionPart({ settled, missing_facts }: DutyAnswer, { paint, lines }: Drawing): string[] {
  const [first, ...others] = missing_facts;
  if (settled || !first) return [];
  return [
    paint('bold', 'Find out first'),
    ...lines('  ', first.question),
    ...lines('    ', howToSay(first)).map((line) => paint('dim', line)),
    ...(others.length > 0 ? lines('  ', `At most ${counted(others.length, 'more question')} can follow.`) : []),
  ];
}

/** What `--all` shows besides, and what was not looked at. */
function morePart(answer: DutyAnswer, { paint, lines }: Drawing): string[] {
  const { settled, alternatives, missing_facts, open_questions, displaced, programmes, announced, outside } = answer;
  const isOpen = !settled && missing_facts.length > 0;
  const counts: [number, string, string?][] = [
    [settled ? 0 : alternatives.length, 'alternative'],
    [isOpen ? open_questions.length : 0, 'open question of law', 'open questions of law'],
    [displaced.length, 'displaced duty', 'displaced duties'],
    [programmes.length, 'listing'],
    [announced.length, 'announced change'],
  ];
  const hidden = counts.filter(([count]) => count > 0).map((count) => counted(...count));
  const listed = programmes.length === 0 ? ['On no Section 232 list on that day.'] : [];
  // Only the names: what stands behind them is for --all.
  const names = outside.map((text) => text.split(/[(:,]/)[0]!.trim());
  const more = hidden.length > 0 ? `: ${hidden.join(', ')}` : '';
  return [
    ...listed,
    ...lines('', `Not looked at: ${names.join(', ')}.`).map((line) => paint('dim', line)),
    ...lines('', `--all shows more${more}.`).map((line) => paint('dim', line)),
  ];
}

function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

function headOf(answer: DutyAnswer, { paint, lines }: Drawing): string[] {
  const { code, origin, entry_date, settled } = answer;
  const status = settled ? paint('green', 'settled') : paint('yellow', 'not settled');
  const goods = origin === null ? 'origin not known' : `goods of ${countryLabel(origin)}`;
  return [
    `${paint('bold', printable(code))}  ${status}  ${paint('dim', `${goods}, entered on ${entry_date}`)}`,
    ...lines('  ', `The law was read to ${answer.law_read_to}.`),
    ...(answer.unsettled_law
      ? lines(
          '  ',
          'A change was announced for a day by the entry date, and was not read. Check it before you rely on this.',
        )
      : []),
    ...(answer.contradictory_facts.length > 0
      ? lines(
          '  ',
          `These facts contradict each other, and none of them is used: ${answer.contradictory_facts.map(factLabel).join(', ')}.`,
        )
      : []),
  ];
}

function settledPart({ settled, declare, duty, duty_needs }: DutyAnswer, drawing: Drawing): string[] {
  if (!settled || !declare) return [];
  const { paint, lines } = drawing;
  if (declare.length === 0) return [...lines('', 'No Section 232 heading is declared.'), ...dutyLines()];
  return [paint('bold', 'Declare'), ...declare.flatMap((row) => declarationLines(row, drawing)), ...dutyLines()];

  function dutyLines(): string[] {
    if (duty) return lines('  Duty: ', duty.arithmetic);
    const needs = duty_needs.filter((fact) => fact !== 'value').join(', ');
    return needs === '' || duty_needs.includes('value') ? [] : lines('  Duty: ', `needs ${needs}`);
  }
}

function declarationLines(row: Declaration, { paint, lines }: Drawing): string[] {
  const heading = row.heading ?? 'a heading that was not read';
  const says = row.heading === null ? undefined : noteHeadingOf(row.heading)?.says;
  return [
    ...lines('  ', `${heading}: ${rateOf(row)}`).map((line) => paint('bold', line)),
    ...(says === undefined ? [] : lines('    ', says)),
    ...lines('    ', `${row.programme}; ${row.source}`).map((line) => paint('dim', line)),
  ];
}

function rateOf({ rate, rate_kind, basis }: Declaration): string {
  if (rate_kind === 'none') return 'no duty';
  if (rate === null) return basis === 'not read' ? 'rate not read' : basis;
  const kind = rate_kind === 'total' ? 'percent in total with column 1' : 'percent added';
  return `${rate} ${kind}${basis === 'full value' || rate === 0 ? '' : `, on ${basis}`}`;
}

function displacedPart({ displaced }: DutyAnswer, { paint, lines }: Drawing): string[] {
  if (displaced.length === 0) return [];
  const rows = displaced.flatMap(({ programme, heading, by, reason, source }) => {
    const what = heading === null ? `the duty on ${programme}` : `${heading} (${programme})`;
    return lines('  ', `${what} is not owed, because of ${by}: ${reason} (${source})`);
  });
  return [paint('bold', 'Displaced'), ...rows];
}

function questionsPart({ missing_facts, settled }: DutyAnswer, { paint, lines }: Drawing): string[] {
  if (settled || missing_facts.length === 0) return [];
  const rows = missing_facts.flatMap((missing, at) => [
    ...lines(`  ${at + 1}. `, missing.question),
    ...lines('     ', howToSay(missing)).map((line) => paint('dim', line)),
  ]);
  return [paint('bold', 'Still to find out'), ...rows];
}

function howToSay({ fact, type, values, decides }: MissingFact): string {
  const why =
    decides.length > 0 ? `Decides between ${decides.slice(0, 6).join(', ')}${decides.length > 6 ? ', …' : ''}. ` : '';
  if (fact === 'code') return 'Give the ten-digit number that fits the goods.';
  if (fact === 'origin') return `${why}Say --origin with a country, such as Germany or DE.`;
  const forms = {
    boolean: 'yes|no',
    share: '4% or 0.04',
    list: `none, or any of ${values?.join(', ')}`,
    choice: values?.join('|'),
  };
  const value = Object.hasOwn(forms, type) ? forms[type as keyof typeof forms] : 'number';
  return `${why}Say --fact ${fact}=${value}`;
}

function openPart({ open_questions }: DutyAnswer, { paint, lines }: Drawing): string[] {
  if (open_questions.length === 0) return [];
  const rows = open_questions.flatMap(({ question, readings, source }) =>
    lines('  ', `${question} Readings: ${readings.join('; ')}. (${source})`),
  );
  return [paint('bold', 'The sources leave open'), ...rows];
}

function alternativesPart({ settled, alternatives }: DutyAnswer, { paint, lines }: Drawing): string[] {
  if (settled || alternatives.length === 0) return [];
  const shown = alternatives
    .slice(0, ALTERNATIVES_SHOWN)
    .flatMap((alternative) => [
      ...lines('  - ', headingsOf(alternative)).map((line) => paint('bold', line)),
      ...lines('      if ', conditionOf(alternative)),
    ]);
  const rest = alternatives.length - ALTERNATIVES_SHOWN;
  const more = rest > 0 ? lines('  ', `and ${rest} more; each answer leaves fewer`) : [];
  return [paint('bold', `One of ${alternatives.length}`), ...shown, ...more];
}

function headingsOf({ declare }: Alternative): string {
  if (declare.length === 0) return 'no Section 232 heading';
  return declare.map((row) => `${row.heading ?? 'heading not read'} (${rateOf(row)})`).join(' and ');
}

function conditionOf({ when, undivided }: Alternative): string {
  const parts = Object.entries(when).map(([name, value]) => conditionWords(name, value));
  if (undivided) parts.push('other facts say so');
  return parts.length === 0 ? 'nothing else is the case' : parts.join('; ');
}

function someOf(names: readonly string[], word: string): string {
  if (names.length <= COUNTRIES_SHOWN) return names.join(word);
  return `${names.slice(0, COUNTRIES_SHOWN).join(', ')} and ${names.length - COUNTRIES_SHOWN} others`;
}

function programmesPart({ programmes }: DutyAnswer, { paint, lines }: Drawing): string[] {
  if (programmes.length === 0) return ['On no Section 232 list on that day.'];
  const bySubdivision = Map.groupBy(programmes, (row) => `${row.programme} ${row.subdivision} ${row.source}`);
  const shown = [...bySubdivision.values()].flatMap((rows) => {
    const { programme, coverage, subdivision, effective_from, source } = rows[0]!;
    const numbers = someOf(
      rows.map(({ listing }) => listing),
      ', ',
    );
    const where = `${programme}: ${numbers} in ${subdivision}; ${COVERAGE_WORDS[coverage]}, since ${effective_from}`;
    return lines('  ', `${where} (${source})`);
  });
  return [paint('bold', 'Listed'), ...shown];
}

const COVERAGE_WORDS = {
  whole: 'all goods of the code are listed',
  whole_by_parts: 'all goods of the code are listed',
  part: 'a part of its goods is listed',
  none: 'not listed',
} as const;

function announcedPart({ announced }: DutyAnswer, { paint, lines }: Drawing): string[] {
  if (announced.length === 0) return [];
  const rows = sharedByProgrammes(announced).flatMap(({ date, programmes, what, certainty, source }) =>
    lines(`  ${date}  `, `${programmes.join(', ')}: ${what} (${certainty}; ${source})`),
  );
  return [paint('bold', 'Announced'), ...rows];
}

function outsidePart({ outside }: DutyAnswer, { paint, lines }: Drawing): string[] {
  const rows = outside.flatMap((what) => lines('  - ', what).map((line) => paint('dim', line)));
  return [paint('bold', 'Not looked at'), ...rows];
}

function printable(code: string): string {
  const text = code.slice(0, 40).replace(/[^\x20-\x7e]/g, '?');
  return code.length > 40 ? `${text}…` : text;
}
