/**
 * Chooses the face and script for each part of a text. The unit is the cluster, so that a letter and its marks, or the parts of
 * one emoji, are drawn from one face if any face has them all.
 */
import { isDrawable } from '../issue/drawable.ts';
import { splitClusters } from './clusters.ts';
import { FACE_NAMES, type FaceName, face } from './faces.ts';
import { SCRIPTS } from './scripts.ts';

/** Text to be drawn in one face. */
export interface TextRun {
  text: string;
  face: FaceName;
  /** ISO 15924. Absent if the characters are common to scripts, such as digits. */
  script?: string;
  /** The text contains code points such as `[U+20BB7]` in place of characters that no face has. */
  undrawable?: true;
}

const PLAIN = /^[\n\x20-\x7e]*$/;
const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u31c0-\u31ef\u3200-\u33ff\uff00-\uffef]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
/**
 * A cluster that is drawn as emoji. A symbol with two presentations (emoji-variation-sequences.txt of Unicode), such as U+00AE, is text
 * unless U+FE0F follows it, or U+FE0E makes one text that is emoji by itself (UTS #51, section 2).
 */
const EMOJI = /\p{Emoji_Presentation}(?!\ufe0e)|\p{Emoji}\ufe0f/u;
/** Characters that draw nothing by themselves: variation selectors, joiners, fillers. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Those that change how their neighbours are drawn: joiners and variation selectors. */
const SELECTOR = /[\p{Join_Control}\p{Variation_Selector}]/u;
/**
 * Parts of right-to-left text. Emoji stand alone, because their face has digits too. A non-joiner stands alone: poppler takes it for
 * the end of the right-to-left letters, and would move the rest of its word before it. The letters beside it do not join anyway.
 */
const WORD =
  /(?:\p{Emoji_Presentation}(?!\ufe0e)|\p{Emoji}\ufe0f)\u20e3?|[\p{L}\p{M}\u200d]+|\u200c|(?:(?!\p{Emoji_Presentation}(?!\ufe0e)|\p{Emoji}\ufe0f)[^\p{L}\p{M}\u200c])+/gu;

export type HanForms = 'sc' | 'jp' | 'kr';

const HAN_ORDER: Record<HanForms, readonly FaceName[]> = {
  sc: ['sc', 'jp', 'kr'],
  jp: ['jp', 'sc', 'kr'],
  kr: ['kr', 'sc', 'jp'],
};

/** The Han forms to use for a whole field of a request: kana means Japanese, hangul Korean, anything else Chinese. */
export function hanForms(field: string): HanForms {
  if (KANA.test(field)) return 'jp';
  return HANGUL.test(field) ? 'kr' : 'sc';
}

/** What a run inherits from its field and from the run before it. */
interface Context {
  field: HanForms;
  rtl: boolean;
  script?: string | undefined;
}

/** The script of `cluster`, and faces in order of preference. */
function candidates(cluster: string, context: Context): { script?: string; faces: readonly FaceName[] } {
  const { field, rtl } = context;
  if (EMOJI.test(cluster)) return { faces: ['emoji', 'sans', 'dejavu', field] };
  const found =
    SCRIPTS.find(({ own }) => own.test(cluster)) ??
    SCRIPTS.find(({ tag, shared }) => tag === context.script && shared.test(cluster));
  if (found) return { script: found.tag, faces: [...found.faces, 'sans', 'dejavu', 'emoji', field] };
  if (CJK.test(cluster)) {
    const script = HANGUL.test(cluster) ? 'Hang' : KANA.test(cluster) ? 'Kana' : 'Hani';
    return { script, faces: HAN_ORDER[field] };
  }
  const sharing = SCRIPTS.find(({ shared }) => shared.test(cluster));
  if (sharing) return { script: sharing.tag, faces: [...sharing.faces, 'sans', 'dejavu', 'emoji', field] };
  // Blanks and punctuation of right-to-left text are drawn in its face.
  if (rtl) return { faces: ['dejavu', 'arabic', 'sans', field, 'emoji'] };
  return { faces: ['sans', 'dejavu', field, 'emoji'] };
}

function covers(name: FaceName, text: string): boolean {
  const { font } = face(name);
  for (const character of text) {
    if (!SELECTOR.test(character) && !font.hasGlyphForCodePoint(character.codePointAt(0)!)) return false;
  }
  return true;
}

function codePointOf(character: string): TextRun {
  return { text: codePointText(character), face: 'sans', undrawable: true };
}

/** `[U+20BB7]`: printed in place of a character that no face has. */
export function codePointText(character: string): string {
  return `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/**
 * Splits `text` into runs of one face each, in text order.
 * @param rtl the text has a right-to-left level; then even blanks are drawn in an Arabic face
 */
export function itemize(text: string, field: HanForms, rtl: boolean): TextRun[] {
  if (!rtl && PLAIN.test(text)) return [{ text, face: 'sans', script: 'Latn' }];
  const runs: TextRun[] = [];
  for (const part of rtl ? Array.from(text.matchAll(WORD), ([word]) => word) : splitClusters(text).map(textOf)) {
    for (const run of chooseFaces(part, { field, rtl, script: runs.at(-1)?.script })) {
      const last = runs.at(-1);
      if (last && !rtl && canExtend(last, run)) {
        last.text += run.text;
        last.script ??= run.script;
      } else runs.push(run);
    }
  }
  return runs;
}

const textOf = ({ text }: { text: string }) => text;

function canExtend(last: TextRun, run: TextRun): boolean {
  const sameScript = !last.script || !run.script || last.script === run.script;
  return last.face === run.face && last.undrawable === run.undrawable && sameScript;
}

/**
 * The runs of one cluster: one, if a face has all its characters. Of right-to-left text, `part` is a whole word, because its
 * letters join. Punctuation is a run of its own: PDF readers that guess the text order word by word would otherwise put a comma
 * drawn left of an Arabic word before it.
 */
function chooseFaces(part: string, context: Context): TextRun[] {
  const drawn = part.replace(IGNORABLE, (c) => (SELECTOR.test(c) ? c : ''));
  if (!drawn) return [];
  const whole = chooseFace(drawn, context);
  if (whole) return [whole];
  const clusters = splitClusters(drawn).map(textOf);
  if (clusters.length > 1) return clusters.flatMap((cluster) => chooseFaces(cluster, context));
  const characters = [...drawn];
  if (characters.length > 1) return characters.flatMap((character) => chooseFaces(character, context));
  return [codePointOf(drawn)];
}

function chooseFace(text: string, context: Context): TextRun | undefined {
  if (![...text].every(isDrawable)) return undefined;
  const { script, faces } = candidates(text, context);
  // A face of another script is a last resort for a single character, because each has to be loaded to be asked.
  const found =
    faces.find((name) => covers(name, text)) ??
    ([...text].length === 1 ? FACE_NAMES.find((name) => covers(name, text)) : undefined);
  return found && { text, face: found, ...(script && { script }) };
}
