import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { PortsideError } from '../../domain/errors.ts';
import { checkSignedUrl, type SigningKey, type SigningKeys, signUrl, URL_TTL_SECONDS_MAX } from './signed-url.ts';

const GCC_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const NOW_MS = Date.UTC(2026, 10, 20, 12);

const signingKey = (id: string, byte: number): SigningKey => ({ id, secret: new Uint8Array(32).fill(byte) });
const KEYS: SigningKeys = { current: signingKey('k2', 2), previous: signingKey('k1', 1) };

function resultOf(url: string, { nowMs = NOW_MS, keys = KEYS, method = 'GET' } = {}) {
  const [path = '', query = ''] = url.replace('https://portside.example', '').split(/\?(.*)/s);
  try {
    return checkSignedUrl({ method, path, query, keys, nowMs }).gccId;
  } catch (error) {
    if (error instanceof PortsideError) return error.code;
    throw error;
  }
}

const signed = (fields: Partial<Parameters<typeof signUrl>[0]> = {}) =>
  signUrl({ baseUrl: 'https://portside.example', gccId: GCC_ID, keys: KEYS, nowMs: NOW_MS, ...fields });

const URL_SIGNED = signed();
const PARAMETERS = URL_SIGNED.split('?')[1]!.split('&');
const withQuery = (parameters: string[]) => `${URL_SIGNED.split('?')[0]}?${parameters.join('&')}`;

test('the URL has the documented form', () => {
  expect(URL_SIGNED).toMatch(
    /^https:\/\/portside\.example\/api\/v1\/entry\/gcc\/[0-9a-f-]{36}\.pdf\?expires=\d{10}&key=k2&signature=[\w-]{43}$/,
  );
});

test('for any certificate, time and lifetime, a URL is valid until it expires and not after', () => {
  const moments = fc.integer({ min: 0, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(
      fc.uuid(),
      moments,
      fc.integer({ min: 1, max: 2 * URL_TTL_SECONDS_MAX }),
      (gccId, nowMs, ttlSeconds) => {
        const url = signed({ gccId, nowMs, ttlSeconds });
        const endMs = (Math.floor(nowMs / 1000) + Math.min(ttlSeconds, URL_TTL_SECONDS_MAX)) * 1000;
        expect(resultOf(url, { nowMs })).toBe(gccId);
        expect(resultOf(url, { nowMs: endMs - 1 })).toBe(gccId);
        expect(resultOf(url, { nowMs: endMs })).toBe('url_expired');
      },
    ),
  );
});

test('the signature for GET is accepted for HEAD and for no other method', () => {
  expect(resultOf(URL_SIGNED, { method: 'HEAD' })).toBe(GCC_ID);
  for (const method of ['POST', 'DELETE', 'get', '']) expect(resultOf(URL_SIGNED, { method })).toBe('url_invalid');
});

describe('a changed URL is refused:', () => {
  const target = URL_SIGNED.slice('https://portside.example'.length);

  test('with any single bit of path or query flipped', () => {
    for (let index = 0; index < target.length; index++) {
      for (let bit = 0; bit < 8; bit++) {
        const code = target.charCodeAt(index) ^ (1 << bit);
        const flipped = target.slice(0, index) + String.fromCharCode(code) + target.slice(index + 1);
        expect(resultOf(flipped)).toBe('url_invalid');
        // A changed URL is reported as invalid even after the original has expired.
        expect(resultOf(flipped, { nowMs: NOW_MS * 2 })).toBe('url_invalid');
      }
    }
  });

  test('with another last character of the signature, even if only its unused bits differ', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const last of alphabet.replace(target.at(-1)!, '')) {
      expect(resultOf(target.slice(0, -1) + last)).toBe('url_invalid');
    }
  });

  test('with any character inserted, removed or replaced', () => {
    const position = fc.nat({ max: target.length - 1 });
    fc.assert(
      fc.property(
        position,
        fc.string({ maxLength: 3, unit: anyCharacter }),
        fc.nat({ max: 3 }),
        (at, text, removed) => {
          const changed = target.slice(0, at) + text + target.slice(at + removed);
          fc.pre(changed !== target);
          expect(resultOf(changed)).toBe('url_invalid');
        },
      ),
      { numRuns: 500 },
    );
  });

  test('with a parameter missing', () => {
    for (const dropped of PARAMETERS) {
      expect(resultOf(withQuery(PARAMETERS.filter((parameter) => parameter !== dropped)))).toBe('url_invalid');
    }
  });

  test('with a parameter repeated, at any position, even with the same value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PARAMETERS), fc.nat({ max: 3 }), (repeated, at) => {
        expect(resultOf(withQuery(PARAMETERS.toSpliced(at, 0, repeated)))).toBe('url_invalid');
      }),
    );
  });

  test('with an unknown parameter', () => {
    const parameter = fc.oneof(
      fc.constantFrom(
        '',
        '=',
        'x',
        'x=1',
        '__proto__=1',
        'constructor=1',
        'Expires=1',
        'response-content-type=text/html',
      ),
      fc
        .tuple(fc.string(), fc.string())
        .map(
          ([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
        ),
    );
    fc.assert(
      fc.property(parameter, fc.nat({ max: 3 }), (added, at) => {
        expect(resultOf(withQuery(PARAMETERS.toSpliced(at, 0, added)))).toBe('url_invalid');
      }),
    );
  });

  test('with another spelling of the same value', () => {
    const [expires = '', key = '', signature = ''] = PARAMETERS;
    const spellings = [
      [expires.replace('=', '=0'), key, signature],
      [expires.replace('=', '=+'), key, signature],
      [expires, key.replace('k', '%6b'), signature],
      [expires.replace('expires', '%65xpires'), key, signature],
      [expires, key, `${signature}=`],
      [expires, `${key}=`, signature],
    ];
    for (const spelling of spellings) expect(resultOf(withQuery(spelling))).toBe('url_invalid');
  });

  test('with the signature of another certificate, time or lifetime', () => {
    const signatureOf = (url: string) => url.split('signature=')[1];
    const others = [
      signed({ gccId: GCC_ID.replace('7c', '8c') }),
      signed({ nowMs: NOW_MS + 1000 }),
      signed({ ttlSeconds: 60 }),
    ];
    for (const other of others) {
      expect(resultOf(URL_SIGNED.replace(/signature=.*/, `signature=${signatureOf(other)}`))).toBe('url_invalid');
    }
  });
});

test('parameters are accepted in any order', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(PARAMETERS, { minLength: 3 }), (parameters) => {
      expect(resultOf(withQuery(parameters))).toBe(GCC_ID);
    }),
  );
});

describe('keys', () => {
  test('a URL survives one rotation, but not two', () => {
    const rotated = { current: signingKey('k3', 3), previous: KEYS.current };
    expect(resultOf(URL_SIGNED, { keys: rotated })).toBe(GCC_ID);
    expect(resultOf(URL_SIGNED, { keys: { current: signingKey('k4', 4), previous: rotated.current } })).toBe(
      'url_invalid',
    );
    expect(resultOf(signed({ keys: { current: KEYS.previous! } }))).toBe(GCC_ID);
  });

  test('a URL signed with another secret under the same id is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 64 }), (secret) => {
        fc.pre(!secret.every((byte) => byte === 2));
        expect(resultOf(URL_SIGNED, { keys: { current: { id: 'k2', secret } } })).toBe('url_invalid');
      }),
    );
  });

  test('a URL that names the other key is refused', () => {
    expect(resultOf(URL_SIGNED.replace('key=k2', 'key=k1'))).toBe('url_invalid');
  });
});
