/** The embedded lists are compared with the tables that they were written from. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { tariffTables } from '../../test/support/paths.ts';
import type { Listing } from '../domain/tariff-list.ts';
import { embeddedTariff } from './embedded.ts';

type Row = Record<string, string>;
const read = (name: string): Row[] =>
  parse(readFileSync(join(tariffTables, `${name}.csv`)), { columns: true, bom: true }) as Row[];
const { lists, retired, removed, articles } = embeddedTariff();
const listingsOf = (id: string) => lists.find((list) => list.list_id === id)!.listings;
const sorted = (rows: string[][]) => rows.map((row) => row.join(' | ')).sort();
const METAL_CHAPTERS = ['72', '73', '74', '76'];

const listCommon = ({ code, digits, terms, from, to }: Listing) => [
  code,
  digits,
  String(digits.length),
  terms.programme,
  terms.note,
  terms.ch99_heading,
  from,
  to ?? '',
  terms.source,
];

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
        contentSinceJune ? 'metal content' : base,
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
    const tableRows = read('s232_other_programmes').map((row) => [
      ...tableCommon(row),
      row.kind!,
      row.rate_pct!,
      row.rate_kind!,
      row.condition!,
      row.article_slug!,
      row.article_name!,
    ]);
    expect(tableRows).toHaveLength(564);
    expect(sorted(listRows)).toEqual(sorted(tableRows));
  });

  test('articles, retired suffixes and removed numbers', () => {
    for (const row of read('articles')) {
      expect(articles[row.code_heading!]).toEqual({ slug: row.article_slug!, name: row.article_name! });
    }
    const pairings: Record<string, string> = { 'as stated in source': 'stated', 'pairing inferred': 'inferred' };
    expect(retired.map((row) => ({ ...row, still_listed: row.still_listed ? 'yes' : 'no' })) as unknown[]).toEqual(
      read('suffix_successors').map((row) => ({
        retired: row.retired,
        successor: row.successor,
        effective: row.effective,
        still_listed: row.retired_number_on_current_list,
        pairing: pairings[row.mapping_confidence!],
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
