import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/seed.ts';
import { type Pair, type Row, reference, referenceCoverage } from '../../../test/support/tariff-reference.ts';
import type { Succession } from '../../domain/tariff-coverage.ts';
import type { Listing } from '../../domain/tariff-list.ts';
import { embeddedTariff } from '../embedded.ts';
import { formatCode } from '../hts-code.ts';
import { ScheduleNumbers } from '../schedule/schedule-numbers.ts';
import { compileTrie } from './compile-trie.ts';
import { CoverageIndex, programmeCoverage } from './coverage.ts';
import { lookup } from './lookup.ts';

/** Terms with various rates and of both kinds. */
const TERMS = embeddedTariff()
  .lists.flatMap((list) => Object.values(list.terms))
  .filter((terms) => terms.rate !== null)
  .map(({ numbers_as_of: _, ...terms }) => terms);

const DATES = ['2025-12-31', '2026-01-01', '2026-02-01', '2026-07-01', '2026-07-02', '2027-01-01'];
const DAYS = ['2026-01-01', '2026-02-01', '2026-07-01'];

/** Few digits give child tables without gaps, many digits give tables with a single child. The double array holds both. */
const digitsFrom = (alphabet: string, headings: string[], lengths = [0, 2, 4, 6]) =>
  fc
    .tuple(
      fc.constantFrom(...headings),
      fc.array(fc.constantFrom(...alphabet), { maxLength: 6, size: 'max' }),
      fc.constantFrom(...lengths),
    )
    .map(([heading, more, length]) => heading + more.join('').padEnd(6, alphabet[0]).slice(0, length));
const dense = digitsFrom('01', ['0101', '0102']);
const sparse = digitsFrom('0123456789', ['0101', '0199', '7326', '8708', '9701', '9799']);

/** Numbers are replaced across lines and headings, in chains and circles, merged, reused, on days that listings begin and end. */
const number = digitsFrom('01', ['0101', '0102'], [6]);
const pair = fc.record({ old: number, new: number, on: fc.constantFrom(...DAYS), reused: fc.boolean() });
const leaf = digitsFrom('01', ['0101', '0102'], [4, 6, 6, 6]);
const listed = fc.record({
  digits: fc.oneof({ weight: 3, arbitrary: dense }, { weight: 1, arbitrary: sparse }, { weight: 3, arbitrary: number }),
  terms: fc.constantFrom(...TERMS),
  printed: fc.constantFrom(...DATES),
});

test('the trie of any lists, schedule and replaced numbers gives the answers of the slow reference', () => {
  const counts: Record<string, number> = {};
  fc.assert(
    fc.property(
      fc.oneof(fc.array(listed, { maxLength: 12 }), fc.array(listed, { maxLength: 300, size: 'max' })),
      fc.array(leaf, { maxLength: 60, size: 'max' }),
      fc.array(pair, { maxLength: 12, size: 'max' }),
      fc.array(fc.oneof(dense, sparse), { minLength: 20, maxLength: 20 }),
      fc.constantFrom(...DATES),
      (list, leaves, pairs, asked, date) => {
        const listings = list.map(({ digits, terms, printed }, at): Listing => {
          const article = terms.article ?? { slug: `article-${at % 5}`, name: `Article ${at % 5}` };
          return {
            code: digits,
            digits,
            terms: { ...terms, numbers_as_of: printed },
            terms_id: '',
            article,
            from: '2026-01-01',
            to: null,
          };
        });
        const rows = listings.map(
          ({ digits, terms, article, from }): Row => ({
            ...{ digits, derivative: terms.kind === 'derivative', programme: terms.programme, rate: terms.rate! },
            ...{ ...article, from, to: '9999-12-31', printed: terms.numbers_as_of! },
          }),
        );
        // All rows of one number and day are one event, so they agree on what became of the old number.
        const agreed = pairs.map((row) => ({
          ...row,
          reused: pairs.find((other) => other.old === row.old && other.on === row.on)!.reused,
        }));
        const numbers = ScheduleNumbers.of(leaves);
        const world = { numbers: Array.from({ length: numbers.size }, (_, at) => numbers.at(at)), pairs: agreed };
        const basis = { numbers, successions: agreed.map(toSuccession) };
        const trie = compileTrie(listings, date, basis);
        const index = new CoverageIndex(listings, date, basis);
        const codes = new Set([...asked, ...list.slice(0, 20).map(({ digits }) => digits), ...leaves.slice(0, 10)]);
        for (const { old } of agreed) for (const length of [4, 6, 8, 10]) codes.add(old.slice(0, length));
        const programmes = [...new Set(rows.map((row) => row.programme!))].sort();
        for (const code of codes) {
          const answer = lookup(trie, code);
          expect(answer).toEqual(reference(rows, code, date, world) as never);
          const { coverage } = index.of(code);
          expect(coverage).toBe(referenceCoverage(rows, code, date, world).coverage);
          expect(answer.in_scope).toBe(coverage !== 'none');
          counts[coverage] = (counts[coverage] ?? 0) + 1;
          if (list.length > 12) continue;
          const data = { ...basis, lists: [{ listings }] as never };
          const inForce = date < '2026-01-01' ? [] : rows;
          const expected =
            date < '2026-01-01'
              ? []
              : programmes.map((programme) => {
                  const of = inForce.filter((row) => row.programme === programme);
                  return { programme, coverage: referenceCoverage(of, code, date, world).coverage };
                });
          const answers = programmeCoverage(code, date, data);
          expect(answers.map(({ programme, coverage }) => ({ programme, coverage }))).toEqual(expected);
          for (const { coverage, listings } of answers) expect(listings.length > 0).toBe(coverage !== 'none');
        }
      },
    ),
    { numRuns: runs(30, 400) },
  );
  for (const coverage of ['whole', 'whole_by_parts', 'part', 'none']) expect(counts[coverage]).toBeGreaterThan(0);
});

function toSuccession({ old, new: successor, on, reused }: Pair): Succession {
  return { old: formatCode(old), new: formatCode(successor), retired_on: on, kind: 'split', reused, source: '' };
}
