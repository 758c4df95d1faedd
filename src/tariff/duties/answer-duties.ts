/**
 * Answers what Section 232 duty is owed on one item. Pure: the rules are data, the lists and the schedule are given.
 *
 * The rules that the number, the date and the known facts leave open become a decision diagram. If it decides nothing any
 * more, the answer is settled. Otherwise its paths are the alternatives, and its facts are what to ask.
 */

import { isCalendarDate } from '../dates.ts';
import { parseCode, plainCode } from '../hts-code.ts';
import { type AnnouncedView, announcedLaw, leavesOpen } from '../law/announced.ts';
import { FIRST_DATE } from '../tariff.ts';
import type { TariffData } from '../tariff-data.ts';
import { describePath, leavesOf, pathsOf } from './alternatives.ts';
import { announcedReadings } from './announced-readings.ts';
import type {
  Alternative,
  AnnouncedRow,
  Declaration,
  Displacement,
  DutyAnswer,
  DutyItem,
  DutyResult,
  FactValue,
} from './answer.ts';
import { askingOrder } from './asking-order.ts';
import { type Decision, DiagramBuilder, isLeaf, statusOf, TooManyStates } from './diagram.ts';
import { type Declared, dutyAmount } from './duty-amount.ts';
import type { KnownItem } from './evaluate.ts';
import { checkFacts, completeFacts, completeFromNumber } from './known-facts.ts';
import { ListedNumber } from './listed.ts';
import { missingFacts, questionFor } from './missing-facts.ts';
import { outsideOf } from './outside.ts';
import { type Program, programOf } from './program.ts';
import { embeddedRules, type Rules } from './rules.ts';
import { factVocabulary, implications, numberImplications } from './vocabulary.ts';

/** Of more alternatives than this some are not told apart: they share a `when`. None is left out, and none is a wrong answer. */
const ALTERNATIVES_MAX = 128;

export interface DutyContext {
  data: TariffData;
  /** The column 1 general rate as the schedule in use prints it, or null. */
  column1Rate: (digits: string) => string | null;
  /** The descriptions of a number in the schedule, from the heading down. Without it a number says only its chapter. */
  descriptionsOf?: (digits: string) => readonly string[];
  /** New York date. */
  today: string;
  rules?: Rules;
}

/** Answers items from the lists and the schedule that a server or a command has loaded. */
export function dutiesOf({ data, today }: { data: TariffData; today: string }): (item: DutyItem) => DutyResult {
  const column1Rate = (digits: string) => data.schedule.find(digits)?.general ?? null;
  const descriptionsOf = (digits: string) => data.schedule.find(digits)?.path ?? [];
  return (item) => answerDuties(item, { data, today, column1Rate, descriptionsOf });
}

/** The Section 232 answer for an item. A question that cannot be answered as put is refused, with the places at fault. */
export function answerDuties(item: DutyItem, context: DutyContext): DutyResult {
  const digits = parseCode(plainCode(item.code));
  const entryDate = item.entry_date ?? context.today;
  const refused = checkFacts(item, factVocabulary());
  if (digits === null) {
    refused.unshift({ path: '/code', message: 'must be 4, 6, 8 or 10 digits of a chapter from 01 to 97, except 77' });
  }
  if (!isCalendarDate(entryDate) || entryDate < FIRST_DATE) {
    refused.push({ path: '/entry_date', message: `must be a calendar date YYYY-MM-DD, not before ${FIRST_DATE}` });
  }
  if (refused.length > 0) return { refused };
  return answerNumber(digits!, { ...item, entry_date: entryDate }, context);
}

function answerNumber(digits: string, item: DutyItem & { entry_date: string }, context: DutyContext): DutyAnswer {
  const { data, rules = embeddedRules() } = context;
  const listed = new ListedNumber(digits, data);
  const { facts, contradictory, unasked } = knownFacts(digits, item, listed, context);
  const known: KnownItem = {
    digits,
    entryDate: item.entry_date,
    isListed: (note, asOf = item.entry_date) => listed.isListed(note, asOf),
    facts,
  };
  const law = announcedLaw(digits, item.entry_date, data, item.origin);
  const base = {
    code: item.code,
    origin: item.origin ?? null,
    entry_date: item.entry_date,
    contradictory_facts: contradictory,
    programmes: listed.programmes(item.entry_date),
    announced: law.announced.flatMap(announcedRow),
    unsettled_law: law.unsettled_law,
    law_read_to: law.law_read_to,
    versions: versionsOf(data, rules),
  };
  const outside = (declare: Declaration[] | null) => [...unasked, ...outsideOf(rules, known, declare)];
  if (listed.isPartlyListed(item.entry_date)) {
    return { ...base, ...needsFittingNumber(digits), outside: outside(null) };
  }
  const unread = law.announced.filter((change) => leavesOpen(change, item.entry_date, law.law_read_to));
  const decided = decide(programOf(rules, known), known, rules, unread);
  return { ...base, ...decided, outside: outside(decided.declare) };
}

