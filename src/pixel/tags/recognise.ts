/**
 * Finds facts in a piece of code. One search finds candidates, and most code has none. Only code with candidates is
 * lexed. Each candidate is then recognised by its token. So a word in a comment never counts, and a string counts only as a
 * string.
 */

import type { Effort } from '../../domain/effort.ts';
import { Tokens } from '../javascript/lexer.ts';
import type { Fact } from './facts.ts';
import { recogniseCodeInText, recognisePackedCode } from './recognise-code-in-text.ts';
import {
  recogniseAntiflicker,
  recogniseBuiltAddress,
  recogniseClassic,
  recogniseContainerId,
  recogniseGa,
  recogniseGtag,
  recogniseLoaderSetting,
  recognisePurchasePush,
  recogniseRenamedGa,
} from './recognise-google.ts';
import { recogniseAddress, recogniseEncoded, recogniseEncodedId } from './recognise-loader.ts';
import { recogniseAppPixels, recogniseFbds, recogniseFbq } from './recognise-meta.ts';
import { recogniseNextScript, recogniseNextState } from './recognise-next.ts';
import {
  recogniseCheckout,
  recogniseMerchantBox,
  recognisePageType,
  recogniseScriptTags,
  recogniseShop,
  recogniseTrekkie,
} from './recognise-shopify.ts';
import {
  recogniseClarity,
  recogniseTikTok,
  recogniseUet,
  recogniseUetEvent,
  recogniseVendorAddress,
  recogniseVendorCall,
  recogniseVendorQueue,
  recogniseVendorSetting,
  recogniseVwo,
} from './recognise-vendors.ts';
import { Snippet, type SnippetSource } from './snippet.ts';
import { TextSearch } from './text-search.ts';
import { recognisePixelList } from './web-pixels.ts';

type Recogniser = (snippet: Snippet, token: number) => void;

const consentPlatform: Recogniser = (snippet, i) => snippet.consent(i, i, { what: 'platform' });
const capi: Recogniser = (snippet, i) => {
  const value = snippet.code.is(i + 1, ':') ? snippet.code.value(i + 2) : undefined;
  if (value === true || value === 'true') snippet.mark(i, 'capi', undefined, false);
};
const headless: Recogniser = (snippet, i) => snippet.mark(i, 'headless', undefined, false);

/** The recognisers for each candidate text. Case matters, because these are names and paths. */
const RECOGNISERS = new Map<string, Recogniser[]>(
  Object.entries({
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
    'gtm.js?id=': [recogniseBuiltAddress, recogniseAddress],
    'id=GTM-': [recogniseAddress],
    'GTM-': [recogniseContainerId],
    // `id=GTM-` in base64.
    aWQ9R1RN: [recogniseEncodedId],
    'OPT-': [recogniseContainerId],
    'AW-': [recogniseLoaderSetting],
    'optimize.js': [recogniseAddress],
    'async-hide': [recogniseAntiflicker],
    'google-analytics.com/': [recogniseAddress],
    'doubleclick.net/dc.js': [recogniseAddress],
    'analytics.google.com/': [recogniseAddress],
    'pagead/conversion.js': [recogniseAddress],
    'pagead/conversion/': [recogniseAddress],
    'pagead/1p-conversion/': [recogniseAddress],
    'pagead/viewthroughconversion/': [recogniseAddress],
    'ga(': [recogniseGa],
    "create'": [recogniseRenamedGa],
    'create"': [recogniseRenamedGa],
    'create`': [recogniseRenamedGa],
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
    'ShopifyAnalytics.meta': [recognisePageType],
    facebookCapiEnabled: [capi],
    customerPrivacy: [consentPlatform],
    trackingConsent: [consentPlatform],
    'atob(': [recogniseEncoded],
    'eval(function(p,a,c,k': [recognisePackedCode],
    // The JSON of PHP escapes each slash.
    'facebook.com\\/tr': [recogniseAddress],
    'gtag\\/js': [recogniseAddress],
    'oxygen-v2': [headless],
    __next_s: [recogniseNextScript],
    __next_f: [recogniseNextState],
  }),
);

/**
 * Calls and settings of other vendors, and parts of their addresses. A token is found by any part of it. The parts begin with letters
 * that other candidates begin with or that are rare, because each frequent first letter costs a twentieth of the search.
 */
