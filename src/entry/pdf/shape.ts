/**
 * Converts text in one face to positioned glyphs, with HarfBuzz. The result depends only on the arguments, so it is cached
 * across documents: without the cache, shaping would take most of the time of a certificate.
 */
import * as harfbuzz from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';
import { type Cluster, splitClusters } from './clusters.ts';
import { type Face, type FaceName, face } from './faces.ts';
import { boundsOf, type GlyphPart } from './subset.ts';

/**
 * What one code of an embedded font draws: a glyph of the face, or several that stand for one cluster of characters. Readers
 * that know nothing of shaping extract the characters of a cluster together, whatever the order of its parts.
 */
export interface Glyph {
  /** In units of the font, from the place where the glyph is drawn. Empty for a blank cluster. */
  parts: readonly GlyphPart[];
  /** The width in the embedded font, in units of the font. A PDF reader advances by this. */
  fontAdvance: number;
  /** The same in thousandths of an em. */
  advance: number;
  /** The advance that the shaper chose instead, including kerning. */
  shapedAdvance: number;
  /** Where the ink is, above and below (negative) the baseline, in thousandths of an em. */
  top: number;
  bottom: number;
  /** The text that this glyph is extracted as. */
  codePoints: readonly number[];
  /** Identifies the pair of drawing and text, which a document embeds once. */
  key: string;
}

export interface GlyphRun {
  face: FaceName;
  /** In visual order, left to right. */
  glyphs: readonly Glyph[];
  /** Thousandths of an em. */
  width: number;
}

const runsMax = 20_000;
const runs = new LRUCache<string, GlyphRun>({ max: runsMax });

/**
 * Shapes `text` with the face's own features: kerning, joining, conjuncts. Brackets at a right-to-left level are mirrored. No
 * language is set: a request does not state one, and the forms of the script's default are used.
 * @param script ISO 15924; `Zyyy` for characters common to scripts
 */
export function shape(name: FaceName, text: string, script: string, rtl: boolean): GlyphRun {
  const key = `${name}${rtl ? '<' : '>'}${script}${text}`;
  let run = runs.get(key);
  if (!run) {
    run = (rtl ? null : shapeFromParts(name, text, script)) ?? shapeWhole(face(name), text, script, rtl);
    runs.set(key, run);
  }
  return run;
}

/** Builds the run from parts that need no shaper or are soon all cached; null if the script does not allow it. */
function shapeFromParts(name: FaceName, text: string, script: string): GlyphRun | null {
  if (SINGLE.test(text)) return shapeSingle(face(name), text);
  return text.length > 2 && PAIRABLE.test(text) ? shapeFromPairs(name, text, script) : null;
}

/** One character of a script whose characters do not affect each other, so that there is nothing to shape. */
const SINGLE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\uac00-\ud7a3]$/u;

function shapeSingle(face: Face, text: string): GlyphRun {
  const codePoint = text.codePointAt(0)!;
  const { id, advanceWidth } = face.font.glyphForCodePoint(codePoint);
  const glyph = glyphOf(face, [{ id, x: 0, y: 0 }], advanceWidth, advanceWidth, [codePoint]);
  return { face: face.name, glyphs: [glyph], width: glyph.advance };
}

/** Precomposed Latin: no marks to place and nothing to reorder, only pairs to kern. */
const PAIRABLE = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u017f]+$/;

/**
 * The first glyph of two letters, kerned before the second; null if the letters do more than kern, such as in a ligature. By face and
 * script, then by the codes of both letters. A number as key takes a fifth of the time of a text.
 */
const kernedGlyphs = new Map<string, Map<number, Glyph | null>>();
/** Of one face and script: all pairs of ASCII, and as many others. */
const pairsMax = 20_000;

function kerned(pairs: Map<number, Glyph | null>, name: FaceName, script: string, text: string, at: number) {
  const isLast = at + 1 === text.length;
  const key = (text.charCodeAt(at) << 16) | (isLast ? 0 : text.charCodeAt(at + 1));
  let found = pairs.get(key);
  if (found === undefined) {
    const [first, second, third] = shape(name, text.slice(at, at + 2), script, false).glyphs;
    const alone = shape(name, text[at]!, script, false).glyphs[0];
    const separate = first?.parts[0]?.id === alone?.parts[0]?.id && Boolean(second) !== isLast && !third;
    found = separate ? first! : null;
    if (pairs.size >= pairsMax) pairs.clear();
    pairs.set(key, found);
  }
  return found;
}

/**
 * Builds a word from pairs of letters, which are soon all cached. Words in a certificate (numbers, addresses) are rarely the
 * same as before, and shaping a new word takes ten times as long. Null if a pair does more than kern.
 */
function shapeFromPairs(name: FaceName, text: string, script: string): GlyphRun | null {
  const glyphs: Glyph[] = [];
  let width = 0;
  const group = name + script;
  const pairs = kernedGlyphs.get(group) ?? new Map<number, Glyph | null>();
  kernedGlyphs.set(group, pairs);
  for (let i = 0; i < text.length; i++) {
    const glyph = kerned(pairs, name, script, text, i);
    if (!glyph) return null;
    glyphs.push(glyph);
    width += glyph.shapedAdvance;
  }
  return { face: name, glyphs, width };
}

