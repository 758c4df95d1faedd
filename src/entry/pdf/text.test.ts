import { describe, expect, test } from 'bun:test';
import bidiFactory from 'bidi-js';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { squash } from '../../../test/support/pdf-tools.ts';
import { DIFFICULT_WORDS, SCRIPT_SAMPLES } from '../../../test/support/script-samples.ts';
import { isDrawable } from '../issue/drawable.ts';
import { embeddingLevels, visualOrder } from './bidi.ts';
import { splitClusters } from './clusters.ts';
import { face } from './faces.ts';
import { hanForms, itemize } from './itemize.ts';
import { breakLines } from './lines.ts';
import { type GlyphRun, shape } from './shape.ts';

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
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
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
    ['Nghị Ωж', ['sans', 'sans', 'sans']],
    ['中文，字', ['sc']],
    ['漢字かな', ['jp', 'jp']],
    ['韓國 한국', ['kr', 'sans', 'kr']],
    ['ไทย', ['thai']],
    ['हिन्दी', ['devanagari']],
    ['ঢাকা। ', ['bengali', 'sans']],
    ['ស្ត្រី១២', ['khmer']],
    ['שלום', ['hebrew']],
    ['1\ufe0f\u20e3❤\ufe0f', ['emoji']],
    ['💡', ['emoji']],
    ['a中', ['sans', 'sc']],
    ['Gore® by Acme™ ©2026', ['sans']],
    ['®\ufe0f ™\ufe0f ©\ufe0f', ['emoji', 'sans', 'emoji', 'sans', 'emoji']],
    ['❤ ☎ ✔', ['dejavu', 'sans', 'dejavu', 'sans', 'dejavu']],
    ['⚡ ⚡\ufe0e', ['emoji', 'sans', 'dejavu']],
    ['㊗ ㊗\ufe0f', ['sc', 'sans', 'emoji']],
  ];
  test.each(table)('for %s', (text, faces) => {
    expect(itemize(text, hanForms(text), false).map((item) => item.face as string)).toEqual(faces);
  });

  /** Bases of emoji-variation-sequences.txt are the characters that are emoji, but for those that are only parts of sequences. */
  const bases = Array.from({ length: 0x1fb00 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    /^(?=\p{Emoji})(?!\p{Emoji_Component}|\p{Emoji_Presentation})./u.test(character),
  );
  test.each([false, true])(
    'a symbol with two presentations is text unless it asks for emoji; right to left: %p',
    (rtl) => {
      const faceOf = (text: string) => itemize(text, 'sc', rtl)[0]!.face;
      const has = (name: 'sans' | 'dejavu' | 'arabic' | 'emoji' | 'sc', character: string) =>
        face(name).font.hasGlyphForCodePoint(character.codePointAt(0)!);
      expect(bases.length).toBeGreaterThan(150);
      let asText = 0;
      for (const base of bases) {
        const hasTextFace = (['sans', 'dejavu', 'arabic', 'sc'] as const).some((name) => has(name, base));
        if (hasTextFace) asText++;
        expect([base, faceOf(base) === 'emoji']).toEqual([base, !hasTextFace]);
        expect([base, faceOf(`${base}\ufe0f`) === 'emoji']).toEqual([base, has('emoji', base)]);
      }
      expect(asText).toBeGreaterThan(90);
    },
  );

  test('emoji within right-to-left text take no digits, blanks or letters into their face', () => {
    const faces = itemize('مصباح 12💡(3)©\ufe0f ®', 'sc', true).map((run) => [run.text, run.face]);
    expect(faces).toEqual([
      ['مصباح', 'dejavu'],
      [' 12', 'dejavu'],
      ['💡', 'emoji'],
      ['(3)', 'dejavu'],
      ['©\ufe0f', 'emoji'],
      [' ®', 'dejavu'],
    ]);
  });

  test('an Arabic word with one rare letter is drawn in one face', () => {
    expect(itemize('لاہور', 'sc', true)).toEqual([{ text: 'لاہور', face: 'arabic', script: 'Arab' }]);
  });

  test('a character that no face has, or for private use, is shown as its code point', () => {
    expect(itemize('\u{13000}\ue000', 'sc', false)).toEqual([
      { text: '[U+13000][U+E000]', face: 'sans', undrawable: true },
    ]);
  });

  test('only the characters that cannot be drawn are shown as code points, not their neighbours', () => {
    const texts = (text: string) => itemize(text, 'sc', false).map((run) => run.text);
    expect(texts('a\u{1e030}\u{1e8d0}b')).toEqual(['a', '[U+1E030][U+1E8D0]', 'b']);
    // No face has a Thai letter and a Devanagari vowel: each is drawn from its own.
    expect(itemize('กि', 'sc', false).map((run) => run.face)).toEqual(['thai', 'devanagari']);
  });

  test('every character that is said to be drawable is drawn, from one face, and every other as its code point', () => {
    const wrong: string[] = [];
    for (let codePoint = 0x20; codePoint < 0x20000; codePoint += codePoint < 0x3000 ? 1 : 7) {
      const character = String.fromCodePoint(codePoint);
      if (/[\p{Cs}\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(character)) continue;
      const shown = itemize(character, 'sc', false).every((run) => !run.undrawable);
      if (shown !== isDrawable(character)) wrong.push(character);
    }
    expect(wrong).toEqual([]);
  });
});

