/** Which pages of a shop a journey visits, in which order. */
import type { JourneyPage } from '../../domain/scan-report.ts';
import type { PageLinks } from './page-links.ts';
import { localeOf } from './page-of-path.ts';

/** Templates of a shop, in the order in which they tell most. */
const STOPS = ['home', 'product', 'collection', 'cart', 'search'] as const satisfies JourneyPage[];
export type Stop = (typeof STOPS)[number];

/**
 * The path of a stop, with its query, or undefined if no page named one. A shop's locale, such as `/en-de`, is kept.
 * @param given path of the page that the caller gave
 */
export function pathOfStop(stop: Stop, given: string, links: PageLinks): string | undefined {
  const locale = localeOf(given);
  switch (stop) {
    case 'home':
      return locale === '' ? '/' : locale;
    case 'product':
      return links.product;
    case 'collection':
      return links.collection ?? `${locale}/collections/all`;
    case 'cart':
      return `${locale}/cart`;
    case 'search':
      return `${locale}/search?q=a`;
  }
}

/** The stops that remain when the page of the caller was read. */
export function stopsAfter(given: JourneyPage): Stop[] {
  return STOPS.filter((stop) => stop !== given);
}
