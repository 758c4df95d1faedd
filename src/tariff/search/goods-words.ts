/** What people call goods, where the schedule has other words (`data/tariff/search-words.json`). Read when something is first searched. */
import wordsJson from '../../../data/tariff/search-words.json' with { type: 'text' };
import { readDigits } from '../hts-code.ts';
import { parseFields } from '../json-fields.ts';
import { isCommonWord, wordsOf } from '../schedule/words.ts';

export interface GoodsWords {
  /** By a word of a query: other words of the schedule for it. */
  also: ReadonlyMap<string, readonly string[]>;
  /** By the words of a name, joined by blanks: digits of the headings and subheadings of such goods, the likeliest first. */
  goods: ReadonlyMap<string, readonly string[]>;
  /** The most words that a name has. */
  longest: number;
  /** Every word of every name. */
  vocabulary: ReadonlySet<string>;
}

let embedded: GoodsWords | undefined;

export function goodsWords(): GoodsWords {
  embedded ??= parseGoodsWords(wordsJson as unknown as string);
  return embedded;
}

/** `t shirt` and `e bike` without their hyphen. An `a` is an article. */
const LETTER_AND_BLANK = /(?<=^|\s)([b-hj-z]) (?=\p{L}{3})/giu;

/** The words of a text that tell something, in the form that the index compares; all of them if none does. */
export function tellingWords(text: string): string[] {
  const words = wordsOf(text.replace(LETTER_AND_BLANK, '$1-'));
  const telling = words.filter((word) => !isCommonWord(word));
  return telling.length > 0 ? telling : words;
}

/** @throws TariffFileError naming the line */
export function parseGoodsWords(text: string): GoodsWords {
  const file = parseFields(text);
  const also = new Map<string, readonly string[]>();
  for (const row of file.each('words', 1000)) {
    row.only(['word', 'also']);
    const [word = ''] = wordsOf(row.text('word'));
    if (word === '' || also.has(word)) row.refuse('must be one word that no other row has', 'word');
    also.set(word, row.texts('also', 10).flatMap(wordsOf));
  }
  const goods = new Map<string, readonly string[]>();
  for (const row of file.each('goods', 5000)) {
    row.only(['names', 'numbers']);
    const numbers = row
      .texts('numbers', 10)
      .map((number) => readDigits(number) ?? row.refuse(`"${number}" is no number`, 'numbers'));
    for (const name of row.texts('names', 40)) {
      const words = tellingWords(name).join(' ');
      if (words === '' || goods.has(words)) row.refuse(`"${name}" stands for other goods already`, 'names');
      goods.set(words, numbers);
    }
  }
  const names = [...goods.keys()].map((name) => name.split(' '));
  const longest = Math.max(...names.map(({ length }) => length));
  return { also, goods, longest, vocabulary: new Set(names.flat()) };
}
