/**
 * Codes per second of a full lookup answer: the trie, hash-set prefix probing and a prepared SQLite query over the same
 * listings, giving the same answers. Rounds are interleaved, so that a busy machine slows all three alike; read the ratios.
 */
import { Database } from 'bun:sqlite';
import {
  type AdjacentHit,
  AnswerBook,
  type HtsLookupResult,
  headingEntries,
  isDerivative,
} from '../src/tariff/answer.ts';
import { CHAPTERS_WITHOUT_PRODUCTS } from '../src/tariff/code.ts';
import { inPeriod } from '../src/tariff/dates.ts';
import { embeddedTariff } from '../src/tariff/embedded.ts';
import type { Listing } from '../src/tariff/list.ts';
import { lookup } from '../src/tariff/lookup.ts';
import { CodeTrie } from '../src/tariff/trie.ts';

type Lookup = (code: string) => HtsLookupResult;

export interface TrieBenchRow {
  name: string;
  /** Median over the rounds. */
  codesPerSecond: number;
  /** How many times slower than the trie: median of the per-round ratios, with the least and the most. */
  trieIsFaster: { median: number; min: number; max: number };
}

export interface TrieBenchResult {
  asOf: string;
  listings: number;
  codes: number;
  rounds: number;
  rows: TrieBenchRow[];
}

const AS_OF = '2026-11-20';
const ROUNDS = 9;
const ROUND_MS = 60;
const SPELLING = /^\s*\d{4}(?:\.?\d{2}(?:\.?\d{2}(?:\.?\d{2})?)?)?\s*$/;
const PREFIX_LENGTHS = [10, 8, 6, 4];

/** Runs all rounds, about two seconds; throws if the three ever disagree. */
export async function run(): Promise<TrieBenchResult> {
  const listings = embeddedTariff().lists.flatMap((list) => list.listings.filter((row) => inPeriod(AS_OF, row)));
  const codes = sampleCodes(listings);
  const trie = new CodeTrie(listings);
  const contestants: [string, Lookup][] = [
    ['trie', (code) => lookup(trie, code)],
    ['hash-set prefix probing', prefixProbing(listings)],
    ['prepared SQLite query', sqliteQuery(listings)],
  ];
  for (const code of codes) {
    const [first, ...others] = contestants.map(([, answer]) => JSON.stringify(answer(code)));
    if (others.some((other) => other !== first)) throw new Error(`the contestants disagree on ${code}`);
  }
  const rates = contestants.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    contestants.forEach(([, answer], at) => void rates[at]!.push(measure(answer, codes)));
  }
  const rows = contestants.map(([name], at): TrieBenchRow => {
    const ratios = rates[at]!.map((rate, round) => rates[0]![round]! / rate).sort((a, b) => a - b);
    const spread = { median: median(ratios), min: ratios[0]!, max: ratios.at(-1)! };
    return { name, codesPerSecond: median([...rates[at]!].sort((a, b) => a - b)), trieIsFaster: spread };
  });
  return { asOf: AS_OF, listings: listings.length, codes: codes.length, rounds: ROUNDS, rows };
}

/** A third listed numbers, a third their neighbours, a third of other chapters: fixed, so that runs compare. */
function sampleCodes(listings: readonly Listing[]): string[] {
  const dotted = (digits: string) => `${digits.slice(0, 4)}.${digits.slice(4, 6)}.${digits.slice(6)}`;
  const codes = listings.flatMap(({ digits }, at) => {
    const full = digits.padEnd(10, '0');
    const neighbour = full.slice(0, 8) + String((at * 37) % 100).padStart(2, '0');
    const other = `${String(1 + (at % 71)).padStart(2, '0')}${String((at * 7919) % 100_000_000).padStart(8, '0')}`;
    return [full, neighbour, other].map(dotted);
  });
  return codes.map((_, at) => codes[(at * 997) % codes.length]!);
}

function measure(answer: Lookup, codes: readonly string[]): number {
  let answered = 0;
  let hits = 0;
  const start = performance.now();
  let elapsed = 0;
  while (elapsed < ROUND_MS) {
    for (const code of codes) if (answer(code).hit) hits++;
    answered += codes.length;
    elapsed = performance.now() - start;
  }
  if (hits === 0) throw new Error('no hit: the sample is not what it should be');
  return (answered / elapsed) * 1000;
}

function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1]!;
}

