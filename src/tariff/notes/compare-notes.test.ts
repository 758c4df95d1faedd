import { describe, expect, test } from 'bun:test';
import { chapter99, listsInForce, NOTES_FORMS, type NoteLists } from '../../../test/support/chapter-99.ts';
import { Effort } from '../../domain/effort.ts';
import { embeddedTariff } from '../embedded.ts';
import { planImport } from '../import/plan-import.ts';
import { parseList } from '../parse-list.ts';
import { type TariffData, withList } from '../tariff-data.ts';
import { compareNotes, type NotesOptions } from './compare-notes.ts';

const data = embeddedTariff();
const DAY = '2026-11-20';

function compare(text: string, options: Partial<NotesOptions> = {}, on: TariffData = data) {
  return compareNotes(Buffer.from(text), on, { effective: DAY, ...options }, new Effort());
}

/** The lists in force, with changes. */
function changed(change: (lists: NoteLists) => void, date = DAY): NoteLists {
  const lists = listsInForce(data, date);
  change(lists);
  return lists;
}

function without(lists: NoteLists, note: string, ...digits: string[]): void {
  const list = lists.get(note)!;
  expect(list.digits).toEqual(expect.arrayContaining(digits));
  list.digits = list.digits.filter((code) => !digits.includes(code));
}

describe.each([...NOTES_FORMS])('%s', (form) => {
  test('notes that print the lists held differ in nothing', () => {
    const notes = compare(chapter99(listsInForce(data, DAY), form));
    expect(notes.subdivisions).toHaveLength(25);
    expect(notes.subdivisions.flatMap(({ added, removed }) => [...added, ...removed])).toEqual([]);
    expect(notes.subdivisions.every(({ held, printed }) => held === printed && held > 0)).toBe(true);
    expect(notes.proposals).toEqual([]);
    expect(notes.unknown).toEqual([]);
  });

  test('a changed list is proposed, and importing the proposal makes it the list held', () => {
    const lists = changed((lists) => {
      without(lists, '16(c)(vii)', '8309900080');
      lists.get('16(c)(vii)')!.digits.push('82019060');
      lists.get('33(g)')!.digits.push('8482992500');
    });
    const { proposals, subdivisions } = compare(chapter99(lists, form), { revision: '2026 Rev 22' });
    const seventh = subdivisions.find(({ note }) => note === '16(c)(vii)')!;
    expect(seventh.added).toEqual([{ code: '8201.90.60', line: expect.any(Number), remark: null }]);
    expect(seventh.removed).toEqual([{ code: '8309.90.0080', line: null, remark: null }]);
    expect(proposals.map(({ list_id, version }) => [list_id, version])).toEqual([
      ['note-16c', `${DAY}+1`],
      ['other-programmes', `${DAY}+1`],
    ]);

    let next = data;
    for (const { text } of proposals) {
      const plan = planImport(text, next, { date: DAY });
      expect(plan).toMatchObject({ kind: 'list', rate_changed: [] });
      next = withList(next, parseList(text, data.articles));
    }
    expect(compare(chapter99(lists, form), {}, next).proposals).toEqual([]);
    // The day before the revision, the old list still answers.
    const before = compare(chapter99(listsInForce(data, '2026-11-19'), form), { effective: '2026-11-19' }, next);
    expect(before.subdivisions.flatMap(({ added, removed }) => [...added, ...removed])).toEqual([]);
    expect(proposals[0]!.text).toContain('HTS 2026 Rev 22');
    expect(proposals[0]!.text).toContain(
      '"code": "8309.90.0080", "terms": "16(c)(vii)", "from": "2026-04-06", "to": "2026-11-19"',
    );
  });
});

test('a number that changes lists has moved, one that changes its length is named with the number it stands for', () => {
  const lists = changed((lists) => {
    without(lists, '16(c)(vii)', '84031000', '8413919055');
    lists.get('16(c)(x)')!.digits.push('84031000');
    lists.get('16(c)(vii)')!.digits.push('84139190');
  });
  const { subdivisions } = compare(chapter99(lists, 'raw'));
  const remarks = subdivisions.flatMap(({ note, added, removed }) =>
    [...added, ...removed].map(({ code, remark }) => [note, code, remark]),
  );
  expect(remarks).toEqual([
    ['16(c)(vii)', '8413.91.90', 'in place of 8413.91.9055'],
    ['16(c)(vii)', '8403.10.00', 'moved to 16(c)(x)'],
    ['16(c)(vii)', '8413.91.9055', 'replaced by 8413.91.90'],
    ['16(c)(x)', '8403.10.00', 'moved from 16(c)(vii)'],
  ]);
});

test('a list that loses more than a few numbers is refused by name, and accepted with force', () => {
  const few = changed((lists) => lists.get('38(i)')!.digits.splice(20, 9));
  expect(compare(chapter99(few, 'raw')).proposals).toHaveLength(1);
  const many = changed((lists) => lists.get('38(i)')!.digits.splice(20, 10));
  expect(() => compare(chapter99(many, 'raw'))).toThrow(/38\(i\): 182 numbers are held, 172 are printed.*--force/);
  expect(compare(chapter99(many, 'raw'), { force: true }).proposals).toHaveLength(1);
  const exchanged = changed((lists) => {
    const [d, f] = [lists.get('37(d)')!, lists.get('37(f)')!];
    [d.digits, f.digits] = [f.digits, d.digits];
  });
  expect(() => compare(chapter99(exchanged, 'html'))).toThrow('37(d): 4 numbers are held, 3 are printed');
});