const VENDOR_RECOGNISERS = new Map<string, Recogniser[]>(
  Object.entries({
    ttq: [recogniseTikTok],
    pintrk: [recogniseVendorCall],
    aptr: [recogniseVendorCall],
    twq: [recogniseVendorCall],
    rdt: [recogniseVendorCall],
    lintrk: [recogniseVendorCall],
    'xon(': [recogniseVendorCall],
    'UET(': [recogniseUet],
    'etq.push': [recogniseUetEvent],
    'larity"': [recogniseClarity],
    "larity'": [recogniseClarity],
    hjid: [recogniseVendorSetting],
    _linkedin_partner_id: [recogniseVendorSetting],
    OB_ADV_ID: [recogniseVendorSetting],
    _fs_org: [recogniseVendorSetting],
    AXON_EVENT_KEY: [recogniseVendorSetting],
    TripleName: [recogniseVendorSetting],
    __attentive_domain: [recogniseVendorSetting],
    criteo_q: [recogniseVendorQueue],
    _tfa: [recogniseVendorQueue],
    _learnq: [recogniseVendorQueue],
    _vwo_code: [recogniseVwo],
  }),
);
const VENDOR_ADDRESSES = [
  'tiktok.com/i18n',
  'pinimg.com/ct',
  't.pinterest.com',
  '-static.net',
  'tr.snapchat.com',
  'bat.bing.com',
  'larity.ms',
  '-twitter.com',
  '/i/adsct',
  'licdn.com',
  'kedin.com',
  'klaviyo.com',
  'hotjar.com',
  'fullstory.com/s',
  'lr-in',
  'logrocket.io',
  'logr-in.com',
  'intake-lr.com',
  'mouseflow.com',
  'luckyorange.com',
  'd10lpsik1i8c69',
  'smartlook.c',
  'crazyegg.com',
  'inspectlet.com',
  'quare.net',
  'teo.net',
  'teo.com',
  'ditstatic.com/ads',
  'b.reddit.com',
  'outbrain.com',
  'taboola.com',
  'bss.com',
  'xon.ai',
  'lovin.com',
  'hbeam.io',
  '-security.com',
  'ttn.tv',
  'tivemobile',
  'xperiments.com',
  'visualwebsiteoptimizer',
  'doubleclick.net/activityi',
  'doubleclick.net/ddm',
];
for (const text of VENDOR_ADDRESSES) VENDOR_RECOGNISERS.set(text, [recogniseVendorAddress]);
for (const [text, recognisers] of VENDOR_RECOGNISERS) RECOGNISERS.set(text, recognisers);

const CANDIDATES = new TextSearch([...RECOGNISERS.keys()]);

/** All scripts share one store, because growing a store costs more than lexing. Each script is finished before the next one. */
const TOKENS = new Tokens();

/** Whether code contains a candidate. If not, it need not be lexed. */
export function mayHoldTags(text: string): boolean {
  return CANDIDATES.next(text, 0) !== undefined;
}

/**
 * Passes the facts of one piece of code to `sink`. Code that would cost more than the budget of `StaticEvaluator` is read in part
 * and marked as cut.
 * @param effort counts what the code costs.
 * @param seenPixelIds ids of the web pixels found so far. The page may contain the same list twice.
 * @param containerIds ids of containers that scripts so far keep in variables, by the name of the variable.
 */
export function recognise(
  source: SnippetSource,
  sink: (fact: Fact) => void,
  effort: Effort,
  seenPixelIds = new Set<string>(),
  containerIds = new Map<string, string>(),
): void {
  effort.done += source.text.length;
  const hits: [string, number][] = [];
  for (let hit = CANDIDATES.next(source.text, 0); hit; hit = CANDIDATES.next(source.text, hit.at + hit.found.length))
    hits.push([hit.found, hit.at]);
  if (hits.length === 0) return;
  const snippet = new Snippet(source, sink, TOKENS, seenPixelIds, effort, containerIds);
  const { code } = snippet;
  let lastToken = -1;
  const seen = new Set<Recogniser>();
  for (const [text, offset] of hits) {
    const token = code.tokenAt(offset);
    code.steps++;
    // One long string may contain a thousand words. Each recogniser reads a token only once.
    if (token !== lastToken) seen.clear();
    if (token < 0) continue;
    if (token !== lastToken) recogniseCodeInText(snippet, token);
    lastToken = token;
    for (const recogniser of RECOGNISERS.get(text) ?? []) {
      if (seen.has(recogniser)) continue;
      seen.add(recogniser);
      recogniser(snippet, token);
    }
    if (code.spent) {
      snippet.mark(token, 'cut', 'a script is too complex to read in full', false);
      break;
    }
  }
  snippet.end();
  if (code.tokens.cut) snippet.mark(lastToken, 'cut', 'a script is too long to read in full', false);
  effort.done += source.text.length + code.tokens.count + code.steps;
  for (const nested of snippet.nested) {
    if (effort.spent) break;
    recognise(nested, sink, effort, seenPixelIds, containerIds);
  }
}
