import { describe, expect, test } from 'bun:test';
import { seededRandom } from '../../../test/support/seed.ts';
import { embeddedSchedule } from '../schedule/embedded-schedule.ts';
import { Schedule } from '../schedule/schedule.ts';
import { wordsOf } from '../schedule/words.ts';
import { RESULTS_MAX, searchSchedule } from './search.ts';

const schedule = embeddedSchedule();
const find = (query: string, limit = 10) => searchSchedule(schedule, query, limit);
const codes = (query: string, limit = 10) => find(query, limit).results.map(({ code }) => code);

describe('a search for words', () => {
  test.each([
    ['aluminum ladder', '7616.99.5130'],
    ['ladders of aluminium', '7616.99.5130'],
    ['bicycles', '8712.00'],
    ['olive oil', '1509'],
    ['coffee', '0901'],
    ['lithium-ion battery', '8507.60.00'],
    ['cotton T-shirts', '6109.10.00'],
    ['aluminium foil', '7607'],
    ['smartphone', '8517.13.0000'],
    ['wooden kitchen furniture', '9403.40'],
  ])('%s finds %s first', (query, code) => expect(codes(query)[0]).toBe(code));

  test('gives the path of headings, the chapter, the numbers below, the rate and the units', () => {
    expect(find('aluminum ladder').results).toEqual([
      {
        code: '7616.99.5130',
        chapter: '76',
        description: 'Ladders',
        above: ['Other articles of aluminum:', 'Other:', 'Other:', 'Other'],
        numbers: 1,
        general: '2.5%',
        units: ['No.'],
      },
    ]);
  });

  test('every result and the rows above it have every word, and no result is repeated', () => {
    for (const query of ['stainless steel screw', 'other of cotton', 'parts pump hydraulic']) {
      const { results, all_words, words } = find(query, RESULTS_MAX);
      expect(all_words).toBe(true);
      expect(new Set(results.map(({ code }) => code)).size).toBe(results.length);
      for (const { description, above } of results) {
        expect(wordsOf([...above, description].join(' '))).toEqual(expect.arrayContaining(words));
      }
    }
  });

  test('if no row has all words, the results have as many as any row has, and the answer says so', () => {
    const { all_words, results, total } = find('bicycle ladder');
    expect({ all_words, some: results.length > 0 && total > 1 }).toEqual({ all_words: false, some: true });
  });

  test('a word that is not in the schedule is named, with words that are like it', () => {
    expect(find('alumnium laddr').unknown).toEqual([
      { word: 'alumnium', like: ['aluminum'] },
      { word: 'laddr', like: ['ladder'] },
    ]);
    expect(find('xqzw')).toMatchObject({ total: 0, results: [], unknown: [{ word: 'xqzw', like: [] }] });
    expect(find('alumnium ladder')).toMatchObject({ all_words: false, unknown: [{ word: 'alumnium' }] });
  });

  test('the beginning of a word finds the words that begin with it', () => {
    expect(codes('alumin ladd')).toEqual(['7616.99.5130']);
  });

  test('chapters 98 and 99 are left out, because they classify no product', () => {
    for (const query of ['subchapter', 'articles of aluminum', 'quartz', 'provided for in subheading']) {
      for (const { chapter } of find(query, RESULTS_MAX).results) expect(chapter < '98').toBe(true);
    }
  });

  test('a row that only groups others stands for the numbers below it', () => {
    // 0101 > “Horses:”, which has no number, > 0101.21.00 and 0101.29.00
    expect(codes('live horses purebred')).toEqual(['0101.21.00']);
    expect(codes('sports footwear welt youths').length).toBeGreaterThan(0);
    const { results } = find('ferromanganese');
    expect(results.map(({ code }) => code)).toEqual(['7202.11', '7202.19']);
    expect(results[0]!.above).toEqual(['Ferroalloys:', 'Ferromanganese:']);
  });
});

describe('a search for a number', () => {
  test.each(['7318.15', '731815', ' 7318 15 '])('%p finds the rows that begin with it, the shortest first', (query) => {
    const { total, results, words } = find(query, RESULTS_MAX);
    expect(results[0]!.code).toBe('7318.15');
    expect(results).toHaveLength(total);
    expect(words).toEqual([]);
    expect(results.every(({ code }) => code.startsWith('7318.15'))).toBe(true);
  });

  test('a number without rows finds nothing', () => expect(find('7399')).toMatchObject({ total: 0, results: [] }));
});

test.each([
  '"',
  'a OR',
  'NEAR(',
  '*',
  "d:x AND 'y'",
  '7318.15 "',
  '((((',
  '\u0000',
  '',
  ' ',
  '%_%',
  'ａｌｕｍｉｎｕｍ',
  '😀',
])('a query has no syntax: %p', (query) => expect(() => find(query)).not.toThrow());

test('1,000 queries of three words are answered within the limit, the commonest words among them', () => {
  const random = seededRandom('search');
  const { words } = schedule.file;
  const rowsOf = (at: number) => {
    let rows = 0;
    words.each(at, () => rows++);
    return rows;
  };
  const commonest = words.vocabulary
    .map((word, at) => ({ word, rows: rowsOf(at) }))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, 40)
    .map(({ word }) => word);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!;
  for (let query = 0; query < 1000; query++) {
    const from = [words.vocabulary, commonest, ['a', 'zzz', '"', '1', 'OR']][query % 3]!;
    const text = [pick(from), pick(words.vocabulary), pick(commonest)].join(' ');
    const limit = 1 + (query % RESULTS_MAX);
    const { results, total, words: asked, unknown } = find(text, limit);
    expect(results.length).toBeLessThanOrEqual(limit);
    // A vocabulary has numbers, and three of them are the beginning of a tariff number that may not exist. With unknown words the query
    // may be in another language.
    if (asked.length > 0 && unknown.length === 0) expect(total).toBeGreaterThan(0);
  }
});

test('a long query costs no more than its first words', () => {
  const { query, words } = find('other of article steel machine part cotton containing more '.repeat(1000));
  expect(query.length).toBe(200);
  expect(words.length).toBeLessThanOrEqual(8);
});

test('a schedule of no rows, and one whose outline skips a level', () => {
  expect(searchSchedule(Schedule.of([], { revision: 'x', note: '' }), 'steel', 5).total).toBe(0);
  const row = { units: [], general: '', special: '', other: '' };
  const rows = [
    { digits: '7301', indent: 0, description: 'Sheet piling', ...row },
    { digits: '73011000', indent: 3, description: 'Of steel', ...row },
    { digits: '73012000', indent: 3, description: 'Angles', ...row },
  ];
  const skipped = Schedule.of(rows, { revision: 'x', note: '' });
  const found = (query: string) => searchSchedule(skipped, query, 5).results.map(({ code }) => code);
  expect(found('piling steel')).toEqual(['7301.10.00']);
  expect(found('piling angle')).toEqual(['7301.20.00']);
  expect(skipped.get('73012000')?.path).toEqual(['Sheet piling', 'Angles']);
});
