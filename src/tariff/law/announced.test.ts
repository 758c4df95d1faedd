/** Announced law is shown for its goods and dates, and never read as in force. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { tariffTables } from '../../../test/support/paths.ts';
import { printExplanations } from '../../cli/tariff-text.ts';
import { embeddedTariff } from '../embedded.ts';
import { explain } from '../explain/explain.ts';
import { TariffFileError } from '../json-fields.ts';
import { summarizeList } from '../list-summary.ts';
import { Tariff } from '../tariff.ts';
import { announcedFor, announcedLaw, parseAnnounced, sharedByProgrammes, unreadChanges } from './announced.ts';
import { changesBetween, lawChangesBetween } from './changes.ts';
import { lawReadTo, parseLawRead } from './law-read.ts';

const data = embeddedTariff();
const READ_TO = lawReadTo(data);

function announcedOf(digits: string, date: string, origin?: string) {
  const law = announcedFor(announcedLaw(digits, date, data), date, origin);
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
  ['so has every number of its line', '2804610010', '2026-12-04', [['2026-12-04 polysilicon'], true]],
  ['refined copper is on no list', '7403110000', '2026-11-22', [['2027-01-01 copper', '2028-01-01 copper'], false]],
  ['a code on no list', '0101210010', '2030-01-01', [[], false]],
  // 16(c)(ix) prints 8479.89.9599, which was split into these two.
  ['a number that took listed goods', '8479899510', '2028-01-01', [['2028-01-01 aluminum'], true]],
  ['the other that took them', '8479899597', '2028-01-01', [['2028-01-01 aluminum'], true]],
  ['a neighbour that did not', '8479899565', '2028-01-01', [[], false]],
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
  const conditions = data.lists.flatMap(({ terms }) => Object.values(terms).map(({ condition }) => condition ?? ''));
  const texts = [...[...changes, ...stacks, ...data.law.not_read].map(({ what }) => what), ...conditions];
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

describe('scheduled law is never read as in force', () => {
  const tariff = new Tariff(data, { now: () => Date.parse('2026-11-22T17:00:00Z') });
  const on = (code: string, date: string) => explain(tariff.at(date).lookup(code), date, data);

  test('before its day an explanation says what is announced, after it that the law is not settled', () => {
    const before = on('8541.42.0010', '2026-12-03');
    expect([before.unsettled_law, before.other_programmes, before.law_read_to]).toEqual([false, [], '2026-10-09']);
    expect(before.next_changes.map(({ date }) => date)).toEqual(['2026-12-04', '2026-12-04']);
    const after = on('8541.42.0010', '2026-12-04');
    expect([after.unsettled_law, after.announced.length]).toEqual([true, 2]);
    expect(after.other_programmes.map(({ programme, scheduled }) => [programme, scheduled])).toEqual([
      ['polysilicon', true],
    ]);
    const text = printExplanations([after]);
    expect(text).toContain('Not settled: announced for 2026-12-04 (polysilicon)');
    expect(text).not.toContain('in force      from');
    expect(printExplanations([before])).not.toContain('Not settled');
    expect(printExplanations([before])).toContain('law read to   2026-10-09');
  });

  test('what was read is not called scheduled', () => {
    const listings = data.lists.flatMap((list) => list.listings);
    for (const { code } of listings.filter((_, at) => at % 7 === 0)) {
      const { matched, other_programmes, unsettled_law } = on(code, '2026-10-09');
      expect([...matched, ...other_programmes].filter(({ scheduled }) => scheduled)).toEqual([]);
      expect(unsettled_law).toBe(false);
    }
  });

  test('changes keep rows and announcements after the law was read apart', () => {
    const { added, removed, rerated, moved, scheduled, announced, other_measures } = lawChangesBetween(
      data,
      '2026-10-09',
      '2027-01-01',
    );
    expect([added, removed, rerated, moved].flat()).toEqual([]);
    expect([...new Set(scheduled.map(({ programme }) => programme))]).toEqual(['polysilicon']);
    expect(announced.map(({ date, programme }) => `${date} ${programme}`)).toEqual([
      '2026-12-04 polysilicon',
      '2026-12-04 polysilicon',
      '2027-01-01 wood',
      '2027-01-01 wood',
      '2027-01-01 copper',
      '2027-01-01 autos',
    ]);
    expect(other_measures.map(({ date }) => date)).toEqual(['2026-11-10', '2026-11-10']);
  });

  test('changes that were read, and the days in between, have nothing announced', () => {
    const past = lawChangesBetween(data, '2025-03-12', '2026-10-09');
    expect([past.scheduled, past.announced, past.other_measures].flat()).toEqual([]);
    expect({ ...past }).toMatchObject({ ...changesBetween(data.lists, '2025-03-12', '2026-10-09') });
    const later = lawChangesBetween(data, '2027-02-10', '2027-03-01');
    expect([later.added, later.scheduled, later.announced, later.other_measures].flat()).toEqual([]);
    expect(lawChangesBetween(data, '2026-12-03', '2026-12-04').announced).toHaveLength(2);
    expect(lawChangesBetween(data, '2026-12-04', '2026-12-05').announced).toHaveLength(0);
  });

  test('lists show what was not read alone, for the list that has the programme', () => {
    const [metals, closed, others] = data.lists.map((list) => summarizeList(list, data, '2026-11-22'));
    expect(metals!.announced.map(({ programme }) => programme)).toEqual([
      'copper',
      'aluminum',
      'steel',
      'steel',
      'copper',
    ]);
    expect(closed!.announced).toEqual([]);
    expect(others!.announced.map(({ date }) => date).slice(-2)).toEqual([null, null]);
    expect(others!.announced.every(({ date }) => date === null || date > '2026-10-09')).toBe(true);
    expect(others!.next_change).toMatchObject({ date: '2026-12-04' });
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

test('a change that programmes share is told once, with their names; another day or other words are another change', () => {
  const shared = unreadChanges(embeddedTariff()).filter(({ date }) => date === '2028-01-01');
  const told = sharedByProgrammes(shared);
  expect(told.flatMap(({ programmes }) => programmes).sort()).toEqual(shared.map(({ programme }) => programme).sort());
  expect(new Set(told.map(({ what }) => what)).size).toBe(told.length);
  expect(told.some(({ programmes }) => programmes.length > 1)).toBe(true);
  const change = { date: '2027-01-01', what: 'rises', programme: 'steel' };
  expect(sharedByProgrammes([change, { ...change, date: '2027-01-02' }, { ...change, what: 'ends' }])).toHaveLength(3);
});
