/**
 * Damages of a real text: HTS 2026 Revision 20, notes 16(c), 40(c) and 43(c). Each must be refused, or what it changed must be in
 * the difference. A list must never become shorter in silence.
 */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tariffTables } from '../../../test/support/paths.ts';
import { between } from '../../../test/support/random.ts';
import { seededRandom } from '../../../test/support/seed.ts';
import { Effort } from '../../domain/effort.ts';
import { inPeriod } from '../dates.ts';
import { embeddedTariff } from '../embedded.ts';
import { TariffFileError } from '../json-fields.ts';
import type { TariffData } from '../tariff-data.ts';
import { compareNotes, type NotesRevision } from './compare-notes.ts';

const TEXT = readFileSync(join(tariffTables, 'notes/2026-revision-20.txt'), 'utf8');
const DAY = '2026-09-29';
const PRINTED = /^(?:16\(c\)|40\(c\)|43\(c\))/;

/** The lists that the excerpt prints. */
const data: TariffData = (() => {
  const all = embeddedTariff();
  const lists = all.lists.map((list) => ({
    ...list,
    listings: list.listings.filter((listing) => PRINTED.test(listing.terms.note) && inPeriod(DAY, listing)),
  }));
  return { ...all, lists: lists.filter(({ listings }) => listings.length > 0) };
})();

function compare(text: string): NotesRevision {
  return compareNotes(Buffer.from(text), data, { effective: DAY }, new Effort());
}

const differences = (notes: NotesRevision) =>
  notes.subdivisions.flatMap(({ added, removed }) => [...added, ...removed]);

/** What a damaged text gives: the reason of the refusal, or the differences. */
function outcome(text: string): { refused: string } | { changes: string[] } {
  try {
    return { changes: differences(compare(text)).map(({ code }) => code) };
  } catch (error) {
    if (!(error instanceof TariffFileError)) throw error;
    return { refused: error.message };
  }
}

const lines = TEXT.split('\n');
const listRows = lines.flatMap((line, at) => (/^\d{4}[\d. ]*$/.test(line) ? [at] : []));
const anchors = lines.flatMap((line, at) => (/^\((?:[ivx]+|[1-4])\) [A-Z][^:]*:/.test(line) ? [at] : []));
const random = seededRandom('damaged notes');
const pick = <T>(values: readonly T[]): T => values[between(random, 0, values.length - 1)]!;
const edit = (change: (copy: string[]) => void) => {
  const copy = [...lines];
  change(copy);
  return copy.join('\n');
};
const bodyOf = (anchor: number) => {
  let end = anchor + 1;
  while (listRows.includes(end)) end++;
  return lines.slice(anchor + 1, end);
};

test('the text itself gives the lists held', () => {
  const notes = compare(TEXT);
  expect(notes.revision).toBe('Revision 20 (2026)');
  expect(notes.subdivisions.map(({ note }) => note)).toHaveLength(16);
  expect(differences(notes)).toEqual([]);
  expect(notes.subdivisions.reduce((sum, { printed }) => sum + printed, 0)).toBe(742 + 149 + 22);
});

/** Damages that nobody could repair: always refused, with the place. */
const REFUSED: Record<string, () => string> = {
  'an anchor is gone': () => edit((copy) => copy.splice(pick(anchors.slice(0, -1)), 1)),
  'the label of an anchor is gone': () =>
    edit((copy) => {
      const at = pick(anchors.slice(0, -1));
      copy[at] = copy[at]!.replace(/^\(\w+\) /, '');
    }),
  'an anchor has another label': () =>
    edit((copy) => {
      const at = pick(anchors.slice(1, 10));
      copy[at] = copy[at]!.replace(/^\(\w+\)/, '(xv)');
    }),
  'a list is there twice': () =>
    edit((copy) => {
      const at = pick(anchors);
      copy.splice(at, 0, lines[at]!, ...bodyOf(at));
    }),
  'a page is gone': () => edit((copy) => copy.splice(listRows[between(random, 30, 150)]!, 40)),
  'two lists are exchanged': () =>
    edit((copy) => {
      const [one, other] = [anchors[0]!, anchors[4]!];
      copy.splice(other + 1, bodyOf(other).length, ...bodyOf(one));
      copy.splice(one + 1, bodyOf(one).length, ...bodyOf(other));
    }),
  'the metals of two titles are exchanged': () =>
    TEXT.replace('(i) Articles of aluminum', '(i) Articles of @')
      .replace('(iii) Articles of steel', '(iii) Articles of aluminum')
      .replace('@', 'steel'),
  'the text ends early': () => TEXT.slice(0, between(random, TEXT.length / 10, TEXT.indexOf('SUBCHAPTER IV'))),
  'a sentence stands in a list': () =>
    edit((copy) =>
      copy.splice(pick(listRows.slice(5, 150)), 0, 'other than goods provided for in subheading 4901.99.00, except'),
    ),
  'an unknown header stands in a list': () => edit((copy) => copy.splice(pick(innerRows()), 0, 'Page 12 of 818')),
  'a number has nine digits': () =>
    edit((copy) => {
      const at = pick(listRows.filter((row) => /\.\d{4}$/.test(lines[row]!)));
      copy[at] = copy[at]!.slice(0, -1);
    }),
  'a letter stands for a digit': () =>
    edit((copy) => {
      const at = pick(innerRows().filter((row) => lines[row]!.includes('.')));
      copy[at] = copy[at]!.replace(/\.\d/, '.O');
    }),
  'two numbers are glued': () =>
    edit((copy) => {
      const at = pick(listRows.filter((row) => /\.\d\d \d/.test(lines[row]!)));
      copy[at] = copy[at]!.replace(/(\.\d\d) (\d)/, '$1$2');
    }),
  'a note is deleted': () => TEXT.replace(/^43\. \(a\)[\s\S]*?(?=^SUBCHAPTER IV)/m, '43. [Note deleted.]\n'),
  'the heading of a note is another': () => TEXT.replaceAll('9903.82.', '9903.83.'),
  'pages change places': () =>
    TEXT.replace('(v) Articles', '99 - III - 66\n(v) Articles').replace('(vi) Deriv', '99 - III - 65\n(vi) Deriv'),
  'the file holds the notes twice': () => TEXT + TEXT,
  'the file is another chapter': () => TEXT.replaceAll('SUBCHAPTER', 'CHAPTER'),
};

