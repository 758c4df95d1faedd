/** A field's text to lines that fit a column: line breaks (UAX #14), faces, direction, glyphs. */
import LineBreaker from 'linebreak';
import { LRUCache } from 'lru-cache';
import { levels, visualOrder } from './bidi.ts';
import { LEADING } from './faces.ts';
import { type HanForms, hanForms, itemize } from './itemize.ts';
import { type GlyphRun, shape } from './shape.ts';

/** The least that is placed on a line as a whole: text of one face at one level. */
export interface Piece {
  run: GlyphRun;
  level: number;
  text: string;
}

/** A piece on its line; `x` is the distance of its left edge from the line's, in thousandths of an em. */
interface PlacedPiece extends Piece {
  x: number;
}

export interface Line {
  /** In the order of the text, which is the order in which a page is read aloud and extracted. */
  pieces: PlacedPiece[];
  /** Points, without the blank at the end. */
  width: number;
  /** Points from this baseline's line to the next. */
  height: number;
  rtl: boolean;
}

/** What stays together on a line: the text between two break opportunities. */
interface Segment {
  pieces: Piece[];
  /** Thousandths of an em; `solid` leaves out the blank at the end, which may hang over the edge. */
  width: number;
  solid: number;
}

export interface TextStyle {
  /** Points. */
  size: number;
  bold?: boolean;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });
const THAI = /\p{Script=Thai}/u;
const CONTROL = /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu;

/** The last guard before the page: well-formed UTF-16, no control characters, no direction overrides, `\n` kept. */
function printable(text: string): string {
  return text.toWellFormed().replace(CONTROL, (c) => (c === '\n' ? c : c === '\t' ? ' ' : ''));
}

/** Lines already broken: most of a certificate is headings, labels and fixed words that come again in the next. */
const broken = new LRUCache<string, readonly Line[]>({ max: 1000 });
const brokenTextMax = 200;

/** Lines of at most `width` points. Text without a break opportunity is broken between graphemes rather than overflow. */
export function breakLines(text: string, style: TextStyle, width: number): readonly Line[] {
  const key = text.length > brokenTextMax ? undefined : `${style.size} ${style.bold ?? false} ${width} ${text}`;
  const known = key && broken.get(key);
  if (known) return known;
  const clean = printable(text);
  const forms = hanForms(clean);
  const limit = (width / style.size) * 1000;
  const lines = clean.split('\n').flatMap((paragraph) => fill(paragraph, forms, style, limit));
  if (key) broken.set(key, lines);
  return lines;
}

function fill(paragraph: string, forms: HanForms, style: TextStyle, limit: number): Line[] {
  const { base, of } = levels(paragraph);
  const lines: Line[] = [];
  let pieces: Piece[] = [];
  let width = 0;
  let solid = 0;
  const flush = () => {
    lines.push(toLine(pieces, solid, width - solid, base, style));
    pieces = [];
    width = 0;
  };
  let start = 0;
  for (const end of breakPoints(paragraph)) {
    const segment = measure(paragraph.slice(start, end), of?.subarray(start, end), forms, style);
    const parts = segment.solid > limit ? shatter(paragraph.slice(start, end), base, forms, style) : [segment];
    for (const part of parts) {
      if (pieces.length && width + part.solid > limit) flush();
      pieces.push(...part.pieces);
      solid = width + part.solid;
      width += part.width;
    }
    start = end;
  }
  if (pieces.length || !lines.length) flush();
  return lines;
}

/** Ends of segments, in UTF-16 units; the last is the length of the paragraph. */
function breakPoints(paragraph: string): number[] {
  const points: number[] = [];
  const breaker = new LineBreaker(paragraph);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) points.push(next.position);
  if (!THAI.test(paragraph)) return points;
  // Thai is written without blanks between words; its breaks come from a dictionary.
  let start = 0;
  return points.flatMap((end) => {
    const slice = paragraph.slice(start, end);
    const words = [...thaiWords.segment(slice)].slice(1).map((word) => start + word.index);
    start = end;
    return THAI.test(slice) ? [...words, end] : [end];
  });
}

function measure(text: string, of: Uint8Array | undefined, forms: HanForms, style: TextStyle): Segment {
  const pieces: Piece[] = [];
  for (let start = 0; start < text.length; ) {
    const level = of?.[start] ?? 0;
    let end = start + 1;
    while (end < text.length && (of?.[end] ?? 0) === level) end++;
    for (const item of itemize(text.slice(start, end), forms, level % 2 === 1)) {
      // The name of a code point reads from left to right wherever it stands.
      const itemLevel = item.unknown ? level + (level % 2) : level;
      const name = item.face === 'sans' && style.bold ? 'sansBold' : item.face;
      pieces.push({ run: shape(name, item.text, itemLevel % 2 === 1), level: itemLevel, text: item.text });
    }
    start = end;
  }
  const width = pieces.reduce((sum, piece) => sum + piece.run.width, 0);
  const last = text.endsWith(' ') ? pieces.at(-1) : undefined;
  const blank = last?.run.glyphs.at(last.level % 2 ? 0 : -1)?.shapedAdvance ?? 0;
  return { pieces, width, solid: width - blank };
}

function shatter(text: string, base: number, forms: HanForms, style: TextStyle): Segment[] {
  return Array.from(graphemes.segment(text), ({ segment }) =>
    measure(segment, new Uint8Array(segment.length).fill(base), forms, style),
  );
}

function toLine(pieces: Piece[], solid: number, blank: number, base: number, style: TextStyle): Line {
  const leading = pieces.reduce((most, piece) => Math.max(most, LEADING[piece.run.face]), LEADING.sans);
  const placed = pieces.map((piece): PlacedPiece => ({ ...piece, x: 0 }));
  // The blank at the end of a line hangs over its edge: over the left one, if the line runs from right to left.
  let x = base ? -blank : 0;
  for (const piece of visualOrder(placed)) {
    piece.x = x;
    x += piece.run.width;
  }
  return {
    pieces: placed,
    width: (solid * style.size) / 1000,
    height: leading * style.size,
    rtl: base === 1,
  };
}
