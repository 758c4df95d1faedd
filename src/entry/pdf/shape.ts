/**
 * Text in one face to positioned glyphs. The result depends on nothing but the arguments, so it may be shared between
 * documents: this is where most of the time of a certificate would otherwise go.
 */
import { LRUCache } from 'lru-cache';
import { mirror } from './bidi.ts';
import { type Face, type FaceName, face } from './faces.ts';

export interface Glyph {
  /** Glyph index in the whole font. */
  id: number;
  /** What the font's width table says, in thousandths of an em; a reader of the PDF advances by this. */
  advance: number;
  /** What the shaper wants instead, kerning included. */
  shapedAdvance: number;
  xOffset: number;
  yOffset: number;
  /** What this glyph extracts as. */
  codePoints: readonly number[];
  /** Glyph and meaning in one: what a document embeds once. */
  key: string;
}

export interface GlyphRun {
  face: FaceName;
  /** In visual order, left to right. */
  glyphs: readonly Glyph[];
  /** Thousandths of an em. */
  width: number;
  /** Whether the glyphs, one by one, extract as the text; if not (conjuncts, reordered vowels) it must be said beside. */
  extractable: boolean;
}

const runsMax = 20_000;
const runs = new LRUCache<string, GlyphRun>({ max: runsMax });

/** Shapes `text` with the face's own features: kerning, joining, conjuncts. Brackets at a right-to-left level are mirrored. */
export function shape(name: FaceName, text: string, rtl: boolean): GlyphRun {
  const key = `${name}${rtl ? '<' : '>'}${text}`;
  let run = runs.get(key);
  if (!run) {
    run = (rtl ? null : shapeByParts(name, text)) ?? layOut(face(name), text, rtl);
    runs.set(key, run);
  }
  return run;
}

/** The whole from parts that are cheap or soon all known, where a script allows it; else null. */
function shapeByParts(name: FaceName, text: string): GlyphRun | null {
  if (ALONE.test(text)) return standAlone(face(name), text);
  if (text.length > 2 && PAIRABLE.test(text)) return assemble(name, text);
  return SYLLABIC.test(text) ? joinSyllables(name, text) : null;
}

/** One character of a script whose characters stand each for itself: there is nothing to shape. */
const ALONE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\uac00-\ud7a3]$/u;

function standAlone({ name, font, scale }: Face, text: string): GlyphRun {
  const codePoint = text.codePointAt(0)!;
  const { id, advanceWidth } = font.glyphForCodePoint(codePoint);
  const advance = advanceWidth * scale;
  const codePoints = [codePoint];
  const glyph = { id, advance, shapedAdvance: advance, xOffset: 0, yOffset: 0, codePoints, key: `${id} ${codePoint}` };
  return { face: name, glyphs: [glyph], width: advance, extractable: true };
}

/** Devanagari joins and reorders within a syllable, which is a grapheme cluster, and never across two. */
const SYLLABIC = /^\p{Script=Devanagari}+$/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function joinSyllables(name: FaceName, text: string): GlyphRun | null {
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

/** Precomposed Latin: no marks to place, nothing to reorder. */
const PAIRABLE = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u017f]+$/;

/** The first glyph of two letters as the second one kerns it, or null where letters do more than kern, as in ligatures. */
const kernedGlyphs = new LRUCache<string, { glyph: Glyph | null }>({ max: 10_000 });

function kerned(name: FaceName, letter: string, next: string): Glyph | null {
  const key = name + letter + next;
  let found = kernedGlyphs.get(key);
  if (!found) {
    const [first, second, third] = shape(name, letter + next, false).glyphs;
    const apart = first?.id === shape(name, letter, false).glyphs[0]?.id && Boolean(second) === Boolean(next) && !third;
    found = { glyph: apart ? first! : null };
    kernedGlyphs.set(key, found);
  }
  return found.glyph;
}

/**
 * A word from its letters and pairs, which are soon all known: words in a certificate are new each time (numbers,
 * addresses), and shaping one afresh takes a hundred times as long. Null where it cannot be had that way.
 */
function assemble(name: FaceName, text: string): GlyphRun | null {
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

function layOut({ name, font, scale }: Face, text: string, rtl: boolean): GlyphRun {
  // fontkit remembers, per glyph, the characters it was first made for; in a font used for many documents one text would
  // decide what another extracts as. Forgetting them makes each layout depend on its own text alone.
  (font as unknown as { _glyphs: object })._glyphs = {};
  const { glyphs, positions } = font.layout(
    rtl ? mirror(text) : text,
    undefined,
    undefined,
    undefined,
    rtl ? 'rtl' : 'ltr',
  );
  const characters = glyphs.map((glyph) => meaning(glyph.codePoints, rtl));
  const complete = characters.every((meant) => meant.length > 0);
  const spelled = String.fromCodePoint(...(rtl ? characters.toReversed() : characters).flat());
  let width = 0;
  const shaped = glyphs.map((glyph, i): Glyph => {
    const position = positions[i]!;
    // The second part of a split letter has no meaning of its own; a font's text map wants some character there.
    const codePoints = characters[i]!.length ? characters[i]! : [ZERO_WIDTH_SPACE];
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
/** Lam with each alef, as one character. Readers disagree on the order of a ligature's letters within a reversed line. */
const LAM_ALEF: Record<number, number> = { 1570: 0xfef5, 1571: 0xfef7, 1573: 0xfef9, 1575: 0xfefb };

/** What a glyph extracts as. A mirrored bracket is drawn as its counterpart but still means the one that was written. */
function meaning(codePoints: readonly number[], rtl: boolean): readonly number[] {
  if (!rtl) return codePoints;
  const [first, second] = codePoints;
  const ligature = codePoints.length === 2 && first === LAM ? LAM_ALEF[second!] : undefined;
  return ligature ? [ligature] : codePoints.map((c) => mirror(String.fromCodePoint(c)).codePointAt(0)!);
}
