/**
 * What a published secret looks like, and what looks like one but is public. A secret counts as sure only if what stands around it
 * agrees; where only the shape fits, `sure` is false. Entropy alone is never enough.
 *
 * Every kind begins at an anchor, a short text that it must contain. All slices have a bound, so one candidate costs the same
 * wherever it is.
 */

import type { Effort } from '../../domain/effort.ts';

/** What a candidate turned out to be. `value` never leaves the reader. */
export interface Candidate {
  /** Key in `data/pixel/secrets.json`. */
  secret: string;
  value: string;
  sure: boolean;
  /** Vendor id beside it. */
  ownerId?: string;
  /** The value may be the beginning of a longer one. */
  cut?: boolean;
}

type Reader = (text: string, at: number, effort: Effort) => Candidate | undefined;

/** How far around a candidate is looked. */
export const CONTEXT_CHARS = 320;
/** The longest value with the longest way to it. */
export const VALUE_CHARS = 2048;
/** The longest value but tokens in JSON, with the way to it. */
const SHORT_CHARS = 192;

/** What looks at which anchor. Names of keys are found by their common ends: `api_secret`, `clientSecret`, `Access-Token`. */
export const SECRET_READERS = new Map<string, Reader>(
  Object.entries({
    EAA: metaToken,
    ecret: secretKey,
    oken: tokenKey,
    pk_: klaviyoKey,
    pina_: pinterestToken,
    shp: shopifySecret,
    k_live_: stripeKey,
    AKIA: awsKey,
    xox: slackToken,
    ghp_: githubToken,
    'KEY-----': privateKey,
  }),
);

/** A real one has 100 or more. From 60 on it is whole, and shorter ones may be cut. */
const META_CHARS_MIN = 60;
const META_CUT_MIN = 30;
const META_CHARS_MAX = 400;

function metaToken(text: string, at: number, effort: Effort): Candidate | undefined {
  if (!startsHere(text, at)) return undefined;
  const value = text.slice(at, at + META_CHARS_MAX + 1).match(/^[A-Za-z0-9]+/)?.[0] ?? '';
  if (value.length < META_CUT_MIN || value.length > META_CHARS_MAX) return undefined;
  if (!endsHere(text, at + value.length) || !isMixed(value) || isPlaceholder(value)) return undefined;
  const near = around(text, at, value.length, effort);
  const known =
    /graph\.facebook\.com|facebook|metaapp_system_user_token|access_?token|fbq|fb_?token|pixel_?id|conversions?_?api/i.test(
      near,
    );
  const cut = value.length < META_CHARS_MIN;
  if (cut && !known) return undefined;
  const ownerId =
    /graph\.facebook\.com\/(?:v[\d.]{1,6}\/)?(\d{13,17})/.exec(near)?.[1] ??
    /pixel_?id\W{1,12}(\d{13,17})\b/i.exec(near)?.[1];
  return { secret: 'meta_access_token', value, sure: known && !cut, ownerId, cut: cut || undefined };
}

/** `api_secret`, `app_secret`, `client_secret`, in any case and with a dash, an underscore or nothing between the words. */
function secretKey(text: string, at: number, effort: Effort): Candidate | undefined {
  const name = /(api|app|client)[_-]?s$/i.exec(text.slice(Math.max(0, at - 8), at))?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const held = valueAfter(text, at + 'ecret'.length, isParameter(text, at), effort);
  if (held === undefined || isNamed(held)) return undefined;
  return name === 'api' ? measurementSecret(text, at, held, effort) : appSecret(text, at, held, effort);
}

/** A Measurement Protocol secret has 22 characters of base64url. */
function measurementSecret(text: string, at: number, value: string, effort: Effort): Candidate | undefined {
  if (!/^[\w-]{16,64}$/.test(value) || !/[A-Z]/.test(value) || isWords(value)) return undefined;
  const near = around(text, at, 0, effort);
  const known = /measurement_?id|mp\/collect|firebase_app_id/i.test(near);
  if (!known && value.length !== 22) return undefined;
  return { secret: 'ga4_api_secret', value, sure: known && value.length === 22, ownerId: measurementId(near) };
}

/** `YOUR_API_SECRET_1`, `Settings_Secret`: the name of a setting. */
function isWords(value: string): boolean {
  return value.split(/[_-]/).every((word) => /^(?:[A-Z]?[a-z]+|[A-Z]+|v?\d+)$/.test(word)) && /[_-]/.test(value);
}

/** The `measurement_id` that is nearest to the middle of a text. */
function measurementId(near: string): string | undefined {
  let best: string | undefined;
  let distance = Number.POSITIVE_INFINITY;
  for (const match of near.matchAll(/measurement_?id\W{1,12}(G-[A-Z0-9]{5,14})\b/gi)) {
    const away = Math.abs(match.index - near.length / 2);
    if (away < distance) [best, distance] = [match[1], away];
  }
  return best;
}

