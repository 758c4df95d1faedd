import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { coveredCodePoints } from '../pdf/write-coverage.ts';
import { isDrawable, undrawable, writeCoverage } from './drawable.ts';
import { COVERAGE } from './drawable-coverage.ts';

describe('the table of drawable characters', () => {
  test('is that of the fonts in the binary', () => {
    expect(COVERAGE).toBe(writeCoverage(coveredCodePoints()));
  });

  test('has every visible character of the fonts, and no other', () => {
    const covered = coveredCodePoints();
    const wrong: string[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
      const character = String.fromCodePoint(codePoint);
      const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(character);
      const expected = invisible || (covered.has(codePoint) && !/\p{Co}/u.test(character));
      if (isDrawable(character) !== expected) wrong.push(codePoint.toString(16));
    }
    expect(wrong).toEqual([]);
    expect(covered.size).toBeGreaterThan(50_000);
  });
});

describe('what cannot be drawn', () => {
  test.each<[text: string, found: string[]]>([
    ['', []],
    ['Bike helmet, 12 % — Ø 5 mm\n\tnew line', []],
    ['Nghị định Ωж 中文字 日本かな 한국어 שלום عربي ไทย हिन्दी 💡', []],
    ['می\u200cخواهم ❤\ufe0f', []],
    ['\u{13000} a \u{13000}\u{13001}', ['\u{13000}', '\u{13001}']],
    ['\ue000\u{f0000}', ['\ue000', '\u{f0000}']],
    ['a\ud800', []],
    ['\uffff', ['\uffff']],
  ])('of %j is found', (text, found) => {
    expect(undrawable(text)).toEqual(found);
  });

  test('is each undrawable character once', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), (text) => {
        const expected = new Set([...text.toWellFormed()].filter((character) => !isDrawable(character)));
        expect(undrawable(text)).toEqual([...expected]);
      }),
    );
  });
});
