/** Finds rules by ordinary words: `chest of drawers`, `t-shirt`, `toy car for 3 year old`. It suggests, and decides nothing. */

/** What is searched of a rule. */
export interface SearchedRule {
  citation: string;
  title: string;
  appliesTo: string;
  words?: string[];
}

/** Words that do not tell one product from another. */
const STOP_WORDS = new Set(
  (
    'a age ages aged all also an and any are as at be by for from has have in incl including into is it its least less make made more new ' +
    'no not of old on only or other our over part parts per product products rule rules safety size sizes standard such than that the ' +
    'their them these this those to under up use used using which with within year years yr yrs your cfr usc sec section'
  ).split(' '),
);
/** Words that mean the same to whoever looks for a rule. */
const SAME_WORDS: readonly (readonly string[])[] = [
  [
    'child',
    'children',
    'childrens',
    'kid',
    'kids',
    'boy',
    'boys',
    'girl',
    'girls',
    'toddler',
    'preschooler',
    'juvenile',
  ],
  ['infant', 'baby', 'babies', 'newborn'],
  ['adult', 'grownup', 'men', 'mens', 'man', 'women', 'womens', 'woman', 'ladies'],
  ['pajama', 'pajamas', 'pyjama', 'pyjamas', 'pjs', 'sleepwear', 'nightwear'],
  ['tshirt', 'tee', 'tees', 'tshirts'],
  ['bicycle', 'bike', 'bikes', 'cycle', 'cycling'],
  ['color', 'colour'],
  ['plush', 'stuffed'],
  ['fibre', 'fiber'],
];
/** As many letters as a word must have to stand for one that begins with it. */
const BEGINNING_CHARS_MIN = 4;
/** Rules that fit less than this share of what the best one fits are not shown. */
const SHARE_MIN = 0.7;

const GROUPS = new Map(SAME_WORDS.flatMap((words) => words.map((word) => [stemOf(word), stemOf(words[0]!)] as const)));

/** The best fitting first; rules that fit alike stay in the order of the catalogue. Empty if no word is known. */
export function findRules<Rule extends SearchedRule>(query: string, catalogue: readonly Rule[]): Rule[] {
  const wanted = [...new Set(wordsOf(query))];
  const all = indexOf(catalogue);
  const weighed = wanted.map((word) => {
    const fits = all.map((words) => fitOf(word, words));
    const rules = fits.filter((fit) => fit > 0).length;
    // A word of many rules tells less than a word of few.
    return { fits, weight: rules === 0 ? 0 : Math.log(1 + all.length / rules) };
  });
  const scores = catalogue.map((rule, index) => ({
    rule,
    score: weighed.reduce((sum, { fits, weight }) => sum + fits[index]! * weight, 0),
  }));
  const best = Math.max(0, ...scores.map(({ score }) => score));
  if (best === 0) return [];
  return scores
    .filter(({ score }) => score >= best * SHARE_MIN)
    .sort((a, b) => b.score - a.score)
    .map(({ rule }) => rule);
}

/** 1 for the word itself, less for a word that begins with it, 0 otherwise. */
function fitOf(word: string, words: ReadonlySet<string>): number {
  if (words.has(word)) return 1;
  if (word.length < BEGINNING_CHARS_MIN) return 0;
  for (const other of words) if (other.startsWith(word)) return 0.8;
  return 0;
}

const indexes = new WeakMap<readonly SearchedRule[], Set<string>[]>();

function indexOf(catalogue: readonly SearchedRule[]): Set<string>[] {
  const made = indexes.get(catalogue);
  if (made) return made;
  const words = catalogue.map(
    ({ citation, title, appliesTo, words: everyday = [] }) =>
      new Set(wordsOf([citation, title, appliesTo, ...everyday].join(' '))),
  );
  indexes.set(catalogue, words);
  return words;
}

/** The words of a text by their stems, without those that tell nothing. Numbers of rules are words, ages are not. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[’'`]s?\b|\p{M}/gu, '')
    .replace(/\b(?:t|tee)[- ]shirts?\b/g, 'tshirt')
    .replace(/\be[- ](bikes?|cigarettes?|liquids?)\b/g, 'e$1');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || /\p{L}/u.test(word)) && !/^\d{1,2}$/.test(word))
    .map((word) => GROUPS.get(stemOf(word)) ?? stemOf(word));
}

/** Without the ending of a plural. */
function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