/** What a number whose goods are listed only in part can be answered: the number that fits the goods comes first. */
function needsFittingNumber(digits: string) {
  const question =
    digits.length === 10
      ? 'Which ten-digit number do the goods have today? This one was divided or renumbered, and not all of its goods are on the same lists.'
      : 'What are the ten digits of the number? The goods under this one are not all on the same lists.';
  return {
    settled: false,
    declare: null,
    alternatives: [],
    missing_facts: [{ fact: 'code', question, type: 'code', decides: [] }],
    open_questions: [],
    displaced: [],
    duty: null,
    duty_needs: [],
  };
}

type Decided = Pick<
  DutyAnswer,
  'settled' | 'declare' | 'alternatives' | 'missing_facts' | 'open_questions' | 'displaced' | 'duty' | 'duty_needs'
>;

function decide(program: Program, known: KnownItem, rules: Rules, unread: readonly AnnouncedView[]): Decided {
  const { facts } = known;
  const builder = new DiagramBuilder(program);
  let root: Decision;
  try {
    root = builder.build();
  } catch (error) {
    if (!(error instanceof TooManyStates)) throw error;
    return undecided(program, rules, known);
  }
  const displaced = displacedOf(program);
  const declarations = (declared: readonly number[]) => declared.map((at) => declarationOf(program.candidates[at]!));
  const readings = announcedReadings(
    leavesOf(root).flatMap(({ declared }) => declarations(declared)),
    unread,
  );
  if (isLeaf(root) && readings.length === 0) {
    const declared = root.declared.map((at): Declared => program.candidates[at]!);
    const amount = dutyAmount(declared, facts);
    const missing = amount.duty ? [] : amount.missing;
    return {
      settled: true,
      declare: declarations(root.declared),
      alternatives: [],
      missing_facts: [],
      open_questions: [],
      displaced,
      duty: amount.duty,
      duty_needs: missing,
    };
  }
  const { variables, conflicts } = builder;
  const paths = pathsOf(root, variables, ALTERNATIVES_MAX);
  const alternatives = paths.flatMap((path): Alternative[] => {
    const when = describePath(path, variables);
    const undivided = path.outcomes.length > 1 && ({ undivided: true } as const);
    return path.outcomes.map(({ declared }) => ({ when, declare: declarations(declared), ...undivided }));
  });
  // The simplest first, for readers.
  alternatives.sort((a, b) => Object.keys(a.when).length - Object.keys(b.when).length);
  return {
    settled: false,
    declare: null,
    alternatives: readings.reduce((all, reading) => reading.apply(all), alternatives),
    missing_facts: missingFacts(askingOrder(root, variables), root, program, variables, known),
    open_questions: [...openQuestions(root, builder, rules), ...readings.map(({ question }) => question)],
    displaced,
    duty: null,
    duty_needs: [],
  };

  function openQuestions(node: Decision, { variables: all }: DiagramBuilder, { questions }: Rules) {
    const open = new Set<string>();
    const seen = new Set<number>();
    const visit = (here: Decision) => {
      if (isLeaf(here) || seen.has(here.id)) return;
      seen.add(here.id);
      const { name } = all[here.variable]!;
      if (name.startsWith('reading:')) open.add(name);
      for (const branch of here.branches) visit(branch.node);
    };
    visit(node);
    return [...open].map((name) => {
      const id = name.slice('reading:'.length);
      const conflict = conflicts.get(name);
      const known = questions.get(id);
      if (known) return { id, ...known };
      const question = `These headings fit and exclude each other, and nothing that was read says which goes first: ${conflict?.readings.join(', ')}.`;
      return { id, question, readings: conflict?.readings ?? [], source: conflict?.source ?? '' };
    });
  }
}

