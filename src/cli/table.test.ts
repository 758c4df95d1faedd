import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { formatTable } from './table.ts';

const HEADER = ['ID', 'NAME', 'NOTES'];
const ROWS = [
  ['1', 'Acme Customs Brokerage', 'delegate:on, renewed by the office in Rotterdam'],
  ['12', 'x', ''],
];

test('a table without a width is as wide as its content', () => {
  expect(formatTable(HEADER, ROWS)).toBe(
    [
      'ID  NAME                    NOTES',
      '1   Acme Customs Brokerage  delegate:on, renewed by the office in Rotterdam',
      '12  x',
    ].join('\n'),
  );
});

test('a narrow terminal wraps the widest columns between words', () => {
  expect(formatTable(HEADER, ROWS, { width: 48 })).toBe(
    [
      'ID  NAME                   NOTES',
      '1   Acme Customs           delegate:on, renewed',
      '    Brokerage              by the office in',
      '                           Rotterdam',
      '12  x',
    ].join('\n'),
  );
});

test('a terminal that is too narrow for columns shows names and values', () => {
  const wide = ['a'.repeat(30), 'b'.repeat(30), ''];
  expect(formatTable(HEADER, [wide, wide], { width: 50 })).toBe(
    [wide, wide].map(([a, b]) => `ID     ${a}\nNAME   ${b}\nNOTES`).join('\n\n'),
  );
});

test('any table fits any terminal, splits no word that fits a line, and loses none', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  const cell = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 }),
      fc.integer({ min: 40, max: 120 }),
      (rows, width) => {
        const text = formatTable(HEADER, rows, { width });
        for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
        const words = (cells: string[]) => cells.join(' ').split(/\s+/).filter(Boolean).sort();
        const shown = words([text]).filter((one) => !HEADER.includes(one));
        expect(shown).toEqual(words(rows.flat()));
      },
    ),
  );
});
