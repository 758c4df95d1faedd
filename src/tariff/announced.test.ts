/** Announced law is shown for its goods and dates, and never read as in force. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { tariffTables } from '../../test/support/paths.ts';
import { announcedLaw, parseAnnounced } from './announced.ts';
import { embeddedTariff } from './embedded.ts';
import { TariffFileError } from './json-fields.ts';
import { lawReadTo, parseLawRead } from './law-read.ts';

const data = embeddedTariff();
const READ_TO = lawReadTo(data);

function announcedOf(digits: string, date: string, origin?: string) {
  const law = announcedLaw(digits, date, data.announced, data.lists, READ_TO, origin);
  return [law.announced.map(({ date, programme }) => `${date} ${programme}`), law.unsettled_law];
}

test.each<[string, string, string, (boolean | string[])[]]>([
  ['a wood code before the rise', '9401614011', '2026-12-31', [['2027-01-01 wood'], false]],
  ['on the day of the rise', '9401614011', '2027-01-01', [['2027-01-01 wood'], true]],
  ['years later', '9401614011', '2031-01-01', [['2027-01-01 wood'], true]],
  [
    'polysilicon the day before',
    '8541420010',
    '2026-12-03',
    [['2026-12-04 polysilicon', '2026-12-04 polysilicon'], false],
  ],
  ['polysilicon on the day', '8541420010', '2026-12-04', [['2026-12-04 polysilicon', '2026-12-04 polysilicon'], true]],
  ['a heading above polysilicon', '8541', '2026-12-04', [['2026-12-04 polysilicon', '2026-12-04 polysilicon'], true]],
  ['raw polysilicon has a minimum price alone', '2804610000', '2026-12-04', [['2026-12-04 polysilicon'], true]],
  ['refined copper is on no list', '7403110000', '2026-11-22', [['2027-01-01 copper', '2028-01-01 copper'], false]],
  ['a code on no list', '0101210010', '2030-01-01', [[], false]],
])('%s', (_, digits, date, expected) => {
  expect(announcedOf(digits, date)).toEqual(expected);
});

test('the words of Annex III leave its last day open', () => {
  const listing = data.lists
    .flatMap(({ listings }) => listings)
    .find(({ terms, to }) => terms.note === '16(c)(ix)' && to === null)!;
  expect(announcedOf(listing.digits, '2027-12-30')).toEqual([expect.arrayContaining(['2028-01-01 aluminum']), false]);
  expect(announcedOf(listing.digits, '2027-12-31')).toEqual([expect.arrayContaining(['2028-01-01 aluminum']), true]);
});

test('a change that was read is not announced, save for dates before it', () => {
  const listing = data.lists.flatMap(({ listings }) => listings).find(({ terms }) => terms.note === '40(c)')!;
  expect(announcedOf(listing.digits, '2026-11-22')).toEqual([[], false]);
  expect(announcedOf(listing.digits, '2026-09-29')).toEqual([[], false]);
});

test('a change for one origin is not shown for another', () => {
  expect(announcedOf('87032301', '2027-02-01', 'GB')).toEqual([['2027-01-01 autos'], true]);
  expect(announcedOf('87032301', '2027-02-01', 'DE')).toEqual([[], false]);
  expect(announcedOf('87032301', '2027-02-01')).toEqual([['2027-01-01 autos'], true]);
});

test('every row of the source table is in announced.json with its day, certainty and source', () => {
  const table = readFileSync(join(tariffTables, 'announced.csv'));
  const rows = (parse(table, { columns: true }) as Record<string, string>[]).map(
    ({ date, certainty, source }) => `${date} ${certainty} ${source}`,
  );
  const known = [...data.announced.changes, ...data.announced.stacks].map(
    ({ date, certainty, source }) => `${date ?? ''} ${certainty} ${source}`,
  );
  expect(rows.filter((row) => !known.includes(row))).toEqual([]);
  expect(rows.length).toBe(14);
});

test('no text carries a date that a field should carry', () => {
  const { changes, stacks } = data.announced;
  const texts = [...changes, ...stacks, ...data.law.not_read].map(({ what }) => what);
  expect(
    texts.filter((text) => /\d{4}-\d\d|\b20\d\d\b/.test(text.replaceAll(/HTS 20\d\d|20\d\d Revision/g, ''))),
  ).toEqual([]);
});

describe('a faulty file is refused with its line', () => {
  const row = (change: object) =>
    JSON.stringify({
      source: 'x',
      rows: [{ programme: 'wood', codes: ['4407'], what: 'x', certainty: 'law', source: 'y', ...change }],
      stacks: [],
    });
  test.each([
    [{ date: '2026-02-30' }, 'calendar date'],
    [{ certainty: 'likely' }, 'one of'],
    [{ codes: ['9903.82.02'] }, 'tariff number'],
    [{ subdivisions: ['37(b)'] }, 'either'],
    [{ codes: [] }, 'either'],
    [{ headings: ['9903'] }, 'chapter 99 headings'],
    [{ origins: ['UK '] }, 'two letters'],
    [{ date: '2027-01-01', open_from: '2027-01-01' }, 'before "date"'],
    [{ rate: { before: 25, before_kind: 'additional', after: Number.NaN, after_kind: 'additional' } }, 'number'],
    [{ dates: '2027-01-01' }, 'unknown field'],
  ])('%j', (change, reason) => {
    expect(() => parseAnnounced(row(change))).toThrow(reason);
    expect(() => parseAnnounced(row(change))).toThrow(TariffFileError);
    expect(parseAnnounced(row({})).changes).toHaveLength(1);
  });
  test('law-read.json', () => {
    expect(() => parseLawRead('{"law_read_to": "2026-13-01"}')).toThrow('line 1');
    expect(() => parseLawRead(JSON.stringify({ ...data.law, looked_on: '2026-10-08' }))).toThrow('looked_on');
    expect(parseLawRead(JSON.stringify(data.law))).toEqual(data.law);
  });
});

describe('how far the law was read', () => {
  const withDates = (asOf: Record<string, string>) =>
    lawReadTo({
      law: data.law,
      lists: data.lists.map((list) => ({ ...list, as_of: asOf[list.list_id] ?? list.as_of })),
    });
  test('is the day of law-read.json for the lists of this binary', () => expect(READ_TO).toBe('2026-10-09'));
  test('an import of one list does not move it', () =>
    expect(withDates({ 'note-16c': '2026-12-15' })).toBe('2026-10-09'));
  test('imports of all lists in use move it to the oldest of them', () => {
    expect(withDates({ 'note-16c': '2026-12-15', 'other-programmes': '2026-12-20' })).toBe('2026-12-15');
  });
});
