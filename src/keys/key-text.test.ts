import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { systemClock } from '../adapters/system/clock.ts';
import { hashKeyText, isKeyText, makeKeyText } from './key-text.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('a key is svc_ and 24 characters of base62, and its checksum is right', () => {
  for (let i = 0; i < 1000; i++) {
    const key = makeKeyText(systemClock);
    expect(key).toMatch(/^svc_[0-9A-Za-z]{24}$/);
    expect(isKeyText(key)).toBe(true);
  }
});

test('any single wrong character, and any two neighbours swapped, is refused without a look-up', () => {
  fc.assert(
    fc.property(fc.nat(23), fc.constantFrom(...ALPHABET), (position, letter) => {
      const key = makeKeyText(systemClock);
      const at = 4 + position;
      const changed = key.slice(0, at) + letter + key.slice(at + 1);
      expect(isKeyText(changed)).toBe(changed === key);
      if (position < 23) {
        const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
        expect(isKeyText(swapped)).toBe(swapped === key);
      }
    }),
  );
});

test('the checksum is CRC-32 of the first 22 characters in base62, so that clients can compute it', () => {
  // python3: zlib.crc32(b'svc_000000000000000000') == 1028852547, which is 17cxXv in base62.
  expect(isKeyText('svc_00000000000000000017cxXv')).toBe(true);
  expect(isKeyText('svc_00000000000000000017cxXw')).toBe(false);
});

test('any text can be checked and hashed, and random text is not a key', () => {
  fc.assert(fc.property(fc.string(), (text) => expect(isKeyText(text)).toBe(false)));
  fc.assert(fc.property(fc.string(), (text) => expect(hashKeyText(text)).toMatch(/^[0-9a-f]{64}$/)));
});

test('keys use every character equally often, without bias from mapping bytes to characters', () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 5000; i++) {
    for (const letter of makeKeyText(systemClock).slice(4, 22)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const expected = (5000 * 18) / 62;
  for (const letter of ALPHABET) {
    // Six standard deviations: a fair generator fails once in ten million runs.
    expect(Math.abs((counts.get(letter) ?? 0) - expected)).toBeLessThan(6 * Math.sqrt(expected));
  }
});
