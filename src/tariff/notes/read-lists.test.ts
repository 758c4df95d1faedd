/** Texts that USITC published give the lists held on their days. */
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listsInForce } from '../../../test/support/chapter-99.ts';
import { shared, tariffTables } from '../../../test/support/paths.ts';
import { Work } from '../../domain/work.ts';
import { embeddedTariff } from '../embedded.ts';
import { NOTES_WORK_PER_BYTE } from './compare-notes.ts';
import { type NotesReading, readLists } from './read-lists.ts';

const data = embeddedTariff();

/** Reads the lists of some notes, and compares each with the list held on `date`. */
function replay(bytes: Uint8Array, date: string, notes: RegExp): NotesReading & { counts: Record<string, number> } {
  const held = [...listsInForce(data, date).values()].filter(({ anchor }) => notes.test(anchor.note));
  const work = new Work();
  const reading = readLists(
    bytes,
    held.map(({ anchor }) => anchor),
    work,
  );
  const counts: Record<string, number> = {};
  for (const { note, codes } of reading.lists) {
    const { digits } = held.find(({ anchor }) => anchor.note === note)!;
    expect([note, ...[...codes.keys()].sort()]).toEqual([note, ...digits]);
    counts[note] = codes.size;
  }
  expect(work.done).toBeLessThan(bytes.length * (NOTES_WORK_PER_BYTE / 2));
  return { ...reading, counts };
}

const METALS_APRIL = {
  '16(c)(i)': 9,
  '16(c)(ii)': 17,
  '16(c)(iii)': 39,
  '16(c)(iv)': 139,
  '16(c)(v)': 76,
  '16(c)(viii)': 4,
};

test('HTS 2026 Revision 20: the lists since June, both of unmanned aircraft, and the pharmaceuticals of the next day', () => {
  const text = readFileSync(join(tariffTables, 'notes/2026-revision-20.txt'));
  const { counts, unknown } = replay(text, '2026-09-29', /^(?:16\(c\)|40|43)/);
  expect(counts).toEqual({
    ...METALS_APRIL,
    '16(c)(vi)': 101,
    '16(c)(vii)': 242,
    '16(c)(ix)': 18,
    '16(c)(x)': 69,
    '16(c)(xi)': 28,
    '40(c)': 149,
    '43(c)(1)': 6,
    '43(c)(2)': 4,
    '43(c)(3)': 6,
    '43(c)(4)': 6,
  });
  expect(unknown).toEqual([]);
  // The one difference from its own day: Revision 20 began on 2026-09-28, and its note 40(c) has the numbers that 91 FR 60360
  // listed from 2026-09-29. The list held keeps the 131 numbers until the day before.
  const dayBefore = listsInForce(data, '2026-09-28').get('40(c)')!.digits;
  expect(dayBefore).toHaveLength(131);
  expect(listsInForce(data, '2026-09-29').get('40(c)')!.digits).not.toEqual(dayBefore);
});

const WOOD_AND_VEHICLES = {
  '33(b)': 17,
  '33(g)': 130,
  '37(b)': 15,
  '37(d)': 4,
  '37(f)': 3,
  '38(b)': 25,
  '38(c)': 10,
  '38(i)': 182,
};
const METALS_2025 = {
  '16(m)': 158,
  '16(n)(1)': 12,
  '16(n)(2)': 11,
  '16(n)(3)': 388,
  '19(j)': 24,
  '19(k)': 224,
  '36(b)': 80,
};

/** Whole texts as published. They are kept outside this repository. */
const STORED = [
  {
    file: 'chapter-99-notes-2025-11.html',
    name: 'getChapterNotes as captured on 2025-11-03',
    date: '2025-11-03',
    counts: { ...METALS_2025, ...WOOD_AND_VEHICLES },
  },
  {
    file: 'chapter-99-2026-revision-1.txt',
    name: 'notes 16 to 39 of the PDF of HTS 2026 Revision 1',
    date: '2026-01-20',
    counts: { ...METALS_2025, ...WOOD_AND_VEHICLES, '39(b)': 3 },
  },
  {
    file: 'chapter-99-2026-revision-6.txt',
    name: 'the PDF of HTS 2026 Revision 6, where page 99-III-65 has its columns out of step',
    date: '2026-05-01',
    counts: {
      ...METALS_APRIL,
      '16(c)(vi)': 105,
      '16(c)(vii)': 301,
      '16(c)(ix)': 13,
      '16(c)(x)': 35,
      ...WOOD_AND_VEHICLES,
      '39(b)': 3,
    },
  },
];

describe('stored texts', () => {
  for (const { file, name, date, counts } of STORED) {
    const path = join(shared, 'tariff/notes', `${file}.gz`);
    test.skipIf(!existsSync(path))(name, () => {
      const bytes = Bun.gunzipSync(new Uint8Array(readFileSync(path)));
      expect(replay(bytes, date, /^\d/).counts).toEqual(counts);
    });
  }
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
