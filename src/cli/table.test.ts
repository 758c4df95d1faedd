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

test('spare columns are left out before rows become blocks, and only as many as needed', () => {
  const header = ['ID', 'NAME', 'OWNER', 'TAGS'];
  const rows = [['1', 'Warehouse', 'Ines', 'longest-tag-of-all']];
  const table = (width: number) => formatTable(header, rows, { width, spare: ['TAGS', 'OWNER'] });
  expect(table(40)).toStartWith('ID  NAME       OWNER  TAGS');
  expect(table(36)).toBe('ID  NAME       OWNER\n1   Warehouse  Ines');
  expect(table(14)).toBe('ID  NAME\n1   Warehouse');
  expect(table(8)).toStartWith('ID    1\nNAME  Warehouse');
});
