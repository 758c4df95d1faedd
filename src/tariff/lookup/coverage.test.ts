import { describe, expect, test } from 'bun:test';
import { runs, sample } from '../../../test/support/seed.ts';
import {
  inForce,
  type Row,
  reference,
  referenceCoverage,
  referencePairs,
  referenceRows,
  type World,
} from '../../../test/support/tariff-reference.ts';
import type { Listing } from '../../domain/tariff-list.ts';
import { addDays, inPeriod } from '../dates.ts';
import { embeddedTariff } from '../embedded.ts';
import { formatCode } from '../hts-code.ts';
import { ScheduleNumbers } from '../schedule/schedule-numbers.ts';
import { Tariff } from '../tariff.ts';
import { isDerivative } from './answer.ts';
import { CoverageIndex, programmeCoverage } from './coverage.ts';

const data = embeddedTariff();
const tariff = new Tariff(data, { now: () => Date.parse('2026-11-20T17:00:00Z') });
const rows = referenceRows();
const pairs = referencePairs();
const numbers = Array.from({ length: data.numbers.size }, (_, at) => data.numbers.at(at));
const prefixes = (digits: string) =>
  [4, 6, 8, 10].filter((length) => length <= digits.length).map((length) => digits.slice(0, length));
const listings = data.lists.flatMap((list) => list.listings);
const listingsOn = (date: string) => listings.filter((listing) => inPeriod(date, listing));

/** All days on which a list changed or a number was replaced, and the days before. */
const CHANGE_DATES = [
  ...new Set([
    ...listings.flatMap(({ from, to }) => [from, ...(to === null ? [] : [addDays(to, 1)])]),
    ...data.successions.map((row) => row.retired_on),
  ]),
].sort();

describe('counts of the schedule as of 2026-07-01', () => {
  // The table "Parents covered" of the source material: ten-digit numbers, then for 4, 6 and 8 digits: whole, of these by one
  // listing, by parts, by parts with several rates or headings, and partly.
  type Counts = [whole: number, one: number, parts: number, mixed: number, partly: number];
  const TABLE: [string, (listing: Listing) => boolean, number, Counts, Counts, Counts][] = [
    ['metals', ofNote('16(c)'), 1990, [76, 33, 43, 2, 83], [456, 176, 280, 18, 80], [882, 871, 11, 5, 40]],
    [
      'metals, derivative lists',
      (row) => ofNote('16(c)')(row) && isDerivative(row),
      1063,
      [30, 0, 30, 2, 85],
      [230, 0, 230, 17, 81],
      [467, 457, 10, 4, 41],
    ],
    [
      'metals, article lists',
      (row) => ofNote('16(c)')(row) && !isDerivative(row),
      927,
      [44, 33, 11, 0, 4],
      [225, 176, 49, 0, 1],
      [414, 414, 0, 0, 1],
    ],
    ['autos', ofProgramme('autos'), 74, [0, 0, 0, 0, 2], [17, 0, 17, 0, 0], [17, 17, 0, 0, 0]],
    ['automobile parts', ofProgramme('auto_parts'), 337, [3, 2, 1, 0, 38], [64, 38, 26, 0, 35], [197, 194, 3, 0, 18]],
    ['trucks', ofProgramme('mhd_vehicles'), 58, [0, 0, 0, 0, 5], [17, 0, 17, 0, 2], [22, 22, 0, 0, 2]],
    ['buses', ofProgramme('buses'), 10, [1, 0, 1, 0, 0], [5, 0, 5, 0, 0], [10, 10, 0, 0, 0]],
    ['truck parts', ofProgramme('mhd_parts'), 243, [0, 0, 0, 0, 38], [34, 0, 34, 0, 50], [145, 145, 0, 0, 25]],
    ['wood', ofProgramme('wood'), 113, [0, 0, 0, 0, 5], [15, 0, 15, 0, 4], [15, 15, 0, 0, 5]],
    ['semiconductors', ofProgramme('semiconductors'), 10, [0, 0, 0, 0, 2], [3, 3, 0, 0, 0], [8, 8, 0, 0, 0]],
    ['pharmaceuticals', ofProgramme('pharmaceuticals'), 149, [0, 0, 0, 0, 20], [21, 0, 21, 0, 39], [71, 60, 11, 0, 17]],
    // The table counts no mixed ones: it was made before the second rate of 8806.21 to .23 and .91 to .93 was known.
    ['unmanned aircraft', ofProgramme('uas'), 24, [0, 0, 0, 0, 4], [13, 0, 13, 6, 3], [14, 14, 0, 0, 2]],
    ['polysilicon', ofProgramme('polysilicon'), 10, [0, 0, 0, 0, 3], [3, 0, 3, 0, 1], [3, 1, 2, 0, 1]],
  ];
  const DATE = '2026-12-04';

  test.each(TABLE)('%s', (_name, isOf, tenDigits, ...counts) => {
    const index = new CoverageIndex(listingsOn(DATE).filter(isOf), DATE, data);
    const covered = numbers.filter((number) => number.length === 10 && index.covers(number));
    expect(covered).toHaveLength(tenDigits);
    const counted = [4, 6, 8].map((length): Counts => {
      const codes = [...new Set(numbers.map((number) => number.slice(0, length)))].map((digits) => index.of(digits));
      const parts = codes.filter(({ coverage }) => coverage === 'whole_by_parts');
      const one = codes.filter(({ coverage }) => coverage === 'whole').length;
      const mixed = parts.filter(
        ({ listings }) => new Set(listings.map(({ terms }) => `${terms.rate} ${terms.ch99_heading}`)).size > 1,
      );
      const partly = codes.filter(({ coverage }) => coverage === 'part').length;
      return [one + parts.length, one, parts.length, mixed.length, partly];
    });
    expect(counted).toEqual(counts as Counts[]);
  });

  function ofNote(note: string) {
    return ({ terms }: Listing) => terms.note.startsWith(note);
  }

  function ofProgramme(programme: string) {
    return ({ terms }: Listing) => terms.programme === programme;
  }
});

