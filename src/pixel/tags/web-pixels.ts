/**
 * Reads Shopify's modern pixels from `webPixelsConfigList`. It does not rely on the id of the script, which pages lack since
 * mid-2026. `configuration` is a JSON text, and Google's `config` in it is another JSON text.
 */

import type { Effort } from '../../domain/effort.ts';
import { jsonTextOf, type Literal, type LiteralObject, listOf, objectOf, textOf } from '../javascript/literal.ts';
import { parseLiteral, type StaticEvaluator } from '../javascript/static-evaluator.ts';
import { appNameOf, namedIdsOf, otherIdsOf } from './app-pixels.ts';
import type { EntryFact } from './facts.ts';
import { faultOfGoogleId, vendorOf } from './library.ts';
import { googleIdsOf } from './recognise-shopify.ts';
import { secretDigests } from './secrets.ts';
import type { Snippet } from './snippet.ts';

const META_CLIENT = '2329312';
const GOOGLE_CLIENT = '1780363';
const ENTRIES_MAX = 200;
const EVENTS_MAX = 64;
const CONTROLS_MAX = 16;
const WORD_MAX = 40;
/** Shopify never withholds events of a pixel with this flag. */
const EXEMPT_FLAG = '9a3ed68a';
/** The two pixels that every store has. They only write to the console, so they are neither findings nor unread. */
const DEFAULT_PIXEL = /-(?:app|custom)-pixel$/;
/** `0a1b2c3dw4e5f60718p29a0b1c2dm3e4f5061`: the version of Shopify's pixel code. It is a part of addresses. */
const HASH = /^[0-9a-f]{8}w[0-9a-f]{4,16}p[0-9a-f]{4,16}m[0-9a-f]{4,16}$/;

/** The list whose name is token `i`. A list that does not close, or has other contents than objects, is marked as unreadable. */
export function recognisePixelList(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (code.key(i) !== 'webPixelsConfigList') return;
  const open = code.is(i + 1, ':') || code.isAssignment(i + 1) ? i + 2 : -1;
  if (open < 0) return;
  snippet.mark(i, 'pixel_list', undefined, false);
  snippet.mark(i, 'shopify', undefined, false);
  const isClosed = code.is(open, '[') && code.tokens.partners[open]! > 0;
  const list = isClosed ? code.value(open) : undefined;
  const objects = Array.isArray(list) ? list.map((entry) => objectOf(entry)) : [undefined];
  if (objects.some((entry) => entry === undefined)) {
    snippet.mark(i, 'pixel_list_unreadable', undefined, false);
    return;
  }
  markSettings(snippet, i);
  if (objects.length > ENTRIES_MAX) snippet.mark(i, 'cut', 'its list of web pixels is longer than the limit', false);
  for (const entry of objects.slice(0, ENTRIES_MAX)) {
    const id = textOf(entry, 'id') ?? '';
    // The page may contain the list twice. Count each pixel once.
    if (id !== '' && snippet.seenPixelIds.has(id)) continue;
    snippet.seenPixelIds.add(id);
    if (DEFAULT_PIXEL.test(id)) continue;
    addEntry(snippet, i, entry!);
  }
}

