import type { Listing } from '../../domain/tariff-list.ts';
import type { CodeCoverage } from './coverage.ts';

export const STATUSES = ['hit', 'adjacent', 'in_scope_no_bis14', 'clear', 'invalid'] as const;
export type LookupStatus = (typeof STATUSES)[number];

/** The article and rate of a derivative listing. A result holds each distinct (heading, article, rate) once. */
export interface AdjacentHit {
  code_heading: string;
  article_slug: string;
  article_name: string;
  /** Percent: 50, 25 or 15. In note 16(c)(ix) and (x) the 15 is a total that includes the column 1 duty. */
  proposed_rate: number;
}

/** The result of one code in the v1 contract. */
export interface HtsLookupResult {
  code: string;
  hit: boolean;
  in_scope: boolean;
  status: LookupStatus;
  adjacent_hits: readonly AdjacentHit[];
}

type AnswerFields = Omit<HtsLookupResult, 'code'>;

/** A result without its code. Many codes share an answer, so each is made once, frozen, with its JSON prepared. */
export interface Answer extends AnswerFields {
  /** The JSON from the end of a code to the beginning of the next one: `","hit":true,…},{"code":"`. */
  readonly jsonToNext: string;
  /** The JSON from the end of the last code to the end of the body: `","hit":true,…}]}`. */
  readonly jsonToEnd: string;
}

function freeze(fields: AnswerFields): Answer {
  for (const adjacent of fields.adjacent_hits) Object.freeze(adjacent);
  Object.freeze(fields.adjacent_hits);
  const rest = `",${JSON.stringify(fields).slice(1)}`;
  return Object.freeze({ ...fields, jsonToNext: `${rest},{"code":"`, jsonToEnd: `${rest}]}` });
}

/** The answer with this `jsonToEnd`. */
export function answerOf(jsonToEnd: string): Answer {
  const known = [CLEAR, INVALID].find((answer) => answer.jsonToEnd === jsonToEnd);
  return known ?? freeze(JSON.parse(`{${jsonToEnd.slice('",'.length, -']}'.length)}`) as AnswerFields);
}

export const INVALID = freeze({ hit: false, in_scope: false, status: 'invalid', adjacent_hits: [] });
export const CLEAR = freeze({ hit: false, in_scope: false, status: 'clear', adjacent_hits: [] });

/** The distinct answers of one date. */
export class AnswerPool {
  readonly #answers = new Map<string, Answer>([[' false', CLEAR]]);

  /**
   * The answer for a code.
   * @param hits the derivative listings that cover the code wholly, in order; empty if they do not
   * @param inScope anything that could be this code is listed, by any programme
   * @param near the entries of the heading, which are the same for all its codes
   */
  answerFor(heading: string, hits: readonly Listing[], inScope: boolean, near: readonly AdjacentHit[]): Answer {
    let key = `${near.length > 0 ? heading : ''} ${inScope}`;
    for (const { digits, article, terms } of hits) key += ` ${digits.slice(0, 4)} ${article.slug} ${terms.rate}`;
    let answer = this.#answers.get(key);
    if (!answer) {
      answer = makeAnswer(hits, inScope, near);
      this.#answers.set(key, answer);
    }
    return answer;
  }
}

/** A listing at or above the code comes before a shorter one. Of the parts of a code none is closer: the highest rate first. */
export function hitsInOrder({ coverage, listings }: CodeCoverage): readonly Listing[] {
  if (listings.length < 2) return listings;
  const byLength = coverage === 'whole';
  return [...listings].sort((a, b) => (byLength ? b.digits.length - a.digits.length : 0) || byRateThenSlug(a, b));
}

function makeAnswer(hits: readonly Listing[], inScope: boolean, near: readonly AdjacentHit[]): Answer {
  const hit = hits.length > 0;
  const status = hit ? 'hit' : near.length > 0 ? 'adjacent' : inScope ? 'in_scope_no_bis14' : 'clear';
  const adjacentHits = hit ? distinctEntries([...hits.map(toEntry), ...near]) : near;
  return freeze({ hit, in_scope: inScope, status, adjacent_hits: adjacentHits });
}

/** The entries of the derivative listings of one heading: highest rate first, then by slug. */
export function headingEntries(derivatives: readonly Listing[]): AdjacentHit[] {
  return distinctEntries([...derivatives].sort(byRateThenSlug).map(toEntry));
}

export function isDerivative(listing: Listing): boolean {
  return listing.terms.kind === 'derivative';
}

/** Slugs of several headings may be equal in an imported list; then the heading decides. */
function byRateThenSlug(a: Listing, b: Listing): number {
  return rateOf(b) - rateOf(a) || ascending(a.article.slug, b.article.slug) || ascending(headingOf(a), headingOf(b));
}

function ascending(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function headingOf({ digits }: Listing): string {
  return digits.slice(0, 4);
}

/** The parser accepts `rate: null` only for `article` listings; only derivative listings get here. */
function rateOf(listing: Listing): number {
  return listing.terms.rate ?? 0;
}

function toEntry(listing: Listing): AdjacentHit {
  const { slug, name } = listing.article;
  return { code_heading: headingOf(listing), article_slug: slug, article_name: name, proposed_rate: rateOf(listing) };
}

/** The first entry of each (heading, article, rate). */
function distinctEntries(entries: readonly AdjacentHit[]): AdjacentHit[] {
  const same = (a: AdjacentHit, b: AdjacentHit) =>
    a.code_heading === b.code_heading && a.article_slug === b.article_slug && a.proposed_rate === b.proposed_rate;
  const distinct: AdjacentHit[] = [];
  for (const entry of entries) if (!distinct.some((known) => same(known, entry))) distinct.push(entry);
  return distinct;
}
