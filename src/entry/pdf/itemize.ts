/**
 * Chooses the face for each part of a text. The unit is the grapheme cluster, so that a letter and its marks, or the parts of
 * one emoji, are never drawn from two faces.
 */
import { type FaceName, face } from './faces.ts';

/** Text to be drawn in one face. */
export interface TextRun {
  text: string;
  face: FaceName;
  /** The text contains code points such as `[U+20BB7]` in place of characters that no face has. */
  undrawable?: true;
}

const PLAIN = /^[\n\x20-\x7e]*$/;
const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u31c0-\u31ef\u3200-\u33ff\uff00-\uffef]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const RTL_SCRIPT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const THAI = /\p{Script=Thai}/u;
const DEVANAGARI = /\p{Script=Devanagari}/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f?/u;
/** Characters that draw nothing by themselves: variation selectors, joiners, fillers. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const JOINER = /[\u200c\u200d]/;
const WORD = /[\p{L}\p{M}\u200c\u200d]+|[^\p{L}\p{M}]+/gu;
/** Private-use characters have no agreed meaning. Drawn as glyphs, they could not be extracted as text. */
const PRIVATE = /\p{Co}/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Faces in order of preference for the script of `cluster`. Han is drawn in the forms of the field's language: kana means
 * Japanese, hangul means Korean, anything else means Chinese.
 */
function candidates(cluster: string, field: HanForms, rtl: boolean): readonly FaceName[] {
  if (RTL_SCRIPT.test(cluster) || rtl) return ['dejavu', 'arabic', 'sans', 'emoji', field];
  if (THAI.test(cluster)) return ['thai'];
  if (DEVANAGARI.test(cluster)) return ['devanagari'];
  if (CJK.test(cluster)) return HAN_ORDER[field];
  if (EMOJI.test(cluster)) return ['emoji', 'sans', 'dejavu', field];
  return ['sans', 'dejavu', 'emoji', field];
}

export type HanForms = 'sc' | 'jp' | 'kr';

const HAN_ORDER: Record<HanForms, readonly FaceName[]> = {
  sc: ['sc', 'jp', 'kr'],
  jp: ['jp', 'sc', 'kr'],
  kr: ['kr', 'sc', 'jp'],
};

/** The Han forms to use for a whole field of a request. */
export function hanForms(field: string): HanForms {
  if (KANA.test(field)) return 'jp';
  return HANGUL.test(field) ? 'kr' : 'sc';
}

function covers(name: FaceName, text: string): boolean {
  const { font } = face(name);
  for (const character of text) {
    if (!JOINER.test(character) && !font.hasGlyphForCodePoint(character.codePointAt(0)!)) return false;
  }
  return true;
}

/** `[U+20BB7]`: printed in place of a character that no face has. */
function codePoints(cluster: string): string {
  return [...cluster].map((c) => `[U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`).join('');
}

/**
 * Splits `text` into runs of one face each, in text order.
 * @param rtl the text has a right-to-left level; then even blanks are drawn in an Arabic face
 */
export function itemize(text: string, field: HanForms, rtl: boolean): TextRun[] {
  if (rtl) return itemizeWords(text, field);
  if (PLAIN.test(text)) return [{ text, face: 'sans' }];
  const runs: TextRun[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const run = chooseFace(segment, field, false);
    const last = runs.at(-1);
    if (last && last.face === run.face && last.undrawable === run.undrawable) last.text += run.text;
    else if (run.text) runs.push(run);
  }
  return runs;
}

/**
 * Arabic letters join, so a word is drawn in one face if any face has all its letters. Punctuation is a run of its own:
 * PDF readers that guess the text order word by word would otherwise put a comma drawn left of an Arabic word before it.
 */
function itemizeWords(text: string, field: HanForms): TextRun[] {
  const runs: TextRun[] = [];
  for (const [word] of text.matchAll(WORD)) {
    const whole = chooseFace(word, field, true);
    const parts = whole.undrawable
      ? Array.from(graphemes.segment(word), ({ segment }) => chooseFace(segment, field, true))
      : [whole];
    runs.push(...parts.filter((part) => part.text));
  }
  return runs;
}

function chooseFace(cluster: string, field: HanForms, rtl: boolean): TextRun {
  const drawn = cluster.replace(IGNORABLE, (c) => (JOINER.test(c) ? c : ''));
  if (!drawn.replace(IGNORABLE, '')) return { text: '', face: 'sans' };
  const found = PRIVATE.test(drawn) ? undefined : candidates(drawn, field, rtl).find((name) => covers(name, drawn));
  if (found) return { text: drawn, face: found };
  return { text: codePoints(drawn), face: 'sans', undrawable: true };
}
