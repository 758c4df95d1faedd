import type { Listing } from '../domain/tariff-list.ts';

export const STATUSES = ['hit', 'adjacent', 'in_scope_no_bis14', 'clear', 'invalid'] as const;
export type LookupStatus = (typeof STATUSES)[number];

/** A derivative listing's article and rate; one for each distinct (heading, article, rate). */
export interface AdjacentHit {
  code_heading: string;
  article_slug: string;
  article_name: string;
  /** Percent: 50, 25, 15. For note 16(c)(ix) and (x) 15 is a total with the column 1 duty. */
  proposed_rate: number;
}

/** What the v1 contract says of one code. */
export interface HtsLookupResult {
  code: string;
  hit: boolean;
  in_scope: boolean;
  status: LookupStatus;
  adjacent_hits: readonly AdjacentHit[];
}

type AnswerFields = Omit<HtsLookupResult, 'code'>;

/** Everything in a result but the code. Many codes share one, so each is made once, frozen, with its JSON ready. */
export interface Answer extends AnswerFields {
  /** What follows the code in the JSON of a result: `,"hit":true,…}`. */
  readonly jsonTail: string;
}

function freeze(fields: AnswerFields): Answer {
  for (const adjacent of fields.adjacent_hits) Object.freeze(adjacent);
  Object.freeze(fields.adjacent_hits);
  return Object.freeze({ ...fields, jsonTail: `,${JSON.stringify(fields).slice(1)}` });
}

export const INVALID = freeze({ hit: false, in_scope: false, status: 'invalid', adjacent_hits: [] });
export const CLEAR = freeze({ hit: false, in_scope: false, status: 'clear', adjacent_hits: [] });

/** Makes the answers of one date, each distinct one once. */
export class AnswerBook {
  readonly #made = new Map<string, Answer>([[' false', CLEAR]]);

  get size(): number {
    return this.#made.size;
  }

  /**
   * The answer for a code. `matched`: the listings in force that cover all of it. `near`: the entries of its heading. A
   * code is a hit only if one derivative listing covers it; listings below it leave it `adjacent`, even when they are all
   * there is below it, because they carry different rates.
   */
  of(matched: readonly Listing[], near: readonly AdjacentHit[]): Answer {
    const hits = matched.filter(isDerivative);
    if (hits.length > 1) hits.sort((a, b) => b.digits.length - a.digits.length || dearest(a, b));
    // Within a heading the entries near a code are given, so what matched tells the answers apart.
    let key = `${near[0]?.code_heading ?? ''} ${matched.length > 0}`;
    for (const { article, terms } of hits) key += ` ${article.slug} ${terms.rate}`;
    let made = this.#made.get(key);
    if (!made) {
      made = make(hits, matched.length > 0, near);
      this.#made.set(key, made);
    }
    return made;
  }
}

function make(hits: readonly Listing[], inScope: boolean, near: readonly AdjacentHit[]): Answer {
  const hit = hits.length > 0;
  const status = hit ? 'hit' : near.length > 0 ? 'adjacent' : inScope ? 'in_scope_no_bis14' : 'clear';
  const adjacentHits = hit ? distinct([...hits.map(entryOf), ...near]) : near;
  return freeze({ hit, in_scope: inScope, status, adjacent_hits: adjacentHits });
}

/** The entries for the derivative listings of one heading: rate descending, then slug. */
export function headingEntries(derivatives: readonly Listing[]): AdjacentHit[] {
  return distinct([...derivatives].sort(dearest).map(entryOf));
}

export function isDerivative(listing: Listing): boolean {
  return listing.terms.kind === 'derivative';
}

function dearest(a: Listing, b: Listing): number {
  return rateOf(b) - rateOf(a) || (a.article.slug < b.article.slug ? -1 : a.article.slug > b.article.slug ? 1 : 0);
}

/** The loader lets only primary listings go without a rate, and those never come here. */
function rateOf(listing: Listing): number {
  return listing.terms.rate ?? 0;
}

function entryOf(listing: Listing): AdjacentHit {
  const { slug, name } = listing.article;
  const heading = listing.digits.slice(0, 4);
  return { code_heading: heading, article_slug: slug, article_name: name, proposed_rate: rateOf(listing) };
}

/** The first of each (article, rate); all are of one heading. */
function distinct(entries: readonly AdjacentHit[]): AdjacentHit[] {
  const same = (a: AdjacentHit, b: AdjacentHit) =>
    a.article_slug === b.article_slug && a.proposed_rate === b.proposed_rate;
  const kept: AdjacentHit[] = [];
  for (const entry of entries) if (!kept.some((known) => same(known, entry))) kept.push(entry);
  return kept;
}
