/** The shape of a rule, and functions that rules share. `match` is a pure function over facts. */

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
  /** The id that the finding is about. A rule returns at most one match for each id. */
  id?: string;
  at?: Place;
  /** All places, if there is more than `at`. */
  places?: readonly Place[];
  /** Vendor ids, if the finding is about others than `id`. */
  ids?: readonly string[];
  /** What the merchant deletes or changes. Without it the place of `at` and the id are the cause. */
  cause?: string;
  /** What was seen that proves it, one sentence each. */
  evidence?: readonly string[];
  /** Replaces the remedy of the rule. */
  remedy?: string;
  /** What was found, as a sentence without its full stop. Never contains a secret or personal data. */
  found: string;
  /** Replaces the severity of the rule for a milder case. */
  severity?: Severity;
}

export interface Rule {
  id: string;
  severity: Severity;
  category: Category;
  /** Points before the cap of the category is applied. 0 for info. */
  weight: number;
  what: string;
  why: string;
  /** What to do, in one sentence. */
  remedy: string;
  source: string;
  match(page: PageFacts): Match[];
}

/** Tags of a vendor that run as page code. */
export function running(page: PageFacts, vendor: Vendor): readonly TagFact[] {
  return page.running.get(vendor) ?? [];
}

/** Like `running`, but only tags with an id that is not a placeholder. */
export function installed(page: PageFacts, vendor: Vendor): TagFact[] {
  return running(page, vendor).filter((tag) => tag.id !== undefined && tag.invalid !== 'placeholder');
}

export function webPixels(page: PageFacts, vendor: Vendor): TagFact[] {
  return page.tags.filter((tag) => tag.vendor === vendor && tag.form === 'web_pixel');
}

export function marksNamed(page: PageFacts, name: PageFacts['marks'][number]['name']): PageFacts['marks'] {
  return page.marks.filter((mark) => mark.name === name);
}

/** One match for each id, at its first place. */
export function byId(tags: readonly TagFact[], found: (tag: TagFact) => string): Match[] {
  const first = new Map<string, TagFact>();
  for (const tag of tags) if (tag.id !== undefined && !first.has(tag.id)) first.set(tag.id, tag);
  return [...first].map(([id, tag]) => ({ id, at: tag, found: found(tag) }));
}

/** Ids in at least two different scripts or containers, each with its second place. */
export function repeated(tags: readonly TagFact[]): { id: string; count: number; at: TagFact }[] {
  const places = new Map<string, Map<string, TagFact>>();
  for (const tag of tags) {
    if (tag.id === undefined) continue;
    const scripts = places.get(tag.id) ?? new Map<string, TagFact>();
    places.set(tag.id, scripts);
    // An image has the ordinal of the script before it, but counts as a place of its own.
    const ordinal = tag.via === 'image' ? `image ${tag.offset}` : tag.script;
    const key = `${tag.origin ?? ''}#${tag.form === 'native' ? 'native' : ordinal}`;
    if (!scripts.has(key)) scripts.set(key, tag);
  }
  return [...places]
    .filter(([, scripts]) => scripts.size > 1)
    .map(([id, scripts]) => ({ id, count: scripts.size, at: [...scripts.values()].sort(byPlace)[1]! }));
}

/** Places in the page come first, in their order, and then those in containers. */
function byPlace(a: Place, b: Place): number {
  return Number(a.origin !== undefined) - Number(b.origin !== undefined) || a.offset - b.offset;
}

export function distinct(tags: readonly TagFact[]): string[] {
  return [...new Set(tags.flatMap((tag) => tag.id ?? []))];
}

/** Ids for a message: the first five, and how many more there are. */
export function idList(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).map(shownId).join(', ');
  return ids.length > 5 ? `${shown} and ${ids.length - 5} more` : shown;
}

/** An id for a message. A text that does not look like an id may be personal data or a secret, so it is not shown. */
export function shownId(id: string | undefined): string {
  if (id === undefined || id.trim() === '') return '(empty)';
  return /^[\w{}%$. …-]{1,40}$/.test(id) ? id : '(unusable text)';
}

/** A name for a message, in any script. A name with an at sign may be an e-mail address, so it is not shown. */
export function shownName(name: string | undefined): string {
  if (name === undefined || name.trim() === '') return '(empty)';
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,80}$/u.test(name) && !/[@\uff20\ufe6b]/.test(name) ? name : '(unusable text)';
}

/** Where the code of a tag is, for messages. */
export function locationOf(tag: TagFact): string {
  if (tag.form === 'container') return 'a container of the page';
  if (tag.form === 'mga') return 'the old Google Analytics settings box';
  if (tag.form === 'app_embed') return tag.app ? `the app block ${shownId(tag.app)}` : 'an app embed';
  return 'page code';
}