/** Any other text of 32 hexadecimal digits is a version or a hash, so the names of Meta must be beside it. */
function appSecret(text: string, at: number, value: string, effort: Effort): Candidate | undefined {
  if (!/^[0-9a-f]{32}$/i.test(value)) return undefined;
  const near = around(text, at, 0, effort);
  if (!/facebook|\bfbq|fb_?app|fb_?secret|graph\.fb|instagram|meta_?app/i.test(near)) return undefined;
  const ownerId = /(?:app|client)_?id\W{1,12}(\d{13,17})\b/i.exec(near)?.[1];
  return { secret: 'meta_app_secret', value, sure: true, ownerId };
}

/** `access_token`, `accessToken` or `Access-Token` of TikTok and Snap. The value of a storefront's own token has another shape. */
function tokenKey(text: string, at: number, effort: Effort): Candidate | undefined {
  if (!/access[_-]?t$/i.test(text.slice(Math.max(0, at - 8), at))) return undefined;
  const end = at + 'oken'.length;
  const isJwt = text.slice(end, end + 48).includes('eyJ');
  const value = valueAfter(text, end, true, effort, isJwt ? VALUE_CHARS : SHORT_CHARS);
  if (value === undefined || isPlaceholder(value)) return undefined;
  if (/^[0-9a-f]{40}$/.test(value)) {
    const near = around(text, at, 0, effort);
    const sure = /business-api\.tiktok\.com|pixel_?code/i.test(near);
    if (!sure && !/tiktok/i.test(near)) return undefined;
    const ownerId = pixelCode(near);
    return { secret: 'tiktok_access_token', value, sure, ownerId };
  }
  if (!isJwtText(value)) return undefined;
  // Customer accounts, Shop Pay and reviews use such tokens too.
  return /tr\.snapchat\.com/i.test(around(text, at, value.length, effort))
    ? { secret: 'snap_access_token', value, sure: true }
    : undefined;
}

/** `eyJ….eyJ….…`: header, claims and signature, each of some length. */
function isJwtText(value: string): boolean {
  const parts = value.split('.');
  const [header = '', claims = '', signature = ''] = parts;
  return (
    parts.length === 3 &&
    Math.min(header.length - 3, claims.length - 3, signature.length) >= 10 &&
    header.startsWith('eyJ') &&
    claims.startsWith('eyJ') &&
    parts.every((part) => /^[\w-]+$/.test(part))
  );
}

/** The pixel code after its name. In two steps, because its characters are also those of the name. */
function pixelCode(near: string): string | undefined {
  const name = /pixel_?code/i.exec(near);
  const after = name === null ? '' : near.slice(name.index + name[0].length);
  return /^\W{1,12}([A-Z0-9]{20})(?![A-Z0-9])/.exec(after)?.[1];
}

/** Stripe's `pk_live_` and `pk_test_` are public and have another shape. */
function klaviyoKey(text: string, at: number, effort: Effort): Candidate | undefined {
  const value = wordAt(text, at, /^pk_(?:[0-9a-f]{34}|[A-Za-z0-9]{6}_[0-9a-f]{20,64})$/);
  if (value === undefined) return undefined;
  const sure = /klaviyo-api-key|a\.klaviyo\.com\/api/i.test(around(text, at, value.length, effort));
  return { secret: 'klaviyo_private_key', value, sure };
}

function pinterestToken(text: string, at: number, effort: Effort): Candidate | undefined {
  const value = wordAt(text, at, /^pina_[A-Za-z0-9]{30,200}$/);
  if (value === undefined) return undefined;
  return {
    secret: 'pinterest_access_token',
    value,
    sure: /pinterest|access_?token|bearer/i.test(around(text, at, value.length, effort)),
  };
}

/** A storefront access token has no prefix. It is public. */
function shopifySecret(text: string, at: number): Candidate | undefined {
  return sureWord('shopify_secret', text, at, /^shp(?:at|ca|pa|ss)_[0-9a-f]{32}$/i);
}

function stripeKey(text: string, at: number): Candidate | undefined {
  return sureWord('stripe_secret_key', text, at - 1, /^[sr]k_live_[A-Za-z0-9]{24,250}$/);
}

/** An address that is signed in advance names its key and is meant for visitors. */
function awsKey(text: string, at: number, effort: Effort): Candidate | undefined {
  const found = sureWord('aws_access_key', text, at, /^AKIA[A-Z0-9]{16}$/);
  return found && /x-amz-|awsaccesskeyid|signature=/i.test(around(text, at, 20, effort)) ? undefined : found;
}

function slackToken(text: string, at: number): Candidate | undefined {
  return sureWord('slack_token', text, at, /^xox[bp]-\d{6,15}-[\w-]{16,200}$/);
}

function githubToken(text: string, at: number): Candidate | undefined {
  return sureWord('github_token', text, at, /^ghp_[A-Za-z0-9]{36}$/);
}

