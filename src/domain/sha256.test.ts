import { expect, test } from 'bun:test';
import { sha256Hex } from './sha256.ts';

test('the example of FIPS 180-2, as text and as bytes', () => {
  const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(sha256Hex('abc')).toBe(digest);
  expect(sha256Hex(new TextEncoder().encode('abc'))).toBe(digest);
});

test('text is hashed as UTF-8', () => {
  expect(sha256Hex('§ 1110')).toBe(sha256Hex(new Uint8Array([0xc2, 0xa7, 0x20, 0x31, 0x31, 0x31, 0x30])));
});
