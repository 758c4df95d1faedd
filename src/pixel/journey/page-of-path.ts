/** Which page of a visit an address is, by its path. A locale may come first. */
import type { JourneyPage } from '../../domain/scan-report.ts';

export function pageOfPath(pathname: string): JourneyPage {
  const parts = pathname
    .slice(localeOf(pathname).length)
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  const [first, , third] = parts;
  if (parts.length === 0) return 'home';
  if (parts.includes('checkouts')) return /^thank[-_]you$/.test(parts.at(-1)!) ? 'thank_you' : 'other';
  if (first === 'products' && parts.length === 2) return 'product';
  if (first === 'collections' && third === 'products' && parts.length === 4) return 'product';
  if (first === 'collections' && (parts.length === 2 || parts.length === 3)) return 'collection';
  if (parts.length === 1 && (first === 'cart' || first === 'search')) return first;
  return 'other';
}

/** The locale at the beginning of a path, such as `/en-de`, or nothing. */
export function localeOf(pathname: string): string {
  return /^\/[a-z]{2}(?:-[a-z]{2,4})?(?=\/|$)/i.exec(pathname)?.[0] ?? '';
}