/** Libraries contain the header of a key. A key also has a body. */
function privateKey(text: string, at: number): Candidate | undefined {
  const kind = /-----BEGIN ([A-Z]{2,9} )?PRIVATE $/.exec(text.slice(Math.max(0, at - 32), at));
  if (!kind) return undefined;
  const after = text.slice(at + 'KEY-----'.length, at + 400).replace(/\\[nr]|[\s\\"'+`]/g, '');
  const value = /^[A-Za-z0-9/+=]{64}/.exec(after)?.[0];
  return value === undefined ? undefined : { secret: 'private_key', value, sure: kind[1] !== 'ENCRYPTED ' };
}

function sureWord(secret: string, text: string, at: number, shape: RegExp): Candidate | undefined {
  const value = wordAt(text, at, shape);
  return value === undefined ? undefined : { secret, value, sure: true };
}

const WORD_CHARS_MAX = 300;

/** The word that begins at `at`, if it has a shape and is neither a piece of a longer text nor a placeholder. */
function wordAt(text: string, at: number, shape: RegExp): string | undefined {
  if (at < 0 || !startsHere(text, at)) return undefined;
  const value = /^[\w-]+/.exec(text.slice(at, at + WORD_CHARS_MAX))?.[0] ?? '';
  return shape.test(value) && endsHere(text, at + value.length) && !isPlaceholder(value) ? value : undefined;
}

/** A long piece of base64 may contain anything. */
const BASE64 = /[A-Za-z0-9+/_-]/;

/** Whether no piece of base64 ends before `at`. An equals sign must belong to the name of a token, or it is padding. */
function startsHere(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 48), at);
  if (before.endsWith('base64,')) return false;
  const escaped = /(?:\\u00|\\x|%)([0-9a-f]{2})$/i.exec(before);
  const last = escaped ? String.fromCharCode(Number.parseInt(escaped[1]!, 16)) : (before.at(-1) ?? '');
  if (/\\[nrt]$/.test(before)) return true;
  if (last !== '=') return last !== '.' && !BASE64.test(last);
  return /(?:token|secret|key|auth)["'\]]?\s*(?:=|\\u003d|\\x3d|%3d)$/i.test(before);
}

/** Whether no piece of base64 goes on at `end`. */
function endsHere(text: string, end: number): boolean {
  const after = text.slice(end, end + 6);
  const escaped = /^(?:\\u00|\\x|%)([0-9a-f]{2})/i.exec(after);
  if (escaped) return !/[+/=]/.test(String.fromCharCode(Number.parseInt(escaped[1]!, 16)));
  return !/^(?:[A-Za-z0-9+=_-]|\\?\/)/.test(after);
}

/**
 * The text in quotes after the name of a key that ends at `end`: `": "…"`, `="…"`, `", "…"`, also in JSON in a string and in an
 * attribute. Without quotes only in the query of an address.
 */
function valueAfter(
  text: string,
  end: number,
  inQuery: boolean,
  effort: Effort,
  charsMax = SHORT_CHARS,
): string | undefined {
  effort.done += charsMax;
  const after = plain(text.slice(end, end + charsMax));
  const quoted = /^["'`]?\]?\s{0,20}(?:=>|[:=,])\s{0,20}["'`](?:Bearer )?([\w.-]+)["'`]/i.exec(after);
  if (quoted) return quoted[1];
  return inQuery ? /^=([\w.-]+)(?:$|[&#"'`\s<;)])/.exec(after)?.[1] : undefined;
}

/** Whether the key in which `at` is belongs to the query of an address. */
function isParameter(text: string, at: number): boolean {
  const before = plain(text.slice(Math.max(0, at - 40), at));
  let start = before.length;
  while (start > 0 && /[\w-]/.test(before[start - 1]!)) start--;
  return start > 0 && '?&'.includes(before[start - 1]!);
}

/** What stands around a candidate, without escapes. */
function around(text: string, at: number, length: number, effort: Effort): string {
  effort.done += length + 2 * CONTEXT_CHARS;
  return plain(text.slice(Math.max(0, at - CONTEXT_CHARS), at + length + CONTEXT_CHARS));
}

const PLAIN = new Map<string, string>(
  Object.entries({ '22': '"', '27': "'", '3d': '=', '3a': ':', '2f': '/', '26': '&' }),
);

/** Text as it was before it was put into a string, an attribute or an address: one pair of quotes, one equals sign. */
function plain(text: string): string {
  return text
    .replace(/(?:\\u00|\\x|%)(22|27|3d|3a|2f|26)/gi, (_, hex: string) => PLAIN.get(hex.toLowerCase())!)
    .replace(/&(?:quot|#34|#x22);/gi, '"')
    .replace(/&(?:apos|#39|#x27);/gi, "'")
    .replace(/&amp;/gi, '&')
    .replaceAll('\\', '');
}

function isMixed(value: string): boolean {
  return /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value);
}

function isPlaceholder(value: string): boolean {
  return /(.)\1{5}/.test(value) || isNamed(value);
}

/** A placeholder by its words: `YOUR_TOKEN`, `secret_here`. */
function isNamed(value: string): boolean {
  return /YOUR|EXAMPLE|PLACEHOLDER|REPLACE|_here$/.test(value) || /^your|example|x{5}/i.test(value);
}
