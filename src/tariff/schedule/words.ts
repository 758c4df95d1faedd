/**
 * The words of a description or of a query, in the form that the index compares: lower case, without accents, singular, in the
 * spelling of the schedule (`data/tariff/word-forms.json`). A query has no other syntax: quotes, operators and stars are only what
 * separates words.
 */
import formsJson from '../../../data/tariff/word-forms.json' with { type: 'text' };

const WORD = /[\p{L}\p{N}]+/gu;
const WORD_CHARS_MAX = 40;
const MARKS = /\p{M}+/gu;
/** `t-shirt` and `x-ray` are other things than a shirt and a ray. */
const LETTER_AND_WORD = /\b([a-z])-(?=[a-z])/g;

interface WordForms {
  /** In every third description. They are looked for only if a query has no other words. */
  common: ReadonlySet<string>;
  spellings: ReadonlyMap<string, string>;
  /** Plurals that no rule gives. */
  plurals: ReadonlyMap<string, string>;
  singularInS: ReadonlySet<string>;
}

let forms: WordForms | undefined;

function wordForms(): WordForms {
  forms ??= parseForms(formsJson as unknown as string);
  return forms;
}

function parseForms(text: string): WordForms {
  const { common, spellings, plurals, singular_in_s } = JSON.parse(text) as Record<string, string[]>;
  return {
    common: new Set(common),
    spellings: new Map(Object.entries(spellings!)),
    plurals: new Map(Object.entries(plurals!)),
    singularInS: new Set(singular_in_s),
  };
}

export function isCommonWord(word: string): boolean {
  return wordForms().common.has(word);
}

export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(LETTER_AND_WORD, '$1');
  return (folded.match(WORD) ?? []).filter(isWord).map((word) => stem(word.slice(0, WORD_CHARS_MAX)));
}

/** `S` of `U.S.` and the `1` of `1.5` find nothing. A single character of Chinese is a word. */
function isWord(word: string): boolean {
  return word.length > 1 || word > '\u007f';
}

/** The singular of an English noun in the spelling of the schedule. Other words stay, or become something that they share. */
function stem(word: string): string {
  const { spellings, plurals } = wordForms();
  const singular = plurals.get(word) ?? singularOf(spellings.get(word) ?? word);
  return spellings.get(singular) ?? singular;
}

function singularOf(word: string): string {
  // `cookies` and `necktie`: the plural does not say which of the two ends it has.
  if (/[^aeiou]ies?$/.test(word) && word.length > 4) return `${word.slice(0, word.lastIndexOf('ie'))}y`;
  if (word.length <= 3 || !word.endsWith('s') || wordForms().singularInS.has(word)) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/(?:x|ch|sh|ss|zz|o)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
