import { describe, expect, test } from 'bun:test';
import bidiFactory from 'bidi-js';
import fc from 'fast-check';
import { squash } from '../../../test/support/pdf-tools.ts';
import { embeddingLevels, visualOrder } from './bidi.ts';
import { face } from './faces.ts';
import { hanForms, itemize } from './itemize.ts';
import { breakLines } from './lines.ts';
import { shape } from './shape.ts';

const style = { size: 10 };
const letters = Array.from(
  new Intl.Segmenter('en').segment('abc ABC-,.() 0123 éễß Ωж 中文字 日本かな 한국어 שלום عربي ไทยคำ देव 💡\n'),
  ({ segment }) => segment,
);
const texts = fc.array(fc.constantFrom(...letters), { maxLength: 120 }).map((parts) => parts.join(''));

describe('broken lines', () => {
  test('are never wider than their column', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 30, max: 400 }), (text, width) => {
        for (const line of breakLines(text, style, width)) expect(line.width).toBeLessThanOrEqual(width + 0.001);
      }),
      // A Thai grapheme in a right-to-left paragraph, where the text must be broken between graphemes.
      { examples: [['عaaคำa', 30]] },
    );
  });

  test('contain the whole text in its order', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const lines = breakLines(text, style, 120);
        expect(squash(lines.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join(''))).toBe(squash(text));
      }),
    );
  });

  test('have pieces side by side, without gap or overlap', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { pieces } of breakLines(text, style, 200)) {
          const placed = pieces.toSorted((a, b) => a.x - b.x);
          placed.slice(1).forEach((piece, i) => {
            expect(piece.x).toBeCloseTo(placed[i]!.x + placed[i]!.run.width, 6);
          });
        }
      }),
    );
  });

  test('can be made from any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(breakLines(text, style, 100).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('order of pieces', () => {
  test('follows the bidirectional algorithm', () => {
    const bidi = bidiFactory();
    const mixed = fc.array(fc.constantFrom('a', 'b', ' ', '1', '2', 'א', 'ב', 'ع', '(', '.'), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(mixed, (characters) => {
        const text = characters.join('');
        const { perUnit } = embeddingLevels(text);
        const pieces = characters.map((_, index) => ({ index, level: perUnit?.[index] ?? 0 }));
        const embedding = bidi.getEmbeddingLevels(text, 'auto');
        // Rule L1 (blanks at the end of a line) is not implemented: those blanks extend beyond the column and are invisible.
        const expected = bidi.getReorderSegments(text, embedding).reduce(
          (order, [start, end]) => {
            order.splice(start!, end! - start! + 1, ...order.slice(start!, end! + 1).reverse());
            return order;
          },
          characters.map((_, index) => index),
        );
        if (!/\s$/.test(text)) expect(visualOrder(pieces).map(({ index }) => index)).toEqual(expected);
      }),
    );
  });
});

describe('choice of faces', () => {
  const table: [text: string, faces: string[]][] = [
    ['Plain', ['sans']],
    ['Nghị Ωж', ['sans']],
    ['中文，字', ['sc']],
    ['漢字かな', ['jp']],
    ['韓國 한국', ['kr', 'sans', 'kr']],
    ['ไทย', ['thai']],
    ['हिन्दी', ['devanagari']],
    ['💡', ['emoji']],
    ['a中', ['sans', 'sc']],
  ];
  test.each(table)('for %s', (text, faces) => {
    expect(itemize(text, hanForms(text), false).map((item) => item.face as string)).toEqual(faces);
  });

  test('an Arabic word with one rare letter is drawn in one face', () => {
    expect(itemize('لاہور', 'sc', true)).toEqual([{ text: 'لاہور', face: 'arabic' }]);
  });

  test('a character that no face has, or for private use, is shown as its code point', () => {
    expect(itemize('\u{13000}\ue000', 'sc', false)).toEqual([
      { text: '[U+13000][U+E000]', face: 'sans', undrawable: true },
    ]);
  });
});

describe('shaping', () => {
  test('by pairs gives the same as shaping the whole word', () => {
    const latin = fc.string({ unit: fc.constantFrom(...'AVToyfilj.,-0147éÅŁ"/ '), minLength: 3, maxLength: 12 });
    const { font, scale } = face('sans');
    fc.assert(
      fc.property(latin, (word) => {
        const whole = font.layout(word);
        const run = shape('sans', word, false);
        expect(run.glyphs.map((glyph) => glyph.id)).toEqual(whole.glyphs.map((glyph) => glyph.id));
        expect(run.width).toBeCloseTo(whole.advanceWidth * scale, 6);
      }),
    );
  });

  test('by syllables gives the same as shaping the whole Devanagari word', () => {
    const words =
      'हिन्दी प्रमाणपत्र अनुरूपता निर्माता विश्वविद्यालय कर्त्तव्य र्‍यात द्ध्य स्त्री श्री ज्ञान क्षत्रिय ट्रक रूपये हृदय कृष्ण औद्योगिक महाराष्ट्र जिल्हा दुःख अँगूठी';
    const { font, scale } = face('devanagari');
    for (const word of words.split(' ')) {
      const whole = font.layout(word);
      const run = shape('devanagari', word, false);
      const offsets = whole.positions.map(({ xOffset, yOffset }) => [xOffset * scale, yOffset * scale]);
      expect([word, run.glyphs.map(({ id }) => id)]).toEqual([word, whole.glyphs.map(({ id }) => id)]);
      expect(run.glyphs.map(({ xOffset, yOffset }) => [xOffset, yOffset])).toEqual(offsets);
      expect(run.width).toBeCloseTo(whole.advanceWidth * scale, 6);
    }
  });

  test.each([
    ['sc', 0x4e00, 0x9fff],
    ['jp', 0x3041, 0x30fa],
    ['kr', 0xac00, 0xd7a3],
  ] as const)('of single characters of %s gives the same as the shaper', (name, first, last) => {
    const { font, scale } = face(name);
    for (let codePoint = first; codePoint <= last; codePoint += last - first > 1000 ? 97 : 1) {
      if (!font.hasGlyphForCodePoint(codePoint)) continue;
      const [glyph] = font.layout(String.fromCodePoint(codePoint)).glyphs;
      const run = shape(name, String.fromCodePoint(codePoint), false);
      expect(run.glyphs.map(({ id, codePoints }) => [id, codePoints])).toEqual([[glyph!.id, [codePoint]]]);
      expect(run.width).toBe(glyph!.advanceWidth * scale);
    }
  });

  test('extracts a mirrored bracket as it was written', () => {
    const [glyph] = shape('dejavu', '(', true).glyphs;
    expect(glyph).toMatchObject({ id: face('dejavu').font.glyphForCodePoint(0x29).id, codePoints: [0x28] });
  });

  test('reports whether its glyphs are extracted as the text', () => {
    expect(shape('sans', 'Latin', false).extractable).toBe(true);
    expect(shape('devanagari', 'हिन्दी', false).extractable).toBe(false);
  });
});
