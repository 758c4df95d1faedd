/**
 * Reads Shopify's modern pixels from `webPixelsConfigList`. It does not rely on the id of the script, which pages lack since
 * mid-2026. `configuration` is a JSON text, and Google's `config` in it is another JSON text.
 */

import type { Work } from '../../domain/work.ts';
import { jsonTextOf, type Literal, objectOf, textOf } from '../javascript/literal.ts';
import { parseLiteral } from '../javascript/static-evaluator.ts';
import { vendorOf } from './library.ts';
import { googleIdsOf, isSecret } from './recognise-shopify.ts';
import type { Snippet } from './snippet.ts';

const META_CLIENT = '2329312';
const GOOGLE_CLIENT = '1780363';
const ENTRIES_MAX = 200;

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
  if (objects.length > ENTRIES_MAX) snippet.mark(i, 'cut', 'its list of web pixels is longer than the limit', false);
  for (const entry of objects.slice(0, ENTRIES_MAX)) {
    const id = textOf(entry, 'id') ?? '';
    // The page may contain the list twice. Count each pixel once.
    if (id !== '' && snippet.seenPixelIds.has(id)) continue;
    snippet.seenPixelIds.add(id);
    addEntry(snippet, i, entry!);
  }
}

function addEntry(snippet: Snippet, i: number, entry: Literal): void {
  const client = textOf(entry, 'apiClientId') ?? '';
  const type = textOf(entry, 'type')?.toUpperCase() === 'CUSTOM' ? 'CUSTOM' : 'APP';
  const configuration = nested(jsonTextOf(entry, 'configuration'), snippet.work);
  const config = nested(jsonTextOf(configuration, 'config'), snippet.work);
  const isMeta = textOf(configuration, 'pixel_type') === 'facebook_pixel' || client === META_CLIENT;
  const pixelId = textOf(configuration, 'pixel_id')?.trim();
  const metaId = isMeta && pixelId !== undefined && /^\d{8,20}$/.test(pixelId) ? pixelId : undefined;

  const googleIds = new Set<string>();
  if (client === GOOGLE_CLIENT || objectOf(config)?.has('gtag_events') || objectOf(config)?.has('google_tag_ids')) {
    for (const id of googleIdsOf(snippet.code, objectOf(config) ?? objectOf(configuration), 'pixel_id', 'gtag_events'))
      googleIds.add(id);
  }
  const measurementId = textOf(configuration, 'measurement_id');
  if (measurementId !== undefined && /^G-[A-Z0-9]{5,14}$/.test(measurementId)) googleIds.add(measurementId);

  const tag = { via: 'entry', form: 'web_pixel', client } as const;
  if (metaId !== undefined) snippet.tag(i, i, { ...tag, vendor: 'meta', id: metaId });
  for (const id of googleIds) snippet.tag(i, i, { ...tag, vendor: vendorOf(id)!, id });
  snippet.entry(i, i, {
    type,
    client,
    name: jsonTextOf(entry, 'name')?.slice(0, 80),
    metaId,
    googleIds: [...googleIds],
    secretOf: isSecret(textOf(configuration, 'api_secret')) ? (measurementId ?? '') : undefined,
  });
}

function nested(text: string | undefined, work: Work): Literal | undefined {
  return text === undefined ? undefined : parseLiteral(text, work);
}