describe('every number of the schedule and every prefix, listed and retired numbers, invented suffixes', () => {
  const codes = new Set(
    [...numbers, ...rows.map((row) => row.digits), ...pairs.flatMap((pair) => [pair.old, pair.new])].flatMap(prefixes),
  );
  for (const line of [...codes].filter((digits) => digits.length === 8))
    for (const suffix of ['00', '13', '99']) codes.add(line + suffix);
  const codesOf = Map.groupBy([...codes].sort(), (digits) => digits.slice(0, 4));
  const numbersOf = Map.groupBy(numbers, (number) => number.slice(0, 4));
  const worldOf = new Map<string, World>();
  for (const heading of codesOf.keys()) {
    worldOf.set(heading, {
      numbers: numbersOf.get(heading) ?? [],
      pairs: pairs.filter((pair) => pair.old.startsWith(heading)),
    });
  }

  test('replaced numbers stay in their heading, so a heading can be compared by itself', () => {
    expect(pairs.filter((pair) => pair.old.slice(0, 4) !== pair.new.slice(0, 4))).toEqual([]);
    expect(codes.size).toBeGreaterThan(60_000);
    expect(CHANGE_DATES).toHaveLength(20);
  });

  test.each(CHANGE_DATES.filter((date) => date >= '2025-03-12'))(
    '%s: as in the reference, and clear only if nothing is listed',
    (date) => {
      const day = tariff.at(date);
      const rowsOf = Map.groupBy(inForce(rows, date), (row) => row.digits.slice(0, 4));
      let compared = 0;
      for (const [heading, codes] of sample(`headings on ${date}`, [...codesOf], 10)) {
        compared += codes.length;
        const listed: Row[] = rowsOf.get(heading) ?? [];
        const world = worldOf.get(heading)!;
        const statuses = new Map<string, string>();
        for (const digits of codes) {
          const answer = day.lookup(digits);
          statuses.set(digits, answer.status);
          if (
            listed.length === 0 &&
            answer.status === (/^(98|99)/.test(digits) ? 'invalid' : 'clear') &&
            !answer.in_scope
          )
            continue;
          const expected = reference(listed, digits, date, world);
          if (!Bun.deepEquals(answer, expected)) expect({ date, answer }).toEqual({ date, answer: expected as never });
        }
        for (const [digits, status] of statuses) {
          if (status !== 'clear')
            for (const above of prefixes(digits))
              if (statuses.get(above) === 'clear') expect(`${digits} on ${date}`).toBe(`clear like ${above}`);
        }
        for (const pair of world.pairs) {
          if (pair.on > date || pair.reused || statuses.get(pair.old) !== 'clear') continue;
          expect([pair.new, statuses.get(pair.new)]).toEqual([pair.new, 'clear']);
        }
      }
      expect(compared).toBeGreaterThan(runs(codes.size / 20, codes.size - 1));
    },
  );
});

