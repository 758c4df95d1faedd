/**
 * The words of a description or of a query, in the form that the index compares: lower case, without accents, singular, in the
 * spelling of the schedule. A query has no other syntax: quotes, operators and stars are only what separates words.
 */

const WORD = /[\p{L}\p{N}]+/gu;
const WORD_CHARS_MAX = 40;
const MARKS = /\p{M}+/gu;
/** `t-shirt` and `x-ray` are other things than a shirt and a ray. */
const LETTER_AND_WORD = /\b([a-z])-(?=[a-z])/g;

/** In every third description. They are looked for only if a query has no other words. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  'an and as at by for from if in into is it not of on or other than that the their thereof to with whether which'.split(
    ' ',
  ),
);

/** British spellings, and plurals that no rule gives. */
const SPELLINGS = new Map<string, string>(
  Object.entries({
    aluminium: 'aluminum',
    tyre: 'tire',
    colour: 'color',
    coloured: 'colored',
    fibre: 'fiber',
    grey: 'gray',
    jewellery: 'jewelry',
    mould: 'mold',
    plough: 'plow',
    aeroplane: 'airplane',
    sulphur: 'sulfur',
    yoghurt: 'yogurt',
    children: 'child',
    men: 'man',
    women: 'woman',
    feet: 'foot',
    teeth: 'tooth',
    geese: 'goose',
    mice: 'mouse',
    knives: 'knife',
    leaves: 'leaf',
    shelves: 'shelf',
    halves: 'half',
    loaves: 'loaf',
    calves: 'calf',
    shoes: 'shoe',
    canoes: 'canoe',
    lenses: 'lens',
    gases: 'gas',
    buses: 'bus',
  }),
);
const SINGULAR_IN_S: ReadonlySet<string> = new Set([
  'lens',
  'gas',
  'bus',
  'canvas',
  'atlas',
  'christmas',
  'diesel',
  'perhaps',
]);

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
  const singular = SPELLINGS.get(word) ?? singularOf(word);
  return SPELLINGS.get(singular) ?? singular;
}

function singularOf(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || SINGULAR_IN_S.has(word)) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss|zz|o)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
