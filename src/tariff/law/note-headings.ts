/**
 * What the notes of Section 232 say, heading by heading and subdivision by subdivision, and what Portside makes of it:
 * `data/tariff/note-headings.json`. A heading that a note names and that Portside does not use has its reason here.
 */
import noteHeadingsJson from '../../../data/tariff/note-headings.json' with { type: 'text' };
import type { Fields } from '../../domain/fields.ts';
import { parseFields } from '../json-fields.ts';
import { readDate } from '../parse-list.ts';

const HEADINGS = /^99\d\d\.\d\d\.\d\d(-99\d\d\.\d\d\.\d\d)?$/;

/**
 * `rule`: a condition of `headings.json`; `stacking`: `stacking.json`; `question`: a fact that is asked; `outside`: answers name it as
 * not looked at; `named`: a note names it and it changes nothing; `ended`: before the first day that is answered.
 */
const USES = ['rule', 'stacking', 'question', 'outside', 'named', 'ended'] as const;

export interface NoteHeading {
  /** The first and the last heading of the row; null if the row is about a subdivision alone. */
  headings: { first: string; last: string } | null;
  /** The subdivisions, as `16(c)`. */
  note: string;
  /** In a few words. */
  says: string;
  /** New York dates, both included; null if not known, or if there is no end. */
  from: string | null;
  to: string | null;
  /** The revision of the schedule in which the words first stood, or in which they were read. */
  revision: string;
  use: (typeof USES)[number];
  /** Where it is used, or why not; null if a rule of `headings.json` is all. */
  how: string | null;
}

let table: readonly NoteHeading[] | undefined;

/** The embedded table, parsed once. @throws TariffFileError if it is faulty; tests rule this out */
export function noteHeadings(): readonly NoteHeading[] {
  table ??= parseNoteHeadings(noteHeadingsJson as unknown as string);
  return table;
}

/** The row that has a heading. */
export function noteHeadingOf(heading: string): NoteHeading | undefined {
  return noteHeadings().find(({ headings }) => headings && headings.first <= heading && heading <= headings.last);
}

/** @throws TariffFileError naming the line */
export function parseNoteHeadings(text: string): NoteHeading[] {
  const file = parseFields(text);
  file.only(['source', 'rows']);
  file.text('source');
  const rows = file.each('rows', 1_000).map(readRow);
  const named = rows.flatMap(({ headings }) => headings ?? []).sort((a, b) => (a.first < b.first ? -1 : 1));
  const twice = named.find(({ first }, at) => at > 0 && first <= named[at - 1]!.last);
  if (twice) file.refuse(`must have ${twice.first} once`, 'rows');
  return rows;
}

function readRow(row: Fields): NoteHeading {
  row.only(['heading', 'note', 'says', 'from', 'to', 'revision', 'use', 'how']);
  const use = row.oneOf('use', USES);
  const [from, to] = ['from', 'to'].map((key) => (row.value(key) === null ? null : readDate(row, key)));
  if (from && to && to < from) row.refuse('must not be before "from"', 'to');
  if (use !== 'rule' && !row.has('how')) row.refuse('must say where it is used, or why not', 'how');
  return {
    headings: readHeadings(row),
    note: row.text('note', 60),
    says: row.text('says', 300),
    from: from ?? null,
    to: to ?? null,
    revision: row.text('revision', 60),
    use,
    how: row.has('how') ? row.text('how', 300) : null,
  };
}

function readHeadings(row: Fields): NoteHeading['headings'] {
  if (row.value('heading') === null) return null;
  const [first = '', last = first] = row
    .matching('heading', HEADINGS, 'a chapter 99 heading, or two with a hyphen between them')
    .split('-');
  return last < first ? row.refuse('must begin with the lower heading', 'heading') : { first, last };
}
