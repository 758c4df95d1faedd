/**
 * Invisible characters that change how their neighbours look, and so belong to the text: U+200C and U+200D between letters that
 * join (UAX #31, contexts A1, A2 and B), and variation selectors after a base that has variants.
 */
import { JOINS_BEFORE, JOINS_BOTH, VIRAMA } from './joining-types.ts';

const NON_JOINER = '\u200c';
const JOINER = '\u200d';
const JOINERS = /(\p{Join_Control})\p{Join_Control}+/gu;
const JOINER_OR_SELECTOR = /[\p{Join_Control}\p{Variation_Selector}]/u;
const LETTER = /^\p{L}$/u;
const MARK = /^\p{M}$/u;

/**
 * `text` without the joiners and selectors that change nothing where they are. A joiner that follows another one goes.
 * @param marksMax how many marks to look across. Without a bound, many marks and joiners would take quadratic time
 */
export function removeIdleJoiners(text: string, marksMax: number): string {
  if (!JOINER_OR_SELECTOR.test(text)) return text;
  const characters = [...text.replace(JOINERS, '$1')];
  const kept: string[] = [];
  for (const [at, character] of characters.entries()) {
    const isJoiner = character === JOINER || character === NON_JOINER;
    const isNeeded = isJoiner
      ? joins(character, letterBefore(kept, marksMax), letterAfter(characters, at + 1, marksMax))
      : !JOINER_OR_SELECTOR.test(character) || hasVariants(kept.at(-1) ?? '', character);
    if (isNeeded) kept.push(character);
  }
  return kept.join('');
}

/** A letter beside a joiner, and the marks between them in text order. */
interface Neighbour {
  letter: string;
  marks: readonly string[];
}

function letterBefore(kept: readonly string[], marksMax: number): Neighbour {
  let start = kept.length;
  while (start > 0 && kept.length - start < marksMax && MARK.test(kept[start - 1]!)) start--;
  return { letter: kept[start - 1] ?? '', marks: kept.slice(start) };
}

function letterAfter(characters: readonly string[], from: number, marksMax: number): Neighbour {
  let end = from;
  while (end < characters.length && end - from < marksMax && MARK.test(characters[end]!)) end++;
  return { letter: characters[end] ?? '', marks: characters.slice(from, end) };
}

function joins(joiner: string, before: Neighbour, after: Neighbour): boolean {
  const followsVirama = LETTER.test(before.letter) && before.marks.some((mark) => VIRAMA.test(mark));
  if (joiner === NON_JOINER) {
    // A1: two letters that would join, such as in Persian. A2: two that would become a conjunct.
    const parts = JOINS_BOTH.test(before.letter) && (JOINS_BOTH.test(after.letter) || JOINS_BEFORE.test(after.letter));
    return parts || (followsVirama && LETTER.test(after.letter));
  }
  // B: a chosen form of a conjunct, such as in Sinhala.
  if (followsVirama && !after.marks.length) return true;
  // Not in UAX #31: before the virama, where it keeps a Bengali or Kannada ra whole.
  return (
    LETTER.test(before.letter) && !before.marks.length && VIRAMA.test(after.marks[0] ?? '') && LETTER.test(after.letter)
  );
}

const EMOJI_STYLE = /^[\ufe0e\ufe0f]$/;
const EMOJI = /^\p{Emoji}$/u;
const IDEOGRAPHIC = /^[\ufe00-\ufe02\u{e0100}-\u{e01ef}]$/u;
const IDEOGRAPH = /^\p{Unified_Ideograph}$/u;
/** Dotted forms of Khamti and other letters. */
const DOTTED = /^[\u1000-\u102a\u1075-\u1081\uaa60-\uaa7a]\ufe00$/;

/** The kinds of base with variants in StandardizedVariants.txt, emoji-variation-sequences.txt and the ideographic database. */
function hasVariants(base: string, selector: string): boolean {
  if (EMOJI_STYLE.test(selector)) return EMOJI.test(base);
  return (IDEOGRAPHIC.test(selector) && IDEOGRAPH.test(base)) || DOTTED.test(base + selector);
}
