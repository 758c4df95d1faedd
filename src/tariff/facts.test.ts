/** The embedded lists are compared with the tables that they were written from. */
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { shared, tariffTables } from '../../test/support/paths.ts';
import type { Listing } from '../domain/tariff-list.ts';
import { inPeriod } from './dates.ts';
import { embeddedTariff } from './embedded.ts';

type Row = Record<string, string>;
const read = (name: string): Row[] =>
  parse(readFileSync(join(tariffTables, `${name}.csv`)), { columns: true, bom: true }) as Row[];
const { lists, successions, removed, articles } = embeddedTariff();
const listingsOf = (id: string) => lists.find((list) => list.list_id === id)!.listings;
const sorted = (rows: string[][]) => rows.map((row) => row.join(' | ')).sort();
const METAL_CHAPTERS = ['72', '73', '74', '76'];

const listCommon = ({ code, digits, terms, from, to }: Listing) => [
  code,
  digits,
  String(digits.length),
  terms.programme,
  terms.note,
  terms.ch99_heading ?? '',
  from,
  to ?? '',
  terms.source,
];

/**
 * The table has the full value for the articles of 16(j), 16(l), 19(g) and 19(i). Note 19(f) and (h) charge goods of chapter 76 on the
 * aluminum content since 2025-06-04, and note 16(i) and (k), in a secondary copy, goods of chapter 73 on the steel content.
 */
const paysOnContent = ({ digits, programme }: Row) =>
  digits!.startsWith(programme === 'steel' ? '73' : programme === 'aluminum' ? '76' : '-');

/** The tables repeat in words the days that the rows and successions have as fields. */
const withoutDates = (condition: string) =>
  condition.replace('until 2026-09-28 the', 'at first the').replace('number on 2026-07-01 while', 'number while');

describe('the lists and the source tables have the same rows', () => {
  test('note 16(c), in force and ended', () => {
    const listRows = listingsOf('note-16c').map((listing) => [
      ...listCommon(listing),
      listing.terms.kind,
      listing.terms.annex ?? '',
      String(listing.terms.rate),
      listing.terms.rate_kind,
      listing.terms.weight_test === 15 && !METAL_CHAPTERS.includes(listing.digits.slice(0, 2)) ? 'yes' : 'no',
      listing.article.slug,
      listing.article.name,
    ]);
    const tableRows = [...read('s232_metals_current'), ...read('s232_metals_closed_2026-06-08')].map((row) => [
      ...tableCommon(row),
      row.kind!,
      row.annex!,
      row.rate_pct!,
      row.rate_kind!,
      row.weight_test_15pct!,
      row.article_slug!,
      row.article_name!,
    ]);
    expect(tableRows).toHaveLength(809);
    expect(sorted(listRows)).toEqual(sorted(tableRows));
  });

  test('the lists of 2025, one row per rate period', () => {
    const listRows = listingsOf('metals-2025').map((listing) => [
      ...listCommon(listing),
      listing.terms.kind,
      String(listing.terms.rate),
      listing.terms.charged_on ?? '',
    ]);
    const tableRows = read('s232_history_2025').flatMap((row) => {
      const [first, second] = [row['rate_pct_before_2025-06-04']!, row['rate_pct_from_2025-06-04']!];
      const base = row.duty_base!;
      const contentSinceJune = base === 'metal content from 2025-06-04';
      const fromJune = [
        ...tableCommon({ ...row, effective_from: first === '' ? row.effective_from! : '2025-06-04' }),
        row.kind!,
        second,
        contentSinceJune || paysOnContent(row) ? 'metal content' : base,
      ];
      if (first === '') return [fromJune];
      const beforeJune = tableCommon({ ...row, effective_to: '2025-06-03' });
      return [[...beforeJune, row.kind!, first, contentSinceJune ? 'full value' : base], fromJune];
    });
    expect(tableRows).toHaveLength(1315);
    expect(sorted(listRows)).toEqual(sorted(tableRows));
  });

  test('the other programmes', () => {
    const listRows = listingsOf('other-programmes').map((listing) => [
      ...listCommon(listing),
      listing.terms.goods,
      String(listing.terms.rate ?? ''),
      listing.terms.rate_kind,
      listing.terms.condition ?? '',
      listing.article.slug,
      listing.article.name,
    ]);
    const tableRows = [...read('s232_other_programmes'), ...read('pharmaceuticals')].map((row) => [
      ...tableCommon(row),
      row.kind!,
      row.rate_pct!,
      row.rate_kind!,
      withoutDates(row.condition!),
      row.article_slug!,
      row.article_name!,
    ]);
    expect(tableRows).toHaveLength(701);
    expect(sorted(listRows)).toEqual(sorted(tableRows));
  });

  test('articles, replaced and removed numbers', () => {
    for (const row of read('articles')) {
      expect(articles[row.code_heading!]).toEqual({ slug: row.article_slug!, name: row.article_name! });
    }
    expect(successions.map(({ reused: _, ...row }) => row) as unknown[]).toEqual(
      read('suffix_pairs').map((row) => ({
        old: row.old_code,
        new: row.new_code,
        retired_on: row.retired_on,
        kind: row.kind,
        source: row.source,
      })),
    );
    expect(removed.map(({ later, ...row }) => ({ ...row, later: later ?? '' })) as unknown[]).toEqual(
      read('s232_removed_2026-04-06').map((row) => ({
        code: row.code,
        digits: row.digits,
        former: row.former_list,
        date: row.removed_from,
        source: row.source,
        later: row.later,
      })),
    );
  });
});

