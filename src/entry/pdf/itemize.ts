/**
 * Which face draws which part of a text. The unit is the grapheme cluster, so that a letter and its marks, or the parts
 * of one emoji, never come from two faces.
 */
import { type FaceName, face } from './faces.ts';

/** Text to be drawn in one face. */
export interface Item {
  text: string;
  face: FaceName;
  /** The text names characters that no face can draw. */
  unknown?: true;
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
/** Nothing here has a meaning another reader could know; a face that draws them would make the text unextractable. */
const PRIVATE = /\p{Co}/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Orders of preference by the script of the cluster. Han is drawn in the forms of the language its field is written in:
 * kana means Japanese, hangul Korean, anything else Chinese.
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

/** The forms of Han to use throughout one field of a request. */
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

/** `U+20BB7` in brackets: what a reader sees in place of a character that no face can draw. */
function codePoints(cluster: string): string {
  return [...cluster].map((c) => `[U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`).join('');
}

/**
 * Splits `text` into items of one face each, in the order given.
 * @param rtl the text stands at a right-to-left level, where even blanks belong to the Arabic face
 */
export function itemize(text: string, field: HanForms, rtl: boolean): Item[] {
  if (rtl) return itemizeWords(text, field);
  if (PLAIN.test(text)) return [{ text, face: 'sans' }];
  const items: Item[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const item = place(segment, field, false);
    const last = items.at(-1);
    if (last && last.face === item.face && last.unknown === item.unknown) last.text += item.text;
    else if (item.text) items.push(item);
  }
  return items;
}

/**
 * Right-to-left letters join, so a word keeps to one face if any has all its letters. Words stand apart from their
 * punctuation: readers that guess the order of a page's text word by word take a comma drawn left of an Arabic word for
 * something that comes before it.
 */
function itemizeWords(text: string, field: HanForms): Item[] {
  const items: Item[] = [];
  for (const [word] of text.matchAll(WORD)) {
    const whole = place(word, field, true);
    const parts = whole.unknown
      ? Array.from(graphemes.segment(word), ({ segment }) => place(segment, field, true))
      : [whole];
    items.push(...parts.filter((part) => part.text));
  }
  return items;
}

function place(cluster: string, field: HanForms, rtl: boolean): Item {
  const drawn = cluster.replace(IGNORABLE, (c) => (JOINER.test(c) ? c : ''));
  if (!drawn.replace(IGNORABLE, '')) return { text: '', face: 'sans' };
  const found = PRIVATE.test(drawn) ? undefined : candidates(drawn, field, rtl).find((name) => covers(name, drawn));
  if (found) return { text: drawn, face: found };
  return { text: codePoints(drawn), face: 'sans', unknown: true };
}
