/**
 * Answers what Section 232 duty is owed on one item. Pure: the rules are data, the lists and the schedule are given.
 *
 * The rules that the number, the date and the known facts leave open become a decision diagram. If it decides nothing any
 * more, the answer is settled. Otherwise its paths are the alternatives, and its facts are what to ask.
 */

import { isCalendarDate } from '../dates.ts';
import { parseCode, plainCode } from '../hts-code.ts';
import { type AnnouncedLaw, type AnnouncedView, announcedFor, announcedLaw, leavesOpen } from '../law/announced.ts';
import { FIRST_DATE } from '../tariff.ts';
import type { TariffData } from '../tariff-data.ts';
import { announcedReadings } from './announced-readings.ts';
import type {
  AnnouncedRow,
  DutyAnswer,
  DutyItem,
  DutyOutcome,
  DutyRefusal,
  DutyResult,
  Facts,
  FactValue,
} from './answer.ts';
import { DutyDecision, declarationOf } from './decision.ts';
import { dutyAmount } from './duty-amount.ts';
import { DutyLine } from './duty-line.ts';
import type { ItemContext } from './item-context.ts';
import { checkFacts, completeFacts, saidByNumber } from './known-facts.ts';
import { ListedNumber } from './listed.ts';
import { type OpenRules, RulesByNumber } from './open-rules.ts';
import { outsideOf } from './outside.ts';
import { embeddedRules, type Rules } from './rules.ts';
import { plainPercentage, type Said, type ScheduleOf, saidIn, scheduleOf } from './schedule-facts.ts';
import { cellOf } from './variable.ts';
import { factVocabulary, implications, numberImplications } from './vocabulary.ts';

/** Where and when an item is asked about. */
export interface Asked extends ScheduleOf {
  /** New York date. */
  today: string;
}

export interface DutyContext extends Asked {
  data: TariffData;
  rules?: Rules;
}

/** Answers items from the lists and the schedule that a server or a command has loaded. */
export function dutiesOf({ data, today }: { data: TariffData; today: string }): (item: DutyItem) => DutyResult {
  const duties = new Duties(data);
  const asked = { today, ...scheduleOf(data) };
  return (item) => duties.answer(item, asked);
}

/** The Section 232 answer for an item. A question that cannot be answered as put is refused, with the places at fault. */
export function answerDuties(item: DutyItem, { data, rules, ...asked }: DutyContext): DutyResult {
  return new Duties(data, rules).answer(item, asked);
}

/** Numbers on dates, classes of them and decisions that are kept. Those of more are made again. */
const NUMBERS_MAX = 60_000;
const CLASSES_MAX = 3_000;
const DECISIONS_MAX = 5_000;

/** The line of a list for an origin, a country code; undefined if it is not known. */
export type LinesByOrigin = (origin: string | undefined) => DutyLine;

/** A number on a date: what holds whatever the facts are. Numbers for which the same holds share it. */
interface NumberOnDate {
  law: AnnouncedLaw;
  /** Only part of its goods is listed, so a number that fits the goods comes first. */
  isPartlyListed: boolean;
  /** Facts that only add a duty to goods on none of some lists, of which the number is on none. */
  elective: readonly string[];
  rules: NumberClass;
  /** By column 1 rate, and by what the descriptions say. */
  lines: Map<string, LinesByOrigin>;
}

/** Numbers that no rule tells apart. */
interface NumberClass {
  open: OpenRules;
  /** What the numbers say of their goods by chapter and lists. Descriptions may say more. */
  facts: Facts;
  /** Whether the column 1 rate can change a heading or an amount. */
  needsColumn1: boolean;
  /** By the cells of the known facts. */
  decisions: Map<string, DutyDecision>;
  /** What holds for its numbers of which nothing is announced: the same for nearly all of them. */
  numbers: Map<string, NumberOnDate>;
}

