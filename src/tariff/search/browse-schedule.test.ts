import { describe, expect, test } from 'bun:test';
import { embeddedTariff } from '../embedded.ts';
import { explain } from '../explain/explain.ts';
import { Tariff } from '../tariff.ts';
import { type BrowsedRow, browsedDigits, browseSchedule } from './browse-schedule.ts';

const data = embeddedTariff();
const tariff = new Tariff(data, { now: () => Date.parse('2026-11-21T12:00:00Z') });
const browse = (digits?: string, asOf?: string) => browseSchedule(digits, data, tariff.at(asOf));
const digitsOf = (code: string) => code.replaceAll('.', '');

test('every number of chapters 1 to 97 is reached once from the chapters, and every mark is that of an explanation', () => {
  const reached: string[] = [];
  let compared = 0;
  const walk = (parent: { digits: string; words: (string | null)[]; listed: BrowsedRow['listed'] }) => {
    const { node, children } = browse(parent.digits)!;
    expect(children).not.toBeEmpty();
    expect([parent.digits, node!.listed]).toEqual([parent.digits, parent.listed]);
    // The way down is the path of the node.
    expect(node!.path.map(({ description }) => description)).toEqual(parent.words);
    for (const child of children) {
      const digits = digitsOf(child.code);
      reached.push(digits);
      if (reached.length % 40 === 0) {
        const found = explain(tariff.at().lookup(child.code), '2026-11-21', data);
        const marks = found.coverage
          .filter(({ coverage }) => coverage !== 'none')
          .map(({ programme, coverage }) => [programme, coverage.startsWith('whole') ? 'hit' : 'contains']);
        expect([child.code, child.status, child.listed.map(({ programme, mark }) => [programme, mark])]).toEqual([
          child.code,
          found.status,
          marks,
        ]);
        compared++;
      }
      // What lists a number lists something below whatever stands above it.
      const above = new Set(parent.listed.map(({ programme }) => programme));
      expect(child.listed.filter(({ programme }) => !above.has(programme))).toEqual([]);
      if (!child.has_children && reached.length % 10 === 0) expect(browse(digits)!.children).toEqual([]);
      const words = [...parent.words, ...child.groups, child.description];
      if (child.has_children) walk({ digits, words, listed: child.listed });
    }
  };
  const { node, children } = browse()!;
  expect(node).toBeNull();
  expect(children).toHaveLength(96);
  for (const { code, listed, description } of children) walk({ digits: code, words: [description], listed });
  const rows = data.schedule.codes().filter((digits) => digits.slice(0, 2) < '98');
  expect(reached.toSorted()).toEqual(rows);
  expect(reached.length).toBeGreaterThan(20_000);
  expect(compared).toBeGreaterThan(500);
}, 60_000);

describe('a node', () => {
  test('has its words, its way from the chapter, its rates and its lists', () => {
    const found = browse('7326908688')!;
    expect(found.node).toMatchObject({
      code: '7326.90.8688',
      level: 'number',
      described_by: null,
      general: '2.9%',
      status: 'hit',
      listed: [{ programme: 'steel', mark: 'hit', lists: ['note-16c'] }],
    });
    expect(found.node!.path.map(({ code }) => code)).toEqual(
      '73 7326 7326.90 - - 7326.90.86 7326.90.8688'.split(' ').map((code) => (code === '-' ? null : code)),
    );
    expect(found.list_versions['note-16c']).toBeString();
    expect(found.law_read_to).toBe('2026-10-09');
    expect(found.children).toEqual([]);
  });

  test('that is a chapter has its title, and so has the way down from it', () => {
    const titled = browse()!.children.map(({ code, description }) => [code, description]);
    expect(titled.filter(([, title]) => !title)).toEqual([]);
    expect(titled).toContainEqual(['73', 'Articles of iron or steel']);
    expect(titled).toContainEqual(['95', 'Toys, games and sports requisites; parts and accessories thereof']);
    expect(browse('73')!.node!.description).toBe('Articles of iron or steel');
    expect(browse('7326908688')!.node!.path[0]).toEqual({ code: '73', description: 'Articles of iron or steel' });
  });

  test('without a row of its own has the words of the row that describes it, and the rows that begin with it below', () => {
    const without = new Set(data.schedule.codes());
    const missing = [...without]
      .filter((digits) => digits.length === 10 && digits.slice(0, 2) < '98')
      .flatMap((digits) => [6, 8].map((length) => digits.slice(0, length)))
      .filter((digits) => !without.has(digits));
    expect(missing.length).toBeGreaterThan(50);
    for (const digits of [...new Set(missing)].slice(0, 200)) {
      const { node, children } = browse(digits)!;
      expect([digits, node!.described_by === null]).toEqual([digits, false]);
      expect(children.length).toBeGreaterThan(0);
      expect(children.every(({ code }) => digitsOf(code).startsWith(digits))).toBe(true);
    }
  });

  test('is marked as of the day that is asked', () => {
    const marks = (day: string) => browse('7326908688', day)!.node!.listed.flatMap(({ lists }) => lists);
    expect(marks('2026-04-05')).toEqual(['metals-2025']);
    expect(marks('2026-04-06')).toEqual(['note-16c']);
  });

  test('that is not in the schedule is undefined', () => {
    for (const digits of ['9999', '7326908600', '77', '000000']) expect(browse(digits)).toBeUndefined();
  });
});

test.each([
  ['01', '01'],
  ['97', '97'],
  ['7326.90', '732690'],
  ['7326908688', '7326908688'],
  ['00', null],
  ['77', null],
  ['98', null],
  ['99', null],
  ['1', null],
  ['732', null],
  ['9903.82.09', null],
  ['٧٣', null],
  ['73 ', null],
  ['', null],
])('%p is read as %p', (code, digits) => {
  expect(browsedDigits(code)).toBe(digits);
});
