/**
 * Compares the lists that the notes print with the lists held on a day, and proposes a revision of each list that differs.
 * Nothing is imported: a person reads the difference first.
 */

import type { Effort } from '../../domain/effort.ts';
import type { Article, Articles, Listing, TariffList } from '../../domain/tariff-list.ts';
import { addDays, inPeriod } from '../dates.ts';
import { formatCode } from '../hts-code.ts';
import { TariffFileError } from '../json-fields.ts';
import { parseList } from '../parse-list.ts';
import { serializeList } from '../serialize-list.ts';
import type { TariffData } from '../tariff-data.ts';
import { type Anchor, type NotesReading, type PrintedList, readLists } from './read-lists.ts';

export interface NotesOptions {
  /** The first day of the revision, a New York date: the lists held on this day are compared, and changes begin on it. */
  effective: string;
  /** Its name, for the source of the proposal, if the file does not print it. */
  revision?: string;
  /** Accept lists that lose many numbers. */
  force?: boolean;
}

/** A number that the notes print and the list held does not have, or the opposite. */
export interface NotesChange {
  code: string;
  /** Line of the file; null for a number that is gone. */
  line: number | null;
  /** What else a person should know: where it went, or a longer or shorter number that took its place. */
  remark: string | null;
}

/** One subdivision. */
export interface SubdivisionDiff {
  note: string;
  line: number;
  held: number;
  printed: number;
  added: NotesChange[];
  removed: NotesChange[];
}

export interface Proposal {
  list_id: string;
  version: string;
  /** The list in the format of `data/tariff`, for `tariff import`. */
  text: string;
}

export interface NotesRevision {
  form: NotesReading['form'];
  revision: string | null;
  effective: string;
  subdivisions: SubdivisionDiff[];
  /** Subdivisions held that were not read, and why. */
  unread: { note: string; reason: string }[];
  /** Lists in the notes for which Portside has no terms. They are in no proposal. */
  unknown: { note: string; line: number; codes: string[] }[];
  /** Printed numbers that the schedule in use does not have. */
  not_in_schedule: { code: string; note: string; successors: string[] }[];
  proposals: Proposal[];
}

/** A list may lose this many numbers, or this share of them, without `force`. */
const LOST_MAX = 5;
const LOST_SHARE_MAX = 0.05;
/** A list that keeps less than this share is probably another list. */
const KEPT_SHARE_MIN = 0.5;

/** What reading notes may cost: units for each byte, and for any file. The texts of 2025 and 2026 take 4. */
export const NOTES_WORK_PER_BYTE = 24;
export const NOTES_WORK_MIN = 1_000_000;

/** @throws TariffFileError if a list cannot be read for certain, or loses more numbers than `force` allows */
export function compareNotes(
  bytes: Uint8Array,
  data: TariffData,
  options: NotesOptions,
  effort: Effort,
): NotesRevision {
  const held = heldOn(data, options.effective);
  if (held.size === 0) throw new TariffFileError(null, `no list is in force on ${options.effective}`);
  const reading = readLists(
    bytes,
    [...held.values()].map(({ anchor }) => anchor),
    effort,
  );
  const lists = reading.lists.toSorted((a, b) => a.at - b.at);
  const subdivisions = lists.map((list) => difference(list, held.get(list.note)!.listings));
  remarkMoves(subdivisions, reading.unknown);
  if (!options.force) for (const diff of subdivisions) refuseLoss(diff);
  return {
    form: reading.form,
    revision: options.revision ?? reading.revision,
    effective: options.effective,
    subdivisions,
    unread: reading.unread,
    unknown: reading.unknown.map(({ note, line, codes }) => ({ note, line, codes: [...codes.keys()].map(formatCode) })),
    not_in_schedule: notInSchedule(lists, data),
    proposals: data.lists.flatMap(
      (list) => proposalFor(list, subdivisions, data.articles, options, reading.revision) ?? [],
    ),
  };
}

interface Held {
  anchor: Anchor;
  listings: Listing[];
}

/** The subdivisions with listings in force on a day. */
function heldOn(data: TariffData, date: string): Map<string, Held> {
  const held = new Map<string, Held>();
  for (const { listings } of data.lists) {
    for (const listing of listings) {
      if (!inPeriod(date, listing)) continue;
      const { note, ch99_heading: heading, programme } = listing.terms;
      const subdivision = held.get(note) ?? { anchor: { note, heading: heading ?? '', programme }, listings: [] };
      subdivision.listings.push(listing);
      held.set(note, subdivision);
    }
  }
  return held;
}

function difference({ note, line, codes }: PrintedList, listings: readonly Listing[]): SubdivisionDiff {
  const held = new Set(listings.map(({ digits }) => digits));
  const added = [...codes].filter(([digits]) => !held.has(digits));
  const removed = [...held].filter((digits) => !codes.has(digits));
  const related = (digits: string, others: readonly string[]) =>
    others.filter((other) => other.startsWith(digits) || digits.startsWith(other)).map(formatCode);
  const remark = (what: string, others: string[]) => (others.length > 0 ? `${what} ${others.join(', ')}` : null);
  const addedDigits = added.map(([digits]) => digits);
  return {
    note,
    line,
    held: held.size,
    printed: codes.size,
    added: added.map(([digits, line]) => ({
      code: formatCode(digits),
      line,
      remark: remark('in place of', related(digits, removed)),
    })),
    removed: removed.map((digits) => ({
      code: formatCode(digits),
      line: null,
      remark: remark('replaced by', related(digits, addedDigits)),
    })),
  };
}