describe('the coverage of each programme', () => {
  test.each(['2025-09-01', '2026-06-30', '2026-08-15', '2026-12-04'])('on %s, as in the reference', (date) => {
    const inForceOn = inForce(rows, date);
    const programmes = [...new Set(inForceOn.map((row) => row.programme!))].sort();
    const sample = new Set(
      [...rows.map((row) => row.digits), ...pairs.flatMap((pair) => [pair.old, pair.new])]
        .filter((_, at) => at % runs(35, 7) === 0)
        .flatMap(prefixes),
    );
    const counts: Record<string, number> = {};
    for (const digits of sample) {
      const heading = digits.slice(0, 4);
      const world = { numbers: numbers.filter((number) => number.startsWith(heading)), pairs };
      const answers = programmeCoverage(digits, date, data);
      expect(answers.map(({ programme }) => programme)).toEqual(programmes);
      for (const { programme, coverage, listings } of answers) {
        counts[coverage] = (counts[coverage] ?? 0) + 1;
        const own = inForceOn.filter((row) => row.programme === programme && row.digits.startsWith(heading));
        const expected = referenceCoverage(own, digits, date, world);
        expect({ digits, programme, coverage }).toEqual({ digits, programme, coverage: expected.coverage });
        expect(listings.map((listing) => listing.digits).sort()).toEqual(expected.rows.map((row) => row.digits).sort());
      }
    }
    for (const coverage of ['whole', 'whole_by_parts', 'part', 'none']) expect(counts[coverage]).toBeGreaterThan(10);
  });

  test('an imported schedule with fewer numbers never makes anything clear that is not', () => {
    const few = ScheduleNumbers.of(numbers.filter((_, at) => at % 5 === 0));
    const index = new CoverageIndex(listingsOn('2026-11-20'), '2026-11-20', data);
    const smaller = new CoverageIndex(listingsOn('2026-11-20'), '2026-11-20', { ...data, numbers: few });
    const none = new CoverageIndex(listingsOn('2026-11-20'), '2026-11-20', {
      ...data,
      numbers: ScheduleNumbers.of([]),
    });
    for (const digits of new Set(sample('numbers', numbers, 4).flatMap(prefixes))) {
      const { coverage } = index.of(digits);
      expect(smaller.of(digits).coverage === 'none').toBe(coverage === 'none');
      const withoutSchedule = none.of(digits).coverage;
      // Without a schedule, all parts and some parts of a short code are one answer.
      expect(withoutSchedule).toBe(coverage === 'whole_by_parts' && digits.length < 10 ? 'part' : coverage);
    }
  });

  test.each([
    ['3004.90.9225', '2026-06-30', 'none'],
    // The list in force until 2026-09-28 prints .9225 and means the goods that are .9226 since 2026-07-01. By its letter it names .9225.
    ['3004.90.9225', '2026-07-30', 'none'],
    ['3004.90.9225', '2026-08-15', 'part'],
    ['3004.90.9225', '2026-09-29', 'none'],
    ['3004.90.9226', '2026-08-15', 'whole'],
    ['3004.90.9227', '2026-08-15', 'none'],
    // .9211 was kept for fewer goods; the others are .9212.
    ['3004.90.9211', '2026-08-15', 'whole'],
    ['3004.90.9212', '2026-08-15', 'whole'],
    ['3004.90.9213', '2026-08-15', 'none'],
    // A retired number is answered through its successors.
    ['2937.22.0000', '2026-08-15', 'whole'],
    ['2937.22.0000', '2026-10-01', 'whole_by_parts'],
    ['2937.22.00', '2026-10-01', 'whole_by_parts'],
    ['2918.99.30', '2026-10-01', 'whole'],
    ['3004.20.0083', '2026-10-01', 'whole_by_parts'],
  ])('pharmaceuticals cover %s on %s: %s', (code, date, expected) => {
    const digits = code.replaceAll('.', '');
    expect(formatCode(digits)).toBe(code);
    const found = programmeCoverage(digits, date, data).find(({ programme }) => programme === 'pharmaceuticals');
    expect(found?.coverage ?? 'none').toBe(expected as never);
  });

  test('a number that was divided is listed in part if only some of its successors are', () => {
    const successors = ['9101.11.4020', '9101.11.4030'];
    const successions = successors.map((code) => ({
      ...data.successions[0]!,
      ...{ old: '9101.11.4010', new: code, retired_on: '2025-07-01', reused: false },
    }));
    const listed = successors.map((code) => ({ ...listings[0]!, code, digits: code.replaceAll('.', '') }));
    const numbers = ScheduleNumbers.of(listed.map(({ digits }) => digits));
    const coverageBy = (some: Listing[]) =>
      new CoverageIndex(some, '2026-11-20', { numbers, successions }).of('9101114010').coverage;
    expect([listed, listed.slice(1), []].map(coverageBy)).toEqual(['whole_by_parts', 'part', 'none']);
  });

  test('a part of an eight-digit line without ten-digit numbers stays a part', () => {
    const numbers = ScheduleNumbers.of(['91011140', '9101114010'].slice(0, 1));
    const [terms] = listings;
    const listing = { ...terms!, code: '9101.11.4010', digits: '9101114010' };
    const index = new CoverageIndex([listing], '2026-11-20', { numbers, successions: [] });
    expect(index.of('91011140').coverage).toBe('part');
    expect(index.of('9101').coverage).toBe('part');
    expect(index.of('9101114011').coverage).toBe('none');
  });

  test('a retired number is covered in whole only if all numbers that took its goods are', () => {
    const [terms] = listings;
    const successors = ['9101.11.4020', '9101.11.4030'];
    const split = { old: '9101.11.4010', retired_on: '2026-07-01', kind: 'split', reused: false, source: '' } as const;
    const basis = {
      numbers: ScheduleNumbers.of(successors.map((code) => code.replaceAll('.', ''))),
      successions: successors.map((code) => ({ ...split, new: code })),
    };
    const coverageWith = (codes: string[]) => {
      const listed = codes.map((code) => ({ ...terms!, code, digits: code.replaceAll('.', '') }));
      return new CoverageIndex(listed, '2026-11-20', basis).of('9101114010').coverage;
    };
    expect([[], successors.slice(0, 1), successors].map(coverageWith)).toEqual(['none', 'part', 'whole_by_parts']);
  });
});
