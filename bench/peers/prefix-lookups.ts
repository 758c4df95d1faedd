/**
 * Other ways to find the listing that covers a code. Each parses the code, finds the longest listed prefix in its own
 * structure and returns the prepared answer. Like the trie, none builds an answer while it is timed.
 */
import { Database } from 'bun:sqlite';
import { Memoirist } from 'memoirist';
import type { Listing } from '../../src/domain/tariff-list.ts';
import { parseCode } from '../../src/tariff/hts-code.ts';
import {
  type AdjacentHit,
  type Answer,
  AnswerPool,
  CLEAR,
  headingEntries,
  hitsInOrder,
  INVALID,
  isDerivative,
} from '../../src/tariff/lookup/answer.ts';

export type Lookup = (code: string) => Answer;
export type AnswersByPrefix = ReadonlyMap<string, Answer>;

const PREFIX_LENGTHS = [10, 8, 6, 4];

/** The usual way: look up the 10-, 8-, 6- and 4-digit prefix in a hash table. */
export function hashProbing(byPrefix: AnswersByPrefix): Lookup {
  return lookupBy((digits) => {
    for (const length of PREFIX_LENGTHS) {
      if (length > digits.length) continue;
      const answer = byPrefix.get(digits.slice(0, length));
      if (answer) return answer;
    }
    return CLEAR;
  });
}

/** Sorted prefixes, and a binary search for each length. */
export function sortedArray(byPrefix: AnswersByPrefix): Lookup {
  const entries = [...byPrefix].sort(([a], [b]) => (a < b ? -1 : 1));
  const prefixes = entries.map(([prefix]) => prefix);
  const answers = entries.map(([, answer]) => answer);
  const find = (prefix: string) => {
    let low = 0;
    let high = prefixes.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = prefixes[middle]!;
      if (at === prefix) return answers[middle];
      if (at < prefix) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  };
  return lookupBy((digits) => {
    for (const length of PREFIX_LENGTHS) {
      if (length > digits.length) continue;
      const answer = find(digits.slice(0, length));
      if (answer) return answer;
    }
    return CLEAR;
  });
}

/** The radix tree of Elysia's router: a listed prefix is a wildcard route, and the longest one wins. */
export function radixTree(byPrefix: AnswersByPrefix): Lookup {
  const tree = new Memoirist<Answer>();
  for (const [prefix, answer] of byPrefix) {
    tree.add('code', `/${prefix}`, answer);
    tree.add('code', `/${prefix}*`, answer);
  }
  return lookupBy((digits) => tree.find('code', `/${digits}`)?.store ?? CLEAR);
}

/** One prepared statement finds the longest listed prefix through an index on the digits. */
export function sqliteQuery(byPrefix: AnswersByPrefix): Lookup {
  const answers = [...byPrefix];
  const db = new Database(':memory:', { strict: true });
  db.run('CREATE TABLE listing (digits TEXT PRIMARY KEY, answer INTEGER) WITHOUT ROWID, STRICT');
  const insert = db.prepare('INSERT INTO listing VALUES (?, ?)');
  db.transaction(() => {
    for (const [at, [digits]] of answers.entries()) insert.run(digits, at);
  })();
  const longest = db.prepare<{ answer: number }, [string, string, string, string]>(
    'SELECT answer FROM listing WHERE digits IN (?, ?, ?, ?) ORDER BY length(digits) DESC LIMIT 1',
  );
  return lookupBy((digits) => {
    const found = longest.get(digits, digits.slice(0, 8), digits.slice(0, 6), digits.slice(0, 4));
    return found ? answers[found.answer]![1] : CLEAR;
  });
}

function lookupBy(find: (digits: string) => Answer): Lookup {
  return (code) => {
    const digits = parseCode(code);
    return digits === null ? INVALID : find(digits);
  };
}

/**
 * Every listed number, and every heading with derivatives, and the answer for a ten-digit code whose longest prefix it is. Without
 * a schedule, so that all contenders find the same.
 */
export function answersByPrefix(listings: readonly Listing[]): AnswersByPrefix {
  const pool = new AnswerPool();
  // A ten-digit listing that ends in 00 is its eight-digit line.
  const byDigits = Map.groupBy(listings, ({ digits }) => digits.replace(/^(\d{8})00$/, '$1'));
  const near = new Map<string, AdjacentHit[]>();
  for (const [heading, rows] of Map.groupBy(listings.filter(isDerivative), (row) => row.digits.slice(0, 4))) {
    near.set(heading, headingEntries(rows));
  }
  const answerOf = (prefix: string) => {
    const heading = prefix.slice(0, 4);
    const covering = PREFIX_LENGTHS.flatMap((length) =>
      length <= prefix.length ? (byDigits.get(prefix.slice(0, length)) ?? []) : [],
    );
    const hits = hitsInOrder({ coverage: 'whole', listings: covering.filter(isDerivative) });
    return pool.answerFor(heading, hits, covering.length > 0, near.get(heading) ?? []);
  };
  return new Map([...near.keys(), ...byDigits.keys()].map((prefix) => [prefix, answerOf(prefix)]));
}
