/** The facts that a reader has stated about goods, as they stand in the address of a page: `f.metal_weight_share=40`. */
import type { Static } from 'typebox';
import type { DutyAnswer } from '../../../api/v2/tariff-duties/schema.ts';
import { readShare } from '../../../domain/share.ts';

/** A fact that an answer asks for. */
export type MissingFact = Static<typeof DutyAnswer>['missing_facts'][number];

const PREFIX = 'f.';

/** Name and text of each stated fact, as people write it: a share as `readShare` reads it. */
export type Facts = ReadonlyMap<string, string>;

export function readFacts(params: URLSearchParams): Facts {
  const facts = new Map<string, string>();
  for (const [field, text] of params) {
    const name = field.startsWith(PREFIX) ? field.slice(PREFIX.length) : '';
    if (!/^[a-z0-9_]{1,40}$/.test(name) || text.trim() === '') continue;
    // Boxes of one list have one name.
    facts.set(name, [...(facts.get(name)?.split(',') ?? []), text.trim()].join(','));
  }
  return facts;
}

export const factField = (name: string) => `${PREFIX}${name}`;

/** Facts whose number is a part of 1 in the API. */
const isShare = (name: string) => name.endsWith('_share');

/** The query of the API. */
export function dutyParams(facts: Facts, goods: { origin: string; entryDate: string }): URLSearchParams {
  const params = new URLSearchParams();
  if (goods.origin) params.set('origin', goods.origin);
  if (goods.entryDate) params.set('entry_date', goods.entryDate);
  for (const [name, text] of facts) {
    params.set(name, apiValue(name, text));
  }
  return params;
}

function apiValue(name: string, text: string): string {
  const share = isShare(name) ? readShare(text) : null;
  if (share !== null) return String(share);
  return Object.hasOwn(TYPED, text) ? TYPED[text as keyof typeof TYPED] : text;
}

/** What people type for what the API takes. */
const TYPED = { yes: 'true', no: 'false', none: '' };

/** How a fact is asked for. */
export function controlOf({
  fact,
  type,
  values,
}: MissingFact): 'choice' | 'list' | 'yes' | 'percent' | 'number' | 'country' {
  if (values) return type === 'list' ? 'list' : 'choice';
  if (type === 'boolean') return 'yes';
  if (type === 'country') return 'country';
  return type === 'percent' || isShare(fact) ? 'percent' : 'number';
}
