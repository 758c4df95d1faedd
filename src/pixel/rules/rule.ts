/** What a rule is. Conditions, severities and weights follow the shared catalogue; `match` is a pure function over facts. */

import type { Severity } from '../../domain/scan-report.ts';
import type { PageFacts, Place, TagFact, Vendor } from '../tags/facts.ts';

export type Category =
  | 'double_counting'
  | 'legacy_install'
  | 'dead_code'
  | 'checkout_surface'
  | 'privacy_security'
  | 'config_error'
  | 'inventory';

export interface Match {
  /** What the finding is about; a rule answers once an id. */
  id?: string;
  at?: Place;
  /** What was found, as a sentence without its full stop. Never a secret, never personal data. */
  found: string;
  /** Where the catalogue lowers the rule's severity for a milder case. */
  severity?: Severity;
}

export interface Rule {
  id: string;
  severity: Severity;
  category: Category;
  /** Points before the category's cap; 0 for info. */
  weight: number;
  what: string;
  why: string;
  /** One sentence: what to do. */
  remedy: string;
  source: string;
  match(page: PageFacts): Match[];
}

/** Tags of a vendor that run as page code. */
export function running(page: PageFacts, vendor: Vendor): readonly TagFact[] {
  return page.running.get(vendor) ?? [];
}

/** As `running`, only those with an id that can work. */
export function installed(page: PageFacts, vendor: Vendor): TagFact[] {
  return running(page, vendor).filter((tag) => tag.id !== undefined && tag.invalid !== 'placeholder');
}

export function webPixels(page: PageFacts, vendor: Vendor): TagFact[] {
  return page.tags.filter((tag) => tag.vendor === vendor && tag.form === 'web_pixel');
}

export function marked(page: PageFacts, name: PageFacts['marks'][number]['name']): PageFacts['marks'] {
  return page.marks.filter((mark) => mark.name === name);
}

/** One match an id, at its first place. */
export function byId(tags: readonly TagFact[], found: (tag: TagFact) => string): Match[] {
  const first = new Map<string, TagFact>();
  for (const tag of tags) if (tag.id !== undefined && !first.has(tag.id)) first.set(tag.id, tag);
  return [...first].map(([id, tag]) => ({ id, at: tag, found: found(tag) }));
}

/** Ids that stand in at least two different scripts (or containers), each with the place of the second. */
export function repeated(tags: readonly TagFact[]): { id: string; count: number; at: TagFact }[] {
  const places = new Map<string, Map<string, TagFact>>();
  for (const tag of tags) {
    if (tag.id === undefined) continue;
    const scripts = places.get(tag.id) ?? new Map<string, TagFact>();
    places.set(tag.id, scripts);
    // An image carries the ordinal of the script before it, but is an install of its own.
    const ordinal = tag.via === 'image' ? `image ${tag.offset}` : tag.script;
    const key = `${tag.origin ?? ''}#${tag.form === 'native' ? 'native' : ordinal}`;
    if (!scripts.has(key)) scripts.set(key, tag);
  }
  return [...places]
    .filter(([, scripts]) => scripts.size > 1)
    .map(([id, scripts]) => ({ id, count: scripts.size, at: [...scripts.values()].sort(byPlace)[1]! }));
}

/** Places of the page in its order, then those of containers. */
function byPlace(a: Place, b: Place): number {
  return Number(a.origin !== undefined) - Number(b.origin !== undefined) || a.offset - b.offset;
}

export function distinct(tags: readonly TagFact[]): string[] {
  return [...new Set(tags.flatMap((tag) => tag.id ?? []))];
}

/** Ids for a message: the first few, then how many more. */
export function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).map(shownId).join(', ');
  return ids.length > 5 ? `${shown} and ${ids.length - 5} more` : shown;
}

/** An id as a message may show it: what is not plainly an id might be anything, so it is not repeated. */
export function shownId(id: string | undefined): string {
  if (id === undefined || id.trim() === '') return '(empty)';
  return /^[\w{}%$. …-]{1,40}$/.test(id) ? id : '(unusable text)';
}

/** A name that people write, in any script. An at sign may make it an address, which is not repeated. */
export function shownName(name: string | undefined): string {
  if (name === undefined || name.trim() === '') return '(empty)';
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,80}$/u.test(name) && !/[@\uff20\ufe6b]/.test(name) ? name : '(unusable text)';
}

/** How code came to be where it is, for messages. */
export function standing(tag: TagFact): string {
  if (tag.form === 'container') return 'a container of the page';
  if (tag.form === 'mga') return 'the old Google Analytics settings box';
  if (tag.form === 'app_embed') return tag.app ? `the app block ${shownId(tag.app)}` : 'an app embed';
  return 'page code';
}