/** The only one: a new buffer for each word would have to wait for the garbage collector. */
let buffer: harfbuzz.Buffer | undefined;

function shapeWhole(face: Face, text: string, script: string, rtl: boolean): GlyphRun {
  buffer ??= new harfbuzz.Buffer();
  buffer.clearContents();
  buffer.addText(text);
  buffer.setDirection(rtl ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  buffer.setScript(script);
  // Readers reverse the text of a right-to-left line character by character, so there a mark keeps a glyph of its own.
  buffer.setClusterLevel(rtl ? harfbuzz.ClusterLevel.MONOTONE_CHARACTERS : harfbuzz.ClusterLevel.MONOTONE_GRAPHEMES);
  harfbuzz.shape(face.shaper, buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const ends = clusterEnds(infos, text.length);
  const glyphs: Glyph[] = [];
  for (let start = 0, end: number; start < infos.length; start = end) {
    const { cluster } = infos[start]!;
    end = start + 1;
    while (end < infos.length && infos[end]!.cluster === cluster) end++;
    const codePoints = extractedAs(text.slice(cluster, ends.get(cluster)), rtl);
    if (codePoints.length > CLUSTER_MAX) {
      const clusters = splitClusters(text);
      if (clusters.length > 1) return shapeInParts(face.name, clusters, script, rtl);
    }
    const drawn = codePoints.slice(0, READER_CHARACTERS_MAX);
    glyphs.push(clusterGlyph(face, infos.slice(start, end), positions.slice(start, end), drawn));
    for (let at = READER_CHARACTERS_MAX; at < codePoints.length; at += READER_CHARACTERS_MAX) {
      glyphs.push(glyphOf(face, [], 0, 0, codePoints.slice(at, at + READER_CHARACTERS_MAX)));
    }
  }
  return runOf(face.name, glyphs);
}

function shapeInParts(name: FaceName, clusters: readonly Cluster[], script: string, rtl: boolean): GlyphRun {
  const parts = clusters.map(({ text }) => shape(name, text, script, rtl).glyphs);
  return runOf(name, (rtl ? parts.reverse() : parts).flat());
}

const runOf = (name: FaceName, glyphs: readonly Glyph[]): GlyphRun => ({
  face: name,
  glyphs,
  width: glyphs.reduce((sum, { shapedAdvance }) => sum + shapedAdvance, 0),
});

/** Code points. A longer cluster could be wider than a glyph can be. */
const CLUSTER_MAX = 47;

/** MuPDF extracts a glyph as at most this many characters. A blank glyph of no width stands for the rest of a cluster. */
const READER_CHARACTERS_MAX = 8;

/** Where the text of each cluster ends, in UTF-16 units: where the next one starts. */
function clusterEnds(infos: readonly harfbuzz.GlyphInfo[], length: number): Map<number, number> {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  return new Map(starts.map((start, i) => [start, starts[i + 1] ?? length]));
}

function clusterGlyph(
  face: Face,
  infos: readonly harfbuzz.GlyphInfo[],
  positions: readonly harfbuzz.GlyphPosition[],
  codePoints: readonly number[],
): Glyph {
  let pen = 0;
  const parts = infos.map(({ codepoint: id }, i): GlyphPart => {
    const { xAdvance, xOffset, yOffset } = positions[i]!;
    const part = { id, x: pen + xOffset, y: yOffset };
    pen += xAdvance;
    return part;
  });
  const [first] = parts;
  if (parts.length === 1 && first!.x === 0 && first!.y === 0) {
    return glyphOf(face, parts, face.shaper.glyphHAdvance(first!.id), pen, codePoints);
  }
  return glyphOf(
    face,
    parts.filter(({ id }) => boundsOf(face.outlines, id)),
    Math.max(0, pen),
    pen,
    codePoints,
  );
}

function glyphOf(
  { scale, outlines }: Face,
  parts: readonly GlyphPart[],
  fontAdvance: number,
  shapedAdvance: number,
  codePoints: readonly number[],
): Glyph {
  let top = 0;
  let bottom = 0;
  for (const { id, y } of parts) {
    const bounds = boundsOf(outlines, id);
    top = Math.max(top, (bounds?.yMax ?? 0) + y);
    bottom = Math.min(bottom, (bounds?.yMin ?? 0) + y);
  }
  return {
    parts,
    fontAdvance,
    advance: fontAdvance * scale,
    shapedAdvance: shapedAdvance * scale,
    top: top * scale,
    bottom: bottom * scale,
    codePoints,
    key: `${parts.map(({ id, x, y }) => (x || y ? `${id}@${x},${y}` : id)).join('+')} ${fontAdvance} ${codePoints}`,
  };
}

const LAM = 0x0644;
/** Lam with each alef as one character: PDF readers disagree on the order of a ligature's letters in a right-to-left line. */
const LAM_ALEF: Record<number, number> = { 1570: 0xfef5, 1571: 0xfef7, 1573: 0xfef9, 1575: 0xfefb };

function extractedAs(cluster: string, rtl: boolean): readonly number[] {
  const codePoints = Array.from(cluster, (character) => character.codePointAt(0)!);
  const [first, second] = codePoints;
  const ligature = rtl && codePoints.length === 2 && first === LAM ? LAM_ALEF[second!] : undefined;
  return ligature ? [ligature] : codePoints;
}
