/** Searches that people make, with the numbers that a classifier expects (`test/fixtures/tariff/searches.json`). */
import { describe, expect, test } from 'bun:test';
import { embeddedSchedule } from '../schedule/embedded-schedule.ts';
import { wordsOf } from '../schedule/words.ts';
import { goodsWords, parseGoodsWords } from './goods-words.ts';
import { searchSchedule } from './search.ts';

const schedule = embeddedSchedule();
const { searches } = (await Bun.file(`${import.meta.dir}/../../../test/fixtures/tariff/searches.json`).json()) as {
  searches: { query: string; expected: string[] }[];
};
const codes = (query: string, limit: number) => searchSchedule(schedule, query, limit).results.map(({ code }) => code);
const isUnder = (code: string, number: string) => code.replaceAll('.', '').startsWith(number.replaceAll('.', ''));

test('there are 60 searches, none twice', () => {
  expect(new Set(searches.map(({ query }) => query)).size).toBe(60);
});

// 27 of them were found by the words of the schedule alone.
test.each(searches.map(({ query, expected }) => [query, expected] as const))(
  '%s: one of the first five results is %p or below it',
  (query, expected) => {
    expect(codes(query, 5).some((code) => expected.some((number) => isUnder(code, number)))).toBe(true);
  },
);

describe('words of another language find nothing', () => {
  test.each([
    'Schrauben aus Stahl',
    'Stuhl aus Holz',
    'Schrauben Stahl',
    'tornillos de acero',
    'silla de madera',
    'vis en acier',
    'chaise en bois',
    'parafusos de aço',
    'Fahrrad',
    'hello@foo',
    '螺丝',
    'ナット',
  ])('%s', (query) => expect(searchSchedule(schedule, query, 5)).toMatchObject({ total: 0, results: [] }));
});

describe('what is suggested for an unknown word is a likely spelling of it', () => {
  test.each([
    ['alumnium', ['aluminum']],
    ['dreser', ['dresser']],
    ['holz', []],
    ['mesa', []],
    ['xqzw', []],
  ])('%s: %p', (word, like) => expect(searchSchedule(schedule, word, 5).unknown).toEqual([{ word, like }]));
});

test('ten-digit numbers stand behind the others, but for one that the name of the goods leads to', () => {
  for (const query of ['cotton t-shirts', 'office furniture', 'frozen shrimp', 'stainless steel']) {
    const lengths = codes(query, 20).map((code) => code.replaceAll('.', '').length === 10);
    expect([query, lengths.toSorted()]).toEqual([query, lengths]);
  }
  expect(codes('hair dryer', 1)).toEqual(['8516.31.0000']);
});

test('a letter before a word belongs to it, and an article or a possessive does not', () => {
  expect(codes('t shirt', 1)).toEqual(codes('t-shirt', 1));
  expect(codes('a shirt', 5)).toEqual(codes('shirt', 5));
  expect(codes("women's dress", 1)[0]).toStartWith('6204.4');
});

describe('the names of goods', () => {
  const { also, goods } = goodsWords();

  test('lead to numbers of the schedule', () => {
    for (const [name, numbers] of goods) {
      expect([name, numbers.filter((digits) => !schedule.exists(digits))]).toEqual([name, []]);
    }
    expect(goods.size).toBeGreaterThan(1000);
  });

  test('and other words are in the form that is compared, and the schedule has them', () => {
    const { words } = schedule.file;
    for (const [word, others] of also) {
      expect(wordsOf(word)).toEqual([word]);
      expect([word, others.filter((other) => words.vocabulary[words.position(other)] !== other)]).toEqual([word, []]);
    }
  });

  test('every name finds one of its numbers among the first five', () => {
    for (const [name, numbers] of goods) {
      const found = codes(name, 5);
      expect([name, found.some((code) => numbers.some((digits) => isUnder(code, digits)))]).toEqual([name, true]);
    }
  });

  test.each([
    ['{"words":[],"goods":[{"names":["x"],"numbers":["73"]}]}', 'is no number'],
    ['{"words":[],"goods":[{"names":["cup","cups"],"numbers":["7323"]}]}', 'other goods already'],
    ['{"words":[{"word":"two words","also":["x"]},{"word":"two","also":["x"]}],"goods":[]}', 'one word'],
  ])('%s is refused', (text, message) => expect(() => parseGoodsWords(text)).toThrow(message));
});
