/** The places of a finding: all that are alike, what a report says about each, and their part of the message. */
import type { FindingPlace } from '../../domain/scan-report.ts';
import { shownId, shownName } from '../rules/rule.ts';
import type { Fact, PageFacts, Place, UnreadFact } from '../tags/facts.ts';
import { isContainerId } from '../tags/library.ts';

/** A place that may be a fact. */
export type FactPlace = Place & Partial<Fact>;

/** More places say nothing more, and a page could have thousands. */
export const PLACES_MAX = 50;
const SPOTS_SHOWN = 3;

/** Facts that say the same at another place, such as a call that is in the page three times. */
export class AlikeFacts {
  readonly #page: PageFacts;
  /** Facts by what is cheap to compare. Those of one excerpt are compared in full once one of them is asked for. */
  #byExcerpt: Map<string, Fact[]> | undefined;
  readonly #byKey = new Map<string, Place[]>();
  readonly #keys = new Map<Place, string>();

  constructor(page: PageFacts) {
    this.#page = page;
  }

  /** All places where the fact at `place` is, `place` first. */
  of(place: Place): Place[] {
    if (!this.#keys.has(place)) this.#compare(place);
    const key = this.#keys.get(place);
    const alike = key === undefined ? [] : this.#byKey.get(key)!.filter((other) => other !== place);
    return [place, ...alike];
  }

  #compare(place: FactPlace): void {
    this.#byExcerpt ??= byExcerpt(this.#page);
    const excerpt = excerptKey(place);
    const facts = this.#byExcerpt.get(excerpt) ?? [];
    this.#byExcerpt.delete(excerpt);
    // Most facts have an excerpt of their own, and nothing to be compared with.
    if (facts.length < 2) return;
    for (const fact of facts) {
      const { offset: _o, line: _l, column: _c, script: _s, page: _p, ...rest } = fact;
      const key = JSON.stringify(rest);
      this.#keys.set(fact, key);
      const known = this.#byKey.get(key);
      if (known) known.push(fact);
      else this.#byKey.set(key, [fact]);
    }
  }
}

function byExcerpt(page: PageFacts): Map<string, Fact[]> {
  const found = new Map<string, Fact[]>();
  for (const list of Object.values(page)) {
    if (!Array.isArray(list)) continue;
    for (const fact of list as Fact[]) {
      const key = excerptKey(fact);
      const known = found.get(key);
      if (known) known.push(fact);
      else found.set(key, [fact]);
    }
  }
  return found;
}

function excerptKey(place: FactPlace): string {
  const id = 'id' in place ? place.id : '';
  return `${place.kind} ${id} ${place.origin} ${place.excerpt}`;
}

/** What a report says about the place of a fact. */
export function findingPlace(place: Place | Fact): FindingPlace {
  const fact: Place & Partial<Fact> = place;
  if ('kind' in place && place.kind === 'unread') return unreadPlace(place);
  const shown: FindingPlace = { kind: kindOf(fact) };
  if (place.page !== undefined) shown.pages = [place.page];
  if (place.origin !== undefined) {
    shown.container = place.origin;
    if (place.tag) {
      shown.tag_id = place.tag.id;
      if (place.tag.name !== undefined) shown.tag_name = shownName(place.tag.name);
    }
    if ('firing' in fact && fact.firing) shown.trigger = fact.firing.when;
  } else {
    shown.line = place.line;
    shown.column = place.column;
  }
  if (place.excerpt) shown.excerpt = place.excerpt;
  if (place.pixel !== undefined) shown.pixel_id = shownId(place.pixel);
  if (fact.kind === 'entry') {
    if (fact.pixelId !== undefined) shown.pixel_id = shownId(fact.pixelId);
    const name = fact.type === 'CUSTOM' ? fact.name : fact.appName;
    if (name !== undefined) shown.pixel_name = shownName(name);
  }
  if ((fact.kind === 'tag' || fact.kind === 'secret') && fact.app !== undefined) shown.app = shownName(fact.app);
  if (place.file !== undefined) shown.file = place.file;
  return shown;
}

