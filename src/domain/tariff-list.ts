/** A tariff list: which numbers are listed, in which period and on what terms. `tariff/parse-list.ts` parses and checks it. */

/** A `derivative` listing makes a number a hit. An `article` listing (primary metals, vehicles, …) puts it in scope. */
export const KINDS = ['derivative', 'article'] as const;
export const RATE_KINDS = ['additional', 'total_incl_column1', 'minimum_import_price'] as const;
export const CHARGED_ON = ['full value', 'metal content'] as const;

/** What a listing is called. Metals have one article per 4-digit heading, other programmes one per terms. */
export interface Article {
  slug: string;
  name: string;
}

/** Articles by 4-digit heading. */
export type Articles = Readonly<Record<string, Article>>;

/** The rate of a listing and its legal basis. All rows of a note subdivision share them. */
export interface Terms {
  /** U.S. note subdivision of chapter 99, subchapter III, such as `16(c)(iv)`. */
  note: string;
  programme: string;
  kind: (typeof KINDS)[number];
  goods: string;
  article?: Article;
  /** Annex of Proclamation 11021 or 11032. */
  annex?: string;
  /** Chapter 99 heading to declare beside the number; null if none is published yet. */
  ch99_heading: string | null;
  /** General rate in percent; null only for an `article` listing with a minimum import price. */
  rate: number | null;
  rate_kind: (typeof RATE_KINDS)[number];
  charged_on?: (typeof CHARGED_ON)[number];
  /** Least share of the listed metal, percent of weight, outside chapters 72, 73, 74 and 76. */
  weight_test?: number;
  condition?: string;
  /**
   * The date whose schedule numbers the note prints, if that is not the first day of the listing. The note of
   * 2026-07-31 still printed numbers that USITC had replaced on 2026-07-01.
   */
  numbers_as_of?: string;
  source: string;
}

/** One number on one note subdivision in one period. `from` and `to` are New York dates, both included. */
export interface Listing {
  code: string;
  digits: string;
  terms: Terms;
  terms_id: string;
  article: Article;
  from: string;
  to: string | null;
}

/** An announced change that is not in the rows yet, because its text is not final or it is not certain. */
export interface Announcement {
  date: string;
  /** Keys of `TariffList.terms`. */
  terms: string[];
  event: string;
  source: string;
}

export interface TariffList {
  list_id: string;
  title: string;
  version: string;
  as_of: string;
  source: string;
  scheduled: Announcement[];
  /** Articles for headings that the common table does not have. */
  articles: Articles;
  terms: Record<string, Terms>;
  listings: Listing[];
}
