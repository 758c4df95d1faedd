/** How far the law was read. Nothing that Portside says holds for law that is newer than that. */
import type { LawRead } from '../../domain/tariff-law.ts';
import type { TariffList } from '../../domain/tariff-list.ts';
import { laterDate } from '../dates.ts';
import { parseFields } from '../json-fields.ts';
import { readDate } from '../parse-list.ts';
import type { TariffData } from '../tariff-data.ts';

/** @throws TariffFileError naming the line */
export function parseLawRead(text: string): LawRead {
  const file = parseFields(text);
  file.only(['law_read_to', 'newest_release', 'newest_text', 'looked_on', 'read', 'not_read']);
  const release = file.object('newest_release');
  release.only(['name', 'published', 'source']);
  const newest = file.object('newest_text');
  newest.only(['date', 'what', 'source']);
  const law: LawRead = {
    law_read_to: readDate(file, 'law_read_to'),
    newest_release: {
      name: release.text('name'),
      published: readDate(release, 'published'),
      source: release.text('source'),
    },
    newest_text: { date: readDate(newest, 'date'), what: newest.text('what'), source: newest.text('source') },
    looked_on: readDate(file, 'looked_on'),
    read: file.each('read', 100).map((row) => {
      row.only(['what', 'source']);
      return { what: row.text('what'), source: row.text('source') };
    }),
    not_read: file.each('not_read', 100).map((row) => {
      row.only(['what', 'programmes']);
      return { what: row.text('what'), programmes: row.texts('programmes', 20) };
    }),
  };
  if (law.law_read_to > law.looked_on) file.refuse('must not be after "looked_on"', 'law_read_to');
  return law;
}

const known = new WeakMap<readonly TariffList[], string>();

/**
 * The day to which the law of the lists was read: that of `law-read.json`, or the day of the oldest list in use if newer lists
 * were imported in place of all of them. Importing one list of several says nothing about the law of the others.
 */
export function lawReadTo({ law, lists }: Pick<TariffData, 'law' | 'lists'>): string {
  let oldest = known.get(lists);
  if (oldest === undefined) {
    const days = lists.filter(isOpen).map((list) => list.as_of);
    oldest = days.sort()[0] ?? '';
    known.set(lists, oldest);
  }
  return laterDate(oldest, law.law_read_to);
}

/** Whether a list can still change: the lists of 2025 have ended. */
export function isOpen(list: TariffList): boolean {
  return list.listings.some((listing) => listing.to === null);
}