/** More open facts than can be followed: no alternative is told apart, and every question is asked. */
function undecided(program: Program, rules: Rules, known: KnownItem): Decided {
  const possible = program.candidates
    .filter(({ rule }) => !rule.outside)
    .map((candidate) => [declarationOf(candidate)]);
  const names = new Set(program.variables.map(({ name }) => name).filter((name) => !name.startsWith('reading:')));
  const missing = [...names].map((name) => {
    const fact = rules.names.facts.get(name)!;
    const { type, values } = fact;
    return { fact: name, question: questionFor(fact, known), type, ...(values.length > 0 && { values }), decides: [] };
  });
  return {
    settled: false,
    declare: null,
    alternatives: possible.map((declare) => ({ when: {}, declare, undivided: true })),
    missing_facts: missing,
    open_questions: [],
    displaced: [],
    duty: null,
    duty_needs: [],
  };
}

function declarationOf({ rule, free }: Declared): Declaration {
  const { heading, programme, rate, rate_kind, basis, specific, source } = rule;
  return {
    heading,
    programme,
    rate: free ? null : rate,
    rate_kind: free ? 'none' : rate_kind,
    basis: free ? 'none' : specific === null ? basis : `${basis}: ${specific}`,
    source,
  };
}

/** What is certainly displaced. The heading is null if it depends on an open fact which of the programme it would be. */
function displacedOf(program: Program): Displacement[] {
  const { applies, declared, displaces } = statusOf(program, program.state);
  const result = new Map<string, Displacement>();
  program.displacements.forEach(({ displacing, displaced, reason, source }, at) => {
    if (displaces[at] !== 1) return;
    const by = displacing
      .filter((index) => declared[index] === 1)
      .map((index) => program.candidates[index]!.rule)
      .map(({ heading, id }) => heading ?? id);
    const byProgramme = Map.groupBy(
      displaced.filter((index) => applies[index] !== 0),
      (index) => program.candidates[index]!.rule.programme,
    );
    for (const [programme, indexes] of byProgramme) {
      const certain = indexes.filter((index) => applies[index] === 1);
      const headings = certain.length > 0 ? certain.map((index) => program.candidates[index]!.rule.heading) : [null];
      for (const heading of headings) {
        const key = `${programme} ${heading}`;
        if (!result.has(key)) result.set(key, { programme, heading, by: by.join(', '), reason, source });
      }
    }
  });
  return [...result.values()];
}

interface Knowledge {
  facts: Record<string, FactValue>;
  contradictory: string[];
  /** What this answer did not look at, because nobody asked. */
  unasked: string[];
}

function knownFacts(
  digits: string,
  item: DutyItem,
  listed: ListedNumber,
  { column1Rate, descriptionsOf = () => [] }: DutyContext,
): Knowledge {
  const { facts: stated, contradictory } = completeFacts(item.facts ?? {}, implications());
  const known = completeFromNumber(stated, digits, descriptionsOf(digits), numberImplications());
  const facts: Record<string, FactValue> = Object.assign(Object.create(null), known);
  const unasked: string[] = [];
  if (item.origin !== undefined) facts.origin = item.origin;
  if (facts.column_1_rate === undefined) {
    const rate = plainPercentage(column1Rate(digits));
    if (rate !== null) facts.column_1_rate = rate;
  }
  const programmes = listed.programmes(item.entry_date!).map(({ programme }) => programme);
  for (const { name, electiveOff } of factVocabulary().values()) {
    const canOnlyAdd = electiveOff.length > 0 && !programmes.some((programme) => electiveOff.includes(programme));
    if (!canOnlyAdd || facts[name] !== undefined) continue;
    facts[name] = [];
    unasked.push(
      `a certification by the importer, which could only add a duty here: give the fact ${name} if there is one`,
    );
  }
  if (facts.usmca_originating === true && item.origin !== undefined && !['CA', 'MX'].includes(item.origin)) {
    unasked.push('USMCA treatment of goods whose country of origin is neither Canada nor Mexico');
  }
  return { facts, contradictory, unasked };
}

/** `Free` is 0, `2.9%` is 2.9. A specific or compound rate is no percentage of the value. */
export function plainPercentage(rate: string | null): number | null {
  const text = rate?.trim() ?? '';
  if (text === 'Free') return 0;
  const digits = text.endsWith('%') ? text.slice(0, -1) : '';
  const isPlain = digits !== '' && digits.length <= 8 && [...digits].every((sign) => '0123456789.'.includes(sign));
  return isPlain && Number.isFinite(Number(digits)) ? Number(digits) : null;
}

function announcedRow({ date, what, programme, certainty, source }: AnnouncedView): AnnouncedRow[] {
  return date === null ? [] : [{ date, what, programme, certainty, source }];
}

function versionsOf({ lists, law }: TariffData, rules: Rules): Record<string, string> {
  const versions = Object.fromEntries(lists.map(({ list_id, version }) => [list_id, version]));
  return { ...versions, rules: rules.version, newest_release: law.newest_release.name };
}
