/**
 * What an audit with regular expressions looks for: the ids and traces that Portside's rules use, one expression each.
 * They cannot tell code from comments, strings and data, so they prove less than the rules and cost less a match.
 */

const ID_PATTERNS: [vendor: string, pattern: RegExp][] = [
  ['meta', /\bfbq\s*\(\s*['"]init['"]\s*,\s*['"]?(\d{13,17})/g],
  ['meta', /facebook\.com\/tr\/?\?(?:[^"'\s>]*?&(?:amp;)?)?id=(\d{13,17})/g],
  ['ga4', /gtag\/js\?id=(G-[A-Z0-9]{5,14})/g],
  ['ga4', /\bgtag\s*\(\s*['"]config['"]\s*,\s*['"](G-[A-Z0-9]{5,14})/g],
  ['gtm', /['"](GTM-[A-Z0-9]{4,10})['"]/g],
  ['gtm', /(?:gtm\.js|ns\.html)\?id=(GTM-[A-Z0-9]{4,10})/g],
  ['ua', /['"](UA-\d{4,10}-\d{1,4})['"]/g],
  ['google_ads', /['"](AW-\d{6,12})['"/]/g],
  ['optimize', /optimize\.js\?id=((?:GTM|OPT)-[A-Z0-9]{4,10})/g],
];

const TRACES: RegExp[] = [
  /connect\.facebook\.net\/[^"']*\/fbevents\.js/,
  /connect\.facebook\.net\/[^"']*\/fbds\.js|_fbq\.push/,
  /google-analytics\.com\/(?:analytics|ga|urchin)\.js/,
  /\bga\s*\(\s*['"]create['"]/,
  /_gaq\.push\s*\(\s*\[\s*['"]_setAccount/,
  /pagead\/conversion\.js/,
  /\bfbq\s*\(\s*['"]track(?:Single|Custom)?['"]/,
  /\bgtag\s*\(\s*['"]event['"]/,
  /\bgtag\s*\(\s*['"]consent['"]\s*,\s*['"]default['"]/,
  /webPixelsConfigList/,
  /function asyncLoad\(\)/,
  /trekkie\.load/,
  /merchantGoogleAnalytics/,
  /Shopify\.(?:checkout|Checkout)\b/,
  /Shopify\.shop\s*=/,
  /Shopify\.currency\s*=/,
  /api_secret/,
  /customerPrivacy|trackingConsent/,
  /async-hide/,
  /cookiebot|onetrust|cookieyes|consentmo|pandectes|termly|usercentrics|iubenda|didomi/i,
];

export interface Evidence {
  ids: Set<string>;
  traces: Set<number>;
}

export function newEvidence(): Evidence {
  return { ids: new Set(), traces: new Set() };
}

/** Runs each pattern over `text` once. */
export function gather(text: string, { ids, traces }: Evidence): void {
  for (const [vendor, pattern] of ID_PATTERNS) for (const [, id] of text.matchAll(pattern)) ids.add(`${vendor}:${id}`);
  for (const [at, pattern] of TRACES.entries()) if (!traces.has(at) && pattern.test(text)) traces.add(at);
}