/** What an answer is made of. */
interface Answering {
  item: DutyItem & { entry_date: string };
  digits: string;
  knowledge: Knowledge;
  law: AnnouncedLaw;
  /** Null if a longer number is needed first. */
  decision: DutyDecision | null;
}

/** Answers items from the same lists and rules. Keeps what it decided, by number, date, origin and facts: the answers are the same. */
export class Duties {
  readonly #byNumber: RulesByNumber;
  readonly #numbers = new Map<string, NumberOnDate>();
  readonly #classes = new Map<string, NumberClass>();
  #decisions = 0;

  constructor(
    private readonly data: TariffData,
    private readonly rules: Rules = embeddedRules(),
  ) {
    this.#byNumber = new RulesByNumber(rules);
  }

  answer(item: DutyItem, asked: Asked): DutyResult {
    const answering = this.#prepare(item, asked);
    return 'refused' in answering ? answering : this.#whole(answering);
  }

  /** What is decided for an item, and for all others that no rule tells apart: the same object. Null if a longer number is needed first. */
  decision(item: DutyItem, asked: Asked): DutyDecision | null {
    const answering = this.#prepare(item, asked);
    return 'refused' in answering ? null : answering.decision;
  }

  /**
   * What is said of lines of a list, of which nothing but number, date, origin and perhaps a value is known. The caller keeps it for the
   * number.
   * @param digits of a product
   * @param date from `FIRST_DATE`
   * @param law of the number on the date
   */
  lines(digits: string, date: string, law: AnnouncedLaw, schedule: ScheduleOf): LinesByOrigin {
    const number = this.#readNumber(digits, date, law);
    const rate = number.rules.needsColumn1 ? schedule.column1Rate(digits) : null;
    const described = saidIn(schedule, digits);
    const key = `${rate} ${digits.length} ${JSON.stringify(described)}`;
    let lines = number.lines.get(key);
    if (!lines) {
      const byOrigin = new Map<string | undefined, DutyLine>();
      lines = (origin) => {
        let line = byOrigin.get(origin);
        if (!line) {
          line = this.#lineOf(digits, date, origin, { rate, described, number });
          byOrigin.set(origin, line);
        }
        return line;
      };
      number.lines.set(key, lines);
    }
    return lines;
  }

