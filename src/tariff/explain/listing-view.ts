/** A listing as explanations show it, for one code. */
import type { Listing, TariffList } from '../../domain/tariff-list.ts';

/** One listing with its terms and its list. */
export interface ListingView {
  code: string;
  programme: string;
  kind: string;
  goods: string;
  article_name: string;
  note: string;
  annex: string | null;
  ch99_heading: string | null;
  rate: number | null;
  rate_kind: string;
  charged_on: string | null;
  /** Least share of the listed metal in percent of weight for this code; null if no test applies. */
  weight_test: number | null;
  condition: string | null;
  from: string;
  to: string | null;
  /** It begins after the law was read: as announced, not read as in force. */
  scheduled: boolean;
  list: string;
  version: string;
  source: string;
}

const METAL_CHAPTERS = ['72', '73', '74', '76'];

/** @param digits the code that is explained @param lawRead the last day whose law was read */
export function toListingView(listing: Listing, list: TariffList, digits: string, lawRead: string): ListingView {
  const { terms } = listing;
  const tested = terms.weight_test !== undefined && !METAL_CHAPTERS.includes(digits.slice(0, 2));
  return {
    code: listing.code,
    programme: terms.programme,
    kind: terms.kind,
    goods: terms.goods,
    article_name: listing.article.name,
    note: terms.note,
    annex: terms.annex ?? null,
    ch99_heading: terms.ch99_heading,
    rate: terms.rate,
    rate_kind: terms.rate_kind,
    charged_on: terms.charged_on ?? null,
    weight_test: tested ? (terms.weight_test ?? null) : null,
    condition: terms.condition ?? null,
    from: listing.from,
    to: listing.to,
    scheduled: listing.from > lawRead,
    list: list.list_id,
    version: list.version,
    source: terms.source,
  };
}