/** What the call with the list also says: the hash of the pixel code, the address of the shop, the kind of the page. */
function markSettings(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const settings = code.tokens.parents[i]!;
  const call = settings < 0 ? -1 : code.tokens.parents[settings]!;
  const objects = call < 0 ? [settings] : (code.arguments(call) ?? [settings]).filter((at) => code.is(at, '{'));
  const words = objects.flatMap((at) => [...textMembers(code, at)]);
  const word = (name: string, shape: RegExp): string | undefined =>
    words.find(([key, value]) => key === name && shape.test(value))?.[1];

  const argument = call < 0 ? undefined : code.arguments(call)?.map((at) => code.string(at, WORD_MAX));
  const hash = word('hashVersion', HASH) ?? argument?.find((text) => text !== undefined && HASH.test(text));
  if (hash !== undefined) snippet.mark(i, 'pixel_hash', hash, false);
  const base = URL.parse(word('storefrontBaseUrl', /^https?:\/\/[^/@]+\/?$/) ?? '');
  if (base) snippet.mark(i, 'pixel_base', base.origin, false);
  const flags = word('enabledBetaFlags', /^[\w", [\]]*$/)?.match(/\w+/g);
  if (flags) snippet.mark(i, 'pixel_flags', flags.slice(0, CONTROLS_MAX).join(' '), false);
  const surface = word('surface', /^[\w-]{1,40}$/);
  if (surface !== undefined) snippet.mark(i, 'surface', surface, false);
  const pageType = word('pageType', /^[\w-]{1,40}$/);
  if (pageType !== undefined) snippet.mark(i, 'page_type', pageType, false);
}

const MEMBERS_MAX = 64;
const SETTINGS_MAX = 64;
const TEXT_MAX = 256;

/** Members of the object at token `open` that are short texts. Not their members: the list of products may be long. */
function* textMembers(code: StaticEvaluator, open: number): Iterable<[string, string]> {
  const close = code.is(open, '{') ? code.tokens.partners[open]! : -1;
  let at = open + 1;
  for (let members = 0; at < close && members < MEMBERS_MAX; members++) {
    const key = code.is(at + 1, ':') ? code.key(at) : undefined;
    const value = code.string(at + 2, TEXT_MAX);
    if (key === 'enabledBetaFlags' && value === undefined)
      yield [
        key,
        listOf(code.value(at + 2))
          .slice(0, CONTROLS_MAX)
          .join(' '),
      ];
    else if (key !== undefined && value !== undefined) yield [key, value];
    while (at < close && !code.is(at, ',')) {
      at = code.after(at);
      code.steps++;
    }
    at++;
  }
}

function addEntry(snippet: Snippet, i: number, entry: Literal): void {
  const client = textOf(entry, 'apiClientId') ?? '';
  const type = textOf(entry, 'type')?.toUpperCase() === 'CUSTOM' ? 'CUSTOM' : 'APP';
  const settings = jsonTextOf(entry, 'configuration');
  const configuration = nested(settings, snippet.effort);
  const config = nested(jsonTextOf(configuration, 'config'), snippet.effort);
  const isMeta = textOf(configuration, 'pixel_type') === 'facebook_pixel' || client === META_CLIENT;
  const metaPixelId = textOf(configuration, 'pixel_id')?.trim();
  const metaId = isMeta && metaPixelId !== undefined && /^\d{8,20}$/.test(metaPixelId) ? metaPixelId : undefined;

  const googleIds = new Set<string>();
  const google = objectOf(config) ?? objectOf(configuration);
  const isGoogle =
    client === GOOGLE_CLIENT || objectOf(config)?.has('gtag_events') || objectOf(config)?.has('google_tag_ids');
  if (isGoogle) for (const id of googleIdsOf(snippet.code, google, 'pixel_id', 'gtag_events')) googleIds.add(id);
  const measurementId = textOf(configuration, 'measurement_id');
  if (measurementId !== undefined && /^G-[A-Z0-9]{5,14}$/.test(measurementId)) googleIds.add(measurementId);

  const tag = { via: 'entry', form: 'web_pixel', client } as const;
  if (metaId !== undefined) snippet.tag(i, i, { ...tag, vendor: 'meta', id: metaId });
  for (const id of googleIds) snippet.tag(i, i, { ...tag, vendor: vendorOf(id)!, id });
  const otherIds = otherIdsOf(client, configuration);
  const namedIds = isMeta || isGoogle ? [] : namedIdsOf([configuration, config]).filter((id) => !googleIds.has(id));
  const secrets = settings === undefined ? [] : secretDigests(settings);
  const appName = type === 'APP' ? appNameOf(client, [configuration, config]) : undefined;
  const host = type === 'APP' && appName === undefined ? hostIn(configuration) : undefined;
  snippet.entry(i, i, {
    type,
    client,
    name: jsonTextOf(entry, 'name')?.slice(0, 80),
    metaId,
    googleIds: [...googleIds],
    ...(secrets.length > 0 && { secrets }),
    pixelId: wordOf(entry, 'id'),
    scriptVersion: wordOf(entry, 'scriptVersion'),
    context: wordOf(entry, 'runtimeContext')?.toUpperCase(),
    appName,
    ...(host !== undefined && { host }),
    ...(isGoogle && google && googleSettingsOf(snippet.code, google)),
    ...(otherIds.length > 0 && { otherIds }),
    ...(namedIds.length > 0 && { namedIds }),
    dataSharing: dataSharingOf(entry),
  });
}

/** The host of the first address in the settings of an app, which is that of its script or its server. Never one of Shopify. */
function hostIn(configuration: Literal | undefined): string | undefined {
  for (const value of objectOf(configuration)?.values().take(SETTINGS_MAX) ?? []) {
    if (typeof value !== 'string' || !/^(?:https?:)?\/\//.test(value)) continue;
    const host = URL.parse(value, 'https://none.invalid/')?.hostname ?? '';
    const isOwn = /(?:^|\.)(?:shopify\.com|myshopify\.com|shopifycdn\.com)$/.test(host);
    if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host) && host.length <= 80 && !isOwn) return host;
  }
  return undefined;
}

/** A word of the list, such as an id or a version. A longer text is none of them. */
function wordOf(entry: Literal, key: string): string | undefined {
  const word = textOf(entry, key);
  return word !== undefined && /^[\w-]{1,64}$/.test(word) ? word : undefined;
}

/** The ids that the Google app configures, and which event it sends to which id. */
function googleSettingsOf(
  code: StaticEvaluator,
  settings: LiteralObject,
): Pick<EntryFact, 'googleTagIds' | 'googleEvents'> {
  const tagIds = listOf(settings.get('google_tag_ids')).slice(0, EVENTS_MAX);
  const events = listOf(settings.get('gtag_events')).slice(0, EVENTS_MAX);
  code.steps += tagIds.length + events.length;
  return {
    googleTagIds: tagIds.flatMap((id) => (typeof id === 'string' && googleTarget(id)) || []),
    googleEvents: events.flatMap((event) => {
      const type = textOf(event, 'type');
      const label = objectOf(event)?.get('action_label');
      const labels = Array.isArray(label) ? label.slice(0, EVENTS_MAX) : [label];
      code.steps += labels.length;
      const to = labels.flatMap((text) => (typeof text === 'string' && googleTarget(text)) || []);
      return type !== undefined && /^\w{1,40}$/.test(type) && to.length > 0 ? [{ type, to }] : [];
    }),
  };
}

/** `G-1`, `GT-1`, `AW-1` or `AW-1/label`; a number alone is an Ads account. Not `MC-1`, which is Merchant Center and no tag. */
function googleTarget(text: string): string | undefined {
  const [name, label, rest] = text.trim().split('/');
  if (rest !== undefined || (label !== undefined && !/^[\w-]{1,64}$/.test(label))) return undefined;
  const id = /^\d{8,12}$/.test(name!) ? `AW-${name}` : name!;
  const vendor = vendorOf(id);
  if (!vendor || vendor === 'gtm' || vendor === 'optimize' || faultOfGoogleId(id)) return undefined;
  return label === undefined ? id : `${id}/${label}`;
}

/** How far Shopify shares events with the pixel. Undefined in pages before 2026 and for custom pixels. */
function dataSharingOf(entry: Literal): EntryFact['dataSharing'] {
  const state = jsonTextOf(entry, 'dataSharingState')?.slice(0, WORD_MAX);
  if (state === undefined || state.trim() === '') return undefined;
  const controls = objectOf(objectOf(entry)?.get('dataSharingAdjustments'))?.get('dataSharingControls');
  const flags = objectOf(entry)?.get('enabledFlags');
  const exempt = Array.isArray(flags)
    ? flags.includes(EXEMPT_FLAG)
    : textOf(entry, 'enabledFlags')?.includes(EXEMPT_FLAG);
  const isRead = Array.isArray(controls) && controls.every((control) => typeof control === 'string');
  return {
    state,
    ...(isRead && { controls: controls.slice(0, CONTROLS_MAX).map((control) => control.slice(0, WORD_MAX)) }),
    ...(exempt && { exempt }),
  };
}

function nested(text: string | undefined, effort: Effort): Literal | undefined {
  return text === undefined ? undefined : parseLiteral(text, effort);
}