  #lineOf(
    digits: string,
    date: string,
    origin: string | undefined,
    { rate, described, number }: { rate: string | null; described: Facts; number: NumberOnDate },
  ): DutyLine {
    const item = { code: digits, entry_date: date, ...(origin !== undefined && { origin }) };
    const answering = this.#answering(digits, item, number, { column1Rate: () => rate, described });
    const { decision, knowledge, law } = answering;
    const readings = this.#readings(answering);
    const make = () => {
      const outcome = this.#outcome(answering, readings);
      return new DutyLine(outcome, outcome.settled ? decision!.declared : null, knowledge.facts);
    };
    return decision === null || readings.length > 0 ? make() : decision.line(`${rate} ${law.unsettled_law}`, make);
  }

  #prepare(item: DutyItem, { today, ...schedule }: Asked): Answering | DutyRefusal {
    const digits = parseCode(plainCode(item.code));
    const entryDate = item.entry_date ?? today;
    const refused = checkFacts(item, factVocabulary());
    if (digits === null) {
      refused.unshift({ path: '/code', message: 'must be 4, 6, 8 or 10 digits of a chapter from 01 to 97, except 77' });
    }
    if (!isCalendarDate(entryDate) || entryDate < FIRST_DATE) {
      refused.push({ path: '/entry_date', message: `must be a calendar date YYYY-MM-DD, not before ${FIRST_DATE}` });
    }
    if (refused.length > 0) return { refused };
    const number = this.#numberOn(digits!, entryDate);
    return this.#answering(digits!, { ...item, entry_date: entryDate }, number, {
      column1Rate: () => schedule.column1Rate(digits!),
      described: saidIn(schedule, digits!),
    });
  }

  #answering(digits: string, item: Answering['item'], number: NumberOnDate, said: Said): Answering {
    const knowledge = knownFacts(item, number, said);
    return {
      item,
      digits,
      knowledge,
      law: announcedFor(number.law, item.entry_date, item.origin),
      decision: number.isPartlyListed ? null : this.#decide(number.rules, knowledge.facts),
    };
  }

  #numberOn(digits: string, date: string): NumberOnDate {
    const key = `${digits} ${date}`;
    let number = this.#numbers.get(key);
    if (!number) {
      number = this.#readNumber(digits, date, announcedLaw(digits, date, this.data));
      if (this.#numbers.size >= NUMBERS_MAX) this.#numbers.clear();
      this.#numbers.set(key, number);
    }
    return number;
  }

  #readNumber(digits: string, date: string, { law_read_to, announced, unsettled_law }: AnnouncedLaw): NumberOnDate {
    const listed = new ListedNumber(digits, this.data);
    const law = { law_read_to, announced, unsettled_law };
    const isPartlyListed = listed.isPartlyListed(date);
    const rules = this.#classOf(listed, date);
    const programmes = listed.programmeNames(date);
    const elective = [...factVocabulary().values()]
      .filter(({ electiveOff }) => electiveOff.length > 0 && !electiveOff.some((name) => programmes.has(name)))
      .map(({ name }) => name);
    const number = { law, isPartlyListed, elective, rules, lines: new Map() };
    if (law.announced.length > 0) return number;
    const key = `${isPartlyListed} ${elective}`;
    const same = rules.numbers.get(key) ?? number;
    rules.numbers.set(key, same);
    return same;
  }

  #classOf(listed: ListedNumber, date: string): NumberClass {
    const item = contextOf(listed, date);
    const key = this.#byNumber.classOf(item);
    let known = this.#classes.get(key);
    if (!known) {
      const open = this.#byNumber.openFor(item);
      const needsColumn1 =
        open.variables.some(({ name }) => name === 'column_1_rate') ||
        open.headings.some(({ rule }) => rule.rate_kind === 'total');
      known = {
        open,
        facts: saidByNumber(item, numberImplications()),
        needsColumn1,
        decisions: new Map(),
        numbers: new Map(),
      };
      if (this.#classes.size >= CLASSES_MAX) this.#classes.clear();
      this.#classes.set(key, known);
    }
    return known;
  }

  #decide({ open, decisions }: NumberClass, facts: Readonly<Record<string, FactValue>>): DutyDecision {
    const key = open.variables
      .map((variable) => (facts[variable.name] === undefined ? '' : cellOf(variable, facts[variable.name]!)))
      .join();
    let decision = decisions.get(key);
    if (!decision) {
      decision = new DutyDecision(open, facts, this.rules);
      if (this.#decisions >= DECISIONS_MAX) {
        for (const known of this.#classes.values()) known.decisions.clear();
        this.#decisions = 0;
      }
      decisions.set(key, decision);
      this.#decisions++;
    }
    return decision;
  }

  /** Rates that were announced for a day by now, and not read, of what may have to be declared. */
  #readings({ decision, law, item }: Answering) {
    if (decision === null || law.announced.length === 0) return [];
    const unread = law.announced.filter((change) => leavesOpen(change, item.entry_date, law.law_read_to));
    return unread.length === 0 ? [] : announcedReadings(decision.declarations, unread);
  }

  #outcome(
    { decision, digits, knowledge, law }: Answering,
    readings: ReturnType<typeof announcedReadings>,
  ): DutyOutcome {
    const base = { contradictory_facts: knowledge.contradictory, unsettled_law: law.unsettled_law };
    const open = { settled: false, declare: null, duty: null, duty_needs: [] };
    if (decision === null) return { ...base, ...open, missing_facts: [fittingNumber(digits)], open_questions: [] };
    const { declared } = decision;
    if (declared === null || readings.length > 0) {
      const open_questions = [...decision.openQuestions, ...readings.map(({ question }) => question)];
      return { ...base, ...open, missing_facts: [...decision.missing], open_questions };
    }
    const amount = dutyAmount(declared, knowledge.facts);
    return {
      ...base,
      settled: true,
      declare: declared.map(declarationOf),
      missing_facts: [],
      open_questions: [],
      duty: amount.duty,
      duty_needs: amount.duty ? [] : amount.missing,
    };
  }

  #whole(answering: Answering): DutyAnswer {
    const { item, digits, knowledge, law, decision } = answering;
    const readings = this.#readings(answering);
    const outcome = this.#outcome(answering, readings);
    const listed = new ListedNumber(digits, this.data);
    const known = { item: contextOf(listed, item.entry_date), facts: knowledge.facts };
    const alternatives = outcome.settled || decision === null ? [] : [...decision.alternatives];
    return {
      code: item.code,
      origin: item.origin ?? null,
      entry_date: item.entry_date,
      ...outcome,
      alternatives: readings.reduce((all, reading) => reading.apply(all), alternatives),
      displaced: decision === null ? [] : [...decision.displaced],
      programmes: listed.programmes(item.entry_date),
      announced: law.announced.flatMap(announcedRow),
      outside: [...knowledge.unasked, ...outsideOf(this.rules, known, outcome.declare)],
      law_read_to: law.law_read_to,
      versions: versionsOf(this.data, this.rules),
    };
  }
}

