/** The shape of a rule, and functions that rules share. `match` is a pure function over facts. */

import type { JourneyPage, Severity } from '../../domain/scan-report.ts';
import type { EventFact, MarkFact, PageFacts, Place, TagFact, Vendor } from '../tags/facts.ts';
import { isContainerId } from '../tags/library.ts';
import { noscriptOnly } from '../tags/noscript-only.ts';
import { withoutSecret } from '../tags/secret-redaction.ts';

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
  /** Replaces the source of the rule: the reference of the vendor that a match is about. */
  source?: string;
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
  /** The rule looks at all pages of a scan together. Other rules see one page at a time, with what it loads. */
  seesAllPages?: true;
  match(page: PageFacts): Match[];
}

const NONE: readonly never[] = [];

/** Tags of a vendor that run as page code, in the window of the page. */
export function running(page: PageFacts, vendor: Vendor): readonly TagFact[] {
  return page.running.get(vendor) ?? NONE;
}

/** Like `running`, but only tags with an id that can work and that holds in this shop. */
export function installed(page: PageFacts, vendor: Vendor): readonly TagFact[] {
  return page.installed.get(vendor) ?? NONE;
}

/** A note for each id of which only the noscript image is in the page. */
export function noscriptNotes(page: PageFacts, vendor: Vendor, nameOf: (id: string) => string): Match[] {
  const images = noscriptOnly(page.tags, vendor).filter(isInstalled);
  const notes = byId(images, ({ id }) => `Only the noscript image of ${nameOf(id!)} is in the page`);
  return notes.map((note) => ({ ...note, severity: 'info' }));
}

export function isInstalled(tag: TagFact): boolean {
  return tag.id !== undefined && tag.invalid === undefined && tag.condition?.here !== false && !tag.singleOnly;
}

export function webPixels(page: PageFacts, vendor: Vendor): TagFact[] {
  return page.tags.filter((tag) => tag.vendor === vendor && tag.form === 'web_pixel');
}

export function marksNamed(page: PageFacts, name: MarkFact['name']): readonly MarkFact[] {
  return page.marksNamed.get(name) ?? NONE;
}

/** One match for each id, with all its places. */
export function byId(tags: readonly TagFact[], found: (tag: TagFact, all: readonly TagFact[]) => string): Match[] {
  const named = Map.groupBy(
    tags.filter((tag) => tag.id !== undefined),
    (tag) => tag.id!,
  );
  return [...named].map(([id, all]) => {
    const at = all[0]!;
    return { id, at, places: placesOf(all), found: found(at, all) };
  });
}

/** Of a hostile page. A report shows fewer. */
const PLACES_MAX = 1000;

/** Each place once. */
export function placesOf<P extends Place>(facts: readonly P[]): P[] {
  const places = new Map<string, P>();
  for (const fact of facts) {
    const { page, file, origin, tag, pixel, offset } = fact;
    // All entries of the list of pixels are at one offset.
    const entry = 'pixelId' in fact ? fact.pixelId : '';
    const key = origin === undefined ? `${page} ${file} ${pixel} ${entry} ${offset}` : `${origin} ${tag?.id} ${offset}`;
    if (!places.has(key) && places.size < PLACES_MAX) places.set(key, fact);
  }
  return [...places.values()];
}

/**
 * Ids in at least two different scripts or containers: the first tag of each. With `perCall`, two calls of one script of the page
 * count as two as well, if both surely run.
 */
export function repeated(tags: readonly TagFact[], perCall = false): { id: string; at: TagFact; places: TagFact[] }[] {
  const places = new Map<string, Map<string, TagFact>>();
  for (const tag of tags) {
    if (tag.id === undefined) continue;
    const scripts = places.get(tag.id) ?? new Map<string, TagFact>();
    places.set(tag.id, scripts);
    // An image has the ordinal of the script before it, but counts as a place of its own.
    const ordinal = tag.via === 'image' ? `image ${tag.offset}` : tag.script;
    // Which tags of one container fire together is known from their triggers.
    const key = tag.origin ?? `#${tag.form === 'native' ? 'native' : ordinal}`;
    const known = scripts.get(key);
    if (!known) scripts.set(key, tag);
    else if (perCall && tag.origin === undefined && known.runs === 'load' && tag.runs === 'load')
      scripts.set(`${key} ${tag.offset}`, tag);
  }
  return [...places].flatMap(([id, scripts]) => {
    const all = [...scripts.values()].sort(byPlace);
    const [kept, at, ...others] = all.filter((tag) => all.some((other) => other !== tag && canMeet(tag, other)));
    // The first one may stay, so another one comes first.
    return kept && at ? [{ id, at, places: [at, ...others, kept] }] : [];
  });
}

