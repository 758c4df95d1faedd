/** Breaks a field's text into lines that fit a column: line breaks (UAX #14), direction, faces, glyphs. */
import LineBreaker from 'linebreak';
import { embeddingLevels, visualOrder } from './bidi.ts';
import { splitClusters } from './clusters.ts';
import { LEADING } from './faces.ts';
import { type HanForms, hanForms, itemize } from './itemize.ts';
import { type GlyphRun, shape } from './shape.ts';

/** Text of one face at one embedding level. It is placed on a line as a whole. */
interface Piece {
  run: GlyphRun;
  level: number;
  text: string;
}

/** A piece on its line. `x` is the distance from the line's left edge to its own, in thousandths of an em. */
interface PlacedPiece extends Piece {
  x: number;
}

export interface Line {
  /** In text order, which is the order in which a page is read aloud and extracted. */
  pieces: PlacedPiece[];
  /** In points, without the blank at the end. */
  width: number;
  /** Points from the top of the line to that of the next. */
  height: number;
  /** Points from the top of the line to its baseline. */
  baseline: number;
  rtl: boolean;
}

/** The text between two break opportunities, which stays together on a line. */
interface Segment {
  pieces: Piece[];
  /** Thousandths of an em. `trimmedWidth` excludes the blank at the end, which may extend beyond the column. */
  width: number;
  trimmedWidth: number;
}

export interface FontStyle {
  /** In points. */
  size: number;
  bold?: boolean;
}

const words = new Intl.Segmenter('th', { granularity: 'word' });
/** Scripts without blanks between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const CONTROL = /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu;

/** Well-formed UTF-16 without control characters and direction overrides, except `\n`: the last check before the page. */
function printable(text: string): string {
  return text.toWellFormed().replace(CONTROL, (c) => (c === '\n' ? c : c === '\t' ? ' ' : ''));
}

/**
 * Lines already broken, by style, width and text. Most of a certificate is headings, labels and fixed words, which are the same in the
 * next one. Emptied when full: a plain map takes a fifth of the time of one that knows what was used last.
 */
const cachedLines = new WeakMap<FontStyle, Map<number, Map<string, readonly Line[]>>>();
/** Of one style and width. */
const cachedLinesMax = 300;
const cachedWidthsMax = 20;
const cachedTextMax = 600;

function cacheOf(style: FontStyle, width: number): Map<string, readonly Line[]> {
  const widths = cachedLines.get(style) ?? new Map<number, Map<string, readonly Line[]>>();
  let cache = widths.get(width);
  if (!cache) {
    cache = new Map();
    if (widths.size >= cachedWidthsMax) widths.clear();
    widths.set(width, cache);
    cachedLines.set(style, widths);
  }
  return cache;
}

/** Lines of at most `width` points. Text without a break opportunity is broken between clusters, never too wide. */
export function breakLines(text: string, style: FontStyle, width: number): readonly Line[] {
  const cache = cacheOf(style, width);
  const known = cache.get(text);
  if (known) return known;
  const clean = printable(text);
  const forms = hanForms(clean);
  const limit = (width / style.size) * 1000;
  const lines = clean.split('\n').flatMap((paragraph) => fillLines(paragraph, forms, style, limit));
  if (text.length <= cachedTextMax) {
    if (cache.size >= cachedLinesMax) cache.clear();
    cache.set(text, lines);
  }
  return lines;
}

