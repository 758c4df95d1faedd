/** Recognises Meta in code: `fbq(…)`, the `_fbq` queue from 2014, and pixel apps with their ids in a JSON text. */

import { CLOSE } from '../javascript/lexer.ts';
import { type Literal, listOf, objectOf, textOf, UNKNOWN } from '../javascript/literal.ts';
import { parseLiteral } from '../javascript/static-evaluator.ts';
import { AMOUNT, lackingOf } from './amount.ts';
import { faultOfMetaId, isPlaceholder } from './library.ts';
import type { Snippet } from './snippet.ts';

const CUSTOMER_FIELDS = ['em', 'ph', 'fn', 'ln', 'db', 'zp'];

/** Which argument of a call is the name of the event. */
const NAME_INDEX = { track: 1, trackCustom: 1, trackSingle: 2, trackSingleCustom: 2, trackShopify: 2 } as const;
type TrackMethod = keyof typeof NAME_INDEX;
/** Of `ids.forEach(id => fbq('trackSingle', id, …))`. */
const TARGETS_MAX = 16;

/** `fbq('init' | 'track' | 'trackSingle' | … | 'consent' | 'set', …)`, whose name is token `i`. */
export function recogniseFbq(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const args = code.callArguments(i, 'fbq');
  const [verbAt, idAt] = args ?? [];
  if (!args || verbAt === undefined) return;
  const verb = code.value(verbAt);
  if (verb === 'init' && idAt !== undefined) recogniseInit(snippet, i, idAt, args[2]);
  else if (typeof verb === 'string' && Object.hasOwn(NAME_INDEX, verb))
    recogniseTrack(snippet, i, args, verb as TrackMethod);
  else if (verb === 'consent') snippet.consent(i, idAt ?? i, { what: 'platform' });
  else if (verb === 'set' && idAt !== undefined) recogniseSingleOnly(snippet, i, args);
}

/** `fbq('set', 'trackSingleOnly', true, id)`: from then on `track` skips the id. */
function recogniseSingleOnly(snippet: Snippet, i: number, args: readonly number[]): void {
  const { code } = snippet;
  const [, whatAt, valueAt, idAt] = args;
  if (idAt === undefined || code.value(whatAt!) !== 'trackSingleOnly' || code.value(valueAt!) !== true) return;
  for (const id of pixelIdsAt(snippet, idAt))
    if (faultOfMetaId(id) === undefined) snippet.tag(i, idAt, { vendor: 'meta', via: 'config', id, singleOnly: true });
}

/** The known ids of an argument: a literal, a variable, or those of a loop. */
function pixelIdsAt({ code }: Snippet, at: number): string[] {
  const ids = code.values(at).filter((id): id is string | number => typeof id === 'string' || typeof id === 'number');
  return [...new Set(ids.slice(0, TARGETS_MAX).map((id) => String(id).trim()))];
}

function recogniseInit(snippet: Snippet, i: number, idAt: number, dataAt: number | undefined): void {
  const { code } = snippet;
  const matching = dataAt === undefined ? undefined : matchingOf(code.value(dataAt), code.is(dataAt, '{'));
  if (code.is(idAt, '{') && code.is(idAt + 1, '{')) {
    snippet.tag(i, idAt, { vendor: 'meta', via: 'init', invalid: 'placeholder', id: '{{ … }}', matching });
    return;
  }
  const ids = pixelIdsAt(snippet, idAt);
  for (const id of ids) {
    snippet.tag(i, idAt, { vendor: 'meta', via: 'init', id, invalid: faultOfMetaId(id), matching });
  }
  // The id is computed at run time. This is still a tag.
  if (ids.length === 0) {
    const name = code.slice(idAt);
    const invalid = isPlaceholder(name) && /^[A-Z_]+$/.test(name) ? 'placeholder' : undefined;
    snippet.tag(i, idAt, { vendor: 'meta', via: 'init', matching, invalid, id: invalid ? name : undefined });
  }
}

