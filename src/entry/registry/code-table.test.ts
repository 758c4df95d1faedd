import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { readCodeTable } from './code-table.ts';
import { codeTableTasks } from './worker-tasks.ts';

describe('a table as a spreadsheet saves it', () => {
  test.each([
    [
      'comma',
      'Citation Code,Citation,Type\r\n1203,16 CFR part 1203,Citation\r\n1610.1(d)(1),16 CFR 1610.1(d)(1),Testing Exception\r\n',
    ],
    ['semicolon', 'Type;Code;Rule\n Citation ;1203; 16 CFR part 1203 \nExclusion;1610.1(d)(1);16 CFR 1610.1(d)(1)\n'],
    [
      'tab, with a title above',
      '\ufeffCPSC codes, 2026\n\nCODES\tCitation\tKind\n1203\t16 CFR part 1203\trule\n1610.1(d)(1)\t16 CFR 1610.1(d)(1)\texempt\n',
    ],
  ])('%s', (_, text) => {
    expect(readCodeTable(text)).toEqual({
      codes: [
        { code: '1203', citation: '16 CFR part 1203', kind: 'rule' },
        { code: '1610.1(d)(1)', citation: '16 CFR 1610.1(d)(1)', kind: 'exclusion' },
      ],
      withoutCode: 0,
      faults: [],
    });
  });

  test('UTF-16 with a byte order mark, and rows without a code', () => {
    const bytes = Buffer.from('\ufeffcode\ttitle\n1203\tHelmets\n\tGroup\n', 'utf16le');
    const { text } = codeTableTasks.tasks.codes!({} as never, [bytes]) as { text: string };
    expect(JSON.parse(text)).toEqual({ codes: [{ code: '1203' }], withoutCode: 1, faults: [] });
  });

  test('the column that the command names', () => {
    const text = 'HTS Code,CPSC Code\n9506,1203\n';
    expect(readCodeTable(text).faults).toEqual([
      { line: 1, message: expect.stringContaining('"HTS Code", "CPSC Code"') },
    ]);
    expect(readCodeTable(text, 'cpsc code').codes).toEqual([{ code: '1203' }]);
    expect(readCodeTable(text, 'Codes').faults).toEqual([{ line: 1, message: 'No column has this heading.' }]);
  });
});

test.each<[name: string, text: string, line: number]>([
  ['an empty file', '', 1],
  ['headings alone', 'Code', 1],
  ['a file without a column of codes', 'Title,Text\n1203,x\n', 1],
  ['a quotation mark that is never closed', 'Code\n"open\n', 2],
  ['a table of too many rows', `Code\n${'1203\n'.repeat(5001)}`, 5001],
])('%s is refused with a line', (_, text, line) => {
  const { codes, faults } = readCodeTable(text);
  expect([codes, faults]).toEqual([[], [{ line, message: expect.any(String) }]]);
});

test('each value that is no code is named with line, column and value, at most twenty and each short', () => {
  const rows = ['16 CFR 1203', '12', '=1+1', 'x'.repeat(500), '1203\u202e'];
  const { faults } = readCodeTable(`Title,Code\n${rows.map((row) => `t,${row}`).join('\n')}\n`);
  expect(faults.map(({ line, column }) => [line, column])).toEqual([2, 3, 4, 5, 6].map((line) => [line, 'Code']));
  expect(faults[3]!.value).toHaveLength(41);
  expect(faults[4]!.value).toBe('1203�');
  expect(readCodeTable(`Code\n${'no code\n'.repeat(100)}`).faults).toHaveLength(20);
});

test('no text makes it throw', () => {
  const text = fc
    .array(
      fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('Code', '"', '\n', '\r', ',', '\t', ';', '1203')),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (anything) => {
      const { codes, faults } = readCodeTable(anything);
      expect(codes.length + faults.length).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});