/** A number that left one list and came to another has moved, and is not lost. */
function remarkMoves(diffs: readonly SubdivisionDiff[], unknown: readonly PrintedList[]): void {
  const from = new Map<string, string>();
  const to = new Map<string, string>();
  const partsTo = new Map<string, Set<string>>();
  const arrives = (code: string, note: string) => {
    to.set(code, note);
    for (const length of [4, 7, 10]) {
      if (length >= code.length) break;
      const above = code.slice(0, length);
      partsTo.set(above, (partsTo.get(above) ?? new Set()).add(note));
    }
  };
  for (const { note, codes } of unknown) for (const digits of codes.keys()) arrives(formatCode(digits), note);
  for (const { note, added, removed } of diffs) {
    for (const { code } of removed) from.set(code, note);
    for (const { code } of added) arrives(code, note);
  }
  for (const { added, removed } of diffs) {
    for (const change of added) change.remark ??= from.has(change.code) ? `moved from ${from.get(change.code)}` : null;
    for (const change of removed) {
      const parts = [...(partsTo.get(change.code) ?? [])].join(' and ');
      const inPart = parts === '' ? null : `in part moved to ${parts}`;
      change.remark ??= to.has(change.code) ? `moved to ${to.get(change.code)}` : inPart;
    }
  }
}

/** Missing pages, a moved anchor or a cut table look like a list that became short. */
function refuseLoss({ note, line, held, removed, printed, added }: SubdivisionDiff): void {
  const lost = removed.filter(({ remark }) => remark === null).length;
  const kept = held - removed.length;
  if (lost <= Math.max(LOST_MAX, held * LOST_SHARE_MAX) && kept >= held * KEPT_SHARE_MIN) return;
  const counts = `${held} numbers are held, ${printed} are printed: ${removed.length} are gone and ${added.length} are new`;
  const reason = `${note}: ${counts}; if the law says so, use --force`;
  throw new TariffFileError(line, reason);
}

function notInSchedule(lists: readonly PrintedList[], data: TariffData): NotesRevision['not_in_schedule'] {
  return lists.flatMap(({ note, codes }) =>
    [...codes.keys()]
      .filter((digits) => !data.numbers.exists(isWholeLine(digits) ? digits.slice(0, 8) : digits))
      .map((digits) => {
        const code = formatCode(digits);
        const successors = data.successions.filter(({ old }) => old === code).map((succession) => succession.new);
        return { code, note, successors: [...new Set(successors)] };
      }),
  );
}

/** A ten-digit listing that ends in 00 is its eight-digit line. */
function isWholeLine(digits: string): boolean {
  return digits.length === 10 && digits.endsWith('00');
}

/** The list with the changes, or null if it has none. @throws TariffFileError if the list held is newer than the revision */
function proposalFor(
  list: TariffList,
  diffs: readonly SubdivisionDiff[],
  common: Articles,
  { effective, revision }: NotesOptions,
  printedRevision: string | null,
): Proposal | null {
  const notes = new Set(Object.values(list.terms).map(({ note }) => note));
  const changed = diffs.filter(({ note, added, removed }) => notes.has(note) && added.length + removed.length > 0);
  // An older revision is only compared: its changes would be undone by the rows that came after it.
  if (changed.length === 0 || effective < list.as_of) return null;
  const articles: Record<string, Article> = Object.assign(Object.create(null), list.articles);
  const listings = [...list.listings];
  for (const { note, added, removed } of changed) {
    const gone = new Set(removed.map(({ code }) => code));
    for (const [at, listing] of listings.entries()) {
      if (listing.terms.note === note && gone.has(listing.code) && inPeriod(effective, listing)) {
        listings[at] = { ...listing, to: addDays(effective, -1) };
      }
    }
    const inForce = list.listings.filter((listing) => listing.terms.note === note && inPeriod(effective, listing));
    for (const { code } of added) {
      const digits = code.replaceAll('.', '');
      const { terms, terms_id } = nearest(inForce, digits);
      const heading = digits.slice(0, 4);
      const named = terms.article ?? articles[heading] ?? common[heading];
      const article = named ?? { slug: `heading-${heading}`, name: `Goods of heading ${heading} (name this article)` };
      if (!named) articles[heading] = article;
      listings.push({
        code,
        digits,
        terms,
        terms_id,
        article,
        from: effective,
        to: dayBeforeNext(list, note, digits, effective),
      });
    }
  }
  const name = revision ?? printedRevision;
  const source = `Chapter 99 notes${name ? `, HTS ${name}` : ''}, read for ${effective}; before: ${list.source}`.slice(
    0,
    500,
  );
  const proposal: TariffList = {
    ...list,
    version: `${effective}+1`,
    as_of: effective,
    source,
    articles,
    // A listing that began on this very day, and is not in the notes, has no day left.
    listings: listings.filter(({ from, to }) => to === null || from <= to),
  };
  const text = serializeList(proposal);
  parseList(text, common);
  return { list_id: list.list_id, version: proposal.version, text };
}

/** The last day before the listing of a number that is announced for later; null if none is. */
function dayBeforeNext({ listings }: TariffList, note: string, digits: string, date: string): string | null {
  const later = listings.filter((one) => one.terms.note === note && one.digits === digits && one.from > date);
  const next = later.map(({ from }) => from).sort()[0];
  return next === undefined ? null : addDays(next, -1);
}

/** The listing with the longest common beginning: a new number gets the terms of its neighbour. */
function nearest(listings: readonly Listing[], digits: string): Listing {
  let best = listings[0]!;
  let longest = -1;
  for (const listing of listings) {
    let common = 0;
    while (common < digits.length && listing.digits[common] === digits[common]) common++;
    if (common > longest) [best, longest] = [listing, common];
  }
  return best;
}