/** What a number whose goods are listed only in part is asked for first: the number that fits the goods. */
function fittingNumber(digits: string) {
  const question =
    digits.length === 10
      ? 'Which ten-digit number do the goods have today? This one was divided or renumbered, and not all of its goods are on the same lists.'
      : 'What are the ten digits of the number? The goods under this one are not all on the same lists.';
  return { fact: 'code', question, type: 'code', decides: [] };
}

function contextOf(listed: ListedNumber, date: string): ItemContext {
  return {
    digits: listed.digits,
    entryDate: date,
    isListed: (note, asOf = date) => listed.isListed(note, asOf),
  };
}

interface Knowledge {
  facts: Record<string, FactValue>;
  contradictory: string[];
  /** What this answer did not look at, because nobody asked. */
  unasked: string[];
}

function knownFacts(item: DutyItem, { elective, rules }: NumberOnDate, { column1Rate, described }: Said): Knowledge {
  const { facts: completed, contradictory } = completeFacts(item.facts ?? {}, implications());
  // A stated fact counts, and what it implies: the number may be the wrong one.
  const facts: Record<string, FactValue> = Object.assign(Object.create(null), rules.facts, described, completed);
  const unasked: string[] = [];
  if (item.origin !== undefined) facts.origin = item.origin;
  if (facts.column_1_rate === undefined && rules.needsColumn1) {
    const rate = plainPercentage(column1Rate());
    if (rate !== null) facts.column_1_rate = rate;
  }
  for (const name of elective) {
    if (facts[name] !== undefined) continue;
    facts[name] = [];
    unasked.push(
      `a certification by the importer, which could only add a duty here: give the fact ${name} if there is one`,
    );
  }
  for (const [name, value] of Object.entries(rules.facts)) {
    if (!Array.isArray(value) || item.facts?.[name] !== undefined) continue;
    unasked.push(
      `a certification by the importer, which is not usual for such goods: give the fact ${name} if there is one`,
    );
  }
  if (facts.usmca_originating === true && item.origin !== undefined && !['CA', 'MX'].includes(item.origin)) {
    unasked.push('USMCA treatment of goods whose country of origin is neither Canada nor Mexico');
  }
  return { facts, contradictory, unasked };
}

function announcedRow({ date, what, programme, certainty, source }: AnnouncedView): AnnouncedRow[] {
  return date === null ? [] : [{ date, what, programme, certainty, source }];
}

function versionsOf({ lists, law }: TariffData, rules: Rules): Record<string, string> {
  const versions = Object.fromEntries(lists.map(({ list_id, version }) => [list_id, version]));
  return { ...versions, rules: rules.version, newest_release: law.newest_release.name };
}
