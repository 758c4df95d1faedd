/** Which page of a visit an address is, by its path. A locale may come first. */
import type { JourneyPage } from '../../domain/scan-report.ts';

const LOCALE = '^(?:/[a-z]{2}(?:-[a-z]{2,4})?)?';

const PATHS: [RegExp, JourneyPage][] = [
  [new RegExp(`${LOCALE}/?$`, 'i'), 'home'],
  [new RegExp(`${LOCALE}/(?:collections/[^/]+/)?products/[^/]+/?$`, 'i'), 'product'],
  [new RegExp(`${LOCALE}/collections/[^/]+(?:/[^/]+)?/?$`, 'i'), 'collection'],
  [new RegExp(`${LOCALE}/cart/?$`, 'i'), 'cart'],
  [new RegExp(`${LOCALE}/search/?$`, 'i'), 'search'],
  [/\/checkouts\/.*\/thank[-_]you\/?$/i, 'thank_you'],
];

export function pageOfPath(pathname: string): JourneyPage {
  return PATHS.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'other';
}

/** The locale at the beginning of a path, such as `/en-de`, or nothing. */
export function localeOf(pathname: string): string {
  return /^\/[a-z]{2}(-[a-z]{2,4})?(?=\/|$)/i.exec(pathname)?.[0] ?? '';
}
