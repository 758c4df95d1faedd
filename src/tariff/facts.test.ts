import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Listing } from '../domain/tariff-list.ts';
import { embeddedTariff } from './embedded.ts';

const FOLDER = '../shared/tariff';
const here = existsSync(FOLDER);
if (!here) process.stderr.write(`skipped: ${FOLDER} is not here, so the lists are not compared with their sources\n`);

type Row = Record<string, string>;
const read = (name: string): Row[] =>
  parse(readFileSync(`${FOLDER}/${name}.csv`), { columns: true, bom: true }) as Row[];
const { lists, retired, removed, articles } = embeddedTariff();
const listingsOf = (id: string) => lists.find((list) => list.list_id === id)!.listings;
const sorted = (rows: string[][]) => rows.map((row) => row.join(' | ')).sort();
const METAL_CHAPTERS = ['72', '73', '74', '76'];

const common = ({ code, digits, terms, from, to }: Listing) => [
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

describe.skipIf(!here)('every row of the lists is a row of the sources, and the reverse', () => {
  test('note 16(c): in force and closed', () => {
    const ours = listingsOf('note-16c').map((listing) => [
      ...common(listing),
      listing.terms.kind,
      listing.terms.annex ?? '',
      String(listing.terms.rate),
      listing.terms.rate_kind,
      listing.terms.weight_test === 15 && !METAL_CHAPTERS.includes(listing.digits.slice(0, 2)) ? 'yes' : 'no',
      listing.article.slug,
      listing.article.name,
    ]);
    const theirs = [...read('s232_metals_current'), ...read('s232_metals_closed_2026-06-08')].map((row) => [
      ...csvCommon(row),
      row.kind!,
      row.annex!,
      row.rate_pct!,
      row.rate_kind!,
      row.weight_test_15pct!,
      row.article_slug!,
      row.article_name!,
    ]);
    expect(theirs).toHaveLength(809);
    expect(sorted(ours)).toEqual(sorted(theirs));
  });

  test('the lists of 2025, one row a rate period', () => {
    const ours = listingsOf('metals-2025').map((listing) => [
      ...common(listing),
      listing.terms.kind,
      String(listing.terms.rate),
      listing.terms.charged_on ?? '',
    ]);
    const theirs = read('s232_history_2025').flatMap((row) => {
      const [first, second] = [row['rate_pct_before_2025-06-04']!, row['rate_pct_from_2025-06-04']!];
      const base = row.duty_base!;
      const contentLater = base === 'metal content from 2025-06-04';
      const later = [
        ...csvCommon({ ...row, effective_from: first === '' ? row.effective_from! : '2025-06-04' }),
        row.kind!,
        second,
        contentLater ? 'metal content' : base,
      ];
      if (first === '') return [later];
      const until = csvCommon({ ...row, effective_to: '2025-06-03' });
      return [[...until, row.kind!, first, contentLater ? 'full value' : base], later];
    });
    expect(theirs).toHaveLength(1315);
    expect(sorted(ours)).toEqual(sorted(theirs));
  });

  test('the other programmes', () => {
    const ours = listingsOf('other-programmes').map((listing) => [
      ...common(listing),
      listing.terms.goods,
      String(listing.terms.rate ?? ''),
      listing.terms.rate_kind,
      listing.terms.condition ?? '',
      listing.article.slug,
      listing.article.name,
    ]);
    const theirs = read('s232_other_programmes').map((row) => [
      ...csvCommon(row),
      row.kind!,
      row.rate_pct!,
      row.rate_kind!,
      row.condition!,
      row.article_slug!,
      row.article_name!,
    ]);
    expect(theirs).toHaveLength(564);
    expect(sorted(ours)).toEqual(sorted(theirs));
  });

  test('articles, retired suffixes and removals', () => {
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

function csvCommon(row: Row): string[] {
  const keys = 'code digits level programme note_subdivision ch99_heading effective_from effective_to source'.split(
    ' ',
  );
  return keys.map((key) => row[key]!);
}

describe('the shape of the lists', () => {
  test('slugs name one heading each', () => {
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
