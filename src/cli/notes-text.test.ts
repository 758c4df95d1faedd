import { expect, test } from 'bun:test';
import { chapter99, listsInForce } from '../../test/support/chapter-99.ts';
import { Effort } from '../domain/effort.ts';
import { embeddedTariff } from '../tariff/embedded.ts';
import { compareNotes } from '../tariff/notes/compare-notes.ts';
import { withList } from '../tariff/tariff-data.ts';
import { printNotes } from './notes-text.ts';

const data = embeddedTariff();

/** The change of 2026-06-08, as a comparison with the lists of April shows it. */
function june() {
  const list = data.lists.find(({ list_id }) => list_id === 'note-16c')!;
  const april = list.listings.flatMap((listing) => (listing.from < '2026-06-08' ? [{ ...listing, to: null }] : []));
  const before = withList(data, { ...list, as_of: '2026-05-01', listings: april });
  const text = chapter99(listsInForce(data, '2026-06-08'), 'layout');
  return compareNotes(Buffer.from(text), before, { effective: '2026-06-08' }, new Effort());
}

test('numbers are grouped by where they went, within 80 columns', () => {
  const text = printNotes(june(), { width: 80 });
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(text).toContain('  16(c)(i)          9        9   same\n');
  expect(text).toContain(`  16(c)(vii)      301      242   3 new, 62 gone
      + new: 9403.20.0075, 9403.20.0082, 9403.99.9040 (line 191)
      - moved to 16(c)(x): 8407.90.10, 8415.10.60, 8415.10.90, 8415.81.01,
`);
  expect(text).toContain('      - moved to 16(c)(xi): 8427.10.40,');
  expect(text).toContain('      - in part moved to 16(c)(ix) and 16(c)(x): 8708.29.21\n');
  expect(text).toContain('Lists in the notes that Portside does not hold\n  16(c)(xi) on line');
  expect(text).toContain('  8413.91.9055 in 16(c)(vii): replaced by 8413.91.9020, 8413.91.9044\n');
});

test('a hostile revision name cannot move the cursor', () => {
  const notes = { ...june(), revision: 'Rev\u001b[2J', unread: [{ note: '16(l)', reason: 'x\u001b[2Jy' }] };
  expect(printNotes(notes)).not.toContain('\u001b');
});
