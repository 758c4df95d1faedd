/** The table of what the notes say: whole, as the rules have it, and refused with its line if it is faulty. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import tableJson from '../../../data/tariff/note-headings.json' with { type: 'text' };
import { tariffTables } from '../../../test/support/paths.ts';
import { embeddedRules } from '../duties/rules.ts';
import { noteHeadingOf, noteHeadings, parseNoteHeadings } from './note-headings.ts';

interface Named {
  note: string;
  heading: string;
  to: string;
  revision: string;
}
const named = parse(readFileSync(join(tariffTables, 'notes/named-headings.csv')), { columns: true }) as Named[];
const SECTION_232 = ['16', '19', '33', '35', '36', '37', '38', '39', '40', '43'];

describe('the table has what the notes name', () => {
  test('every note of Section 232 names headings, as read in the official text', () => {
    const count = (note: string) => named.filter((row) => row.note === note).length;
    expect(SECTION_232.map(count)).toEqual([39, 37, 40, 9, 2, 9, 18, 49, 7, 4]);
  });

  test.each(named.map((row) => [`${row.note} ${row.heading} ${row.to}`, row]))('%s', (_, { heading, to }) => {
    expect(noteHeadingOf(heading)).toBeDefined();
    if (to !== '') expect(noteHeadingOf(to)).toBeDefined();
  });

  test('a heading between the ends of a range is in the table, if the rules have it', () => {
    const between = embeddedRules().headings.flatMap(({ heading }) => heading ?? []);
    expect(between.filter((heading) => !noteHeadingOf(heading))).toEqual([]);
  });
});

describe('the table and the rules agree', () => {
  const byHeading = Map.groupBy(
    embeddedRules().headings.filter(({ heading }) => heading !== null),
    ({ heading }) => heading!,
  );

  test('a row is a rule if and only if the rules have the heading, with the same first and last day', () => {
    const rules = noteHeadings().filter(({ headings, use }) => headings && use === 'rule');
    expect(rules.map(({ headings }) => headings!.first)).toEqual([...byHeading.keys()].sort());
    for (const { headings, from, to } of rules) {
      const own = byHeading.get(headings!.first)!;
      const last = own.some((rule) => rule.to === null)
        ? null
        : own
            .map((rule) => rule.to!)
            .sort()
            .at(-1)!;
      expect([headings!.first, from, to]).toEqual([headings!.first, own.map((rule) => rule.from).sort()[0]!, last]);
    }
  });

  test('a heading that is not a rule has a reason', () => {
    const others = noteHeadings().filter(({ use }) => use !== 'rule');
    expect(others.length).toBeGreaterThan(30);
    for (const { how } of others) expect(how!.length).toBeGreaterThan(10);
  });
});

describe('a faulty table is refused with the line', () => {
  const text = tableJson as unknown as string;
  const faults: [what: string, from: string, to: string, message: RegExp][] = [
    ['no heading', '"heading": "9903.82.02"', '"heading": "82.02"', /^line \d+: heading must be a chapter 99 heading/],
    ['a heading twice', '"heading": "9903.82.02"', '"heading": "9903.82.01"', /must have 9903.82.01 once/],
    ['a range backwards', '"9903.85.05-9903.85.06"', '"9903.85.06-9903.85.05"', /must begin with the lower heading/],
    ['an unknown use', '"use": "stacking"', '"use": "somehow"', /use must be one of/],
    ['no reason', '"use": "rule"}', '"use": "named"}', /how must say where it is used, or why not/],
    ['an invalid day', '"from": "2026-04-06"', '"from": "2026-04-31"', /from/],
  ];
  test.each(faults)('%s', (_, from, to, message) => {
    expect(text).toContain(from);
    expect(() => parseNoteHeadings(text.replace(from, to))).toThrow(message);
  });
});
