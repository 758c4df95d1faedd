/**
 * A list as CSV: one row a listing with its note subdivision, rate and dates. Such a file is a snapshot: it says what is
 * listed now and nothing of what was. So what has ended stays as loaded, and a listing the file no longer holds ends the
 * day before; answers for past dates do not change behind an importer's back.
 */

import type { Articles, Listing, TariffList, Terms } from '../domain/tariff-list.ts';
import { addDays, isCalendarDate } from './dates.ts';
import { readDigits } from './hts-code.ts';
import { type LineOf, TariffFileError } from './json-fields.ts';
import type { CsvRecord } from './parse-csv.ts';
import { readList } from './parse-list.ts';

export const LIST_COLUMNS = [
  'code',
  'programme',
  'kind',
  'note_subdivision',
  'ch99_heading',
  'rate_pct',
  'rate_kind',
  'effective_from',
];

interface RawListing {
  code: string;
  terms: string;
  from: string;
  to?: string;
}

/**
 * The list that a snapshot of `loaded` makes of it. `date`: the day the snapshot stands for.
 * @throws TariffFileError naming the line
 */
export function readListCsv(
  records: readonly CsvRecord[],
  loaded: TariffList,
  date: string,
  common: Articles,
): TariffList {
  const terms: Record<string, Omit<Terms, 'source'> & { source?: string }> = {};
  const firstLines = new Map<string, number>();
  const articles: Record<string, Articles[string]> = { ...loaded.articles };
  const rows: { row: RawListing; line: number }[] = [];
  const ahead = new Map<string, string>();

  for (const { line, cells } of records) {
    const digits = readDigits(cells.code ?? '');
    if (cells.digits && cells.digits !== digits) throw new TariffFileError(line, 'code and digits differ');
    const facts = termsOf(cells, loaded);
    const id = termsId(terms, facts);
    if (!firstLines.has(id)) firstLines.set(id, line);
    const row: RawListing = { code: cells.code ?? '', terms: id, from: cells.effective_from ?? '' };
    if (!isCalendarDate(row.from)) throw new TariffFileError(line, 'effective_from must be a calendar date YYYY-MM-DD');
    if (cells.effective_to) row.to = cells.effective_to;
    rows.push({ row, line });
    const heading = digits?.slice(0, 4) ?? '';
    if (cells.article_slug && cells.article_name && !common[heading] && heading !== '') {
      articles[heading] = { slug: cells.article_slug, name: cells.article_name };
    }
    const membership = `${digits} ${facts.note}`;
    const earliest = ahead.get(membership);
    if (earliest === undefined || row.from < earliest) ahead.set(membership, row.from);
  }

  for (const listing of loaded.listings) {
    const to = endOf(listing, ahead.get(`${listing.digits} ${listing.terms.note}`), date);
    if (to === undefined) continue;
    rows.push({ row: { code: listing.code, terms: termsId(terms, listing.terms), from: listing.from, to }, line: 1 });
  }
  rows.sort((a, b) => (orderOf(a.row) < orderOf(b.row) ? -1 : 1));

  const lineOf: LineOf = ([part, key]) => {
    if (part === 'rows') return rows[Number(key)]?.line ?? 1;
    return (part === 'terms' && firstLines.get(String(key))) || 1;
  };
  const value = {
    list_id: loaded.list_id,
    title: loaded.title,
    version: nextVersion(loaded.version, date),
    as_of: date,
    source: loaded.source,
    scheduled: loaded.scheduled.filter((announced) => announced.terms.every((id) => Object.hasOwn(terms, id))),
    articles,
    terms,
    rows: rows.map(({ row }) => row),
  };
  return readList(value, lineOf, common);
}

/** The last day a loaded listing keeps beside the snapshot; undefined where the snapshot speaks for it, or it never began. */
function endOf(listing: Listing, aheadFrom: string | undefined, date: string): string | undefined {
  const cut = addDays(aheadFrom ?? date, -1);
  const to = listing.to !== null && listing.to < cut ? listing.to : cut;
  return to < listing.from ? undefined : to;
}

function orderOf(row: RawListing): string {
  return `${row.code.replaceAll('.', '')} ${row.terms} ${row.from}`;
}

function termsOf(cells: CsvRecord['cells'], loaded: TariffList): Terms {
  const note = cells.note_subdivision ?? '';
  const known = Object.values(loaded.terms).find((terms) => terms.note === note);
  const { programme = '', kind = '' } = cells;
  const facts = {
    goods: `${kind} ${programme}`,
    ...known,
    note,
    programme,
    kind,
    ch99_heading: cells.ch99_heading ?? '',
    rate: cells.rate_pct === '' ? null : plainNumber(cells.rate_pct),
    rate_kind: cells.rate_kind ?? '',
    source: cells.source || loaded.source,
    ...(cells.annex && { annex: cells.annex }),
    ...(cells.condition && { condition: cells.condition }),
    ...(cells.weight_test_15pct === 'yes' && { weight_test: 15 }),
  };
  return facts as Terms; // what it claims to be is checked by readList, like every other file
}

/** The id under which these terms stand, adding them where they are new. */
function termsId(terms: Record<string, object>, facts: Terms): string {
  const same = JSON.stringify(Object.entries(facts).sort());
  for (let n = 1; ; n++) {
    const id = n === 1 ? facts.note : `${facts.note} #${n}`;
    const known = terms[id];
    if (!known) terms[id] = facts;
    if (!known || JSON.stringify(Object.entries(known).sort()) === same) return id;
  }
}

/** `2026-11-20+1`, or the next edition of the same day. */
function nextVersion(loaded: string, date: string): string {
  const [day, edition] = loaded.split('+');
  return `${date}+${day === date ? Number(edition ?? 0) + 1 : 1}`;
}

/** A rate in plain decimals; anything else (`0x19`, `1e2`) is left for the loader to refuse. */
function plainNumber(text: string | undefined): number {
  return /^\d+(\.\d+)?$/.test(text ?? '') ? Number(text) : Number.NaN;
}
