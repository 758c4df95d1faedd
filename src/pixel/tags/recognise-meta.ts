/** Recognises Meta in code: `fbq(…)`, the `_fbq` queue from 2014, and pixel apps with their ids in a JSON text. */

import { CLOSE } from '../javascript/lexer.ts';
import { type Literal, listOf, objectOf, textOf, UNKNOWN } from '../javascript/literal.ts';
import { parseLiteral } from '../javascript/static-evaluator.ts';
import { faultOfMetaId, isPlaceholder } from './library.ts';
import type { Snippet } from './snippet.ts';

const CUSTOMER_FIELDS = ['em', 'ph', 'fn', 'ln', 'db', 'zp'];

/** `fbq('init' | 'track' | 'trackSingle' | 'trackCustom' | 'trackSingleCustom' | 'consent', …)`, whose name is token `i`. */
export function recogniseFbq(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const args = code.callArguments(i, 'fbq');
  const [verbAt, idAt] = args ?? [];
  if (!args || verbAt === undefined) return;
  const verb = code.value(verbAt);
  if (verb === 'init' && idAt !== undefined) recogniseInit(snippet, i, idAt, args[2]);
  else if (verb === 'track' || verb === 'trackCustom') recogniseTrack(snippet, i, args, 1, verb !== 'track');
  else if (verb === 'trackSingle' || verb === 'trackSingleCustom')
    recogniseTrack(snippet, i, args, 2, verb !== 'trackSingle');
  else if (verb === 'consent') snippet.consent(i, idAt ?? i, { what: 'platform' });
}

function recogniseInit(snippet: Snippet, i: number, idAt: number, dataAt: number | undefined): void {
  const { code } = snippet;
  const matching = dataAt === undefined ? undefined : matchingOf(code.value(dataAt), code.is(dataAt, '{'));
  if (code.is(idAt, '{') && code.is(idAt + 1, '{')) {
    snippet.tag(i, idAt, { vendor: 'meta', via: 'init', invalid: 'placeholder', id: '{{ … }}', matching });
    return;
  }
  const ids = code.values(idAt).filter((id): id is string | number => typeof id === 'string' || typeof id === 'number');
  for (const value of ids) {
    const id = String(value).trim();
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
  return found ?? (object.has('...') ? 'dynamic' : undefined);
}

function recogniseTrack(
  snippet: Snippet,
  i: number,
  args: readonly number[],
  nameIndex: number,
  isCustom: boolean,
): void {
  const { code } = snippet;
  const nameAt = args[nameIndex];
  const name = nameAt === undefined ? UNKNOWN : code.value(nameAt);
  if (nameAt === undefined || typeof name !== 'string') return;
  const dataAt = args[nameIndex + 1];
  const data = dataAt === undefined ? undefined : objectOf(code.value(dataAt));
  const currency = textOf(data, 'currency')?.toUpperCase();
  const value = data?.get('value');
  snippet.event(i, nameAt, {
    vendor: 'meta',
    name,
    custom: isCustom || undefined,
    eventId: eventIdOf(snippet, args.slice(nameIndex + 1)),
    currency: currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    fixedValue: typeof value === 'number' || (typeof value === 'string' && /\d/.test(value)),
  });
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
  const settings = objectOf(parseLiteral(text, snippet.work));
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
