/**
 * The tariff schedule: the description, units and rates of each number, from an official USITC export (https://hts.usitc.gov,
 * "exportList"). It says which numbers exist, and never decides whether one is on a list. A chapter is unpacked and indexed when
 * something of it is first asked for.
 */
import { formatCode } from '../hts-code.ts';
import { packSchedule, type ScheduleEdition, ScheduleFile } from './schedule-file.ts';
import type { NumberRange, ScheduleNumbers } from './schedule-numbers.ts';
import type { ScheduleRow } from './schedule-row.ts';

export interface ScheduleEntry {
  /** The row that describes the number: its own, the one that has all numbers below it, or the nearest above it. */
  code: string;
  /** The row is the number's own. A number known from a change record alone has no row that describes it. */
  exact: boolean;
  /** Descriptions from the heading down. */
  path: string[];
  /** As printed on the row or on the nearest row above that prints a rate. Column 1 general and special, and column 2. */
  general: string;
  special: string;
  other: string;
  units: string[];
}

/** A row on the way from the heading to a number. */
export interface ScheduleStep {
  /** Null for a row that only groups others. */
  digits: string | null;
  description: string;
}

/** A number directly below another in the outline of the schedule. */
export interface ScheduleChild {
  digits: string;
  /** Its own description; empty only for a number known from a change record alone. */
  description: string;
  /** Descriptions of the rows without a number between the two. */
  groups: string[];
  hasChildren: boolean;
}

interface Chapter {
  rows: readonly ScheduleRow[];
  /** By the position of a row: the position of the row it belongs under, or -1. */
  above: Int32Array;
  /** The position of the row of each number. */
  positions: ReadonlyMap<string, number>;
  /** The digits of all rows, ascending. */
  sorted: readonly string[];
}

export class Schedule {
  readonly #chapters = new Map<string, Chapter>();

  constructor(readonly file: ScheduleFile) {}

  static of(rows: readonly ScheduleRow[], edition: ScheduleEdition): Schedule {
    return new Schedule(new ScheduleFile(packSchedule(rows, edition)));
  }

  /** Which revision it is and what is missing in it, in words. */
  get edition(): ScheduleEdition {
    return this.file.edition;
  }

  /** The numbers that goods are entered under. */
  get numbers(): ScheduleNumbers {
    return this.file.numbers;
  }

  /** The digits of all rows, each once. Unpacks everything. */
  codes(): string[] {
    return [...new Set(this.file.rows().flatMap(({ digits }) => digits ?? []))].sort();
  }

  /** A heading, subheading, line or number of chapters 1 to 97 that is in the schedule. */
  exists(digits: string): boolean {
    return this.numbers.exists(digits);
  }

  /** Positions in `numbers`. */
  numbersUnder(digits: string): NumberRange {
    return this.numbers.numbersUnder(digits);
  }

  /**
   * Numbers of the same length that are like one that does not exist, the likeliest first: those of the same line by the distance
   * of the suffix, then those of the same subheading, heading and chapter.
   */
  near(digits: string, max: number): string[] {
    const found = new Set<string>();
    for (let length = digits.length - 2; length >= 2 && found.size < max; length -= 2) {
      const { from, to } = this.numbersUnder(digits.slice(0, length));
      const around = new Set<string>();
      for (let position = from; position < to; position++)
        around.add(this.numbers.at(position).slice(0, digits.length));
      const distance = (other: string) => Math.abs(Number(other.padEnd(10, '0')) - Number(digits.padEnd(10, '0')));
      for (const other of [...around].sort((a, b) => distance(a) - distance(b))) if (found.size < max) found.add(other);
    }
    return [...found];
  }

  /** The entry with exactly these digits, or null. */
  get(digits: string): ScheduleEntry | null {
    const chapter = this.#chapter(digits.slice(0, 2));
    const position = chapter.positions.get(digits);
    return position === undefined ? null : entryAt(chapter, position, true);
  }

  /**
   * The entry that describes a number, or null. Exact match is not enough: an 8-digit line may appear only as its one `.00` row
   * (7208.10.15.00), a subheading only as its one line, and a 10-digit number may be newer or older than the export.
   */
  find(digits: string): ScheduleEntry | null {
    const chapter = this.#chapter(digits.slice(0, 2));
    const own = chapter.positions.get(digits);
    if (own !== undefined) return entryAt(chapter, own, true);
    const below = onlyRowBelow(chapter.sorted, digits);
    if (below !== undefined) return entryAt(chapter, chapter.positions.get(below)!, false);
    for (let length = digits.length - 2; length >= 4; length -= 2) {
      const above = chapter.positions.get(digits.slice(0, length));
      if (above !== undefined) return entryAt(chapter, above, false);
    }
    return null;
  }

