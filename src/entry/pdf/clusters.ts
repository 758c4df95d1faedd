/** Splits text into the parts that must not be drawn from two faces or on two lines. */
import { VIRAMA } from '../issue/joining-types.ts';

export interface Cluster {
  text: string;
  /** In UTF-16 units. */
  index: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const JOINERS = /\p{Join_Control}/gu;
/** A virama that is always visible in Burmese, and joins nothing. */
const ASAT = '\u103a';
/** Scripts whose letters are joined by a virama, at least in some fonts. */
const MAY_JOIN = /[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]/;

/**
 * Whether the next letter may be drawn below or within this cluster. Unicode's graphemes (UAX #29, GB9c) know this of six
 * scripts only: not of Gurmukhi, Tamil, Kannada, Sinhala, Burmese and Khmer.
 */
function joinsNext(cluster: string): boolean {
  const last = cluster.replace(JOINERS, '').at(-1) ?? '';
  return last !== ASAT && VIRAMA.test(last);
}

/**
 * UTF-16 units. No syllable of a language is longer, but consonants joined without end are one grapheme: wider than a line, and
 * than a glyph can be.
 */
const JOINED_MAX = 16;
/** A letter with thirty marks, as many as a cleaned text has, is not cut. */
const UNCUT_MAX = 40;
const LETTER = /[^\p{M}\p{Join_Control}][\p{M}\p{Join_Control}]*|[\p{M}\p{Join_Control}]+/gu;

/** Text of which each UTF-16 unit is a cluster: ASCII, Han, kana, syllables of hangul, full-width forms. No marks, no jamo. */
const SINGLE_UNITS =
  /^[\x20-\x7e\u3000-\u3029\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]*$/;

/** Grapheme clusters, with those of one syllable together if they may be drawn as one shape. */
export function splitClusters(text: string): Cluster[] {
  if (SINGLE_UNITS.test(text)) return Array.from(text, (unit, index): Cluster => ({ text: unit, index }));
  const clusters = Array.from(graphemes.segment(text), ({ segment, index }): Cluster => ({ text: segment, index }));
  if (!MAY_JOIN.test(text)) return clusters;
  const joined: Cluster[] = [];
  for (const cluster of clusters.flatMap(cut)) {
    const last = joined.at(-1);
    const joins = last && MAY_JOIN.test(cluster.text) && joinsNext(last.text);
    if (joins && last.text.length + cluster.text.length <= JOINED_MAX) last.text += cluster.text;
    else joined.push(cluster);
  }
  return joined;
}

function cut(cluster: Cluster): Cluster[] {
  if (cluster.text.length <= UNCUT_MAX) return [cluster];
  return Array.from(cluster.text.matchAll(LETTER), ({ 0: text, index }) => ({ text, index: cluster.index + index }));
}
