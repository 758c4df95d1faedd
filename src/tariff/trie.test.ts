import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../test/support/seed.ts';
import { reference } from '../../test/support/tariff-reference.ts';
import type { Listing } from '../domain/tariff-list.ts';
import { embeddedTariff } from './embedded.ts';
import { lookup } from './lookup.ts';
import { CodeTrie } from './trie.ts';

/** Terms with various rates and of both kinds. */
const TERMS = embeddedTariff()
  .lists.flatMap((list) => Object.values(list.terms))
  .filter((terms) => terms.rate !== null);

/** Few digits give child tables without gaps, many digits give tables with a single child. The double array holds both. */
const digitsFrom = (alphabet: string, headings: string[]) =>
  fc
    .tuple(
      fc.constantFrom(...headings),
      fc.array(fc.constantFrom(...alphabet), { maxLength: 6, size: 'max' }),
      fc.constantFrom(0, 2, 4, 6),
    )
    .map(([heading, more, length]) => heading + more.join('').padEnd(6, alphabet[0]).slice(0, length));
const dense = digitsFrom('01', ['0101', '0102']);
const sparse = digitsFrom('0123456789', ['0101', '0199', '7326', '8708', '9701', '9799']);

test('the trie of any list gives the answers of the linear reference', () => {
  const listed = fc.tuple(fc.oneof(dense, sparse), fc.constantFrom(...TERMS));
  const lists = fc.array(listed, { maxLength: 400, size: 'max' });
  const asked = fc.array(fc.oneof(dense, sparse), { minLength: 20, maxLength: 20 });
  let hits = 0;
  fc.assert(
    fc.property(lists, asked, (list, codes) => {
      const listings = list.map(([digits, terms], at): Listing => {
        const article = terms.article ?? { slug: `article-${at % 5}`, name: `Article ${at % 5}` };
        return { code: digits, digits, terms, terms_id: '', article, from: '2026-01-01', to: null };
      });
      const rows = listings.map(({ digits, terms, article, from }) => ({
        ...{ digits, derivative: terms.kind === 'derivative', rate: terms.rate!, ...article, from, to: '9999-12-31' },
      }));
      const trie = new CodeTrie(listings);
      for (const code of [...codes, ...list.slice(0, 20).map(([digits]) => digits)]) {
        const answer = lookup(trie, code);
        if (answer.hit) hits++;
        expect(answer).toEqual(reference(rows, code) as never);
      }
    }),
    { numRuns: runs(100, 300) },
  );
  expect(hits).toBeGreaterThan(1_000);
});
