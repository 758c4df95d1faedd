/** Who sends events: a script of the theme, an app block, a pixel of Customer events, a tag of a container. */

import type { Sender } from '../../domain/scan-report.ts';
import { findingPlace } from '../report/places.ts';
import { shownId, shownName } from '../rules/rule.ts';
import type { EntryFact, EventFact, PageFacts, Place, TagFact } from '../tags/facts.ts';
import { isContainerId } from '../tags/library.ts';

/** The window of the storefront page. Every custom pixel has a window of its own. */
export const PAGE_WINDOW = 'page';
/** The AMP copy of a page is another document: nothing in it doubles what the page sends. */
export const AMP_WINDOW = 'AMP page';

const PLACES_MAX = 20;
const FACTS_MAX = 200;
/** Facts of a script that tell whether two pages have the same script. */
const SIGNATURE_FACTS_MAX = 10;

export function windowOf(fact: Place & { form?: TagFact['form'] }): string {
  if (fact.pixel !== undefined) return `custom pixel ${shownId(fact.pixel)}`;
  return fact.form === 'amp' ? AMP_WINDOW : PAGE_WINDOW;
}

/** A sender with its key, which is the same on every page that has the sender. */
export interface KnownSender {
  key: string;
  sender: Sender;
  /** Its facts, for rules. The first few of a sender that has very many. */
  facts: SentFact[];
}

export type SentFact = TagFact | EventFact | EntryFact;

/** Finds the sender of each fact of one page. */
export class Senders {
  readonly #scripts = new Map<string, { key: string; app?: string }>();
  readonly #pixelNames = new Map<string, string>();
  readonly #known = new Map<string, KnownSender>();

  constructor(facts: readonly (TagFact | EventFact)[], entries: PageFacts['entries']) {
    for (const { pixelId, name } of entries) if (pixelId && name) this.#pixelNames.set(pixelId, shownName(name));
    const scripts = Map.groupBy(facts.filter(isPageCode), scriptOf);
    const copies = new Map<string, number>();
    for (const [script, own] of scripts) {
      const signature = own.slice(0, SIGNATURE_FACTS_MAX).map(signatureOf).join('\n');
      const copy = copies.get(signature) ?? 0;
      copies.set(signature, copy + 1);
      const app = own.find((fact): fact is TagFact => fact.kind === 'tag' && fact.app !== undefined)?.app;
      this.#scripts.set(script, { key: `${signature} ${copy}`, app });
    }
  }

  of(fact: SentFact): KnownSender {
    const { key, make } = this.#describe(fact);
    let known = this.#known.get(key);
    if (!known) {
      known = { key, sender: { ...make(), places: [] }, facts: [] };
      this.#known.set(key, known);
    }
    if (known.facts.length < FACTS_MAX) known.facts.push(fact);
    if (known.sender.places.length < PLACES_MAX) addPlace(known.sender, findingPlace(fact));
    return known;
  }

  #describe(fact: SentFact): { key: string; make: () => Omit<Sender, 'places'> } {
    if (fact.kind === 'entry') return describeAppPixel(fact);
    const window = windowOf(fact);
    const { origin, tag, pixel, file, page } = fact;
    if (origin !== undefined) {
      const isContainer = isContainerId(origin);
      const name = tag ? `${origin} tag ${tag.id}${tag.name ? ` (${shownName(tag.name)})` : ''}` : origin;
      return {
        key: `container ${window} ${origin} ${tag?.id ?? ''}`,
        make: () => ({ kind: isContainer ? 'container_tag' : 'loader', name, window }),
      };
    }
    if (pixel !== undefined) {
      const name = this.#pixelNames.get(pixel);
      return {
        key: window,
        make: () => ({ kind: 'custom_pixel', name: name ? `custom pixel ${name}` : window, window }),
      };
    }
    const script = this.#scripts.get(scriptOf(fact));
    const app = script?.app;
    if (app !== undefined) {
      const name = app === '' ? 'app block' : `app block ${shownId(app)}`;
      return { key: `app block ${app} ${window}`, make: () => ({ kind: 'app_embed', name, window }) };
    }
    const where = file === undefined ? '' : ` in ${file}`;
    return {
      key: `theme ${file ?? ''} ${window} ${script?.key ?? `${page} ${fact.script}`}`,
      make: () => ({ kind: 'theme', name: `theme code${where}, line ${fact.line}`, window }),
    };
  }
}

function describeAppPixel(entry: EntryFact): { key: string; make: () => Omit<Sender, 'places'> } {
  const { pixelId, client, appName, host, context } = entry;
  const id = shownId(pixelId ?? client);
  const name = appName ?? APP_NAMES.get(client) ?? `app pixel ${host ?? shownId(client)}`;
  const window = context === 'STRICT' ? `app pixel ${id}` : PAGE_WINDOW;
  return { key: `app pixel ${pixelId ?? ''} ${client}`, make: () => ({ kind: 'app_pixel', name, window }) };
}

/** The two apps whose pixels run in the page and have been read. */
const APP_NAMES = new Map<string, string>(
  Object.entries({
    '2329312': 'Facebook & Instagram',
    '1780363': 'Google & YouTube',
  }),
);

function isPageCode(fact: TagFact | EventFact): boolean {
  return fact.origin === undefined && fact.pixel === undefined;
}

/** An image or frame has the ordinal of the script before it, but stands for itself. */
function scriptOf(fact: TagFact | EventFact): string {
  const own = fact.kind === 'tag' && fact.via === 'image' ? `image ${fact.offset}` : fact.script;
  return `${fact.page ?? ''} ${fact.file ?? ''} ${own}`;
}

function signatureOf(fact: TagFact | EventFact): string {
  const what = fact.kind === 'tag' ? `${fact.via} ${fact.id ?? ''}` : fact.name;
  return `${fact.kind} ${fact.vendor} ${what} ${fact.excerpt}`;
}

function addPlace(sender: Sender, place: Sender['places'][number]): void {
  const last = sender.places.at(-1);
  if (last && last.line === place.line && last.column === place.column && last.pages?.[0] === place.pages?.[0]) return;
  sender.places.push(place);
}
