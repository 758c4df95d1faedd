/** The rules are compared with the tables that they were written from, and with the lists that they name. */
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import headingsJson from '../../../data/tariff/headings.json' with { type: 'text' };
import stackingJson from '../../../data/tariff/stacking.json' with { type: 'text' };
import { shared, tariffTables } from '../../../test/support/paths.ts';
import { embeddedTariff } from '../embedded.ts';
import { embeddedRules, parseRules } from './rules.ts';

type Row = Record<string, string>;
const table = (name: string): Row[] =>
  parse(readFileSync(join(tariffTables, `${name}.csv`)), { columns: true }) as Row[];
const rules = embeddedRules();
const headingsText = headingsJson as unknown as string;
const stackingText = stackingJson as unknown as string;

describe('the rules and the source tables say the same', () => {
  /** The rules that the table has. The others were written from the notes, and stand in `note-headings.json`. */
  const tabled = rules.headings.filter(({ id, heading }) => {
    return !id.includes('/') && table('headings').some((row) => row.heading === (heading ?? ''));
  });
  /** Rows whose words were read in the note after the table was written. */
  const READ = ['9903.96.01', '9903.96.02', '9903.96.03'];

  test('every heading: dates, rate, kind, basis, source, confidence', () => {
    const own = tabled.map((rule) => [
      rule.heading ?? '',
      rule.note,
      rule.rate_kind,
      rule.specific ?? (rule.rate === null ? '' : String(rule.rate)),
      rule.basis,
      rule.from,
      rule.to ?? '',
      ...(READ.includes(rule.id) ? [] : [rule.source, rule.confidence]),
    ]);
    const source = table('headings').map((row) => [
      row.heading,
      row.note_subdivision,
      row.rate_kind,
      row.rate,
      row.basis,
      row.effective_from,
      row.effective_to,
      ...(READ.includes(row.heading!) ? [] : [row.source, row.confidence]),
    ]);
    expect(own).toEqual(source as string[][]);
    expect(own).toHaveLength(116);
  });

  test('every condition keeps the words that it was written from', () => {
    const rows = JSON.parse(headingsText).headings as { id: string; words: string }[];
    const words = new Map(rows.map((row) => [row.id, row.words]));
    expect(tabled.map(({ id }) => words.get(id)!)).toEqual(table('headings').map((row) => row.applies_when!));
  });

  test('every stacking rule is a displacement, an exclusion, or said elsewhere', () => {
    const { said_elsewhere } = JSON.parse(stackingText) as { said_elsewhere: Record<string, string> };
    const used = [...rules.displacements, ...rules.exclusive].map(({ id }) => id.split('/')[0]!);
    const known = new Set([...used, ...Object.keys(said_elsewhere)]);
    for (const { id } of table('stacking')) expect([...known], id).toContain(id!);
    expect(table('stacking')).toHaveLength(37);
  });

  test('a displacement has the dates of its stacking rule', () => {
    const byId = new Map(table('stacking').map((row) => [row.id, row]));
    for (const { id, from, to } of rules.displacements) {
      const row = byId.get(id);
      if (row) expect([id, from, to ?? '']).toEqual([id, row.in_force_from!, row.in_force_to!]);
    }
  });

  test.skipIf(!existsSync(join(shared, 'tariff')))('the tables are those beside this checkout', () => {
    for (const name of ['headings', 'stacking', 'golden_duty']) {
      const source = readFileSync(join(shared, 'tariff', `${name}.csv`), 'utf8');
      expect(readFileSync(join(tariffTables, `${name}.csv`), 'utf8'), name).toBe(source);
    }
  });
});

describe('the rules name only what exists', () => {
  test('every subdivision of a note is one of a list', () => {
    const notes = new Set(embeddedTariff().lists.flatMap(({ listings }) => listings.map(({ terms }) => terms.note)));
    const named = [...headingsText.matchAll(/"listed": \[([^\]]*)\]/g)].flatMap(([, names]) =>
      JSON.parse(`[${names}]`),
    );
    expect(named.length).toBeGreaterThan(100);
    for (const note of named as string[]) expect([...notes], note).toContain(note);
  });

  test('the European Union has 27 members', () => {
    expect(new Set(rules.names.groups.get('eu27')).size).toBe(27);
  });

  test('no heading yields to itself, through others or not', () => {
    const byId = new Map(rules.headings.map((rule) => [rule.id, rule]));
    const visit = (id: string, path: readonly string[]) => {
      expect(path, id).not.toContain(id);
      for (const next of byId.get(id)?.yields_to ?? []) visit(next, [...path, id]);
    };
    for (const { id } of rules.headings) visit(id, []);
  });
});

describe('a faulty file is refused with the line', () => {
  const faults: [what: string, from: string, to: string, message: RegExp][] = [
    ['an unknown fact', '"fact": "thermal_imaging"', '"fact": "thermal"', /^line \d+: fact must be one of the facts/],
    [
      'a wrong group',
      '"origin": ["usmca"]',
      '"origin": ["nafta"]',
      /"nafta" must be a country code or one of "groups"/,
    ],
    [
      'a superior that is no heading',
      '"yields_to": ["9903.76.04"',
      '"yields_to": ["9903.76.99"',
      /is no heading of the rules/,
    ],
    [
      'a rate where none is due',
      '"rate_kind": "none", "rate": null',
      '"rate_kind": "none", "rate": 5',
      /rate must be null/,
    ],
    [
      'a condition that is none',
      '"when": {"listed": ["37(b)"]}',
      '"when": {"lists": ["37(b)"]}',
      /must be a condition/,
    ],
    ['a reading nobody named', '"is": "onshoring"', '"is": "sometimes"', /must be a reading of one of "questions"/],
  ];
  test.each(faults)('%s', (_, from, to, message) => {
    expect(headingsText).toContain(from);
    expect(() => parseRules(headingsText.replace(from, to), stackingText)).toThrow(message);
  });
});