/** Two tags of containers meet on no page if the conditions of one exclude those of the other on each. */
function canMeet({ firing: a }: TagFact, { firing: b }: TagFact): boolean {
  if (!a || !b) return true;
  const pages = Object.keys({ ...a.pages, ...b.pages }) as JourneyPage[];
  return pages.length === 0 || pages.some((page) => a.pages[page] !== 'no' && b.pages[page] !== 'no');
}

/** Places in the page come first, in their order, and then those in containers. */
function byPlace(a: Place, b: Place): number {
  return Number(a.origin !== undefined) - Number(b.origin !== undefined) || a.offset - b.offset;
}

/** What a mark of script files says: `COUNT HOST…`. */
export function filesOf({ value = '' }: MarkFact): { count: number; hosts: string[] } {
  const [count, ...hosts] = value.split(' ');
  return { count: Number(count), hosts };
}

/** The first hosts, and how many more there are. Empty if there are none. */
export function hostList(hosts: readonly string[], shown: number): string {
  const rest = hosts.length > shown ? ` and ${hosts.length - shown} more` : '';
  return `${hosts.slice(0, shown).join(', ')}${rest}`;
}

export function distinct(tags: readonly TagFact[]): string[] {
  return [...new Set(tags.flatMap((tag) => tag.id ?? []))];
}

const IDS_SHOWN = 20;

/** Ids for a message: all of them, or the first twenty and how many more there are. */
export function idList(ids: readonly string[]): string {
  const shown = ids.slice(0, IDS_SHOWN).map(shownId).join(', ');
  return ids.length > IDS_SHOWN ? `${shown} and ${ids.length - IDS_SHOWN} more` : shown;
}

/** An id for a message. A text that does not look like an id may be personal data or a secret, so it is not shown. */
export function shownId(id: string | undefined): string {
  if (id === undefined || id.trim() === '') return '(empty)';
  return /^[\w{}%$. …-]{1,40}$/.test(id) && withoutSecret(id) === id ? id : '(unusable text)';
}

/** A label of Google Ads for a message. It looks random and is public. */
export function shownLabel(label: string | undefined): string {
  return label !== undefined && /^[\w-]{1,64}$/.test(label) ? label : '(unusable text)';
}

/** A name for a message, in any script. A name with an at sign may be an e-mail address, so it is not shown. */
export function shownName(name: string | undefined): string {
  if (name === undefined || name.trim() === '') return '(empty)';
  const isName = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,80}$/u.test(name) && !/[@\uff20\ufe6b]/.test(name);
  return isName && withoutSecret(name) === name ? name : '(unusable text)';
}

/** Where the code of a tag is, for messages. */
export function locationOf(tag: TagFact | EventFact): string {
  if (tag.origin !== undefined) return containerTag(tag);
  if (tag.kind === 'event') return 'page code';
  if (tag.form === 'mga') return 'the old Google Analytics settings box';
  if (tag.form === 'app_embed') return tag.app ? `the app block ${shownId(tag.app)}` : 'an app embed';
  return 'page code';
}

/** A container and its tag, with when it fires. */
function containerTag(fact: TagFact | EventFact): string {
  const { origin, tag, firing, pixel } = fact;
  const condition = fact.kind === 'tag' ? fact.condition : undefined;
  const name = isContainerId(origin!) ? `container ${origin}` : 'a script that the page loads';
  const where = pixel === undefined ? name : `${name} in custom pixel ${shownId(pixel)}`;
  const when = [firing?.when, condition?.text].filter((text) => text !== undefined).join(', ');
  return `${tag ? `tag ${shownId(tag.id)} of ${where}` : where}${when ? ` (${when})` : ''}`;
}
