/**
 * A second implementation of the lookup, to test the first: slow, written from the text of the rules (docs/tariff.md, "Coverage")
 * over the rows of the files. It shares no code with src/tariff.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';

export interface Row {
  digits: string;
  derivative: boolean;
  programme?: string;
  rate: number;
  slug: string;
  name: string;
  from: string;
  to: string;
  /** The date whose numbers the list prints. */
  printed: string;
}

/** A number and the number that took its goods. */
export interface Pair {
  old: string;
  new: string;
  on: string;
  reused: boolean;
}

/** The numbers of the schedule, and what replaced what. */
export interface World {
  numbers: readonly string[];
  pairs: readonly Pair[];
}

const END = '9999-12-31';
const read = (name: string) => JSON.parse(readFileSync(join(root, `data/tariff/${name}.json`), 'utf8'));

export function referenceRows(): Row[] {
  const articles = new Map<string, { slug: string; name: string }>();
  for (const row of read('articles').rows) articles.set(row.heading, { slug: row.slug, name: row.name });
  return ['note-16c', 'metals-2025', 'other-programmes'].flatMap((name) => {
    const file = read(name);
    return file.rows.map((row: { code: string; terms: string; from: string; to?: string }) => {
      const terms = file.terms[row.terms];
      const article = terms.article ?? articles.get(row.code.slice(0, 4));
      return {
        digits: row.code.split('.').join(''),
        derivative: terms.kind === 'derivative',
        programme: terms.programme,
        rate: terms.rate,
        slug: article.slug,
        name: article.name,
        from: row.from,
        to: row.to ?? END,
        printed: terms.numbers_as_of ?? row.from,
      };
    });
  });
}

export function referencePairs(): Pair[] {
  return read('successions').rows.map((row: { old: string; new: string; retired_on: string; reused?: boolean }) => ({
    old: row.old.split('.').join(''),
    new: row.new.split('.').join(''),
    on: row.retired_on,
    reused: row.reused === true,
  }));
}

export function inForce(rows: Row[], date: string): Row[] {
  return rows.filter((row) => row.from <= date && date <= row.to);
}

/** Ten digits that mean what a list means, from one day to another, both included in the period. */
interface Life {
  number: string;
  from: string;
  before: string;
}

/** True if a number stopped for good on its last end: nobody reused it, and it took no goods since. */
function isGone(number: string, end: string, { pairs }: World): boolean {
  return pairs.every(
    (pair) => !(pair.old === number && pair.on === end && pair.reused) && !(pair.new === number && pair.on >= end),
  );
}

/** The life of a number that a date falls into. A number that is gone lives on as what it was last. */
function lifeOf(number: string, date: string, world: World): Life {
  const ends = [...new Set(world.pairs.filter((pair) => pair.old === number).map((pair) => pair.on))].sort();
  if (ends.length > 0 && isGone(number, ends.at(-1)!, world)) ends.pop();
  return {
    number,
    from: ends.findLast((end) => end <= date) ?? '',
    before: ends.find((end) => end > date) ?? END,
  };
}

/** When the life of a number ended, and which numbers took its goods. */
function heirsOf(life: Life, { pairs }: World): Pair[] {
  const end = pairs
    .filter((pair) => pair.old === life.number && pair.on > life.from)
    .map((pair) => pair.on)
    .sort()[0];
  return pairs.filter((pair) => pair.old === life.number && pair.on === end);
}

/** Every life that has the goods of a listed number: its own, and those of its heirs. */
function livesOf(number: string, printed: string, world: World): Life[] {
  const lives = [lifeOf(number, printed, world)];
  for (let at = 0; at < lives.length; at++) {
    for (const pair of heirsOf(lives[at]!, world)) {
      const heir = lifeOf(pair.new, pair.on, world);
      if (!lives.some((life) => life.number === heir.number && life.from === heir.from)) lives.push(heir);
    }
  }
  return lives;
}

/** What a row covers: digits with all that begins with them, and ten-digit numbers in a period. */
interface Reach {
  row: Row;
  prefix: string | null;
  lives: Life[];
}

const reaches = new WeakMap<Row, { world: World; reach: Reach }>();

function reachOf(row: Row, world: World): Reach {
  const known = reaches.get(row);
  if (known?.world === world) return known.reach;
  const isOneNumber = row.digits.length === 10 && !row.digits.endsWith('00');
  const prefix = isOneNumber ? null : row.digits.substring(0, 8);
  const listed = isOneNumber
    ? [row.digits]
    : world.pairs.map((pair) => pair.old).filter((old) => old.startsWith(prefix!));
  const lives = listed
    .flatMap((number) => livesOf(number, row.printed, world))
    .filter((life) => !prefix || !life.number.startsWith(prefix));
  const reach = { row, prefix, lives };
  reaches.set(row, { world, reach });
  return reach;
}

interface Covered {
  coverage: 'whole' | 'whole_by_parts' | 'part' | 'none';
  /** The rows at or above the code; if there are none, those below it or at the numbers that took its goods. */
  rows: Row[];
}

/** How rows cover 4 to 10 digits on a date. @param rows those in force, of every heading that may matter */
export function referenceCoverage(rows: Row[], digits: string, date: string, world: World): Covered {
  const reach = rows.map((row) => reachOf(row, world));
  if (digits.length === 10 && digits.endsWith('00')) return coverShort(reach, digits.substring(0, 8), date, world);
  return digits.length === 10
    ? coverNumber(reach, lifeOf(digits, date, world), world)
    : coverShort(reach, digits, date, world);
}

