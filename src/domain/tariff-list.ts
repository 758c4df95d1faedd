/** A tariff list: which numbers are listed, from when until when, and on what terms. Data only: `tariff/list.ts` reads and checks it. */

/** `derivative` listings decide `hit`; `article` listings (primary metals, vehicles, …) put a number in scope. */
export const KINDS = ['derivative', 'article'] as const;
export const RATE_KINDS = ['additional', 'total_incl_column1', 'minimum_import_price'] as const;
export const CHARGED_ON = ['full value', 'metal content'] as const;

/** The article a listing is known by. For metals it belongs to the 4-digit heading; for other programmes, to the terms. */
export interface Article {
  slug: string;
  name: string;
}

/** Articles by 4-digit heading. */
export type Articles = Readonly<Record<string, Article>>;

/** What a listing costs and on whose authority; shared by all rows of a note subdivision. */
export interface Terms {
  /** U.S. note subdivision of chapter 99, subchapter III, such as `16(c)(iv)`. */
  note: string;
  programme: string;
  kind: (typeof KINDS)[number];
  goods: string;
  article?: Article;
  /** Annex of Proclamation 11021 or 11032. */
  annex?: string;
  /** Chapter 99 heading to declare beside the number. */
  ch99_heading: string;
  /** General rate in percent; null only for a minimum import price. */
  rate: number | null;
  rate_kind: (typeof RATE_KINDS)[number];
  charged_on?: (typeof CHARGED_ON)[number];
  /** Least share of the listed metal, percent of weight, outside chapters 72, 73, 74 and 76. */
  weight_test?: number;
  condition?: string;
  source: string;
}

/** One row: one number on one subdivision in one period. Dates are New York calendar dates, both inclusive. */
export interface Listing {
  code: string;
  digits: string;
  terms: Terms;
  terms_id: string;
  article: Article;
  from: string;
  to: string | null;
}

/** An announced change that no row holds yet, because its text or its certainty does not allow it. */
export interface Announcement {
  date: string;
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
  /** Articles this list brings for headings that the common table lacks. */
  articles: Articles;
  terms: Record<string, Terms>;
  listings: Listing[];
}