test('a list that Portside does not hold is reported with its numbers, and what moved there is not lost', () => {
  const june = data.lists.find(({ list_id }) => list_id === 'note-16c')!;
  const listings = june.listings.flatMap((listing) => (listing.from < '2026-06-08' ? [{ ...listing, to: null }] : []));
  const before = withList(data, { ...june, as_of: '2026-05-01', listings });
  const lists = listsInForce(data, '2026-06-08');
  const notes = compare(chapter99(lists, 'html'), { effective: '2026-06-08' }, before);
  expect(notes.unknown).toEqual([{ note: '16(c)(xi)', line: expect.any(Number), codes: expect.any(Array) }]);
  expect(notes.unknown[0]!.codes).toHaveLength(28);
  const seventh = notes.subdivisions.find(({ note }) => note === '16(c)(vii)')!;
  expect(seventh.removed.filter(({ remark }) => remark === 'moved to 16(c)(xi)')).toHaveLength(28);
  expect(seventh.removed.filter(({ remark }) => remark?.startsWith('moved to 16(c)(x)')).length).toBeGreaterThan(20);
  expect(notes.proposals.map(({ list_id }) => list_id)).toEqual(['note-16c']);
  const proposed = parseList(notes.proposals[0]!.text, data.articles);
  expect(proposed.listings.filter(({ from }) => from === '2026-06-08').length).toBe(
    june.listings.filter(({ from, terms }) => from === '2026-06-08' && terms.note !== '16(c)(xi)').length,
  );
});

test('the notes of a day before the lists held are compared, and nothing is proposed', () => {
  const lists = changed((lists) => lists.get('37(b)')!.digits.push('44072100'), '2026-05-01');
  const notes = compare(chapter99(lists, 'raw'), { effective: '2026-05-01' });
  expect(notes.subdivisions.find(({ note }) => note === '37(b)')!.added.map(({ code }) => code)).toEqual([
    '4407.21.00',
  ]);
  expect(notes.proposals).toEqual([]);
});

test('a printed number that the schedule does not have is reported with what replaced it', () => {
  const { not_in_schedule } = compare(
    chapter99(
      changed((lists) => lists.get('39(b)')!.digits.push('8471999999')),
      'raw',
    ),
    { force: true },
  );
  expect(not_in_schedule).toContainEqual({ code: '8471.99.9999', note: '39(b)', successors: [] });
  expect(not_in_schedule).toContainEqual({
    code: '8413.91.9055',
    note: '16(c)(vii)',
    successors: ['8413.91.9020', '8413.91.9044'],
  });
  // A ten-digit listing that ends in 00 is its eight-digit line, which exists.
  expect(not_in_schedule.filter(({ code }) => code.endsWith('00'))).toEqual([]);
});

test('a new heading gets an article to be named, and the proposal can be imported', () => {
  const lists = changed((lists) => lists.get('16(c)(vii)')!.digits.push('91011140'));
  const [proposal] = compare(chapter99(lists, 'layout')).proposals;
  const list = parseList(proposal!.text, data.articles);
  const [added] = list.listings.filter(({ digits }) => digits === '91011140');
  expect(added).toMatchObject({ from: DAY, to: null, terms_id: '16(c)(vii)' });
  if (!data.articles['9101']) expect(added!.article.name).toContain('name this article');
});

test('ten digits stay ten digits', () => {
  const lists = changed((lists) => lists.get('16(c)(iv)')!.digits.push('7326908699'));
  for (const form of NOTES_FORMS) {
    const { subdivisions } = compare(chapter99(lists, form));
    expect(subdivisions.find(({ note }) => note === '16(c)(iv)')!.added.map(({ code }) => code)).toEqual([
      '7326.90.8699',
    ]);
  }
});

test('a number that the list held announces for later is listed until then', () => {
  const [announced] = listsInForce(data, '2026-09-29')
    .get('40(c)')!
    .digits.filter((digits) => !listsInForce(data, '2026-09-28').get('40(c)')!.digits.includes(digits));
  const programmes = data.lists.find(({ list_id }) => list_id === 'other-programmes')!;
  const older = withList(data, { ...programmes, as_of: '2026-09-03' });
  const lists = changed((lists) => lists.get('40(c)')!.digits.push(announced!), '2026-09-28');
  const { proposals } = compare(chapter99(lists, 'raw'), { effective: '2026-09-28' }, older);
  const rows = parseList(proposals[0]!.text, data.articles).listings.filter(({ digits }) => digits === announced);
  expect(rows.map(({ from, to }) => [from, to])).toEqual([
    ['2026-09-29', null],
    ['2026-09-28', '2026-09-28'],
  ]);
});
