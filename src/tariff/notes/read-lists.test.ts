/** Texts that USITC published give the lists held on their days. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listsInForce } from '../../../test/support/chapter-99.ts';
import { tariffTables } from '../../../test/support/paths.ts';
import { Effort } from '../../domain/effort.ts';
import { embeddedTariff } from '../embedded.ts';
import { NOTES_WORK_PER_BYTE } from './compare-notes.ts';
import { type NotesReading, readLists } from './read-lists.ts';

const data = embeddedTariff();

/** Reads the lists of some notes, and compares each with the list held on `date`. */
function replay(bytes: Uint8Array, date: string, notes: RegExp): NotesReading & { counts: Record<string, number> } {
  const held = [...listsInForce(data, date).values()].filter(({ anchor }) => notes.test(anchor.note));
  const effort = new Effort();
  const reading = readLists(
    bytes,
    held.map(({ anchor }) => anchor),
    effort,
  );
  const counts: Record<string, number> = {};
  for (const { note, codes } of reading.lists) {
    const { digits } = held.find(({ anchor }) => anchor.note === note)!;
    expect([note, ...[...codes.keys()].sort()]).toEqual([note, ...digits]);
    counts[note] = codes.size;
  }
  expect(effort.done).toBeLessThan(bytes.length * (NOTES_WORK_PER_BYTE / 2));
  return { ...reading, counts };
}

const METALS_APRIL = {
  '16(c)(i)': 9,
  '16(c)(ii)': 17,
  '16(c)(iii)': 39,
  '16(c)(iv)': 139,
  '16(c)(v)': 76,
  '16(c)(vi)': 105,
  '16(c)(vii)': 301,
  '16(c)(viii)': 4,
  '16(c)(ix)': 13,
  '16(c)(x)': 35,
};
const METALS_JUNE = {
  ...METALS_APRIL,
  '16(c)(vi)': 101,
  '16(c)(vii)': 242,
  '16(c)(ix)': 18,
  '16(c)(x)': 69,
  '16(c)(xi)': 28,
};
const PHARMACEUTICALS = { '40(c)': 149 };
const UNMANNED_AIRCRAFT = { '43(c)(1)': 6, '43(c)(2)': 4, '43(c)(3)': 6, '43(c)(4)': 6 };

/** Excerpts, in the order of the revisions. Each is one day of its revision. */
const EXCERPTS = [
  { file: '2026-revision-1.txt', date: '2026-01-20', notes: /^38/, counts: { '38(b)': 25, '38(c)': 10, '38(i)': 182 } },
  { file: '2026-revision-9.txt', date: '2026-06-01', notes: /^16/, counts: METALS_APRIL },
  {
    file: '2026-revision-20.txt',
    date: '2026-09-29',
    notes: /^(?:16|40|43)/,
    counts: { ...METALS_JUNE, ...PHARMACEUTICALS, ...UNMANNED_AIRCRAFT },
  },
];

test.each(EXCERPTS)('$file prints the lists held on $date', ({ file, date, notes, counts }) => {
  const reading = replay(readFileSync(join(tariffTables, 'notes', file)), date, notes);
  expect(reading.counts).toEqual(counts);
  expect(reading.unknown).toEqual([]);
});

test('Revision 20 prints the pharmaceuticals of the day after it began, which is the one known difference', () => {
  // It began on 2026-09-28, and its note 40(c) has the numbers that 91 FR 60360 lists from 2026-09-29.
  const text = readFileSync(join(tariffTables, 'notes/2026-revision-20.txt'));
  const [anchor] = [...listsInForce(data, '2026-09-29').values()]
    .map(({ anchor }) => anchor)
    .filter(({ note }) => note === '40(c)');
  const printed = [...readLists(text, [anchor!], new Effort()).lists[0]!.codes.keys()].sort();
  const [before, after] = ['2026-09-28', '2026-09-29'].map((date) => listsInForce(data, date).get('40(c)')!.digits);
  expect(before).toHaveLength(131);
  expect(printed).not.toEqual(before!);
  expect(printed).toEqual(after!);
});

test('the ten lists of April are those of Revision 9 and not of Revision 20, which has what moved in June', () => {
  const anchors = [...listsInForce(data, '2026-06-07').values()]
    .map(({ anchor }) => anchor)
    .filter(({ note }) => /^16/.test(note));
  const { unknown } = readLists(readFileSync(join(tariffTables, 'notes/2026-revision-20.txt')), anchors, new Effort());
  expect(unknown.map(({ note, codes }) => [note, codes.size])).toEqual([['16(c)(xi)', 28]]);
});

test('the numbers of the first three annexes of Proclamation 11021 are as many as the annexes print', () => {
  const annexes = new Map<string, Set<string>>();
  for (const { terms, digits, from } of data.lists.flatMap(({ listings }) => listings)) {
    if (from !== '2026-04-06' || terms.annex === undefined) continue;
    annexes.set(terms.annex, (annexes.get(terms.annex) ?? new Set()).add(digits));
  }
  expect(Object.fromEntries([...annexes].map(([annex, { size }]) => [annex, size]))).toEqual({
    'I-A': 279,
    'I-B': 388,
    III: 47,
  });
});