function tableCommon(row: Row): string[] {
  const keys = 'code digits level programme note_subdivision ch99_heading effective_from effective_to source'.split(
    ' ',
  );
  return keys.map((key) => row[key]!);
}

describe('the shape of the lists', () => {
  test('each slug belongs to one heading', () => {
    const slugs = Object.values(articles).map((article) => article.slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  test('note 16(c) today: 618 derivative rows under 115 headings, 719 numbers in all', () => {
    const open = listingsOf('note-16c').filter((row) => row.to === null);
    const derivative = open.filter((row) => row.terms.kind === 'derivative');
    expect(derivative).toHaveLength(618);
    expect(new Set(derivative.map((row) => row.digits.slice(0, 4))).size).toBe(115);
    expect(new Set(open.map((row) => row.digits)).size).toBe(719);
  });
});

describe('pharmaceuticals are two dated lists', () => {
  const listedOn = (date: string) =>
    listingsOf('other-programmes').filter((row) => row.terms.note === '40(c)' && inPeriod(date, row));

  test.each([
    ['2026-07-30', 0],
    ['2026-07-31', 131],
    ['2026-09-28', 131],
    ['2026-09-29', 149],
  ])('on %s: %p numbers', (date, count) => expect(listedOn(date)).toHaveLength(count));

  test('the first prints numbers of before 2026-07-01, the second those of its first day', () => {
    expect(new Set(listedOn('2026-09-28').map((row) => row.terms.numbers_as_of))).toEqual(new Set(['2026-06-30']));
    expect(new Set(listedOn('2026-09-29').map((row) => row.terms.numbers_as_of))).toEqual(new Set([undefined]));
  });
});

describe('corrected facts', () => {
  test('copper cables are derivative before and after 2026-04-06', () => {
    for (const code of ['8544.42.10', '8544.42.20', '8544.42.90', '8544.49.10']) {
      const copper = lists
        .flatMap((list) => list.listings)
        .filter((row) => row.code === code && row.terms.programme === 'copper');
      expect(copper.map((row) => [row.from, row.terms.kind])).toEqual([
        ['2026-04-06', 'derivative'],
        ['2025-08-01', 'derivative'],
      ]);
    }
  });

  test('small unmanned aircraft have two rates, and each condition names the other', () => {
    for (const code of ['8806.21.00', '8806.22.00', '8806.23.00', '8806.91.00', '8806.92.00', '8806.93.00']) {
      const rows = listingsOf('other-programmes').filter((row) => row.code === code);
      expect(rows.map(({ terms }) => [terms.note, terms.rate, terms.ch99_heading])).toEqual([
        ['43(c)(3)', 100, '9903.08.21'],
        ['43(c)(4)', 25, '9903.08.22'],
      ]);
      expect(rows[0]!.terms.condition).toStartWith('with thermal imaging');
      expect(rows[1]!.terms.condition).toStartWith('without thermal imaging');
    }
  });

  test('polysilicon names no chapter 99 heading', () => {
    const rows = listingsOf('other-programmes').filter((row) => row.terms.programme === 'polysilicon');
    expect(rows.map((row) => row.terms.ch99_heading)).toEqual(Array(10).fill(null));
  });

  test('a number that takes goods on the day it is retired is reused', () => {
    for (const row of successions) {
      const takesGoods = successions.some((other) => other.new === row.old && other.retired_on === row.retired_on);
      if (takesGoods) expect(row.reused).toBe(true);
    }
    expect(
      successions.filter((row) => row.reused && !successions.some((other) => other.new === row.old)).length,
    ).toBeGreaterThan(0);
    expect(successions.every((row) => !row.reused || row.old.startsWith('3004.90.92'))).toBe(true);
  });
});

describe.skipIf(!existsSync(join(shared, 'tariff')))('the tables here repeat the source material', () => {
  const source = (name: string): Row[] =>
    parse(readFileSync(join(shared, 'tariff', `${name}.csv`)), { columns: true, bom: true }) as Row[];

  test.each(['pharmaceuticals', 'suffix_pairs', 's232_metals_current', 's232_metals_closed_2026-06-08', 'articles'])(
    '%s',
    (name) => {
      expect(read(name)).toEqual(source(name));
    },
  );

  test('s232_other_programmes, apart from pharmaceuticals, small unmanned aircraft and polysilicon', () => {
    const isCorrected = (row: Row) =>
      ['pharmaceuticals', 'polysilicon'].includes(row.programme!) || row.kind === 'small unmanned aircraft';
    const kept = (rows: Row[]) => rows.filter((row) => !isCorrected(row));
    expect(kept(read('s232_other_programmes'))).toEqual(kept(source('s232_other_programmes')));
    expect(kept(source('s232_other_programmes'))).toHaveLength(399);
  });

  test('s232_history_2025, apart from copper cables', () => {
    const kept = (rows: Row[]) => rows.filter((row) => !(row.programme === 'copper' && row.code!.startsWith('8544')));
    expect(kept(read('s232_history_2025'))).toEqual(kept(source('s232_history_2025')));
  });
});