function coverNumber(reach: Reach[], life: Life, world: World): Covered {
  const covered = coverGoods(reach, life, world);
  // A list in force prints the number, though it means the goods that the number had before.
  const printed = reach.filter(
    ({ row, prefix }) =>
      prefix === null && row.digits === life.number && lifeOf(row.digits, row.from, world).from === life.from,
  );
  if (covered.coverage !== 'none' || printed.length === 0) return covered;
  return { coverage: 'part', rows: printed.map(({ row }) => row) };
}

function coverGoods(reach: Reach[], life: Life, world: World): Covered {
  const above = reach.filter(
    ({ prefix, lives }) =>
      (prefix !== null && life.number.startsWith(prefix)) ||
      lives.some((each) => each.number === life.number && each.from === life.from),
  );
  if (above.length > 0) return { coverage: 'whole', rows: above.map(({ row }) => row) };
  const heirs = heirsOf(life, world).map((pair) => coverNumber(reach, lifeOf(pair.new, pair.on, world), world));
  if (heirs.length === 1) return heirs[0]!;
  const below = heirs.flatMap((heir) => heir.rows);
  if (below.length === 0) return { coverage: 'none', rows: [] };
  return {
    coverage: heirs.every((heir) => heir.coverage.startsWith('whole')) ? 'whole_by_parts' : 'part',
    rows: below,
  };
}

function coverShort(reach: Reach[], digits: string, date: string, world: World): Covered {
  const above = reach.filter(({ prefix }) => prefix !== null && digits.startsWith(prefix));
  if (above.length > 0) return { coverage: 'whole', rows: above.map(({ row }) => row) };
  const below = rowsUnder(reach, digits, date, world);
  if (below.length === 0) return { coverage: 'none', rows: [] };
  const parts = world.numbers.filter((number) => number.startsWith(digits));
  const isListed = (part: string) => {
    if (part.length === 10) return coverNumber(reach, lifeOf(part, date, world), world).coverage.startsWith('whole');
    return reach.some(({ prefix }) => prefix !== null && part.startsWith(prefix));
  };
  const all = parts.length > 0 && parts.every(isListed);
  return { coverage: all ? 'whole_by_parts' : 'part', rows: below };
}

function rowsUnder(reach: Reach[], digits: string, date: string, world: World): Row[] {
  const retired = new Set(world.pairs.map((pair) => pair.old).filter((old) => old.startsWith(digits)));
  const throughHeirs = [...retired].flatMap((old) => coverNumber(reach, lifeOf(old, date, world), world).rows);
  const direct = reach.filter(
    ({ prefix, lives }) =>
      prefix?.startsWith(digits) ||
      lives.some(({ number, from }) => number.startsWith(digits) && lifeOf(number, date, world).from === from),
  );
  const printed = reach
    .filter(({ row, prefix }) => prefix === null && row.digits.startsWith(digits))
    .flatMap(({ row }) => coverNumber(reach, lifeOf(row.digits, date, world), world).rows);
  return [...new Set([...direct.map(({ row }) => row), ...throughHeirs, ...printed])];
}

/** The result of one code: parse, coverage, hit, in scope, status, then the articles and rates. `rows`: those in force. */
export function reference(rows: Row[], code: string, date: string, world: World): unknown {
  const parts = /^[ \t\n\v\f\r]*([0-9]{4})(?:\.?([0-9]{2})(?:\.?([0-9]{2})(?:\.?([0-9]{2}))?)?)?[ \t\n\v\f\r]*$/.exec(
    code,
  );
  const digits = parts ? parts.slice(1).join('') : '';
  if (!parts || /^(00|77|98|99)/.test(digits)) {
    return { code, hit: false, in_scope: false, status: 'invalid', adjacent_hits: [] };
  }
  const heading = digits.substring(0, 4);
  const derivatives = rows.filter((row) => row.derivative);
  const matched = referenceCoverage(derivatives, digits, date, world);
  const hit = matched.coverage.startsWith('whole');
  const in_scope = referenceCoverage(rows, digits, date, world).coverage !== 'none';
  const ofHeading = new Set([
    ...derivatives.filter((row) => row.digits.substring(0, 4) === heading),
    ...rowsUnder(
      derivatives.map((row) => reachOf(row, world)),
      heading,
      date,
      world,
    ),
  ]);
  let status = 'clear';
  if (in_scope) status = 'in_scope_no_bis14';
  if (ofHeading.size > 0) status = 'adjacent';
  if (hit) status = 'hit';
  const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const byRate = (a: Row, b: Row) =>
    b.rate - a.rate || ascending(a.slug, b.slug) || ascending(a.digits.substring(0, 4), b.digits.substring(0, 4));
  const closest = matched.coverage === 'whole' ? (row: Row) => row.digits.length : () => 0;
  const ordered = [
    ...(hit ? matched.rows.sort((a, b) => closest(b) - closest(a) || byRate(a, b)) : []),
    ...[...ofHeading].sort(byRate),
  ];
  const seen = new Set<string>();
  const adjacent_hits: unknown[] = [];
  for (const row of ordered) {
    const key = `${row.digits.substring(0, 4)}|${row.slug}|${row.rate}`;
    if (seen.has(key)) continue;
    seen.add(key);
    adjacent_hits.push({
      code_heading: row.digits.substring(0, 4),
      article_slug: row.slug,
      article_name: row.name,
      proposed_rate: row.rate,
    });
  }
  return { code, hit, in_scope, status, adjacent_hits };
}
