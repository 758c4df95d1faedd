/** What findings call custom pixels, and what they say about one of them. */
import type { EventFact, PageFacts, Place, VendorEventFact } from '../tags/facts.ts';
import { type Match, placesOf, shownId, shownName } from './rule.ts';

const LIST_MAX = 12;

/** What a merchant deletes or changes: the pixel, under its id. */
export function causeOf(pixel: string): string {
  return `custom pixel ${shownId(pixel)}`;
}

/** One fault of a pixel among others: correcting it corrects none of the others. */
export function faultOf(pixel: string, fault: string): string {
  return `${causeOf(pixel)}, ${fault}`;
}

/** `custom pixel 901 (My GTM)`. */
export function nameOf(page: PageFacts, pixel: string): string {
  const name = page.customPixels.find((fact) => fact.pixel === pixel)?.name;
  return name === undefined ? causeOf(pixel) : `${causeOf(pixel)} (${shownName(name)})`;
}

/** One match for each pixel that has such facts. */
export function byPixel<F extends Place>(
  page: PageFacts,
  facts: readonly F[],
  matchOf: (facts: readonly F[], name: string) => Omit<Match, 'id' | 'at'>,
): Match[] {
  const groups = Map.groupBy(
    facts.filter(({ pixel }) => pixel !== undefined),
    ({ pixel }) => pixel!,
  );
  return [...groups].map(([pixel, own]) => ({
    id: pixel,
    at: own[0]!,
    places: placesOf(own),
    cause: causeOf(pixel),
    ...matchOf(own, nameOf(page, pixel)),
  }));
}

/** Facts of the merchant’s code itself, not of a container that it loads. */
export function inCode<F extends Place & { runs?: EventFact['runs'] }>(facts: readonly F[]): F[] {
  return facts.filter((fact) => fact.pixel !== undefined && fact.origin === undefined && fact.runs !== 'dead');
}

/** Events of one pixel, of all vendors. */
export function eventsOf(page: PageFacts, pixel: string | undefined): (EventFact | VendorEventFact)[] {
  return [...page.events, ...page.vendorEvents].filter((event) => event.pixel === pixel && event.origin === undefined);
}

/** `a, b and c`: the first twelve, each once. */
export function list(words: readonly string[]): string {
  const shown = [...new Set(words)];
  const more = shown.length - LIST_MAX;
  const first = shown.slice(0, LIST_MAX);
  if (more > 0) return `${first.join(', ')} and ${more} more`;
  return first.length < 2 ? first.join('') : `${first.slice(0, -1).join(', ')} and ${first.at(-1)}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