  /**
   * The rows from the heading down to the one that describes a number, itself the last. Empty if nothing describes it.
   * @param digits 4 to 10
   */
  steps(digits: string): ScheduleStep[] {
    const entry = this.find(digits);
    if (entry === null) return [];
    const { rows, above, positions } = this.#chapter(digits.slice(0, 2));
    const steps: ScheduleStep[] = [];
    for (let at = positions.get(entry.code.replaceAll('.', ''))!; at >= 0; at = above[at]!) {
      steps.unshift({ digits: rows[at]!.digits, description: rows[at]!.description });
    }
    return steps;
  }

  /**
   * The numbers directly below a chapter or number, in the order of the schedule. The outline decides, and not the length: the lines of
   * a subheading without a row of its own stand directly below the heading. Of a number without a row: the highest rows that begin with it.
   * @param digits 2 to 10
   */
  childrenOf(digits: string): ScheduleChild[] {
    const chapter = this.#chapter(digits.slice(0, 2));
    const { rows, positions } = chapter;
    const parents = parentsIn(chapter);
    const own = digits.length === 2 ? -1 : positions.get(digits);
    const isChild = (position: number): boolean => {
      const parent = parents.numbers[position]!;
      if (own !== undefined) return parent === own;
      const begins = (at: number) => rows[at]!.digits!.startsWith(digits);
      return begins(position) && (parent < 0 || !begins(parent));
    };
    return [...positions.values()].filter(isChild).map((position) => ({
      digits: rows[position]!.digits!,
      description: rows[position]!.description,
      groups: groupsAbove(chapter, position),
      hasChildren: parents.withChildren.has(position),
    }));
  }

  #chapter(name: string): Chapter {
    let chapter = this.#chapters.get(name);
    if (!chapter) {
      chapter = indexed(this.file.chapter(name));
      this.#chapters.set(name, chapter);
    }
    return chapter;
  }
}

/** A row belongs under the last row with a smaller indent. Of two rows with one number, the first counts. */
function indexed(rows: readonly ScheduleRow[]): Chapter {
  const above = new Int32Array(rows.length);
  const positions = new Map<string, number>();
  const open: number[] = [];
  rows.forEach(({ indent, digits }, position) => {
    while (open.length > 0 && rows[open.at(-1)!]!.indent >= indent) open.pop();
    above[position] = open.at(-1) ?? -1;
    open.push(position);
    if (digits !== null && !positions.has(digits)) positions.set(digits, position);
  });
  return { rows, above, positions, sorted: [...positions.keys()].sort() };
}

interface Parents {
  /** By the position of the first row of each number: the position of the nearest number above it, or -1. */
  numbers: Int32Array;
  withChildren: ReadonlySet<number>;
}

const parentsOf = new WeakMap<Chapter, Parents>();

function parentsIn(chapter: Chapter): Parents {
  let parents = parentsOf.get(chapter);
  if (!parents) {
    const { rows, above, positions } = chapter;
    const numbers = new Int32Array(rows.length).fill(-1);
    const withChildren = new Set<number>();
    for (const position of positions.values()) {
      let at = above[position]!;
      while (at >= 0 && rows[at]!.digits === null) at = above[at]!;
      if (at < 0) continue;
      // Of two rows with one number, the first counts.
      const parent = positions.get(rows[at]!.digits!)!;
      numbers[position] = parent;
      withChildren.add(parent);
    }
    parents = { numbers, withChildren };
    parentsOf.set(chapter, parents);
  }
  return parents;
}

function groupsAbove({ rows, above }: Chapter, position: number): string[] {
  const groups: string[] = [];
  for (let at = above[position]!; at >= 0 && rows[at]!.digits === null; at = above[at]!) {
    groups.unshift(rows[at]!.description);
  }
  return groups;
}

function entryAt({ rows, above }: Chapter, position: number, exact: boolean): ScheduleEntry {
  const own = rows[position]!;
  const path: string[] = [];
  let named: ScheduleRow | undefined;
  let rated: ScheduleRow | undefined;
  for (let at = position; at >= 0; at = above[at]!) {
    const row = rows[at]!;
    if (row.description !== '') path.unshift(row.description);
    if (row.description !== '' && row.digits !== null) named ??= row;
    if (row.general !== '' || row.special !== '' || row.other !== '') rated ??= row;
  }
  named ??= own;
  // A line without preferences prints no special rate, so the three rates are inherited together.
  const { general, special, other } = rated ?? own;
  return {
    code: formatCode(named.digits!),
    exact: exact && named === own,
    path,
    general,
    special,
    other,
    units: own.units,
  };
}

/** The row under a prefix that all other rows under it are below. */
function onlyRowBelow(sorted: readonly string[], digits: string): string | undefined {
  const from = position(sorted, digits);
  const first = sorted[from];
  if (!first?.startsWith(digits)) return undefined;
  const last = sorted[position(sorted, `${digits}~`) - 1]!;
  return last.startsWith(first) ? first : undefined;
}

/** The first position in a sorted array whose value is not less than `value`. */
function position(sorted: readonly string[], value: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