/** Rows inside a list, not its first or last. */
function innerRows(): number[] {
  return listRows.filter((row) => listRows.includes(row - 1) && listRows.includes(row + 1));
}

describe.each(Object.entries(REFUSED))('%s', (_, damage) => {
  test('is refused', () => {
    for (let round = 0; round < 10; round++) {
      const result = outcome(damage());
      expect(result).toEqual({ refused: expect.stringMatching(/\w/) });
    }
  });
});

/** What belongs to the printing and not to the law: read as if it were not there. */
const HARMLESS: Record<string, () => string> = {
  'a page header in a list': () => edit((copy) => copy.splice(pick(listRows), 0, ...header(65), '')),
  'a first row behind a page header': () =>
    edit((copy) => {
      const at = pick(innerRows());
      copy.splice(at, 1, ...header(65).slice(0, -1), `U.S. Notes (con.)            ${lines[at]}`);
    }),
  'line ends of Windows and form feeds': () => TEXT.replaceAll('\n', '\r\n').replace('\r\n(v) ', '\r\n\f(v) '),
  'other spaces': () =>
    edit((copy) => {
      for (const at of listRows) copy[at] = `        ${copy[at]!.replaceAll(' ', '      ')}   `;
    }),
  'one number on each line': () =>
    edit((copy) => {
      for (const at of listRows) copy[at] = copy[at]!.replaceAll(' ', '\n');
    }),
  'numbers between semicolons': () =>
    edit((copy) => {
      for (const at of listRows) copy[at] = `${copy[at]!.replaceAll(' ', '; ')};`;
    }),
  'NUL characters between numbers': () =>
    edit((copy) => {
      for (const at of listRows) copy[at] = copy[at]!.replaceAll(' ', ' \0 ');
    }),
  'a byte order mark': () => `\ufeff${TEXT}`,
  'a remark of the compiler': () =>
    TEXT.replace('(i) Articles of aluminum:', "(i) Articles of aluminum: [Compiler's note: see 7601.10.]"),
};

function header(page: number): string[] {
  return [
    '                   Harmonized Tariff Schedule of the United States Revision 20 (2026)',
    '',
    '                              Annotated for Statistical Reporting Purposes',
    'XXII',
    `99 - III - ${page}`,
    'U.S. Notes (con.)',
  ];
}

describe.each(Object.entries(HARMLESS))('%s', (_, damage) => {
  test('changes nothing', () => {
    for (let round = 0; round < 5; round++) expect(outcome(damage())).toEqual({ changes: [] });
  });
});

test('300 damages with digits, rows and numbers are refused, or are in the difference', () => {
  const counts = { refused: 0, reported: 0 };
  for (let round = 0; round < 300; round++) {
    const row = pick(listRows);
    const codes = lines[row]!.split(' ');
    const at = between(random, 0, codes.length - 1);
    const code = codes[at]!;
    const replacement = pick([
      () => '',
      () => code.slice(0, -2),
      () => code.slice(0, 4),
      () => code.slice(0, 7),
      () => code.slice(0, -1),
      () => `${code}0`,
      () => `${code}00`,
      () => code.replace(/\d$/, (digit) => String((Number(digit) + 5) % 10)),
      () => code.replace('.', ''),
      () => `9903.82.02`,
      () => '(2026)',
    ])();
    if (replacement === code) continue;
    const text = edit((copy) => {
      copy[row] = codes.with(at, replacement).join(' ').trim();
    });
    const result = outcome(text);
    if ('refused' in result) counts.refused++;
    else {
      expect([round, code, replacement, result.changes]).toEqual([
        round,
        code,
        replacement,
        expect.arrayContaining([code]),
      ]);
      counts.reported++;
    }
  }
  expect(counts.refused).toBeGreaterThan(50);
  expect(counts.reported).toBeGreaterThan(50);
});

test('an exception behind a list is refused: a person must read it', () => {
  const [first] = anchors;
  const text = edit((copy) => copy.splice(first! + 1 + bodyOf(first!).length, 0, 'other than goods of chapter 49'));
  expect(outcome(text)).toEqual({ refused: expect.stringContaining('an exception follows the list') });
});
