/**
 * From a code to its prepared answer, without a network, as in the server: the trie beside other structures over the same
 * listings with the same answers. It runs on the list in force and on synthetic lists of growing size, because the trie's cost
 * should depend on the digits of a code, not on the list.
 */

import type { Listing } from '../src/domain/tariff-list.ts';
import { inPeriod } from '../src/tariff/dates.ts';
import { embeddedTariff } from '../src/tariff/embedded.ts';
import { parseCode } from '../src/tariff/hts-code.ts';
import { compileTrie } from '../src/tariff/lookup/compile-trie.ts';
import { ScheduleNumbers } from '../src/tariff/schedule/schedule-numbers.ts';
import type { Bench, Table } from './bench.ts';
import { seededRandom, unitsPerSecond } from './in-process.ts';
import {
  answersByPrefix,
  hashProbing,
  type Lookup,
  radixTree,
  sortedArray,
  sqliteQuery,
} from './peers/prefix-lookups.ts';

const AS_OF = '2026-11-20';
/** The peers know no schedule and no replaced numbers. */
const NO_SCHEDULE = { numbers: ScheduleNumbers.of([]), successions: [] };
const SYNTHETIC_ROWS = [1_000, 10_000, 100_000];
/** The same number for every list, so that the rows can be compared. */
const CODES = 4_000;
/** The time to fill the radix tree grows with the square of the rows: half a minute for 10,000. */
const RADIX_ROWS_MAX = 2_000;
/** Enough for the engine to compile each loop for the last time. */
const WARM_UP_PASSES = 100;
/** Share of the usual length of a timed run, because one pass takes milliseconds. */
const SHARE_OF_RUN = 1 / 4;
/** Portside is 8 and more times as fast as any of them. */
const PEER_ROUNDS = 3;

export const trie: Bench = {
  name: 'trie',
  needs: [],
  async prepare({ seconds, warmUpSeconds, rounds, isQuick }, say) {
    const passes = warmUpSeconds > 0 ? WARM_UP_PASSES : 1;
    const real = embeddedTariff().lists.flatMap((list) => list.listings.filter((row) => inPeriod(AS_OF, row)));
    const tables = [tableOf('trie', `the list in force on ${AS_OF}`, real, passes, seconds * SHARE_OF_RUN, rounds)];
    for (const rows of isQuick ? SYNTHETIC_ROWS.slice(0, 1) : SYNTHETIC_ROWS) {
      say(`trie: making a list of ${rows} rows`);
      const listings = syntheticListings(rows, real);
      tables.push(tableOf(`trie-${rows}`, 'a synthetic list', listings, passes, seconds * SHARE_OF_RUN, rounds));
    }
    const skipped = [`radix tree on lists of over ${RADIX_ROWS_MAX} rows: filling it takes minutes`];
    return { tables, skipped, close: async () => {} };
  },
};

/** @throws when the contenders disagree on any code. */
function tableOf(
  name: string,
  list: string,
  listings: readonly Listing[],
  passes: number,
  seconds: number,
  rounds: number,
): Table {
  const codes = sampleCodes(listings);
  const codeTrie = compileTrie(listings, AS_OF, NO_SCHEDULE);
  const byPrefix = answersByPrefix(listings);
  const lookups: [string, Lookup][] = [
    ['Portside, trie', (code) => codeTrie.find(code)],
    ['hash-set prefix probing', hashProbing(byPrefix)],
    ['sorted array, binary search', sortedArray(byPrefix)],
    ...(listings.length > RADIX_ROWS_MAX
      ? []
      : [['radix tree (memoirist)', radixTree(byPrefix)] satisfies [string, Lookup]]),
    ['prepared SQLite query', sqliteQuery(byPrefix)],
  ];
  for (const code of codes) {
    const [ours, ...others] = lookups.map(([, answer]) => JSON.stringify(answer(code)));
    const other = others.findIndex((answer) => answer !== ours);
    if (other >= 0) throw new Error(`${lookups[other + 1]![0]} answers ${code} with ${others[other]}, not ${ours}`);
  }
  return {
    name,
    title: `Code to answer in process: ${list}, ${listings.length.toLocaleString('en')} rows`,
    metrics: [
      { name: 'codes_per_second', title: 'codes/s of processor time', ratio: true },
      { name: 'ns', title: 'ns/code' },
    ],
    contenders: lookups.map(([name, answer]) => {
      const countHits = loopOver(answer);
      for (let pass = 0; pass < passes; pass++) countHits(codes);
      return {
        name,
        ...(!name.startsWith('Portside') && { rounds: Math.min(rounds, PEER_ROUNDS) }),
        measure: async () => {
          const rate = unitsPerSecond(seconds, () => {
            if (countHits(codes) === 0) throw new Error('No hit: the sample is not what it should be.');
            return codes.length;
          });
          return { codes_per_second: rate, ns: 1e9 / rate };
        },
      };
    }),
    notes: [`${CODES.toLocaleString('en')} codes: a third listed, a third adjacent to listed ones, a third random.`],
  };
}

/** Each structure gets its own loop, as in a program that uses it. The engine cannot inline five structures into one loop. */
function loopOver(answer: Lookup): (codes: readonly string[]) => number {
  const loop = 'let hits = 0; for (let i = 0; i < codes.length; i++) if (answer(codes[i]).hit) hits++; return hits;';
  return new Function('answer', `return (codes) => { ${loop} }`)(answer);
}

function sampleCodes(listings: readonly Listing[]): string[] {
  const random = seededRandom(1);
  // A code that ends in 00 is read as its line, which the peers do not do.
  const dotted = (digits: string) =>
    `${digits.slice(0, 4)}.${digits.slice(4, 6)}.${digits.slice(6).replace(/00$/, '37')}`;
  return Array.from({ length: CODES }, (_, at) => {
    const full = listings[random(listings.length)]!.digits.padEnd(10, '0');
    if (at % 3 === 0) return dotted(full);
    if (at % 3 === 1) return dotted(full.slice(0, 8) + String(random(100)).padStart(2, '0'));
    return dotted(String(100_000_000 + random(2 ** 31)).padStart(10, '0'));
  });
}

/** Numbers of 8 and 10 digits, evenly distributed, with the terms of the real list. */
function syntheticListings(rows: number, real: readonly Listing[]): Listing[] {
  const random = seededRandom(rows);
  const listings = new Map<string, Listing>();
  while (listings.size < rows) {
    const digits = String(100_000_000 + random(2 ** 31) * 4)
      .padStart(10, '0')
      .slice(0, random(2) === 0 ? 8 : 10);
    if (parseCode(digits) !== null) listings.set(digits, { ...real[random(real.length)]!, code: digits, digits });
  }
  return [...listings.values()];
}