const everyScript: [script: string, text: string][] = [
  ...SCRIPT_SAMPLES.map((each): [string, string] => [each.script, `${each.product} ${each.company} ${each.address}`]),
  ...DIFFICULT_WORDS,
];

/** The text that readers extract, in drawing order. */
const extracted = (run: GlyphRun) => String.fromCodePoint(...run.glyphs.flatMap(({ codePoints }) => codePoints));

describe('shaping', () => {
  test('by pairs gives the same as shaping the whole word', () => {
    const latin = fc.string({ unit: fc.constantFrom(...'AVToyfilj.,-0147éÅŁ"/ '), minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(latin, (word) => {
        // A character that pairs do not know makes the shaper see the whole text.
        const whole = shape('sans', `${word}\u0416`, 'Latn', false).glyphs.slice(0, -1);
        expect(shape('sans', word, 'Latn', false).glyphs.map(({ key }) => key)).toEqual(whole.map(({ key }) => key));
        const widths = shape('sans', word, 'Latn', false).glyphs.map(({ shapedAdvance }) => shapedAdvance);
        expect(widths.slice(0, -1)).toEqual(whole.map(({ shapedAdvance }) => shapedAdvance).slice(0, -1));
      }),
    );
  });

  test.each([
    ['sc', 0x4e00, 0x9fff],
    ['jp', 0x3041, 0x30fa],
    ['kr', 0xac00, 0xd7a3],
  ] as const)('of single characters of %s gives the same as the shaper', (name, first, last) => {
    const { font } = face(name);
    for (let codePoint = first; codePoint <= last; codePoint += last - first > 1000 ? 97 : 1) {
      if (!font.hasGlyphForCodePoint(codePoint)) continue;
      const character = String.fromCodePoint(codePoint);
      const [alone] = shape(name, character, 'Hani', false).glyphs;
      const [shaped] = shape(name, `${character}=`, 'Hani', false).glyphs;
      expect(alone).toEqual(shaped!);
    }
  });

  test.each(everyScript)('keeps the text of %s, in clusters that are never torn', (_script, text) => {
    for (const { pieces } of breakLines(text, style, 90)) {
      for (const { run, text: written, level } of pieces) {
        const glyphs = level % 2 ? { ...run, glyphs: run.glyphs.toReversed() } : run;
        expect(extracted(glyphs).normalize('NFKC')).toBe(written.normalize('NFKC'));
        for (const { codePoints } of run.glyphs) expect(codePoints.length).toBeLessThanOrEqual(8);
      }
    }
  });

  test.each([
    ['bengali', 'Beng', 'কি', 1],
    ['khmer', 'Khmr', 'ស្ត្រី', 1],
    ['sinhala', 'Sinh', 'ශ්\u200dරී', 1],
    ['thai', 'Thai', 'น้ำ', 1],
    ['myanmar', 'Mymr', 'ကြွေး', 1],
  ] as const)('of %s draws a syllable as one glyph that is extracted whole', (name, script, text, count) => {
    const { glyphs } = shape(name, text, script, false);
    expect([glyphs.length, String.fromCodePoint(...glyphs[0]!.codePoints)]).toEqual([count, text]);
    expect(glyphs[0]!.parts.length).toBeGreaterThan(0);
  });

  test('uses joiners: a Persian letter does not join, a Sinhala conjunct is formed', () => {
    const ids = (name: 'dejavu' | 'sinhala', script: string, text: string) =>
      shape(name, text, script, name === 'dejavu').glyphs.flatMap(({ parts }) => parts.map(({ id }) => id));
    expect(ids('dejavu', 'Arab', 'می\u200cخ')).not.toEqual(ids('dejavu', 'Arab', 'میخ'));
    expect(ids('sinhala', 'Sinh', 'ක්\u200dෂ')).not.toEqual(ids('sinhala', 'Sinh', 'ක්ෂ'));
  });

  test('extracts a mirrored bracket as it was written', () => {
    const [glyph] = shape('dejavu', '(', 'Zyyy', true).glyphs;
    const id = face('dejavu').font.glyphForCodePoint(0x29).id;
    expect(glyph).toMatchObject({ parts: [{ id, x: 0, y: 0 }], codePoints: [0x28] });
  });

  test('a cluster longer than readers keep is extracted from blank glyphs behind it', () => {
    const text = `x${'\u0301\u0323'.repeat(15)}`;
    const run = shape('sans', text, 'Latn', false);
    expect(extracted(run)).toBe(text);
    expect(run.glyphs.map(({ codePoints }) => codePoints.length)).toEqual([8, 8, 8, 7]);
    expect(run.glyphs.slice(1).every(({ parts, shapedAdvance }) => !parts.length && shapedAdvance === 0)).toBe(true);
  });
});

test('a letter with more marks than a cleaned text has is still drawn', () => {
  const text = `x${'\u0301'.repeat(100)}`;
  expect(extracted(shape('sans', text, 'Latn', false))).toBe(text);
});

describe('consonants joined without end', () => {
  test.each([
    ['Devanagari', 'क्', 'devanagari', 'Deva'],
    ['Devanagari with joiners', 'क्\u200d', 'devanagari', 'Deva'],
    ['Khmer', 'ក្', 'khmer', 'Khmr'],
    ['Burmese', 'က္', 'myanmar', 'Mymr'],
    ['Kannada', 'ಕ್', 'kannada', 'Knda'],
  ] as const)('are cut: %s', (_name, letter, name, script) => {
    const text = letter.repeat(160);
    for (const line of breakLines(text, style, 360)) expect(line.width).toBeLessThanOrEqual(360.001);
    for (const { width } of breakLines(text, style, 360).slice(0, -1)) expect(width).toBeGreaterThan(50);
    const { glyphs } = shape(name, text, script, false);
    expect(String.fromCodePoint(...glyphs.flatMap(({ codePoints }) => codePoints))).toBe(text);
    // The numbers of a font are 16 bits wide.
    for (const { fontAdvance, parts } of glyphs) {
      expect(fontAdvance).toBeLessThan(0x10000);
      for (const { x, y } of parts) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(0x8000);
    }
  });
});

describe('the height of a line', () => {
  const MANY_MARKS = `x${'\u0301'.repeat(15)}${'\u0323'.repeat(15)}`;

  test.each([
    ['thirty marks', MANY_MARKS],
    ['Vietnamese', 'ẾỆỖ Ặ'],
    ['Thai', 'ปู่ ปี้ น้ำ ฏุ'],
    ['Tibetan', 'བསྒྲུབས་སྐྱེས། རྫོགས་ཧཱུྃ'],
    ['Burmese', 'ကြွေး မြန်မာ ဩ'],
    ['every sample', everyScript.map(([, text]) => text).join(' ')],
  ])('has room for all ink: %s', (_name, text) => {
    for (const line of breakLines(text, style, 200)) {
      for (const { run } of line.pieces) {
        for (const { top, bottom } of run.glyphs) {
          expect((top * style.size) / 1000).toBeLessThanOrEqual(line.baseline);
          expect((-bottom * style.size) / 1000).toBeLessThanOrEqual(line.height - line.baseline);
        }
      }
    }
  });

  test('is that of the face unless marks are stacked', () => {
    const [plain] = breakLines('Plain', style, 200);
    expect(breakLines('Ếg', style, 200)[0]!.height).toBeCloseTo(plain!.height, 6);
    expect(breakLines(MANY_MARKS, style, 200)[0]!.height).toBeGreaterThan(3 * plain!.height);
  });
});

describe('clusters', () => {
  test('of text without marks are single units, as the segmenter says', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const unit = fc.oneof(
      ...[
        [0x20, 0x7e],
        [0x3000, 0x3029],
        [0x3041, 0x3096],
        [0x30a1, 0x30fa],
        [0x3400, 0x4dbf],
        [0x4e00, 0x9fff],
        [0xac00, 0xd7a3],
        [0xff01, 0xff5e],
      ].map(([min, max]) => fc.integer({ min: min!, max: max! })),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
        const text = String.fromCharCode(...units);
        const expected = Array.from(graphemes.segment(text), ({ segment, index }) => ({ text: segment, index }));
        expect(splitClusters(text)).toEqual(expected);
      }),
    );
    // Every one beside itself and beside a letter.
    for (let code = 0x20; code <= 0xffff; code++) {
      const [single, pair] = [String.fromCharCode(code), `${String.fromCharCode(code, code)}a`];
      if (/[\ud800-\udfff]/.test(single)) continue;
      const count = [...graphemes.segment(pair)].length;
      if (splitClusters(pair).length !== count && !/[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]/.test(single)) {
        throw new Error(`U+${code.toString(16)}`);
      }
    }
  });

  test.each(['が', 'ｶﾞ', '한', 'e\u0301', '漢\u{e0100}', '\r\n', '👩‍🔧'])(
    'keep together what belongs together: %j',
    (text) => {
      expect(splitClusters(`a${text}`).map((cluster) => cluster.text)).toEqual(['a', text]);
    },
  );
});
