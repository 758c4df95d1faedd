/**
 * The signed URL of a certificate's PDF: HMAC-SHA-256 over method, path and sorted query.
 *
 * The query may arrive in any order, since the signature covers it sorted; a parameter that is unknown, repeated, missing
 * or written otherwise (percent-encoding, leading zeros) is refused. The host is not covered: a deployment may move.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { PortsideError } from '../../domain/errors.ts';

export interface SigningKey {
  /** 1 to 32 of `A-Z a-z 0-9 _ -`; travels in the URL. */
  id: string;
  secret: Uint8Array;
}

/** URLs are signed with `current`; those signed with `previous` stay good, so that a rotation breaks none. */
export interface SigningKeys {
  current: SigningKey;
  previous?: SigningKey;
}

const URL_TTL_SECONDS = 24 * 3600;
/** As S3 and Google Cloud Storage cap theirs. */
export const URL_TTL_SECONDS_MAX = 7 * 24 * 3600;

const PATH = /^\/api\/v1\/entry\/gcc\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.pdf$/;
const QUERY_CHARS_MAX = 200;

export interface SignRequest {
  /** Origin, and path prefix if any, such as `https://portside.example`. */
  baseUrl: string;
  gccId: string;
  keys: SigningKeys;
  nowMs: number;
  /** Cut to seven days. */
  ttlSeconds?: number;
}

/** The URL, good until `expires` (Unix seconds). */
export function sign({ baseUrl, gccId, keys, nowMs, ttlSeconds = URL_TTL_SECONDS }: SignRequest): string {
  const path = `/api/v1/entry/gcc/${gccId}.pdf`;
  const expires = Math.floor(nowMs / 1000) + Math.min(ttlSeconds, URL_TTL_SECONDS_MAX);
  const query = `expires=${expires}&key=${keys.current.id}`;
  return `${baseUrl.replace(/\/+$/, '')}${path}?${query}&signature=${signature(keys.current, path, query)}`;
}

export interface VerifyRequest {
  /** GET, or HEAD under GET's signature. */
  method: string;
  /** As received, undecoded. */
  path: string;
  /** As received, undecoded, without the question mark. */
  query: string;
  keys: SigningKeys;
  nowMs: number;
}

/**
 * @throws PortsideError `url_invalid` for anything but a URL signed here, and only then `url_expired`. It throws, so that no
 * caller can forget to look at the verdict.
 */
export function verify({ method, path, query, keys, nowMs }: VerifyRequest): { gccId: string; expiresAtMs: number } {
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

/** Exactly the three parameters, each once and in its only spelling. */
function parseQuery(query: string): Parameters | undefined {
  if (query.length > QUERY_CHARS_MAX) return undefined;
  const pairs = query.split('&').map((pair) => pair.split('='));
  const read = Object.fromEntries(pairs);
  const sound = Object.entries(PARAMETER).every(([name, form]) => Object.hasOwn(read, name) && form.test(read[name]));
  return sound && pairs.length === 3 && pairs.every((pair) => pair.length === 2) ? (read as Parameters) : undefined;
}

/** `query` is sorted by name and lacks the signature itself. */
function signature(key: SigningKey, path: string, query: string): string {
  return createHmac('sha256', key.secret).update(`GET\n${path}\n${query}`).digest('base64url');
}

/** Compares the text, not the bytes it stands for: the last base64url character has spare bits, and one URL has one spelling. */
function equal(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function invalid(): PortsideError {
  return new PortsideError('url_invalid');
}
