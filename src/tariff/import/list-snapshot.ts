/**
 * A list as CSV: one row per listing with its note subdivision, rate and dates. The file is a snapshot: it says what is
 * listed now and nothing about the past. Ended listings therefore stay as loaded, and a listing that the file no longer
 * contains ends on the day before. Other terms hold from their `effective_from`: if it is that of the loaded ones, answers for past
 * days change, and the plan says so.
 */

import type { Effort } from '../../domain/effort.ts';
import { stepsOf } from '../../domain/json-pointer.ts';
import type { Articles, Listing, TariffList, Terms } from '../../domain/tariff-list.ts';
import { addDays, isCalendarDate } from '../dates.ts';
import { readDigits } from '../hts-code.ts';
import { type LineOf, TariffFileError } from '../json-fields.ts';
import { readList } from '../parse-list.ts';
import type { CsvRecord } from './parse-csv.ts';

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

/** A row of the list format, with the line of the CSV it came from; 1 for rows kept from the loaded list. */
interface SnapshotRow {
  line: number;
  row: { code: string; terms: string; from: string; to?: string };
}

/**
 * The list that results from a snapshot of `loaded`. `date`: the day that the snapshot describes.
 * @throws TariffFileError naming the line
 */
export function applySnapshot(
  records: readonly CsvRecord[],
  loaded: TariffList,
  date: string,
  common: Articles,
  effort: Effort,
): TariffList {
  const terms = new TermsTable(effort);
  const known = new Map(
    Object.values(loaded.terms)
      .toReversed()
      .map((each) => [each.note, each]),
  );
  const rows = [
    ...records.map((record) => rowOf(record, known, loaded, terms)),
    ...endedRows(records, loaded, date, terms),
  ].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));

  const lineOf: LineOf = (pointer) => {
    const [part, key] = stepsOf(pointer);
    if (part === 'rows') return rows[Number(key)]?.line ?? 1;
    return (part === 'terms' && terms.lineOf(String(key))) || 1;
  };
  const value = {
    list_id: loaded.list_id,
    title: loaded.title,
    version: nextVersion(loaded.version, date),
    as_of: date,
    source: loaded.source,
    scheduled: loaded.scheduled.filter((announced) => announced.terms.every((id) => terms.has(id))),
    articles: { ...loaded.articles, ...articlesOf(records, common) },
    terms: terms.toObject(),
    rows: rows.map(({ row }) => row),
  };
  return readList(value, lineOf, common);
}

function rowOf(
  { line, cells }: CsvRecord,
  known: ReadonlyMap<string, Terms>,
  loaded: TariffList,
  terms: TermsTable,
): SnapshotRow {
  const { code = '', effective_from: from = '', effective_to: to } = cells;
  if (cells.digits && cells.digits !== readDigits(code)) throw new TariffFileError(line, 'code and digits differ');
  const its = termsOf(cells, known, loaded.source);
  requirePercent(its.rate, line, 'rate_pct');
  const id = terms.idOf(its, line);
  if (!isCalendarDate(from)) throw new TariffFileError(line, 'effective_from must be a calendar date YYYY-MM-DD');
  return { line, row: { code, terms: id, from, ...(to && { to }) } };
}

/** The loaded listings up to the day on which the snapshot takes over. */
function endedRows(records: readonly CsvRecord[], loaded: TariffList, date: string, terms: TermsTable): SnapshotRow[] {
  const snapshotFrom = new Map<string, string>();
  for (const { cells } of records) {
    const membership = `${readDigits(cells.code ?? '')} ${cells.note_subdivision ?? ''}`;
    const from = cells.effective_from ?? '';
    const earliest = snapshotFrom.get(membership);
    if (earliest === undefined || from < earliest) snapshotFrom.set(membership, from);
  }
  return loaded.listings.flatMap((listing) => {
    const { code, from } = listing;
    const to = lastDayOf(listing, snapshotFrom.get(`${listing.digits} ${listing.terms.note}`) ?? date);
    return to < from ? [] : [{ line: 1, row: { code, terms: terms.idOf(listing.terms, 1), from, to } }];
  });
}

