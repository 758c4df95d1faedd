/**
 * The signed URL of a certificate's PDF: HMAC-SHA-256 over method, path and sorted query.
 *
 * Parameters may arrive in any order, because the signature covers them sorted. A parameter that is unknown, repeated, missing
 * or spelled differently (percent-encoding, leading zeros) is refused. The signature does not cover the host, because a
 * deployment may move to another.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { PortsideError } from '../../domain/errors.ts';

export interface SigningKey {
  /** 1 to 32 of `A-Z a-z 0-9 _ -`. It is part of the URL. */
  id: string;
  secret: Uint8Array;
}

/** URLs are signed with `current`. URLs signed with `previous` stay valid, so that one rotation breaks no URL. */
export interface SigningKeys {
  current: SigningKey;
  previous?: SigningKey;
}

const URL_TTL_SECONDS = 24 * 3600;
/** The same maximum as S3 and Google Cloud Storage. */
export const URL_TTL_SECONDS_MAX = 7 * 24 * 3600;

const PATH = /^\/api\/v1\/entry\/gcc\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.pdf$/;
const QUERY_CHARS_MAX = 200;

interface Lifetime {
  nowMs: number;
  /** At most seven days; a longer time is shortened to that. */
  ttlSeconds?: number;
}

export interface SignRequest extends Lifetime {
  /** An origin with an optional path prefix, such as `https://portside.example`. */
  baseUrl: string;
  gccId: string;
  keys: SigningKeys;
}

/** Until when a URL that is signed now is valid, Unix seconds. */
export function expiryOf({ nowMs, ttlSeconds = URL_TTL_SECONDS }: Lifetime): number {
  return Math.floor(nowMs / 1000) + Math.min(ttlSeconds, URL_TTL_SECONDS_MAX);
}

/** The URL, valid until `expires` (Unix seconds). */
export function signUrl({ baseUrl, gccId, keys, ...lifetime }: SignRequest): string {
  const path = `/api/v1/entry/gcc/${gccId}.pdf`;
  const query = `expires=${expiryOf(lifetime)}&key=${keys.current.id}`;
  return `${baseUrl.replace(/\/+$/, '')}${path}?${query}&signature=${signature(keys.current, path, query)}`;
}

export interface SignedUrlRequest {
  /** GET or HEAD; a HEAD request uses the signature for GET. */
  method: string;
  /** As received, undecoded. */
  path: string;
  /** As received, undecoded, without the question mark. */
  query: string;
  keys: SigningKeys;
  nowMs: number;
}

/**
 * Which certificate a signed URL is for, and when the URL expires (milliseconds since the Unix epoch).
 * @throws PortsideError `url_invalid` unless the URL was signed here, `url_expired` if it was but is too old. It throws
 *   instead of returning a result, so that no caller can forget to check.
 */
export function checkSignedUrl({ method, path, query, keys, nowMs }: SignedUrlRequest): {
  gccId: string;
  expiresAtMs: number;
} {
  const gccId = PATH.exec(path)?.[1];
  const parameters = parseQuery(query);
  if (gccId === undefined || parameters === undefined || (method !== 'GET' && method !== 'HEAD')) throw invalid();

  const { expires, key: keyId, signature: given } = parameters;
  const key = [keys.current, keys.previous].find((candidate) => candidate?.id === keyId);
  if (!key || !equal(given, signature(key, path, `expires=${expires}&key=${keyId}`))) throw invalid();

  const expiresAtMs = Number(expires) * 1000;
  if (nowMs >= expiresAtMs) throw new PortsideError('url_expired');
  return { gccId, expiresAtMs };
}

const PARAMETER = { expires: /^[1-9]\d{0,11}$/, key: /^[\w-]{1,32}$/, signature: /^[\w-]{43}$/ };
type Parameters = Record<keyof typeof PARAMETER, string>;

/** Exactly the three parameters, each once and in its only allowed spelling; otherwise undefined. */
function parseQuery(query: string): Parameters | undefined {
  if (query.length > QUERY_CHARS_MAX) return undefined;
  const pairs = query.split('&').map((pair) => pair.split('='));
  const values = Object.fromEntries(pairs);
  const wellFormed = Object.entries(PARAMETER).every(
    ([name, form]) => Object.hasOwn(values, name) && form.test(values[name]),
  );
  return wellFormed && pairs.length === 3 && pairs.every((pair) => pair.length === 2)
    ? (values as Parameters)
    : undefined;
}

/** `query` is sorted by name and does not include the signature itself. */
function signature(key: SigningKey, path: string, query: string): string {
  return createHmac('sha256', key.secret).update(`GET\n${path}\n${query}`).digest('base64url');
}

/** Compares the text, not the decoded bytes: the last base64url character has unused bits, so several texts decode alike. */
function equal(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function invalid(): PortsideError {
  return new PortsideError('url_invalid');
}