function kindOf(fact: FactPlace): FindingPlace['kind'] {
  if (fact.origin !== undefined) return sourceOf(fact.origin);
  if (fact.pixel !== undefined) return 'custom_pixel';
  if (fact.kind === 'entry') return fact.type === 'CUSTOM' ? 'custom_pixel' : 'app_pixel';
  if ('form' in fact && fact.form === 'web_pixel') return 'app_pixel';
  return fact.file === undefined ? 'page' : 'theme_file';
}

function unreadPlace({ what, id, name }: UnreadFact): FindingPlace {
  if (what === 'page') return { kind: what, pages: [id] };
  if (what === 'container' || what === 'loader') return { kind: what, container: id };
  return { kind: what, pixel_id: id, ...(name !== undefined && { pixel_name: shownName(name) }) };
}

/**
 * The part of a message that says where: `(line 752, column 4)`, `(inside the container GTM-ABC123, tag 12)`, `(5 places: lines 12,
 * 40, 88 and 2 more)`. Begins with a space. Empty without a place.
 */
export function wherePlaces(places: readonly FactPlace[]): string {
  const [first] = places;
  if (!first) return '';
  if (places.length === 1) return ` (${first.origin === undefined ? position(first) : `inside ${spot(first)}`})`;
  const isText = places.every((place) => isSameText(place, first));
  // Lines of one text are listed in its order.
  const listed = isText ? places.toSorted((a, b) => a.line - b.line || a.column - b.column) : places;
  const spots = listed.map((place) => (isText ? String(place.line) : spot(place)));
  // Two places in one line are told apart by their columns.
  if (isText && new Set(spots).size < spots.length) {
    spots.splice(0, spots.length, ...listed.map(({ line, column }) => `${line}:${column}`));
  }
  const more = spots.length > SPOTS_SHOWN ? ` and ${spots.length - SPOTS_SHOWN} more` : '';
  const list = `${spots.slice(0, SPOTS_SHOWN).join(', ')}${more}`;
  return ` (${places.length} places: ${isText ? `lines ${list}${ofText(first)}` : list})`;
}

/** Two places in one text: the page itself, one custom pixel or one file. The settings of a pixel have no line of their own. */
function isSameText(a: FactPlace, b: FactPlace): boolean {
  const isText = a.origin === undefined && a.kind !== 'entry' && b.kind !== 'entry' && kindOf(a) === kindOf(b);
  return isText && a.pixel === b.pixel && a.file === b.file && a.page === b.page;
}

function ofText({ pixel, file }: Place): string {
  if (pixel !== undefined) return ` of the code of custom pixel ${shownId(pixel)}`;
  return file === undefined ? '' : ` of ${file}`;
}

function spot(place: FactPlace): string {
  const { origin, tag } = place;
  if (origin !== undefined) {
    const name = tag?.name === undefined ? tag?.id : `“${shownName(tag.name)}”`;
    return `the ${sourceOf(origin)} ${origin}${name === undefined ? '' : `, tag ${name}`}`;
  }
  // All pixels of a list have the position of the list.
  if (place.kind === 'entry') {
    const own = place.type === 'CUSTOM' ? place.name : place.appName;
    const name = own === undefined ? shownId(place.pixelId ?? place.client) : `“${shownName(own)}”`;
    return `the ${place.type === 'CUSTOM' ? 'custom' : 'app'} pixel ${name}`;
  }
  return position(place);
}

function position(place: Place): string {
  const { pixel, file, line, column } = place;
  if (pixel !== undefined) return `line ${line}${ofText(place)}`;
  return file === undefined ? `line ${line}, column ${column}` : `${file}, line ${line}, column ${column}`;
}

function sourceOf(origin: string): 'container' | 'loader' {
  return isContainerId(origin) ? 'container' : 'loader';
}
