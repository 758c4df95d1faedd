/** Recognises the vendors of `data/pixel/vendors.json` in code: their calls, their variables, and the addresses that code loads. */

import { type Literal, listOf, textOf, UNKNOWN } from '../javascript/literal.ts';
import { lackingOf } from './amount.ts';
import { isPlaceholder } from './library.ts';
import { isLoaded } from './recognise-loader.ts';
import type { Snippet } from './snippet.ts';
import { isIdOf, vendorIn } from './vendors.ts';

const ADDRESS_CHARS_MAX = 2048;
const NAME_MAX = 64;

/** The fields of an amount at each vendor (the references of their events). */
const AMOUNTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['tiktok', ['value', 'currency']],
  ['pinterest', ['value', 'currency']],
  ['snap', ['price', 'currency']],
  ['reddit', ['value', 'currency']],
  ['uet', ['revenue_value', 'currency']],
]);

/** `ttq.track('CompletePayment', {…})`: the name of an event and its data. */
function addEvent(
  snippet: Snippet,
  from: number,
  vendor: string,
  nameAt: number | undefined,
  dataAt: number | undefined,
): void {
  const fields = AMOUNTS.get(vendor);
  if (fields === undefined || nameAt === undefined) return;
  const lacks = lackingOf(snippet.code, dataAt, fields);
  for (const name of snippet.code.values(nameAt))
    if (typeof name === 'string') snippet.vendorEvent(from, nameAt, { vendor, name, ...(lacks && { lacks }) });
}

/** Adds a vendor once for each id in one piece of code. A text that cannot be an id is a placeholder, so nothing is installed. */
function add(snippet: Snippet, from: number, vendor: string, value: Literal | undefined): void {
  const id = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : undefined;
  if (id !== undefined && !isIdOf(vendor, id)) {
    if (isPlaceholder(id)) snippet.once(`${vendor} ${id}`, () => snippet.vendor(from, { vendor, id, invalid: true }));
    return;
  }
  snippet.once(`${vendor} ${id ?? ''}`, () => snippet.vendor(from, { vendor, ...(id !== undefined && { id }) }));
}

function addAll(snippet: Snippet, from: number, vendor: string, at: number | undefined): void {
  const values: Literal[] = at === undefined ? [UNKNOWN] : snippet.code.values(at);
  for (const value of values) add(snippet, from, vendor, value);
}

/** Calls with a verb first: which verbs name an id, and which only send. */
const VERBS = new Map<string, { vendor: string; ids: readonly string[]; sends: readonly string[] }>(
  Object.entries({
    pintrk: { vendor: 'pinterest', ids: ['load'], sends: ['page', 'track'] },
    snaptr: { vendor: 'snap', ids: ['init'], sends: ['track'] },
    twq: { vendor: 'x', ids: ['config', 'init'], sends: ['event', 'track'] },
    rdt: { vendor: 'reddit', ids: ['init'], sends: ['track'] },
    lintrk: { vendor: 'linkedin', ids: [], sends: ['track'] },
    axon: { vendor: 'axon', ids: ['init'], sends: ['track'] },
  }),
);

/** `pintrk('load', '…')`, `snaptr('init', '…')`, `twq('config', '…')`, `rdt('init', '…')`, `lintrk('track', …)`. */
export function recogniseVendorCall(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const name = code.key(i) ?? '';
  const known = VERBS.get(name);
  const args = known && code.callArguments(i, name);
  const verb = args?.[0] === undefined ? undefined : code.value(args[0]);
  if (!known || typeof verb !== 'string') return;
  if (known.ids.includes(verb)) addAll(snippet, i, known.vendor, args?.[1]);
  else if (known.sends.includes(verb)) {
    add(snippet, i, known.vendor, undefined);
    if (verb === 'track') addEvent(snippet, i, known.vendor, args?.[1], args?.[2]);
  }
}

/** `ttq.load('…')`, `ttq.instance('…')`, `ttq.page()`, `ttq.track(…)`. Not `ttq.identify(…)`, which sends nothing by itself. */
export function recogniseTikTok(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.isName(i, 'ttq') || !code.is(i + 1, '.') || !code.is(i + 3, '(')) return;
  const args = code.arguments(i + 3);
  const method = code.slice(i + 2);
  if (method === 'load' || method === 'instance') addAll(snippet, i, 'tiktok', args?.[0]);
  else if (method === 'page' || method === 'track') add(snippet, i, 'tiktok', undefined);
  if (method === 'track') addEvent(snippet, i, 'tiktok', args?.[0], args?.[1]);
  // `ttq.instance('…').track(…)`
  const next = code.after(i + 3);
  if (method !== 'instance' || !code.is(next, '.') || !code.isName(next + 1, 'track')) return;
  const tracked = code.arguments(next + 2);
  addEvent(snippet, i, 'tiktok', tracked?.[0], tracked?.[1]);
}

