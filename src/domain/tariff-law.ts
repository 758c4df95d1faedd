/** How far the law was read, and what is announced for later. `tariff/law/` parses both. */
import type { RATE_KINDS } from './tariff-list.ts';

/** What was read of the law, and what was not. `data/tariff/law-read.json`. */
export interface LawRead {
  /** The last day whose law was read, a New York date. Later law may differ from every answer. */
  readonly law_read_to: string;
  /** The newest release of the schedule that was read. */
  readonly newest_release: { readonly name: string; readonly published: string; readonly source: string };
  /** The newest text found on these programmes. */
  readonly newest_text: { readonly date: string; readonly what: string; readonly source: string };
  /** The day on which newer law was looked for. */
  readonly looked_on: string;
  readonly read: readonly { readonly what: string; readonly source: string }[];
  /** What could not be read. `programmes` is empty if it may concern any. */
  readonly not_read: readonly { readonly what: string; readonly programmes: readonly string[] }[];
}

export const CERTAINTIES = ['law', 'announced'] as const;
/** `law`: enacted, and its day is set. `announced`: reported, recommended or not read. */
type Certainty = (typeof CERTAINTIES)[number];

type RateKind = (typeof RATE_KINDS)[number];

/** General rates in percent. `before` is null if there is no duty before. */
export interface RateChange {
  readonly before: number | null;
  readonly before_kind: RateKind | null;
  readonly after: number;
  readonly after_kind: RateKind;
}

/** A change of a Section 232 programme. */
export interface AnnouncedChange {
  readonly programme: string;
  /** Note subdivisions whose lists it concerns as a whole. Empty if `codes` says what it concerns. */
  readonly subdivisions: readonly string[];
  /** The numbers it concerns, as spelled in the source. */
  readonly codes: readonly string[];
  /** The digits of `codes`. */
  readonly digits: readonly string[];
  /** Chapter 99 headings that it changes; empty if none is known. */
  readonly headings: readonly string[];
  /** ISO 3166-1 alpha-2. The goods it concerns come from there; empty means from anywhere. */
  readonly origins: readonly string[];
  /** Its first day, a New York date; null if no day was read. */
  readonly date: string | null;
  /** The first day for which the words leave open which law holds, if that is before `date`. */
  readonly open_from: string | null;
  readonly what: string;
  readonly rate: RateChange | null;
  readonly certainty: Certainty;
  readonly source: string;
}

/** A change of a duty that is not one of Section 232, but is paid on the same goods. */
export interface AnnouncedElsewhere {
  readonly measure: string;
  readonly codes: readonly string[];
  readonly digits: readonly string[];
  readonly headings: readonly string[];
  readonly date: string;
  /** The last day, if one is set. */
  readonly ends: string | null;
  readonly what: string;
  readonly certainty: Certainty;
  readonly source: string;
}

/** `data/tariff/announced.json`. */
export interface Announced {
  readonly source: string;
  readonly changes: readonly AnnouncedChange[];
  readonly stacks: readonly AnnouncedElsewhere[];
}
