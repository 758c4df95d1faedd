/** Texts that fill a field without stating anything, such as `N/A`, `TBD`, `On file` and `同上`: one reader of `data/entry/placeholders.json`. */
import groups from '../../../data/entry/placeholders.json' with { type: 'json' };

/**
 * Why a text states nothing. `none`: it says that there is none, which an optional field may say. `later`: it will be stated.
 * `withheld`: it is known and not stated, or not known. `elsewhere`: it stands in another place.
 */
export type PlaceholderMeaning = 'none' | 'later' | 'withheld' | 'elsewhere';

/** What stands between two statements in one text. Lines and parts of an address may each be a placeholder. */
const BETWEEN_PARTS = /[\n,;:()[\]|、，；：（）]|\s[-–—/]\s|[.。]\s/;
/** What a reference to another document may end with. */
const NUMBER_WORDS = new Set(['dated', 'id', 'no', 'nr', 'num', 'number', 'of', 'ref', 'report']);
/** Blanks between these letters say nothing: Korean is written with and without them. */
const UNSPACED =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])/gu;

let known: ReadonlyMap<string, PlaceholderMeaning> | undefined;

/** Undefined for a text that states something. @param text of any field but a date */
export function placeholderMeaning(text: string): PlaceholderMeaning | undefined {
  const whole = plainWords(text);
  // A text of dashes has no word at all. One of emoji is not a placeholder.
  if (whole === '') return /\p{P}/u.test(text) ? 'none' : undefined;
  const meaning = meaningOf(whole);
  if (meaning !== undefined) return meaning;
  const parts = partsOf(text).map((part) => meaningOf(plainWords(part)));
  if (parts.length < 2 || parts.includes(undefined)) return undefined;
  return parts.find((part) => part !== 'none') ?? 'none';
}

/**
 * Whether a text that has to be written out is not: it is a placeholder, one of its lines or parts withholds something, or it refers to
 * a numbered document. @param text an address, a place or a statement
 */
export function isWithheld(text: string): boolean {
  if (placeholderMeaning(text) !== undefined) return true;
  return [text, ...partsOf(text)].some((part) => {
    const meaning = meaningOf(plainWords(part));
    return (meaning !== undefined && meaning !== 'none') || refersToNumber(part);
  });
}

/** An e-mail address made of placeholders, such as `none@none.com`. */
export function isPlaceholderEmail(email: string): boolean {
  const [local = '', domain = ''] = email.split('@');
  const [label = ''] = domain.split('.');
  return [local, label].every((part) => meaningOf(plainWords(part)) !== undefined);
}

/** A telephone number of zeros, but for the code of a country. */
export function isZeroNumber(phone: string): boolean {
  const national = phone.normalize('NFKC').replace(/^\s*\+\d{1,3}(?=\D)/, '');
  const digits = national.match(/\p{Nd}/gu) ?? [];
  return digits.length > 0 && digits.every((digit) => digit === '0');
}

function meaningOf(plain: string): PlaceholderMeaning | undefined {
  known ??= readGroups();
  return known.get(plain);
}

/** `refer to test report HT-118`: the report is named, and what the field asks for is not stated. */
function refersToNumber(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const isTail = (word: string) => /\p{Nd}/u.test(word) || NUMBER_WORDS.has(plainWords(word));
  let end = words.length;
  while (end > 0 && isTail(words[end - 1]!)) end--;
  if (!words.slice(end).some((word) => /\p{Nd}/u.test(word))) return false;
  const head = plainWords(words.slice(0, end).join(' '));
  return [head, `${head} report`].some((phrase) => meaningOf(phrase) === 'elsewhere');
}

function partsOf(text: string): string[] {
  return text.split(BETWEEN_PARTS).filter((part) => plainWords(part) !== '');
}

/** In lower case, without accents, with a blank in place of what is between the words: `N/A` is `n a`. */
function plainWords(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
  return (words.match(/[\p{L}\p{N}]+|\p{S}/gu) ?? []).join(' ').replace(UNSPACED, '');
}

function readGroups(): Map<string, PlaceholderMeaning> {
  const meanings = new Map<string, PlaceholderMeaning>();
  for (const { meaning, texts } of groups) {
    for (const text of texts.flatMap(alternatives)) {
      const plain = plainWords(text);
      if (!meanings.has(plain)) meanings.set(plain, meaning as PlaceholderMeaning);
    }
  }
  return meanings;
}

/** `{see|refer to} label` as both texts. */
function alternatives(pattern: string): string[] {
  let texts = [''];
  for (const [index, part] of pattern.split(/[{}]/).entries()) {
    const choices = index % 2 === 0 ? [part] : part.split('|');
    texts = texts.flatMap((text) => choices.map((choice) => text + choice));
  }
  return texts;
}