function matchingOf(data: Literal, isObject: boolean): 'literal' | 'hashed' | 'dynamic' | undefined {
  const object = objectOf(data);
  if (!object) return data === UNKNOWN && !isObject ? 'dynamic' : undefined;
  let found: 'hashed' | 'dynamic' | undefined;
  for (const field of CUSTOMER_FIELDS) {
    const value = object.get(field);
    if (value === UNKNOWN) found ??= 'dynamic';
    const text = textOf(object, field);
    if (text === undefined || text.trim() === '' || /\{\{|\{%/.test(text)) continue;
    if (/^[0-9a-f]{64}$/i.test(text)) found = 'hashed';
    else if (/[@\d]/.test(text)) return 'literal';
    // A word in a name field. It may be a variable's name, so it is not proof of customer data.
    else found ??= 'dynamic';
  }
  // An id of the shop's own is no personal data, whatever its value.
  return found ?? (object.has('...') || object.has('external_id') ? 'dynamic' : undefined);
}

function recogniseTrack(snippet: Snippet, i: number, args: readonly number[], method: TrackMethod): void {
  const { code } = snippet;
  const nameIndex = NAME_INDEX[method];
  const nameAt = args[nameIndex];
  if (nameAt === undefined) return;
  const isSingle = method === 'trackSingle' || method === 'trackSingleCustom';
  const dataAt = args[nameIndex + 1];
  const data = dataAt === undefined ? undefined : objectOf(code.value(dataAt));
  const currency = textOf(data, 'currency')?.toUpperCase();
  const value = data?.get('value');
  const lacks = lackingOf(code, dataAt, AMOUNT);
  for (const name of code.values(nameAt)) {
    if (typeof name !== 'string') continue;
    snippet.event(i, nameAt, {
      vendor: 'meta',
      name,
      method,
      to: isSingle ? pixelIdsAt(snippet, args[1]!) : undefined,
      custom: method === 'trackCustom' || method === 'trackSingleCustom' || undefined,
      eventId: eventIdOf(snippet, args.slice(nameIndex + 1)),
      currency: currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
      fixedValue: typeof value === 'number' || (typeof value === 'string' && /\d/.test(value)),
      lacks,
    });
  }
}

function eventIdOf(snippet: Snippet, args: readonly number[]): 'present' | 'absent' | 'unknown' {
  const { code } = snippet;
  for (const at of args) {
    if (code.is(at, '.')) return 'unknown';
    const object = objectOf(code.value(at));
    if (object?.has('eventID') || object?.has('event_id')) return 'present';
    if (object?.has('...')) return 'unknown';
  }
  const options = args[1];
  return options === undefined || code.is(options, '{') ? 'absent' : 'unknown';
}

/** `_fbq.push(['addPixelId', id])` and `_fbq.push(['track', id, …])`, retired in 2017. */
export function recogniseFbds(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.isName(i, '_fbq') || !code.is(i + 1, '.') || !code.isName(i + 2, 'push')) return;
  const first = code.arguments(i + 3)?.[0];
  const list = first === undefined ? [] : listOf(code.value(first));
  const [verb, id] = list;
  if (
    first === undefined ||
    (verb !== 'addPixelId' && verb !== 'track') ||
    (typeof id !== 'string' && typeof id !== 'number')
  )
    return;
  if (/^\d{8,20}$/.test(String(id))) {
    snippet.tag(i, first + 3, { vendor: 'meta', via: 'config', id: String(id), library: 'fbds.js' });
  }
}

/**
 * Pixel apps write their settings as ``JSON.parse(`{"pixels":[{"pixel_id":"…"}]}`)``. Other vendors use the same key, so the id
 * must have Meta's shape and the code around it must mention Facebook.
 */
export function recogniseAppPixels(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const isParsed = code.is(i - 1, '(') && code.isName(i - 2, 'parse') && code.kind(i + 1) === CLOSE;
  const text = isParsed ? code.string(i) : undefined;
  if (text === undefined || !snippet.once('meta', () => /fbq|fbpixel|facebook/i.test(code.text))) return;
  const settings = objectOf(parseLiteral(text, snippet.effort));
  for (const pixel of listOf(settings?.get('pixels') ?? settings?.get('pixelIds'))) {
    const id = typeof pixel === 'string' ? pixel : (textOf(pixel, 'pixel_id') ?? textOf(pixel, 'pixelId'));
    if (id !== undefined && /^\d{14,17}$/.test(id)) {
      snippet.tag(i - 2, i - 1, {
        vendor: 'meta',
        via: 'settings',
        id,
        form: 'app_embed',
        app: snippet.source.app ?? '',
      });
    }
  }
}
