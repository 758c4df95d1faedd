import fc from 'fast-check';

/** One code point of any size, no half of a pair: the `unit` of a text. fast-check's own, `binary`, keeps a million objects. */
export const anyCharacter = fc
  .oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
