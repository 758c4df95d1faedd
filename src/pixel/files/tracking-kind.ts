/** What a file with tracking code is, by its content. Its ending only tells a script from other text. */

export type TrackingKind = 'custom_pixel' | 'container' | 'container_export' | 'har';

/** Tells a worker what to read. */
export interface TrackingInput {
  kind: TrackingKind;
  /** Of the file. */
  name: string;
}

/** In the words of a report. */
export const TRACKING_NAMES: Readonly<Record<TrackingKind, string>> = {
  custom_pixel: 'custom pixel',
  container: 'GTM container or Google tag, as Google serves it',
  container_export: 'GTM container, exported as JSON',
  har: 'HAR file',
};

/** The settings in the script of a container, which also has `predicates`. Any other script is read as code. */
const CONTAINER = /"resource"\s*:\s*\{/;
const SUBSCRIBES = /\banalytics\s*\.\s*subscribe\s*\(/;
const PAGE = /<(?:!doctype|html|head|body)[\s>]/i;
const CODE = /\b(?:analytics|dataLayer|document|function|const|let|var)\b|=>|\b(?:fbq|gtag|pintrk|snaptr|ga|fetch)\(/;
/** Prose names a function now and then. Code is full of these. */
const SIGNS = /[;{}=]/g;
const SIGNS_MIN = 4;
/** Of a text that may be code. Long comments come first in some pixels. */
const HEAD_CHARS = 100_000;

/**
 * @param isScript the name of the file says that it is JavaScript
 * @returns undefined for a page, and for anything else that is not tracking code
 */
export function trackingKind(text: string, isScript: boolean): TrackingKind | undefined {
  const begin = text.trimStart();
  if (begin.startsWith('{')) {
    const kind = kindOfJson(begin);
    if (kind) return kind;
  }
  // The document in which Shopify runs a custom pixel.
  if (text.includes('WebPixel::Render') && text.includes('createShopifyExtend(')) return 'custom_pixel';
  if (begin.startsWith('<')) return SUBSCRIBES.test(text) && !PAGE.test(text) ? 'custom_pixel' : undefined;
  if (CONTAINER.test(text) && text.includes('"predicates"')) return 'container';
  const head = text.slice(0, HEAD_CHARS);
  const signs = head.match(SIGNS)?.length ?? 0;
  return (isScript && /[;{}()=]/.test(head)) || (CODE.test(head) && signs >= SIGNS_MIN) ? 'custom_pixel' : undefined;
}

function kindOfJson(text: string): TrackingKind | undefined {
  const { log, containerVersion } = parsed(text);
  if (typeof log === 'object' && log !== null && Array.isArray((log as { entries?: unknown }).entries)) return 'har';
  const isObject =
    typeof containerVersion === 'object' && containerVersion !== null && !Array.isArray(containerVersion);
  return isObject ? 'container_export' : undefined;
}

function parsed(text: string): { log?: unknown; containerVersion?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
