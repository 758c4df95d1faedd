import { describe, expect, test } from 'bun:test';
import { Effort } from '../../domain/effort.ts';
import { Pattern } from './pattern.ts';

function tested(source: string, text: string, ignoreCase = false): boolean | undefined | string {
  const pattern = Pattern.of(source, ignoreCase);
  return typeof pattern === 'string' ? pattern : pattern.test(text, new Effort());
}

/** Texts and expressions as containers have them, and the corners of the syntax. */
const SOURCES = [
  '',
  '.*',
  '^/thank-you$',
  '@|.',
  '1|2|3',
  'utm_medium=|utm_source=',
  '(^$|((^|,)93539057_18($|,)))',
  '^(?:www\\.)?case\\.example$',
  '[^a-c]+$',
  '[a-c\\d_-]{2,4}',
  'a{2}b{1,}c{0,2}',
  'x*?y+?z??',
  '\\bcart\\b',
  'car\\B',
  '\\w+\\W\\s*\\S',
  '(a|ab)(c|bcd)(d*)',
  '(a*)*b',
  '(?:a?){3}b',
  '[\\]\\\\]',
  '\\x41\\u0042',
  'a{,3}',
  '[]',
  '[^]',
  '()|b',
  '\\/products\\/[^/?]+',
];
const TEXTS = [
  '',
  'a',
  'b',
  'aab',
  'abcd',
  'cart',
  'a cart!',
  'carts',
  '/thank-you',
  '/THANK-YOU',
  'aabbcc',
  'xyz',
  'AB',
  'a{,3}',
  '93539057_18',
  '1,93539057_18,2',
  'www.case.example',
  '/products/x?y',
  ']\\',
  'a-_9',
  'line\nbreak',
];

describe('a stranger’s regular expression', () => {
  test('gives what JavaScript gives, with and without case', () => {
    let compared = 0;
    for (const source of SOURCES)
      for (const text of TEXTS)
        for (const flags of ['', 'i']) {
          compared++;
          expect([source, text, flags, tested(source, text, flags === 'i')]).toEqual([
            source,
            text,
            flags,
            new RegExp(source, flags).test(text),
          ]);
        }
    expect(compared).toBe(2 * SOURCES.length * TEXTS.length);
  });

  test('gives the same places and groups', () => {
    for (const source of ['(a|ab)(c|bcd)(d*)', '(\\w+)-(\\d+)?', 'x*', '^(.*?)b', '(a)|(b)'])
      for (const text of ['abcd', 'cart-12', 'cart-', 'xx', 'aab', 'b', '']) {
        const found = (Pattern.of(source, false) as Pattern).exec(text, 0, new Effort());
        const expected = new RegExp(source, 'd').exec(text);
        const groups = expected ? expected.indices!.flatMap((group) => group ?? [undefined, undefined]) : false;
        expect([source, text, found as unknown]).toEqual([source, text, groups]);
      }
  });

  test.each([
    ['a look-ahead', '(?=a)'],
    ['a look-behind', '(?<!a)b'],
    ['a back-reference', '(a)\\1'],
    ['a named group', '(?<name>a)'],
    ['a count that is too large', 'a{5000}'],
    ['many nested counts', '(?:(?:(?:(?:a{99}){99}){99}){99}){99}'],
    ['nested counts of nothing', '(?:(?:(?:(?:(?:){999}){999}){999}){999}){999}'],
    ['too many characters', 'a'.repeat(3000)],
    ['deep groups', `${'('.repeat(200)}${')'.repeat(200)}`],
  ])('with %s is unknown', (_, source) => {
    expect(Pattern.of(source, false)).toBe('unknown');
  });

  test('that JavaScript rejects is invalid', () => {
    for (const source of ['(', '[a', 'a**', '\\', 'a{3,1}', '*']) expect(Pattern.of(source, false)).toBe('invalid');
  });

  test('beyond ASCII is unknown without case, and exact with it', () => {
    expect(Pattern.of('é', true)).toBe('unknown');
    expect(tested('é+', 'caféé')).toBe(true);
  });

  test('takes time that grows with the text only, and stops when the effort is spent', () => {
    const evil = Pattern.of('^(a+)+$', false) as Pattern;
    const cost = (length: number): number => {
      const effort = new Effort();
      expect(evil.test(`${'a'.repeat(length)}!`, effort)).toBe(false);
      return effort.done;
    };
    expect(cost(4000)).toBeLessThan(2.1 * cost(2000));
    expect(evil.test('a'.repeat(4000), new Effort(100))).toBeUndefined();
  });
});