/** `uetq.push('event', 'purchase', {…})` */
export function recogniseUetEvent(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.is(i + 1, '.') || !code.isName(i + 2, 'push')) return;
  const [verbAt, nameAt, dataAt] = code.arguments(i + 3) ?? [];
  if (verbAt !== undefined && code.value(verbAt) === 'event') addEvent(snippet, i, 'uet', nameAt, dataAt);
}

/** `new UET({ti: '…'})`, also with the settings in a variable. */
export function recogniseUet(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.isName(i, 'UET') || !code.isName(i - 1, 'new') || !code.is(i + 1, '(')) return;
  const at = code.arguments(i + 1)?.[0];
  add(snippet, i, 'uet', at === undefined ? undefined : textOf(code.value(at), 'ti'));
}

/** The last arguments of Clarity's snippet: `(window, document, "clarity", "script", "…")`. */
export function recogniseClarity(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (code.string(i, NAME_MAX) !== 'clarity' || !code.is(i + 1, ',') || code.string(i + 2, NAME_MAX) !== 'script')
    return;
  if (code.is(i + 3, ',')) addAll(snippet, i, 'clarity', i + 4);
}

/** Variables and settings that hold an id. */
const SETTINGS = new Map<string, string>(
  Object.entries({
    hjid: 'hotjar',
    _linkedin_partner_id: 'linkedin',
    OB_ADV_ID: 'outbrain',
    _fs_org: 'fullstory',
    AXON_EVENT_KEY: 'axon',
    TripleName: 'triple_whale',
    __attentive_domain: 'attentive',
  }),
);

/** `{hjid: 1234567}`, `_linkedin_partner_id = "…"`, `OB_ADV_ID = '…'` or a list of ids. */
export function recogniseVendorSetting(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const name = code.key(i) ?? '';
  const vendor = SETTINGS.get(name);
  if (vendor === undefined || !(code.is(i + 1, ':') || code.isAssignment(i + 1))) return;
  const value = code.value(i + 2);
  const items: Literal[] = Array.isArray(value) ? value.slice(0, 8) : [value];
  for (const each of items) {
    // `lampshop.attn.tv`
    add(snippet, i, vendor, vendor === 'attentive' && typeof each === 'string' ? each.split('.')[0]! : each);
  }
}

/** Queues of objects or lists: `criteo_q.push({event: 'setAccount', account: 1})`, `_tfa.push({…, id: 1})`, `_learnq.push(['account', '…'])`. */
export function recogniseVendorQueue(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.is(i + 1, '.') || !code.isName(i + 2, 'push')) return;
  for (const at of code.arguments(i + 3) ?? []) {
    const value = code.value(at);
    const [verb, account] = listOf(value);
    if (code.isName(i, 'criteo_q') && textOf(value, 'event') === 'setAccount')
      add(snippet, i, 'criteo', textOf(value, 'account'));
    else if (code.isName(i, '_tfa') && textOf(value, 'notify') === 'event')
      add(snippet, i, 'taboola', textOf(value, 'id'));
    else if (code.isName(i, '_learnq') && verb === 'account') add(snippet, i, 'klaviyo', account);
  }
}

/** `_vwo_code = (function () { var account_id = 123456, …`. */
export function recogniseVwo(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.isName(i, '_vwo_code')) return;
  snippet.once('vwo', () => {
    const at = code.tokenAt(code.text.indexOf('account_id'));
    if (at >= 0 && code.isName(at, 'account_id') && code.isAssignment(at + 1))
      add(snippet, i, 'vwo', code.value(at + 2));
  });
}

/** An address of a vendor that code loads: not one that it compares, blocks or links to. */
export function recogniseVendorAddress(snippet: Snippet, i: number): void {
  const text = snippet.code.string(i, ADDRESS_CHARS_MAX);
  if (text === undefined || !/^(?:https?:)?\/\//i.test(text) || !isLoaded(snippet, i, 0)) return;
  const found = vendorIn(text);
  if (found) add(snippet, i, found.vendor, found.id);
}
