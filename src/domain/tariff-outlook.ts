/** What the tariff holds for a number over time: what a tariff watch compares. `tariff/law/outlook.ts` reads it from the lists. */
import type { Coverage } from './tariff-coverage.ts';
import type { CERTAINTIES, RateChange } from './tariff-law.ts';
import type { RATE_KINDS } from './tariff-list.ts';

/** One duty of a number, as its programme lists it. */
export interface DutyTerm {
  programme: string;
  coverage: Coverage;
  /** Note subdivision, such as `37(d)`. */
  note: string;
  ch99_heading: string | null;
  /** Percent; null for a minimum import price. */
  rate: number | null;
  rate_kind: (typeof RATE_KINDS)[number];
  charged_on?: string;
  /** Where the term is published. Its wording is no part of the term. */
  source: string;
}

/** Days on which the same terms hold: from its first to the day before the next. */
export interface DutyPeriod {
  /** New York date. */
  from: string;
  terms: readonly DutyTerm[];
}

/** A dated change that is announced and is not in the lists. */
export interface AnnouncedDuty {
  programme: string;
  date: string;
  /** The first day for which it is open which law holds, if that is earlier. */
  open_from: string | null;
  what: string;
  headings: readonly string[];
  /** Empty means from anywhere. */
  origins: readonly string[];
  rate: RateChange | null;
  certainty: (typeof CERTAINTIES)[number];
  source: string;
}

export interface CodeOutlook {
  /** Ascending. Two that follow each other differ. */
  periods: readonly DutyPeriod[];
  announced: readonly AnnouncedDuty[];
}

/** The same change of several numbers, as events report it. */
export interface TariffChange {
  /** Its first day, a New York date. For a correction of the lists it may have passed. */
  effective_date: string;
  programme: string;
  /** `withdrawn`: it was announced, and is no longer. */
  certainty: 'law' | 'announced' | 'withdrawn';
  before: DutyTerm[];
  after: DutyTerm[];
  /** The announcement in words, for a change that is not in the lists. */
  what?: string;
  headings?: readonly string[];
  /** ISO 3166-1 alpha-2, if it concerns goods from there alone. */
  origins?: readonly string[];
  source: string;
  codes: string[];
}

/** Which data an outlook was read from. Two processes may have different data while a fleet is upgraded or a file is imported. */
export interface TariffBasis {
  /** SHA-256 of all that an outlook depends on. */
  digest: string;
  /** Id of the newest import that is in it; 0 without imports. */
  importId: number;
  /** The day on which the embedded law was looked at, and the version of the program. */
  lookedOn: string;
  version: string;
  law_read_to: string;
  lists: readonly { list_id: string; version: string; as_of: string }[];
}

/** The tariff that this process has in memory. */
export interface TariffOutlook {
  basis: TariffBasis;
  /** Of 4, 6, 8 or 10 digits. The same object for numbers that share their outlook. */
  of(digits: string): CodeOutlook;
}

/** What watches need of the tariff. */
export interface WatchedTariff {
  /** Today in New York. */
  today(): string;
  /** The outlook of the data in memory now. */
  outlook(): TariffOutlook;
  /** The digits of a number as people write it; undefined if it is none. */
  digitsOf(code: string): string | undefined;
}
