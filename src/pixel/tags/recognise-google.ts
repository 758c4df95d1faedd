/** Recognises Google in code: `gtag(…)`, the GTM snippet, `ga(…)` and `_gaq` of old Analytics versions, and Optimize. */

import { textsAt } from '../javascript/expression.ts';
import { IDENTIFIER } from '../javascript/lexer.ts';
import { type Literal, listOf, objectOf, textOf, UNKNOWN } from '../javascript/literal.ts';
import { runsAt } from '../javascript/scope.ts';
import type { StaticEvaluator } from '../javascript/static-evaluator.ts';
import { containerAddressIn } from './container-address.ts';
import { faultOfGoogleId, isPlaceholder, vendorOf } from './library.ts';
import { recogniseGtagEvent } from './recognise-gtag-event.ts';
import type { Snippet } from './snippet.ts';

/** No id, event or name is longer. */
const NAME_MAX = 64;
const ADDRESS_MAX = 2048;
/** Keys of an object that are looked at for an id. */
const KEYS_MAX = 16;
/** An id, or what a template has in its place: `GTM-YOUR_GTM-CODE`, `GTM-<ID>`, `GTM-{{ id }}`. */
const CONTAINER_ID = /^(?:GTM|OPT)-(?:[\w-]{2,24}|[\w{}<>#$%[\].* -]{1,32})$/;
/** Variables of a page with ids of containers. */
const VARIABLES_MAX = 16;

/**
 * `gtag('config' | 'event' | 'consent' | 'set', …)`, whose name is token `i`. Of a second function over a data layer of its own, such
 * as `gtag2`, only the configurations: which of them its events reach is not told apart.
 */
export function recogniseGtag(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const other = code.kind(i) === IDENTIFIER && !code.isName(i, 'gtag') ? code.slice(i) : undefined;
  if (other !== undefined) {
    const layer = /^\w{1,64}$/.test(other) ? layerOf(snippet, other) : undefined;
    const [verbAt, idAt, optionsAt] = (layer !== undefined && code.callArguments(i, other)) || [];
    if (verbAt !== undefined && idAt !== undefined && code.value(verbAt) === 'config')
      recogniseConfig(snippet, i, idAt, optionsAt, layer);
    return;
  }
  const args = code.callArguments(i, 'gtag');
  const [verbAt, subjectAt] = args ?? [];
  if (!args || verbAt === undefined || subjectAt === undefined) return;
  const verb = code.value(verbAt);
  if (verb === 'config') recogniseConfig(snippet, i, subjectAt, args[2]);
  else if (verb === 'event') recogniseGtagEvent(snippet, i, subjectAt, args[2]);
  else if (verb === 'set') recogniseSet(snippet, i, subjectAt, args[2]);
  else if (verb === 'consent' && code.value(subjectAt) === 'default')
    recogniseConsentDefault(snippet, i, subjectAt, args[2]);
}

/** `gtag('set', 'send_page_view', false)`, `gtag('set', {send_page_view: false})`: for every `config` after it. */
function recogniseSet(snippet: Snippet, i: number, subjectAt: number, valueAt: number | undefined): void {
  const { code } = snippet;
  const subject = code.value(subjectAt);
  const value = typeof subject === 'string' && valueAt !== undefined ? code.value(valueAt) : undefined;
  const isQuiet = subject === 'send_page_view' ? isFalse(value) : isFalse(objectOf(subject)?.get('send_page_view'));
  if (isQuiet && runsAt(code, i).runs === 'load') snippet.quietFrom ??= i;
}

function isFalse(value: Literal | undefined): boolean {
  return value === false || value === 'false' || value === 0;
}

function recogniseConfig(
  snippet: Snippet,
  i: number,
  idAt: number,
  optionsAt: number | undefined,
  layer = layerOf(snippet, 'gtag'),
): void {
  const { code } = snippet;
  const options = optionsAt === undefined ? undefined : objectOf(code.value(optionsAt));
  const isSetQuiet = snippet.quietFrom !== undefined && snippet.quietFrom < i && !options?.has('send_page_view');
  const quiet = isSetQuiet || isFalse(options?.get('send_page_view')) || undefined;
  const dataLayer = layer === 'dataLayer' ? undefined : layer;
  const common = { via: 'config', quiet, dataLayer } as const;
  if (code.is(idAt, '{') && code.is(idAt + 1, '{')) {
    snippet.tag(i, idAt, { ...common, vendor: 'google_tag', id: '{{ … }}', invalid: 'placeholder' });
    return;
  }
  const { texts } = textsAt(code, idAt);
  // The id is computed at run time. This is still a tag.
  if (texts.length === 0) snippet.tag(i, idAt, { ...common, vendor: 'google_tag' });
  for (const text of texts) {
    const id = text.trim().split('/')[0]!;
    const vendor = vendorOf(id);
    const invalid = faultOfGoogleId(id);
    if (vendor) snippet.tag(i, idAt, { ...common, vendor, id, invalid });
    else if (isPlaceholder(id)) snippet.tag(i, idAt, { ...common, vendor: 'google_tag', id, invalid: 'placeholder' });
  }
}

/** `function gtag() { myLayer.push(arguments) }`: the name of the data layer. Undefined if the function is not in the script. */
function layerOf(snippet: Snippet, gtag: string): string | undefined {
  const { code } = snippet;
  return snippet.once(`data layer of ${gtag}`, () => {
    for (const at of code.mentions('arguments')) {
      const open = at - 1;
      if (!code.is(open, '(') || !code.isName(open - 1, 'push') || !code.is(open - 2, '.')) continue;
      const body = code.tokens.parents[open]!;
      const isGtag = code.is(body, '{') && code.isName(code.tokens.partners[body - 1]! - 1, gtag);
      const name = isGtag ? code.slice(open - 3) : '';
      if (/^[\w$]+$/.test(name)) return name;
    }
    return undefined;
  });
}

function recogniseConsentDefault(snippet: Snippet, i: number, at: number, valuesAt: number | undefined): void {
  const { code } = snippet;
  const values = valuesAt === undefined ? undefined : objectOf(code.value(valuesAt));
  const storage = [values?.get('ad_storage'), values?.get('analytics_storage')];
  let granted: boolean | 'unknown' = false;
  if (!values || storage.includes(UNKNOWN) || values.has('...')) granted = 'unknown';
  else if (!values.has('region')) granted = storage.includes('granted');
  snippet.consent(i, at, { what: 'default', granted, deferred: isDeferred(snippet, i) });
}

/** Whether token `i` is inside a function that is not called where it is written. */
function isDeferred(snippet: Snippet, i: number): boolean {
  const { code } = snippet;
  const { parents, partners } = code.tokens;
  for (let open = parents[i]!, hops = 0; open >= 0 && hops < 64; open = parents[open]!, hops++) {
    if (!code.is(open, '{')) continue;
    const isArrow = code.is(open - 1, '>') && code.is(open - 2, '=');
    const head = code.is(open - 1, ')') ? partners[open - 1]! : -1;
    const isFunction = head > 0 && (code.isName(head - 1, 'function') || code.isName(head - 2, 'function'));
    if (!isArrow && !isFunction) continue;
    const close = partners[open]!;
    const calledHere = close > 0 && (code.is(close + 1, '(') || (code.is(close + 1, ')') && code.is(close + 2, '(')));
    if (!calledHere) return true;
  }
  return false;
}

/** `dataLayer.push({event: 'purchase', …})`, whose event name is string token `i`. */
export function recognisePurchasePush(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (code.string(i, NAME_MAX) !== 'purchase' || !code.is(i - 1, ':') || code.key(i - 2) !== 'event') return;
  const object = code.tokens.parents[i]!;
  const call = object < 0 ? -1 : code.tokens.parents[object]!;
  if (call === object - 1 && code.isName(call - 1, 'push') && code.is(call - 2, '.') && isDataLayer(code, call - 3)) {
    snippet.event(call - 1, i, { vendor: 'ga4', name: 'purchase', method: 'push', eventId: 'unknown' });
  }
}

/** Whether a data layer ends at token `i`: `dataLayer`, `window["dataLayer"]`, `(window.dataLayer = … || [])`. */
function isDataLayer(code: StaticEvaluator, i: number): boolean {
  const open = code.is(i, ')') || code.is(i, ']') ? code.tokens.partners[i]! : -1;
  if (open < 0) return /layer$/i.test(code.slice(i));
  for (let at = open + 1; at < i && at < open + 4; at++) if (/layer$/i.test(code.key(at) ?? '')) return true;
  return false;
}

/**
 * A container id at string token `i`. It counts in three cases: as the last argument of the GTM snippet, whatever host that
 * loads from; in a call with the address of a loader; and in a script that builds a `gtm.js?id=` address.
 */
export function recogniseContainerId(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const id = code.string(i, NAME_MAX);
  if (id === undefined || !CONTAINER_ID.test(id)) return;
  const open = code.tokens.parents[i]!;
  const args = open < 0 ? undefined : code.arguments(open);
  const isSnippet = code.is(i + 1, ')') && args?.some((at) => code.string(at, NAME_MAX) === 'script');
  const isArgument = open >= 0 && code.is(open, '(') && code.is(i - 1, ',');
  const assigned =
    isArgument || code.is(i - 1, '=') || code.is(i - 1, '(') || code.is(i - 1, ':') || code.is(i - 1, '+');
  if (
    isSnippet ||
    (assigned && buildsContainerAddress(snippet, id)) ||
    isLoaderSetting(snippet, i) ||
    isParameter(snippet, i)
  ) {
    snippet.tag(isSnippet ? open - 1 : i, i, {
      vendor: vendorOf(id)!,
      via: 'snippet',
      id,
      invalid: faultOfGoogleId(id),
      dataLayer: isSnippet ? dataLayerOfSnippet(snippet, args!) : undefined,
      ...containerAddress(snippet, id),
    });
  } else if (code.isAssignment(i - 1) && code.kind(i - 2) === IDENTIFIER && snippet.containerIds.size < VARIABLES_MAX)
    snippet.containerIds.set(code.slice(i - 2), id);
}

/** `'…/gtm.js?id=' + window.GTM_ID`: a loader in one script, and the id in an earlier one. */
export function recogniseBuiltAddress(snippet: Snippet, i: number): void {
  const { code } = snippet;
  for (const [name, id] of snippet.containerIds) {
    const use = code.mentions(name)[0];
    code.steps++;
    if (use === undefined || snippet.once(`built ${name}`, () => i) !== i) continue;
    snippet.tag(i, i, {
      vendor: vendorOf(id)!,
      via: 'snippet',
      id,
      invalid: faultOfGoogleId(id),
      ...containerAddress(snippet, id),
    });
  }
}

/** The data layer in `(window, document, 'script', 'dataLayer', 'GTM-…')`, if it has another name. */
function dataLayerOfSnippet({ code }: Snippet, args: readonly number[]): string | undefined {
  const at = args[args.findIndex((arg) => code.string(arg, NAME_MAX) === 'script') + 1];
  const name = at === undefined ? undefined : code.string(at, NAME_MAX);
  return name !== undefined && name !== 'dataLayer' && /^[A-Za-z_$][\w$]*$/.test(name) ? name : undefined;
}

function buildsContainerAddress(snippet: Snippet, id: string): boolean {
  if (!id.startsWith('GTM-')) return false;
  // A server container is loaded from any path, so only the end of the address is known: `'….js?id=' + id`.
  return snippet.once('builds', () =>
    /gtm\.js\?id=|(?:\.js|\/)[\w=&?-]{0,60}[?&]id=(?:["'`]|\$\{)/.test(snippet.code.text),
  );
}

/** The address that the snippet loads from, if its text contains one. A host that is not Google's is a first-party loader. */
function containerAddress(snippet: Snippet, id: string): { url?: string; firstParty?: boolean } {
  if (!id.startsWith('GTM-')) return {};
  const address = snippet.once('address', () => containerAddressIn(snippet.code.text));
  if (address === undefined) return {};
  return { url: `${address}?id=${id}`, firstParty: !/\/\/[^/]*googletagmanager\.com\//i.test(address) || undefined };
}

/** `load("…/gtag.js", {ID: 'AW-…'})`: one call has both the id and the address of a script that is named after the tag. */
export function recogniseLoaderSetting(snippet: Snippet, i: number): void {
  const id = snippet.code.string(i, ADDRESS_MAX)?.split('/')[0] ?? '';
  const vendor = vendorOf(id);
  if (!vendor || vendor === 'gtm' || faultOfGoogleId(id) || !isLoaderSetting(snippet, i)) return;
  snippet.tag(i, i, { vendor, via: 'config', id });
}

function isLoaderSetting(snippet: Snippet, i: number): boolean {
  const { code } = snippet;
  const object = code.tokens.parents[i]!;
  if (object < 0 || !code.is(object, '{') || !code.is(i - 1, ':') || !/id$/i.test(code.key(i - 2) ?? '')) return false;
  const call = code.tokens.parents[object]!;
  if (!code.is(call, '(') || code.kind(call - 1) !== IDENTIFIER) return false;
  // One call may have a thousand settings.
  return snippet.once(`loader at ${call}`, () => {
    const path = code.string(call + 1, ADDRESS_MAX)?.split(/[?#]/)[0] ?? '';
    const file = path.slice(path.lastIndexOf('/') + 1);
    return /\.js$/i.test(file) && /gtag|gtm|analytics|optimize/i.test(file);
  });
}

/** `url.searchParams.set('id', 'GTM-…')`, `new URLSearchParams({ id: 'GTM-…' })`. */
function isParameter({ code }: Snippet, i: number): boolean {
  const open = code.tokens.parents[i]!;
  if (open < 1) return false;
  if (code.is(open, '{')) {
    const call = code.tokens.parents[open]!;
    return code.is(i - 1, ':') && code.key(i - 2) === 'id' && call > 0 && code.isName(call - 1, 'URLSearchParams');
  }
  const isSet = code.isName(open - 1, 'set') || code.isName(open - 1, 'append');
  return isSet && code.isName(open - 3, 'searchParams') && code.string(open + 1, NAME_MAX) === 'id';
}

/**
 * `tracker('create', 'UA-…')`: `analytics.js` under another name than `ga`, which its snippet may choose. `'create'` is string
 * token `i`. The events of that name are its own.
 */
export function recogniseRenamedGa(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const open = code.tokens.parents[i]!;
  if (code.string(i, NAME_MAX) !== 'create' || open < 1 || !code.is(open, '(') || code.isName(open - 1, 'ga')) return;
  const [first, idAt] = code.arguments(open) ?? [];
  if (first !== i || idAt === undefined) return;
  const value = code.value(idAt);
  const id = typeof value === 'string' ? value : textOf(value, 'trackingId');
  if (id === undefined || !/^UA-/.test(id)) return;
  snippet.tag(open - 1, idAt, { vendor: 'ua', via: 'init', id, invalid: faultOfGoogleId(id) });
  const name = code.kind(open - 1) === IDENTIFIER ? code.slice(open - 1) : '';
  if (name === '' || snippet.once(`tracker ${name}`, () => i) !== i) return;
  for (const at of code.mentions(name)) {
    const [verbAt, whatAt] = code.arguments(code.callOpen(at)) ?? [];
    if (verbAt === undefined || whatAt === undefined || code.kind(at) !== IDENTIFIER) continue;
    const what = code.value(whatAt);
    if (/(^|\.)send$/.test(code.string(verbAt, NAME_MAX) ?? '') && (what === 'event' || what === 'pageview'))
      snippet.event(at, whatAt, { vendor: 'ua', name: what, eventId: 'unknown' });
  }
}

/** `ga('create' | 'send', …)`. Shopify's own block passes `_gaUTrackerOptions`. */
export function recogniseGa(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.isName(i, 'ga')) return;
  const args = code.arguments(code.callOpen(i));
  const [verbAt, secondAt] = args ?? [];
  if (!args || verbAt === undefined || secondAt === undefined) return;
  const verb = code.value(verbAt);
  if (typeof verb !== 'string') return;
  const name = code.value(secondAt);
  if (verb === 'create') {
    const id = typeof name === 'string' ? name : textOf(name, 'trackingId');
    if (id === undefined || !/^UA-/.test(id)) return;
    const native = args.some((at) => code.isName(at, '_gaUTrackerOptions'));
    snippet.tag(i, secondAt, {
      vendor: 'ua',
      via: 'init',
      id,
      invalid: faultOfGoogleId(id),
      form: native ? 'native_ga' : undefined,
    });
    if (native) snippet.isNativeGa = true;
  } else if (/(^|\.)send$/.test(verb) && (name === 'event' || name === 'pageview')) {
    snippet.event(i, secondAt, { vendor: 'ua', name, eventId: 'unknown' });
  }
}

/** `_gaq.push(['_setAccount', 'UA-…'])` or `_gat._getTracker('UA-…')`. Shopify's own block adds its developer id. */
export function recogniseClassic(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (code.isName(i, '_getTracker') || code.isName(i, '_createTracker')) {
    const at = code.arguments(i + 1)?.[0];
    const id = at === undefined ? UNKNOWN : code.value(at);
    if (at !== undefined && typeof id === 'string' && id.startsWith('UA-')) {
      snippet.tag(i, at, { vendor: 'ua', via: 'config', id, library: 'ga.js', invalid: faultOfGoogleId(id) });
    }
    return;
  }
  if (!code.isName(i, '_gaq') || !code.is(i + 1, '.') || !code.isName(i + 2, 'push')) return;
  for (const at of code.arguments(i + 3) ?? []) {
    const [verb, id] = listOf(code.value(at));
    if (typeof verb !== 'string' || !/(^|\.)_setAccount$/.test(verb) || typeof id !== 'string') continue;
    const form = snippet.once('developer', () => /_addDevId/.test(code.text)) ? 'native_ga' : undefined;
    snippet.tag(i, at + 3, { vendor: 'ua', via: 'config', id, library: 'ga.js', form, invalid: faultOfGoogleId(id) });
  }
}

/** Optimize hides the page: `(window, document.documentElement, 'async-hide', 'dataLayer', 4000, {'GTM-…': true})`. */
export function recogniseAntiflicker(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (code.string(i, NAME_MAX) !== 'async-hide') return;
  const open = code.tokens.parents[i]!;
  const args = code.is(open, '(') ? (code.arguments(open) ?? []) : [];
  if (args.length < 4 || !args.includes(i)) return;
  const map = args.map((at) => objectOf(code.value(at))).find((object) => object !== undefined);
  const id = [...(map?.keys().take(KEYS_MAX) ?? [])].find((key) => /^(GTM|OPT)-/.test(key));
  snippet.mark(i, 'antiflicker', id);
}
