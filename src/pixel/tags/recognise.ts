/**
 * From a piece of code to facts. One regular expression finds the few places worth a look; only then is the code lexed, and
 * each place is judged by the token it falls in, so words in comments never count and strings count only as strings.
 */

import { Tokens } from '../javascript/lexer.ts';
import type { Fact } from './facts.ts';
import {
  recogniseAntiflicker,
  recogniseClassic,
  recogniseContainerId,
  recogniseGa,
  recogniseGtag,
  recogniseLoaderSetting,
  recognisePurchasePush,
} from './recognise-google.ts';
import { recogniseAddress, recogniseEncoded } from './recognise-loader.ts';
import { recogniseAppPixels, recogniseFbds, recogniseFbq } from './recognise-meta.ts';
import {
  recogniseCheckout,
  recogniseMerchantBox,
  recogniseScriptTags,
  recogniseSecret,
  recogniseShop,
  recogniseTrekkie,
} from './recognise-shopify.ts';
import { Snippet, type SnippetSource } from './snippet.ts';
import { recognisePixelList } from './web-pixels.ts';

type Recogniser = (snippet: Snippet, token: number) => void;

const gate: Recogniser = (snippet, i) => snippet.consent(i, i, { what: 'gate' });
const capi: Recogniser = (snippet, i) => {
  const value = snippet.code.is(i + 1, ':') ? snippet.code.value(i + 2) : undefined;
  if (value === true || value === 'true') snippet.mark(i, 'capi', undefined, false);
};
const headless: Recogniser = (snippet, i) => snippet.mark(i, 'headless', undefined, false);

/** What to look at, by the text that leads there. Case matters: these are names and paths, not prose. */
const RECOGNISERS: Record<string, Recogniser[]> = {
  _fbq: [recogniseFbds],
  fbq: [recogniseFbq],
  fbevents: [recogniseAddress],
  fbds: [recogniseAddress],
  'facebook.com/tr': [recogniseAddress],
  pixel_id: [recogniseAppPixels],
  pixelIds: [recogniseAppPixels],
  'gtag/js': [recogniseAddress],
  gtag: [recogniseGtag],
  'gtm.js?id=GTM-': [recogniseAddress],
  'GTM-': [recogniseContainerId],
  'OPT-': [recogniseContainerId],
  'AW-': [recogniseLoaderSetting],
  'optimize.js': [recogniseAddress],
  'async-hide': [recogniseAntiflicker],
  'google-analytics.com/': [recogniseAddress],
  'doubleclick.net/dc.js': [recogniseAddress],
  'pagead/conversion.js': [recogniseAddress],
  'ga(': [recogniseGa],
  _gaq: [recogniseClassic],
  _getTracker: [recogniseClassic],
  _createTracker: [recogniseClassic],
  purchase: [recognisePurchasePush],
  'trekkie.load': [recogniseTrekkie],
  webPixelsConfigList: [recognisePixelList],
  asyncLoad: [recogniseScriptTags],
  appsScripts: [recogniseScriptTags],
  merchantGoogleAnalytics: [recogniseMerchantBox],
  'Shopify.shop': [recogniseShop],
  'Shopify.currency': [recogniseShop],
  'Shopify.checkout': [recogniseCheckout],
  'Shopify.Checkout': [recogniseCheckout],
  first_time_accessed: [recogniseCheckout],
  api_secret: [recogniseSecret],
  facebookCapiEnabled: [capi],
  customerPrivacy: [gate],
  trackingConsent: [gate],
  'atob(': [recogniseEncoded],
  'oxygen-v2': [headless],
};

const PLACES = new RegExp(
  Object.keys(RECOGNISERS)
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|'),
  'g',
);

/** One store for all scripts, as each is read to its end before the next is begun: growing a store costs more than lexing. */
const TOKENS = new Tokens();

/** Whether code holds anything worth lexing. */
export function isWorthReading(text: string): boolean {
  PLACES.lastIndex = 0;
  return PLACES.test(text);
}

/**
 * Adds the facts of one piece of code. Returns the steps taken: at most so many a character, see `StaticEvaluator`. A piece that would
 * cost more is read in part and marked as cut.
 */
export function recognise(source: SnippetSource, sink: (fact: Fact) => void, lists = new Set<string>()): number {
  const hits: [string, number][] = [];
  PLACES.lastIndex = 0;
  for (let match = PLACES.exec(source.text); match; match = PLACES.exec(source.text))
    hits.push([match[0], match.index]);
  if (hits.length === 0) return source.text.length;
  const snippet = new Snippet(source, sink, TOKENS, lists);
  const { code } = snippet;
  let lastToken = -1;
  const seen = new Set<string>();
  for (const [text, offset] of hits) {
    const token = code.tokenAt(offset);
    code.steps++;
    // One long string may hold a word a thousand times: it is one token, looked at once a word.
    if (token !== lastToken) seen.clear();
    if (token < 0 || seen.has(text)) continue;
    lastToken = token;
    seen.add(text);
    for (const look of RECOGNISERS[text] ?? []) look(snippet, token);
    if (code.spent) {
      snippet.mark(token, 'cut', 'a script is too tangled to be read whole', false);
      break;
    }
  }
  return 2 * source.text.length + code.tokens.count + code.steps;
}
