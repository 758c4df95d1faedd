/**
 * A tariff schedule in a compact form that opens in a millisecond: a header, the packed numbers, the index of its words, and the
 * rows of each chapter compressed on their own, so that an answer unpacks only the chapter it is about. The embedded schedule and
 * every imported one are such files.
 */

import { ScheduleNumbers } from './schedule-numbers.ts';
import type { ScheduleRow } from './schedule-row.ts';
import { WordIndex } from './word-index.ts';

/** What a schedule says about itself. */
export interface ScheduleEdition {
  /** For people, such as `2026 Rev 10 with the transfers of 2026-07-01`. */
  revision: string;
  /** What is known to be missing; empty if nothing is. */
  note: string;
  /** If it was imported: the revision inside the binary that imported it. */
  importedOver?: string;
}

interface Header extends ScheduleEdition {
  format: typeof FORMAT;
  numbersBytes: number;
  wordsBytes: number;
  /** In the order of the file. */
  chapters: { chapter: string; rows: number; bytes: number }[];
}

const FORMAT = 'portside-schedule-1';
const COMPRESSION_LEVEL = 19;
const NEWLINE = 10;
const UNIT_SEPARATOR = '\u001F';

/** The file with these rows. The same rows give the same bytes. */
export function packSchedule(rows: readonly ScheduleRow[], edition: ScheduleEdition): Uint8Array {
  const numbers = ScheduleNumbers.of(rows.flatMap(({ digits }) => digits ?? [])).pack();
  const chapters = byChapter(rows).map(({ chapter, rows }) => {
    const bytes = Bun.zstdCompressSync(rows.map(lineOf).join('\n'), { level: COMPRESSION_LEVEL });
    return { chapter, rows, bytes };
  });
  const words = WordIndex.pack(chapters.flatMap(({ chapter, rows }) => (chapter < '98' ? rows : rows.map(hidden))));
  const header: Header = {
    format: FORMAT,
    ...edition,
    numbersBytes: numbers.length,
    wordsBytes: words.length,
    chapters: chapters.map(({ chapter, rows, bytes }) => ({ chapter, rows: rows.length, bytes: bytes.length })),
  };
  const parts = [Buffer.from(`${JSON.stringify(header)}\n`), numbers, words, ...chapters.map(({ bytes }) => bytes)];
  return Buffer.concat(parts);
}

/** A packed schedule, unpacked where it is read. */
export class ScheduleFile {
  readonly edition: ScheduleEdition;
  readonly #chapters: {
    chapter: string;
    firstRow: number;
    rows: number;
    bytes: Uint8Array;
    unpacked?: ScheduleRow[];
  }[];
  readonly #packedNumbers: Uint8Array;
  readonly #packedWords: Uint8Array;
  #numbers: ScheduleNumbers | undefined;
  #words: WordIndex | undefined;

  /** @throws Error if the bytes are not such a file */
  constructor(readonly bytes: Uint8Array) {
    const headerEnd = bytes.indexOf(NEWLINE);
    const header = JSON.parse(Buffer.from(bytes.subarray(0, headerEnd)).toString('utf8')) as Header;
    if (header.format !== FORMAT) throw new Error(`not a packed schedule: ${String(header.format).slice(0, 40)}`);
    const { revision, note, importedOver } = header;
    this.edition = { revision, note, ...(importedOver !== undefined && { importedOver }) };
    let at = headerEnd + 1;
    let firstRow = 0;
    const take = (length: number) => {
      at += length;
      return bytes.subarray(at - length, at);
    };
    this.#packedNumbers = take(header.numbersBytes);
    this.#packedWords = take(header.wordsBytes);
    this.#chapters = header.chapters.map(({ chapter, rows, bytes: length }) => {
      const entry = { chapter, firstRow, rows, bytes: take(length) };
      firstRow += rows;
      return entry;
    });
  }

  get numbers(): ScheduleNumbers {
    this.#numbers ??= ScheduleNumbers.unpack(this.#packedNumbers);
    return this.#numbers;
  }

  /** Which words are in which rows; rows as `row` counts them. */
  get words(): WordIndex {
    this.#words ??= WordIndex.unpack(this.#packedWords);
    return this.#words;
  }

  /** The number of rows. */
  get size(): number {
    const last = this.#chapters.at(-1);
    return last ? last.firstRow + last.rows : 0;
  }

  /** A row by its position among all rows, and its chapter. */
  row(position: number): { row: ScheduleRow; chapter: string } {
    const entry = this.#chapters.findLast(({ firstRow }) => firstRow <= position)!;
    return { row: unpack(entry)[position - entry.firstRow]!, chapter: entry.chapter };
  }

  /** Positions of the row of a number; if it has none, of the highest rows whose numbers begin with it. @param digits 2 to 10 */
  positionsOf(digits: string): number[] {
    let highest: number[] = [];
    let indent = Number.POSITIVE_INFINITY;
    for (const entry of this.#chapters) {
      if (entry.chapter !== digits.slice(0, 2)) continue;
      for (const [at, row] of unpack(entry).entries()) {
        if (row.digits === digits) return [entry.firstRow + at];
        if (!row.digits?.startsWith(digits) || row.indent > indent) continue;
        if (row.indent < indent) highest = [];
        indent = row.indent;
        highest.push(entry.firstRow + at);
      }
    }
    return highest;
  }

  /** The rows of a chapter in the order of the schedule; empty if it has none. */
  chapter(chapter: string): readonly ScheduleRow[] {
    return this.#chapters.filter((entry) => entry.chapter === chapter).flatMap((entry) => unpack(entry));
  }

  /** All rows. */
  rows(): ScheduleRow[] {
    return this.#chapters.flatMap(unpack);
  }
}

function unpack(entry: { bytes: Uint8Array; unpacked?: ScheduleRow[] }): ScheduleRow[] {
  if (!entry.unpacked) {
    const text = Bun.zstdDecompressSync(new Uint8Array(entry.bytes)).toString('utf8');
    entry.unpacked = text.split('\n').map(rowOf);
  }
  return entry.unpacked;
}

/** Chapters 98 and 99 classify no product, and repeat the words of those that do. */
function hidden(row: ScheduleRow): ScheduleRow {
  return { ...row, description: '' };
}

/** Runs of rows of one chapter. A row without a number belongs to the number after it. */
function byChapter(rows: readonly ScheduleRow[]): { chapter: string; rows: ScheduleRow[] }[] {
  const runs: { chapter: string; rows: ScheduleRow[] }[] = [];
  let waiting: ScheduleRow[] = [];
  for (const row of rows) {
    waiting.push(row);
    if (row.digits === null) continue;
    const chapter = row.digits.slice(0, 2);
    const run = runs.at(-1);
    if (run?.chapter === chapter) run.rows.push(...waiting);
    else runs.push({ chapter, rows: waiting });
    waiting = [];
  }
  return runs;
}

function lineOf({ indent, digits, description, units, general, special, other }: ScheduleRow): string {
  return [indent, digits ?? '', description, units.join(UNIT_SEPARATOR), general, special, other].join('\t');
}

function rowOf(line: string): ScheduleRow {
  const [indent, digits, description, units, general, special, other] = line.split('\t');
  return {
    digits: digits || null,
    indent: Number(indent),
    description: description!,
    units: units === '' ? [] : units!.split(UNIT_SEPARATOR),
    general: general!,
    special: special!,
    other: other!,
  };
}
