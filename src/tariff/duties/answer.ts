/**
 * The question and the answer of "what Section 232 duty is owed on this entry". The field names are the contract of
 * `POST /api/v2/tariff/duties`.
 */
/** The value of a fact: a number, yes or no, one word of a vocabulary, or several of them. */
export type FactValue = boolean | number | string | readonly string[];

/** Facts by name. A fact that is absent is unknown, never false. `data/tariff/facts.json` has the names and types. */
export type Facts = Readonly<Record<string, FactValue>>;

/** One line of an entry. */
export interface DutyItem {
  /** An HTS number as in `tariff lookup`. */
  code: string;
  /** ISO 3166-1 alpha-2, capital letters. */
  origin?: string;
  /** `YYYY-MM-DD`, from 2025-03-12; by default today in New York. */
  entry_date?: string;
  facts?: Facts;
}

/** A chapter 99 heading to declare beside the number. */
export interface Declaration {
  /** Null if the heading was not read: a number that was not read is never printed. */
  heading: string | null;
  programme: string;
  /** Percent. Null if nothing is charged, or if the duty is not a percentage; `basis` then says what it is. */
  rate: number | null;
  /** `added` to the column 1 duty; `total` with it, so that only what is missing is added; `none`: no duty. */
  rate_kind: 'added' | 'total' | 'none';
  /** What the rate is charged on: `full value`, `non-US content`, `metal content`, `none`, or a specific duty in words. */
  basis: string;
  source: string;
}

/** A number is bounded by any of these; a set names what it must and must not hold; anything else is one of the values. */
export type WhenValue =
  | boolean
  | number
  | string
  | { gte?: number; gt?: number; lt?: number; lte?: number }
  | { one_of: string[] }
  | { none_of: string[] }
  | { includes?: string[]; excludes?: string[] };

/** What is declared if the facts are as in `when`. */
export interface Alternative {
  /** By fact. `reading:<question>` names an open question of law instead of a fact, and the reading taken. */
  when: Record<string, WhenValue>;
  declare: Declaration[];
  /**
   * True if there are too many alternatives to tell all of them apart: exactly one of those with the same `when` holds, and
   * only more facts say which.
   */
  undivided?: true;
}

/** A fact that would change the answer. */
export interface MissingFact {
  fact: string;
  /** In plain words. */
  question: string;
  type: string;
  /** The values that a fact of type `choice` or `list` may have. */
  values?: readonly string[];
  /** Why it matters: the headings between which it decides. */
  decides: string[];
}

/** A duty that does not apply because of another one. */
export interface Displacement {
  programme: string;
  heading: string | null;
  by: string;
  reason: string;
  source: string;
}

/** A programme that lists the code. */
export interface ProgrammeView {
  programme: string;
  coverage: 'whole' | 'whole_by_parts' | 'part' | 'none';
  listing: string;
  subdivision: string;
  /** Percent, of the list in general; null for a minimum import price. */
  rate: number | null;
  rate_kind: string;
  effective_from: string;
  effective_to: string | null;
  source: string;
}

/** A dated change after the entry date, or one before it that is later than the law was read. */
export interface AnnouncedRow {
  date: string;
  what: string;
  programme: string;
  certainty: string;
  source: string;
}

/** A question that the sources read leave open. */
export interface OpenQuestion {
  id: string;
  question: string;
  /** The readings by the names that `when` gives them under `reading:<id>`. */
  readings: readonly string[];
  source: string;
}

/** The Section 232 duty alone, in US dollars and cents. */
export interface DutyAmount {
  amount: number;
  currency: 'USD';
  /** The calculation in one readable line. */
  arithmetic: string;
}

export interface DutyAnswer {
  code: string;
  origin: string | null;
  entry_date: string;
  /**
   * True only if every fact that could change the answer is known, and no source read leaves it open. An announced change whose
   * new rate is not known leaves it true: then `unsettled_law` is true as well.
   */
  settled: boolean;
  /** What to declare; null unless settled. */
  declare: Declaration[] | null;
  /** If not settled: everything that may have to be declared. Complete, and exactly one holds for any entry. */
  alternatives: Alternative[];
  /** What to ask, in the order that settles the answer soonest. */
  missing_facts: MissingFact[];
  open_questions: OpenQuestion[];
  displaced: Displacement[];
  programmes: ProgrammeView[];
  announced: AnnouncedRow[];
  /** A change was announced for a date up to the entry date that is later than the law was read. */
  unsettled_law: boolean;
  /** Only with a known `value` and a settled answer. */
  duty: DutyAmount | null;
  /** For a settled answer without `duty`: what the amount still needs. */
  duty_needs: string[];
  /** Facts that contradict each other. The answer uses none of them. */
  contradictory_facts: string[];
  /** What was not looked at. */
  outside: string[];
  law_read_to: string;
  /** The version of each list and of the rules, and the newest release that was read. */
  versions: Record<string, string>;
}

/** The parts of an answer that a line of a list says. */
export type DutyOutcome = Pick<
  DutyAnswer,
  | 'settled'
  | 'declare'
  | 'missing_facts'
  | 'open_questions'
  | 'unsettled_law'
  | 'duty'
  | 'duty_needs'
  | 'contradictory_facts'
>;

/** A question that cannot be answered as it was put. `path` is a JSON pointer inside the item, such as `/code`. */
export interface DutyRefusal {
  refused: { path: string; message: string }[];
}

export type DutyResult = DutyAnswer | DutyRefusal;

export function isRefusal(result: object): result is DutyRefusal {
  return 'refused' in result;
}
