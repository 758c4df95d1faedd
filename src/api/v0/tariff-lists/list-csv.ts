/** A list as CSV: one row per listing, including ended ones. `portside tariff import` reads the same column names. */

import { csvRow } from '../../../domain/csv.ts';
import type { Listing, TariffList } from '../../../domain/tariff-list.ts';

const COLUMNS: Record<string, (listing: Listing) => string | number | null | undefined> = {
  code: ({ code }) => code,
  digits: ({ digits }) => digits,
  programme: ({ terms }) => terms.programme,
  kind: ({ terms }) => terms.kind,
  note_subdivision: ({ terms }) => terms.note,
  annex: ({ terms }) => terms.annex,
  ch99_heading: ({ terms }) => terms.ch99_heading,
  rate_pct: ({ terms }) => terms.rate,
  rate_kind: ({ terms }) => terms.rate_kind,
  weight_test_15pct: ({ terms }) => (terms.weight_test === 15 ? 'yes' : ''),
  effective_from: ({ from }) => from,
  effective_to: ({ to }) => to,
  article_slug: ({ article }) => article.slug,
  article_name: ({ article }) => article.name,
  condition: ({ terms }) => terms.condition,
  numbers_as_of: ({ terms }) => terms.numbers_as_of,
  source: ({ terms }) => terms.source,
};

export function listCsv({ listings }: TariffList): string {
  const rows = listings.map((listing) => Object.values(COLUMNS).map((column) => String(column(listing) ?? '')));
  return [Object.keys(COLUMNS), ...rows].map(csvRow).join('');
}