function digitsOf(code: string): string | null {
  if (!SPELLING.test(code)) return null;
  const digits = code.trim().replaceAll('.', '');
  return CHAPTERS_WITHOUT_PRODUCTS.includes(digits.slice(0, 2)) ? null : digits;
}

const INVALID_FIELDS = { hit: false, in_scope: false, status: 'invalid', adjacent_hits: [] } as const;

/** The usual way: normalise, then probe maps with the 10-, 8-, 6- and 4-digit prefixes. Answers are ready-made here too. */
function prefixProbing(listings: readonly Listing[]): Lookup {
  const derivatives = new Set(listings.filter(isDerivative).map((row) => row.digits));
  const any = new Set(listings.map((row) => row.digits));
  const { answerOn, entries } = answersByPath(listings);
  return (code) => {
    const digits = digitsOf(code);
    if (digits === null) return { code, ...INVALID_FIELDS };
    let hit = false;
    let path = '';
    for (const length of PREFIX_LENGTHS) {
      if (length > digits.length) continue;
      const prefix = digits.slice(0, length);
      if (derivatives.has(prefix)) hit = true;
      if (any.has(prefix) && path === '') path = prefix;
    }
    const heading = digits.slice(0, 4);
    const { in_scope, status, adjacent_hits } = answerOn(path, entries.has(heading) ? heading : '');
    return { code, hit, in_scope, status, adjacent_hits };
  };
}

/** One statement finds the longest listing over a code, through an index on its digits. */
function sqliteQuery(listings: readonly Listing[]): Lookup {
  const db = new Database(':memory:', { strict: true });
  db.run('CREATE TABLE listing (digits TEXT PRIMARY KEY) WITHOUT ROWID, STRICT');
  const insert = db.prepare('INSERT OR IGNORE INTO listing VALUES (?)');
  db.transaction(() => {
    for (const { digits } of listings) insert.run(digits);
  })();
  const longest = db.prepare<{ digits: string }, [string, string, string, string]>(
    'SELECT digits FROM listing WHERE digits IN (?, ?, ?, ?) ORDER BY length(digits) DESC LIMIT 1',
  );
  const { answerOn, entries } = answersByPath(listings);
  return (code) => {
    const digits = digitsOf(code);
    if (digits === null) return { code, ...INVALID_FIELDS };
    const heading = digits.slice(0, 4);
    const found = longest.get(digits, digits.slice(0, 8), digits.slice(0, 6), heading);
    const { hit, in_scope, status, adjacent_hits } = answerOn(found?.digits ?? '', entries.has(heading) ? heading : '');
    return { code, hit, in_scope, status, adjacent_hits };
  };
}

/** Ready answers for the longest listed prefix, or else for the heading: the rivals, too, only have to find the key. */
function answersByPath(listings: readonly Listing[]) {
  const book = new AnswerBook();
  const byHeading = Map.groupBy(listings.filter(isDerivative), (row) => row.digits.slice(0, 4));
  const entries = new Map<string, AdjacentHit[]>();
  for (const [heading, rows] of byHeading) entries.set(heading, headingEntries(rows));
  const near = (heading: string) => entries.get(heading) ?? [];
  const onPath = new Map(
    [...new Set(listings.map((row) => row.digits))].map((digits) => {
      const matched = listings.filter((row) => digits.startsWith(row.digits));
      return [digits, book.of(matched, near(digits.slice(0, 4)))];
    }),
  );
  const onHeading = new Map([...entries.keys()].map((heading) => [heading, book.of([], near(heading))]));
  const clear = book.of([], []);
  return { entries, answerOn: (path: string, heading: string) => onPath.get(path) ?? onHeading.get(heading) ?? clear };
}

if (import.meta.main) {
  const { rows, listings, codes, rounds } = await run();
  const lines = rows.map(({ name, codesPerSecond, trieIsFaster: { median, min, max } }) => {
    const ratio = `${median.toFixed(1)}x (${min.toFixed(1)} to ${max.toFixed(1)})`;
    return `${name.padEnd(26)} ${`${(codesPerSecond / 1e6).toFixed(2)} M/s`.padStart(11)}   ${ratio}`;
  });
  const head = `${listings} listings, ${codes} codes, ${rounds} interleaved rounds; trie over each:`;
  process.stdout.write(`${[head, ...lines].join('\n')}\n`);
}
