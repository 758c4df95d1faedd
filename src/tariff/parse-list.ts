/**
 * Parses and checks a tariff list. Embedded and imported lists all come through here. A file with one bad row is refused
 * as a whole.
 */

import type { Fields } from '../domain/fields.ts';
import {
  type Announcement,
  type Article,
  type Articles,
  CHARGED_ON,
  KINDS,
  type Listing,
  RATE_KINDS,
  type TariffList,
  type Terms,
} from '../domain/tariff-list.ts';
import { inPeriod, isCalendarDate } from './dates.ts';
import { formatCode, parseCode } from './hts-code.ts';
import { fieldsOf, type LineOf, parseJson } from './json-fields.ts';

const ROWS_MAX = 50_000;
const TERMS_KEYS =
  'note programme kind goods article annex ch99_heading rate rate_kind charged_on weight_test condition numbers_as_of source'.split(
    ' ',
  );
const LIST_KEYS = ['list_id', 'title', 'version', 'as_of', 'source', 'scheduled', 'articles', 'terms', 'rows'];
const ROW_KEYS = ['code', 'terms', 'from', 'to'];

/** Parses a list in the JSON format of `data/tariff`. @throws TariffFileError naming the line */
export function parseList(text: string, articles: Articles): TariffList {
  const { value, lineOf } = parseJson(text);
  return readList(value, lineOf, articles);
}

/**
 * Checks a list that is already parsed.
 * @param common articles for headings that neither the terms nor the list name
 * @throws TariffFileError naming the line, as given by `lineOf`
 */
export function readList(value: unknown, lineOf: LineOf, common: Articles): TariffList {
  const file = fieldsOf(value, lineOf);
  file.only(LIST_KEYS);
  const source = file.text('source');
  const terms: Record<string, Terms> = Object.create(null);
  const allTerms = file.object('terms');
  for (const id of allTerms.keys()) terms[id] = readTerms(allTerms.object(id), source);
  const articles = file.has('articles') ? readArticles(file.object('articles')) : {};
  const header = {
    list_id: file.matching('list_id', /^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens'),
    title: file.text('title'),
    version: file.matching('version', /^[0-9A-Za-z.+_-]{1,40}$/, 'letters, digits and . + _ -'),
    as_of: readDate(file, 'as_of'),
    source,
    scheduled: file.has('scheduled') ? file.each('scheduled', 100).map((row) => readAnnouncement(row, terms)) : [],
  };
  const listings = readListings(file, terms, articles, common);
  return { ...header, articles, terms, listings };
}

function readListings(file: Fields, terms: Record<string, Terms>, own: Articles, common: Articles): Listing[] {
  const listings: Listing[] = [];
  const byMembership = new Map<string, Listing[]>();
  for (const row of file.each('rows', ROWS_MAX)) {
    const listing = readListing(row, terms, own, common);
    listings.push(listing);
    const membership = `${listing.digits} ${listing.terms.note}`;
    const others = byMembership.get(membership);
    if (!others) byMembership.set(membership, [listing]);
    else if (!insertPeriod(others, listing)) {
      row.refuse(`${listing.code} is listed twice in ${listing.terms.note} for the same day`);
    }
  }
  if (listings.length === 0) file.refuse('must have at least one row', 'rows');
  return listings;
}

function readListing(row: Fields, terms: Record<string, Terms>, own: Articles, common: Articles): Listing {
  row.only(ROW_KEYS);
  const code = row.text('code', 40);
  const digits =
    parseCode(code) ?? row.refuse('must be 4, 6, 8 or 10 digits of a chapter that classifies products', 'code');
  if (code !== formatCode(digits)) row.refuse(`must be written ${formatCode(digits)}`, 'code');
  const termsId = row.text('terms');
  const ownTerms = Object.hasOwn(terms, termsId) ? terms[termsId] : undefined;
  const listingTerms = ownTerms ?? row.refuse('must be one of the keys of "terms"', 'terms');
  const from = readDate(row, 'from');
  const to = row.has('to') ? readDate(row, 'to') : null;
  if (to !== null && to < from) row.refuse('must not be before "from"', 'to');
  const heading = digits.slice(0, 4);
  const article =
    listingTerms.article ??
    own[heading] ??
    common[heading] ??
    row.refuse(`heading ${heading} has no article name; add one to "articles"`);
  return { code, digits, terms: listingTerms, terms_id: termsId, article, from, to };
}

function readTerms(fields: Fields, listSource: string): Terms {
  fields.only(TERMS_KEYS);
  const rateKind = fields.oneOf('rate_kind', RATE_KINDS);
  const kind = fields.oneOf('kind', KINDS);
  const hasNoRate = rateKind === 'minimum_import_price' && kind === 'article' && fields.value('rate') === null;
  return {
    note: fields.text('note', 40),
    programme: fields.matching('programme', /^[a-z][a-z_]{0,39}$/, 'lower-case letters and underscores'),
    kind,
    goods: fields.text('goods'),
    ...(fields.has('article') && { article: readArticle(fields.object('article')) }),
    ...(fields.has('annex') && { annex: fields.text('annex', 20) }),
    ch99_heading:
      fields.value('ch99_heading') === null
        ? null
        : fields.matching('ch99_heading', /^99\d\d\.\d\d\.\d\d/, 'a chapter 99 heading such as 9903.82.02'),
    rate: hasNoRate ? null : fields.number('rate', 0, 1000),
    rate_kind: rateKind,
    ...(fields.has('charged_on') && { charged_on: fields.oneOf('charged_on', CHARGED_ON) }),
    ...(fields.has('weight_test') && { weight_test: fields.number('weight_test', 0, 100) }),
    ...(fields.has('condition') && { condition: fields.text('condition') }),
    ...(fields.has('numbers_as_of') && { numbers_as_of: readDate(fields, 'numbers_as_of') }),
    source: fields.has('source') ? fields.text('source') : listSource,
  };
}

function readAnnouncement(row: Fields, terms: Record<string, Terms>): Announcement {
  const ids = row.texts('terms', 100);
  if (ids.some((id) => !Object.hasOwn(terms, id))) row.refuse('must be keys of "terms"', 'terms');
  return { date: readDate(row, 'date'), terms: ids, event: row.text('event'), source: row.text('source') };
}

function readArticles(fields: Fields): Articles {
  const articles: Record<string, Article> = Object.create(null);
  for (const heading of fields.keys()) {
    if (!/^\d{4}$/.test(heading)) fields.refuse('must be keyed by 4-digit headings');
    articles[heading] = readArticle(fields.object(heading));
  }
  return articles;
}

export function readArticle(fields: Fields): Article {
  const slug = fields.matching('slug', /^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens');
  return { slug, name: fields.text('name', 120) };
}

export function readDate(fields: Fields, key: string): string {
  const date = fields.text(key, 10);
  if (!isCalendarDate(date)) fields.refuse('must be a calendar date YYYY-MM-DD', key);
  return date;
}

/**
 * Inserts a listing among those of one code and note, which are sorted and do not overlap. False if it overlaps one of them. Only
 * its neighbours can: a code may be listed anew on each of 50,000 days.
 */
function insertPeriod(sorted: Listing[], listing: Listing): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.from < listing.from) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [sorted[low - 1], sorted[low]];
  if ((before && overlap(before, listing)) || (after && overlap(after, listing))) return false;
  sorted.splice(low, 0, listing);
  return true;
}

function overlap(a: Listing, b: Listing): boolean {
  return inPeriod(a.from, b) || inPeriod(b.from, a);
}