function fillLines(paragraph: string, forms: HanForms, style: FontStyle, limit: number): Line[] {
  const { base, perUnit } = embeddingLevels(paragraph);
  const lines: Line[] = [];
  let pieces: Piece[] = [];
  let width = 0;
  let trimmedWidth = 0;
  const flush = () => {
    lines.push(toLine(pieces, trimmedWidth, width - trimmedWidth, base, style));
    pieces = [];
    width = 0;
  };
  let start = 0;
  for (const end of breakPoints(paragraph)) {
    const levels = perUnit?.subarray(start, end);
    const segment = measure(paragraph.slice(start, end), levels, forms, style);
    const parts =
      segment.trimmedWidth > limit ? splitMeasured(paragraph.slice(start, end), levels, forms, style) : [segment];
    for (const part of parts) {
      if (pieces.length && width + part.trimmedWidth > limit) flush();
      pieces.push(...part.pieces);
      trimmedWidth = width + part.trimmedWidth;
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
  if (!UNSPACED.test(paragraph)) return points;
  // Their break opportunities come from a dictionary. It knows no clusters, and must not tear one.
  const clusterStarts = new Set(splitClusters(paragraph).map(({ index }) => index));
  let start = 0;
  return points.flatMap((end) => {
    const slice = paragraph.slice(start, end);
    const starts = UNSPACED.test(slice) ? Array.from(words.segment(slice), ({ index }) => start + index) : [];
    start = end;
    return [...starts.slice(1).filter((index) => clusterStarts.has(index)), end];
  });
}

/** ISO 15924 for characters common to scripts. */
const COMMON = 'Zyyy';

/**
 * Segments of left-to-right text already measured: most words of a certificate, and most characters of a Chinese one, were in an earlier
 * one.
 */
const measuredSegments = { regular: segmentsByForms(), bold: segmentsByForms() };
/** Of one weight and form. */
const measuredMax = 5000;
const measuredTextMax = 40;

function measure(text: string, levels: Uint8Array | undefined, forms: HanForms, style: FontStyle): Segment {
  if (levels || text.length > measuredTextMax) return measureNew(text, levels, forms, style);
  const segments = measuredSegments[style.bold ? 'bold' : 'regular'][forms];
  let segment = segments.get(text);
  if (!segment) {
    segment = measureNew(text, levels, forms, style);
    if (segments.size >= measuredMax) segments.clear();
    segments.set(text, segment);
  }
  return segment;
}

function segmentsByForms(): Record<HanForms, Map<string, Segment>> {
  return { sc: new Map(), jp: new Map(), kr: new Map() };
}

function measureNew(text: string, levels: Uint8Array | undefined, forms: HanForms, style: FontStyle): Segment {
  const pieces: Piece[] = [];
  for (let start = 0; start < text.length; ) {
    const level = levels?.[start] ?? 0;
    let end = start + 1;
    while (end < text.length && (levels?.[end] ?? 0) === level) end++;
    for (const textRun of itemize(text.slice(start, end), forms, level % 2 === 1)) {
      // `[U+20BB7]` is read from left to right even within right-to-left text.
      const runLevel = textRun.undrawable ? level + (level % 2) : level;
      const name = textRun.face === 'sans' && style.bold ? 'sansBold' : textRun.face;
      pieces.push({
        run: shape(name, textRun.text, textRun.script ?? COMMON, runLevel % 2 === 1),
        level: runLevel,
        text: textRun.text,
      });
    }
    start = end;
  }
  const width = pieces.reduce((sum, piece) => sum + piece.run.width, 0);
  const last = text.endsWith(' ') ? pieces.at(-1) : undefined;
  const blank = last?.run.glyphs.at(last.level % 2 ? 0 : -1)?.shapedAdvance ?? 0;
  return { pieces, width, trimmedWidth: width - blank };
}

/** Each cluster keeps its own direction. In that of the paragraph, Thai within Arabic could not be shaped. */
function splitMeasured(text: string, levels: Uint8Array | undefined, forms: HanForms, style: FontStyle): Segment[] {
  return splitClusters(text).map((cluster) =>
    measure(cluster.text, levels?.subarray(cluster.index, cluster.index + cluster.text.length), forms, style),
  );
}

function toLine(pieces: Piece[], trimmedWidth: number, blank: number, base: number, style: FontStyle): Line {
  const { above, below } = extent(pieces);
  const placed = pieces.map((piece): PlacedPiece => ({ ...piece, x: 0 }));
  // The blank at the end of a line extends beyond its edge, which is the left edge of a right-to-left line.
  let x = base ? -blank : 0;
  for (const piece of visualOrder(placed)) {
    piece.x = x;
    x += piece.run.width;
  }
  return {
    pieces: placed,
    width: (trimmedWidth * style.size) / 1000,
    height: (above + below) * style.size,
    baseline: above * style.size,
    rtl: base === 1,
  };
}

/** The part of a line's height that is above its baseline. */
const ABOVE = 0.76;
/** Ems between the ink of a line and the edge of the line. */
const INK_MARGIN = 0.04;

/** Ems above and below the baseline: those of the tallest face, or more if stacked marks need more. */
function extent(pieces: readonly Piece[]): { above: number; below: number } {
  const leading = pieces.reduce((most, piece) => Math.max(most, LEADING[piece.run.face]), LEADING.sans);
  let above = leading * ABOVE;
  let below = leading * (1 - ABOVE);
  for (const { run } of pieces) {
    for (const { top, bottom } of run.glyphs) {
      above = Math.max(above, top / 1000 + INK_MARGIN);
      below = Math.max(below, -bottom / 1000 + INK_MARGIN);
    }
  }
  return { above, below };
}
