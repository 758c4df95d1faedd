import { describe, expect, test } from 'bun:test';
import { between, mulberry32 } from '../../../test/support/random.ts';
import { TextSearch } from './text-search.ts';

const TEXTS = [
  'fbq',
  '_fbq',
  'fbevents',
  'gtag',
  'gtag/js',
  'gtm.js?id=',
  'gtm.js?id=GTM-',
  'GTM-',
  'ga(',
  'aaa',
  'aaab',
];
const EXPRESSION = new RegExp(
  TEXTS.toSorted((a, b) => b.length - a.length)
    .map((text) => RegExp.escape(text))
    .join('|'),
  'g',
);

function allIn(text: string, search = new TextSearch(TEXTS)): [string, number][] {
  const found: [string, number][] = [];
  for (let hit = search.next(text, 0); hit; hit = search.next(text, hit.at + hit.found.length))
    found.push([hit.found, hit.at]);
  return found;
}

const expected = (text: string): [string, number][] => [...text.matchAll(EXPRESSION)].map((hit) => [hit[0], hit.index]);

describe('a search for several texts', () => {
  test.each([
    '',
    'f',
    'fb',
    'fbq',
    '_fbq',
    'xfbqx',
    'gtm.js?id=GTM-1',
    'gtagtag/js',
    'aaaaaab',
    'GTM-GTM-',
    'fb',
    'fbfbq',
  ])('finds in %p what one expression finds', (text) => {
    expect(allIn(text)).toEqual(expected(text));
  });

  test('finds the same in texts made of pieces of what it looks for', () => {
    const random = mulberry32(20261122);
    const pieces = TEXTS.flatMap((text) => [text, text.slice(1), text.slice(0, -1), text.slice(0, 2)]);
    const others = [' ', '€', '\u0800', 'Ā', '\u{1f600}', 'a', '\n'];
    let hits = 0;
    for (let round = 0; round < 2000; round++) {
      const text = Array.from({ length: between(random, 1, 12) }, () => {
        const from = random() < 0.7 ? pieces : others;
        return from[between(random, 0, from.length - 1)]!;
      }).join('');
      expect(allIn(text)).toEqual(expected(text));
      hits += expected(text).length;
    }
    expect(hits).toBeGreaterThan(2000);
  });

  test('takes no character for another one with the same low bits', () => {
    // 0x8066 and 0x66 (`f`) have equal low bits, so both begin the same hash.
    expect(allIn('\u8066bq')).toEqual([]);
    expect(allIn('\u8066fbq')).toEqual([['fbq', 1]]);
  });

  test('refuses texts that it cannot find', () => {
    expect(() => new TextSearch(['fbq', 'ga'])).toThrow('“ga” is too short for a search: it needs three characters.');
    expect(() => new TextSearch(Array.from({ length: 256 }, (_, i) => `text ${i}`))).toThrow(RangeError);
  });
});
