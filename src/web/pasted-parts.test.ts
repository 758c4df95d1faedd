import { expect, test } from 'bun:test';
import { pastedParts } from './pasted-parts.ts';

test.each([
  ['9401.61.4011\n7318.15.20', ['9401.61.4011', '7318.15.20']],
  ['9401.61.4011 7318.15.20', ['9401.61.4011', '7318.15.20']],
  ['9401.61.4011;7318.15.20,\t 7326', ['9401.61.4011', '7318.15.20', '7326']],
  // Blanks inside of a number are left to the API.
  ['9401 61 4011', ['9401 61 4011']],
  ['https://a.example/ https://b.example/', ['https://a.example/', 'https://b.example/']],
  ['two words', ['two words']],
  [' \r\n,;', []],
])('%j is read as %j', (text, parts) => expect(pastedParts(text)).toEqual(parts));
