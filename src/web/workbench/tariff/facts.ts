/** The facts that a reader has stated about goods, as they stand in the address of a page: `f.metal_weight_share=40`. */
import type { Static } from 'typebox';
import type { DutyAnswer } from '../../../api/v2/tariff-duties/schema.ts';

/** A fact that an answer asks for. */
export type MissingFact = Static<typeof DutyAnswer>['missing_facts'][number];

const PREFIX = 'f.';

/** Name and text of each stated fact. A share is in percent, as people write it. */
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
    const percent = Number(text);
    params.set(name, isShare(name) && Number.isFinite(percent) ? String(percent / 100) : text === 'none' ? '' : text);
  }
  return params;
}

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
