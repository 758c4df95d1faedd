import type { Listing } from '../domain/tariff-list.ts';

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
  /** The JSON of a result after the code: `,"hit":true,…}`. */
  readonly jsonTail: string;
}

function freeze(fields: AnswerFields): Answer {
  for (const adjacent of fields.adjacent_hits) Object.freeze(adjacent);
  Object.freeze(fields.adjacent_hits);
  return Object.freeze({ ...fields, jsonTail: `,${JSON.stringify(fields).slice(1)}` });
}

export const INVALID = freeze({ hit: false, in_scope: false, status: 'invalid', adjacent_hits: [] });
export const CLEAR = freeze({ hit: false, in_scope: false, status: 'clear', adjacent_hits: [] });

/** The distinct answers of one date. */
export class AnswerPool {
  readonly #answers = new Map<string, Answer>([[' false', CLEAR]]);

  /**
   * The answer for a code. `covering`: the listings in force that cover all of the code. `near`: the entries of its
   * heading. A code is a hit only if one derivative listing covers it. Listings below the code leave it `adjacent`,
   * even if they cover everything below it, because their rates differ.
   */
  answerFor(covering: readonly Listing[], near: readonly AdjacentHit[]): Answer {
    const hits = covering.filter(isDerivative);
    if (hits.length > 1) hits.sort((a, b) => b.digits.length - a.digits.length || byRateThenSlug(a, b));
    // `near` is the same for the whole heading, so within a heading the covering listings identify the answer.
    let key = `${near[0]?.code_heading ?? ''} ${covering.length > 0}`;
    for (const { article, terms } of hits) key += ` ${article.slug} ${terms.rate}`;
    let answer = this.#answers.get(key);
    if (!answer) {
      answer = makeAnswer(hits, covering.length > 0, near);
      this.#answers.set(key, answer);
    }
    return answer;
  }
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

function byRateThenSlug(a: Listing, b: Listing): number {
  return rateOf(b) - rateOf(a) || (a.article.slug < b.article.slug ? -1 : a.article.slug > b.article.slug ? 1 : 0);
}

/** The parser accepts `rate: null` only for `article` listings; only derivative listings get here. */
function rateOf(listing: Listing): number {
  return listing.terms.rate ?? 0;
}

function toEntry(listing: Listing): AdjacentHit {
  const { slug, name } = listing.article;
  const heading = listing.digits.slice(0, 4);
  return { code_heading: heading, article_slug: slug, article_name: name, proposed_rate: rateOf(listing) };
}

/** The first entry of each (article, rate). All entries belong to one heading. */
function distinctEntries(entries: readonly AdjacentHit[]): AdjacentHit[] {
  const same = (a: AdjacentHit, b: AdjacentHit) =>
    a.article_slug === b.article_slug && a.proposed_rate === b.proposed_rate;
  const distinct: AdjacentHit[] = [];
  for (const entry of entries) if (!distinct.some((known) => same(known, entry))) distinct.push(entry);
  return distinct;
}