/** The last day of a loaded listing if the snapshot takes over on `snapshotFrom`. */
function lastDayOf({ to }: Listing, snapshotFrom: string): string {
  const dayBefore = addDays(snapshotFrom, -1);
  return to !== null && to < dayBefore ? to : dayBefore;
}

function sortKey({ row }: SnapshotRow): string {
  return `${row.code.replaceAll('.', '')} ${row.terms} ${row.from}`;
}

/** Articles that the snapshot names for headings missing in the common table. */
function articlesOf(records: readonly CsvRecord[], common: Articles): Articles {
  const articles: Record<string, Articles[string]> = Object.create(null);
  for (const { cells } of records) {
    const heading = readDigits(cells.code ?? '')?.slice(0, 4);
    if (heading === undefined || common[heading] || !cells.article_slug || !cells.article_name) continue;
    articles[heading] = { slug: cells.article_slug, name: cells.article_name };
  }
  return articles;
}

/** @param loaded the first loaded terms of each note */
function termsOf(cells: CsvRecord['cells'], loaded: ReadonlyMap<string, Terms>, listSource: string): Terms {
  const note = cells.note_subdivision ?? '';
  // The date of the numbers belongs to the rows of the loaded list. The file says its own.
  const { numbers_as_of: _, ...known } = loaded.get(note) ?? {};
  const { programme = '', kind = '' } = cells;
  const terms = {
    goods: `${kind} ${programme}`,
    ...known,
    note,
    programme,
    kind,
    ch99_heading: cells.ch99_heading || null,
    rate: cells.rate_pct === '' ? null : plainNumber(cells.rate_pct),
    rate_kind: cells.rate_kind ?? '',
    source: cells.source || listSource,
    ...(cells.annex && { annex: cells.annex }),
    ...(cells.condition && { condition: cells.condition }),
    ...(cells.numbers_as_of && { numbers_as_of: cells.numbers_as_of }),
    ...(cells.weight_test_15pct === 'yes' && { weight_test: 15 }),
  };
  return terms as Terms; // unchecked so far: `readList` checks every value
}

/** The distinct terms of a list by id. Equal terms share an id. */
class TermsTable {
  readonly #entries = new Map<string, { terms: Terms; line: number }>();
  readonly #ids = new Map<string, string>();
  /** The number of the latest terms of each note. Every row may have terms of its own, so they are not counted again. */
  readonly #numbers = new Map<string, number>();

  constructor(private readonly effort: Effort) {}

  /** The id of these terms, which are added if they are new. The id is the note, numbered if the note has several terms. */
  idOf(terms: Terms, line: number): string {
    const key = comparable(terms);
    this.effort.done += key.length;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    let number = this.#numbers.get(terms.note) ?? 0;
    let id: string;
    do {
      number++;
      id = number === 1 ? terms.note : `${terms.note} #${number}`;
      this.effort.done++;
    } while (this.#entries.has(id));
    this.#numbers.set(terms.note, number);
    this.#ids.set(key, id);
    this.#entries.set(id, { terms, line });
    return id;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** The line of the first row with these terms. */
  lineOf(id: string): number | undefined {
    return this.#entries.get(id)?.line;
  }

  toObject(): Record<string, Terms> {
    return Object.fromEntries([...this.#entries].map(([id, { terms }]) => [id, terms]));
  }
}

function comparable(terms: Terms): string {
  return JSON.stringify(Object.entries(terms).sort());
}

/** `2026-11-20+1`, or the next edition of the same day. */
function nextVersion(loaded: string, date: string): string {
  const [day, edition] = loaded.split('+');
  return `${date}+${day === date ? Number(edition ?? 0) + 1 : 1}`;
}

/** A rate in plain decimals. Other notations (`0x19`, `1e2`) become NaN, which `readList` refuses. */
function plainNumber(text: string | undefined): number {
  return /^\d+(\.\d+)?$/.test(text ?? '') ? Number(text) : Number.NaN;
}

/** @throws TariffFileError for 0.5: a spreadsheet shows it as 50%, and keeps a share */
export function requirePercent(rate: number | null, line: number | null, where: string): void {
  if (rate === null || rate <= 0 || rate >= 1) return;
  throw new TariffFileError(line, `${where} is ${rate}, which looks like a share. Rates are percentages, such as 50`);
}
