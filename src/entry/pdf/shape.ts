/**
 * Converts text in one face to positioned glyphs. The result depends only on the arguments, so it is cached across documents:
 * without the cache, shaping would take most of the time of a certificate.
 */
import { LRUCache } from 'lru-cache';
import { mirror } from './bidi.ts';
import { type Face, type FaceName, face } from './faces.ts';

export interface Glyph {
  /** Glyph number in the whole font. */
  id: number;
  /** The width in the font's table, in thousandths of an em. A PDF reader advances by this. */
  advance: number;
  /** The advance that the shaper chose instead, including kerning. */
  shapedAdvance: number;
  xOffset: number;
  yOffset: number;
  /** The text that this glyph is extracted as. */
  codePoints: readonly number[];
  /** Identifies the pair of glyph and text, which a document embeds once. */
  key: string;
}

export interface GlyphRun {
  face: FaceName;
  /** In visual order, left to right. */
  glyphs: readonly Glyph[];
  /** Thousandths of an em. */
  width: number;
  /** Whether the glyphs are extracted as the text. If not (conjuncts, reordered vowels), the text needs an ActualText. */
  extractable: boolean;
}

const runsMax = 20_000;
const runs = new LRUCache<string, GlyphRun>({ max: runsMax });

/** Shapes `text` with the face's own features: kerning, joining, conjuncts. Brackets at a right-to-left level are mirrored. */
export function shape(name: FaceName, text: string, rtl: boolean): GlyphRun {
  const key = `${name}${rtl ? '<' : '>'}${text}`;
  let run = runs.get(key);
  if (!run) {
    run = (rtl ? null : shapeFromParts(name, text)) ?? shapeWhole(face(name), text, rtl);
    runs.set(key, run);
  }
  return run;
}

/** Builds the run from parts that are cheap to shape or soon all cached; null if the script does not allow it. */
function shapeFromParts(name: FaceName, text: string): GlyphRun | null {
  if (SINGLE.test(text)) return shapeSingle(face(name), text);
  if (text.length > 2 && PAIRABLE.test(text)) return shapeFromPairs(name, text);
  return SYLLABIC.test(text) ? shapeFromSyllables(name, text) : null;
}

/** One character of a script whose characters do not affect each other, so that there is nothing to shape. */
const SINGLE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\uac00-\ud7a3]$/u;

function shapeSingle({ name, font, scale }: Face, text: string): GlyphRun {
  const codePoint = text.codePointAt(0)!;
  const { id, advanceWidth } = font.glyphForCodePoint(codePoint);
  const advance = advanceWidth * scale;
  const codePoints = [codePoint];
  const glyph = { id, advance, shapedAdvance: advance, xOffset: 0, yOffset: 0, codePoints, key: `${id} ${codePoint}` };
  return { face: name, glyphs: [glyph], width: advance, extractable: true };
}

/** Devanagari joins and reorders letters only within a syllable, which is one grapheme cluster. */
const SYLLABIC = /^\p{Script=Devanagari}+$/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function shapeFromSyllables(name: FaceName, text: string): GlyphRun | null {
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment);
  if (parts.length < 2) return null;
  const syllables = parts.map((part) => shape(name, part, false));
  return {
    face: name,
    glyphs: syllables.flatMap((run) => run.glyphs),
    width: syllables.reduce((sum, run) => sum + run.width, 0),
    extractable: syllables.every((run) => run.extractable),
  };
}

/** Precomposed Latin: no marks to place and nothing to reorder, only pairs to kern. */
const PAIRABLE = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u017f]+$/;

/** The first glyph of two letters, kerned before the second; null if the letters do more than kern, such as in a ligature. */
const kernedGlyphs = new LRUCache<string, { glyph: Glyph | null }>({ max: 10_000 });

function kerned(name: FaceName, letter: string, next: string): Glyph | null {
  const key = name + letter + next;
  let found = kernedGlyphs.get(key);
  if (!found) {
    const [first, second, third] = shape(name, letter + next, false).glyphs;
    const separate =
      first?.id === shape(name, letter, false).glyphs[0]?.id && Boolean(second) === Boolean(next) && !third;
    found = { glyph: separate ? first! : null };
    kernedGlyphs.set(key, found);
  }
  return found.glyph;
}

/**
 * Builds a word from pairs of letters, which are soon all cached. Words in a certificate (numbers, addresses) are rarely the
 * same as before, and shaping a new word takes a hundred times as long. Null if a pair does more than kern.
 */
function shapeFromPairs(name: FaceName, text: string): GlyphRun | null {
  const glyphs: Glyph[] = [];
  let width = 0;
  for (let i = 0; i < text.length; i++) {
    const glyph = kerned(name, text[i]!, text[i + 1] ?? '');
    if (!glyph) return null;
    glyphs.push(glyph);
    width += glyph.shapedAdvance;
  }
  return { face: name, glyphs, width, extractable: true };
}

function shapeWhole({ name, font, scale }: Face, text: string, rtl: boolean): GlyphRun {
  // fontkit caches, per glyph, the characters it was first created for, so one document would change what another is extracted
  // as. Clearing the cache makes each layout depend only on its own text.
  (font as unknown as { _glyphs: object })._glyphs = {};
  const { glyphs, positions } = font.layout(
    rtl ? mirror(text) : text,
    undefined,
    undefined,
    undefined,
    rtl ? 'rtl' : 'ltr',
  );
  const extracted = glyphs.map((glyph) => extractedAs(glyph.codePoints, rtl));
  const complete = extracted.every((codePoints) => codePoints.length > 0);
  const spelled = String.fromCodePoint(...(rtl ? extracted.toReversed() : extracted).flat());
  let width = 0;
  const shaped = glyphs.map((glyph, i): Glyph => {
    const position = positions[i]!;
    // The second part of a split letter is extracted as nothing, but a font's ToUnicode map needs some character for it.
    const codePoints = extracted[i]!.length ? extracted[i]! : [ZERO_WIDTH_SPACE];
    const shapedAdvance = position.xAdvance * scale;
    width += shapedAdvance;
    return {
      id: glyph.id,
      advance: glyph.advanceWidth * scale,
      shapedAdvance,
      xOffset: position.xOffset * scale,
      yOffset: position.yOffset * scale,
      codePoints,
      key: `${glyph.id} ${codePoints}`,
    };
  });
  return {
    face: name,
    glyphs: shaped,
    width,
    extractable: complete && spelled.normalize('NFKC') === text.normalize('NFKC'),
  };
}

const ZERO_WIDTH_SPACE = 0x200b;
const LAM = 0x0644;
/** Lam with each alef as one character: PDF readers disagree on the order of a ligature's letters in a right-to-left line. */
const LAM_ALEF: Record<number, number> = { 1570: 0xfef5, 1571: 0xfef7, 1573: 0xfef9, 1575: 0xfefb };

/** The text that a glyph is extracted as. A mirrored bracket is drawn as its counterpart but extracted as it was written. */
function extractedAs(codePoints: readonly number[], rtl: boolean): readonly number[] {
  if (!rtl) return codePoints;
  const [first, second] = codePoints;
  const ligature = codePoints.length === 2 && first === LAM ? LAM_ALEF[second!] : undefined;
  return ligature ? [ligature] : codePoints.map((c) => mirror(String.fromCodePoint(c)).codePointAt(0)!);
}
