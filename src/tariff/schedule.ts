/**
 * The tariff schedule itself: what a number describes, its general rate and units. Optional; it comes from an official
 * USITC export (https://hts.usitc.gov, "exportList") and never decides whether a number is on a list.
 */
import { formatCode } from './hts-code.ts';

/** One row of an export, cleaned, in the order of the file. Grouping rows have no number. */
export interface ScheduleRow {
  digits: string | null;
  indent: number;
  description: string;
  /** Column 1 general rate as printed; empty where the row above it rules. */
  general: string;
  units: string[];
}

export interface ScheduleEntry {
  /** The row that describes the number: itself, the nearest above it, or the only one below it. */
  code: string;
  exact: boolean;
  /** Descriptions from the heading down. */
  path: string[];
  general: string;
  units: string[];
}

interface Entry {
  digits: string;
  path: string[];
  general: string;
  units: string[];
}

/** An outline deeper than this is not a tariff schedule; the official files stop well short of it. */
export const INDENT_MAX = 20;

export class Schedule {
  readonly #entries = new Map<string, Entry>();
  readonly #sorted: string[];

  constructor(readonly rows: readonly ScheduleRow[]) {
    const above: { description: string; general: string }[] = [];
    for (const { digits, indent, description, general, units } of rows) {
      above.length = Math.min(above.length, indent);
      const inherited = general === '' ? (above.at(-1)?.general ?? '') : general;
      above.push({ description, general: inherited });
      if (digits === null || this.#entries.has(digits)) continue;
      this.#entries.set(digits, { digits, path: above.map((row) => row.description), general: inherited, units });
    }
    this.#sorted = [...this.#entries.keys()].sort();
  }

  /** How many tariff numbers it holds. */
  get size(): number {
    return this.#sorted.length;
  }

  get codes(): readonly string[] {
    return this.#sorted;
  }

  /** The entry with exactly these digits, as `Entry`-like view, or null. */
  get(digits: string): ScheduleEntry | null {
    const entry = this.#entries.get(digits);
    return entry ? view(entry, true) : null;
  }

  /**
   * Joins by prefix, not by equality: an 8-digit line may exist only through its one `.00` row (7208.10.15.00), and a
   * 10-digit number may be newer or older than the export.
   */
  find(digits: string): ScheduleEntry | null {
    const own = this.#entries.get(digits);
    if (own) return view(own, true);
    const below = this.#onlyBelow(digits);
    if (below) return view(below, false);
    for (let length = digits.length - 2; length >= 4; length -= 2) {
      const above = this.#entries.get(digits.slice(0, length));
      if (above) return view(above, false);
    }
    return null;
  }

  #onlyBelow(digits: string): Entry | undefined {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < digits) low = middle + 1;
      else high = middle;
    }
    const first = this.#sorted[low];
    if (!first?.startsWith(digits) || this.#sorted[low + 1]?.startsWith(digits)) return undefined;
    return this.#entries.get(first);
  }
}

function view(entry: Entry, exact: boolean): ScheduleEntry {
  return { code: formatCode(entry.digits), exact, path: entry.path, general: entry.general, units: entry.units };
}

/** The canonical text of a schedule: the keys of the official JSON export that are used, one row a line. */
export function formatSchedule(schedule: Schedule): string {
  const rows = schedule.rows.map(({ digits, indent, description, general, units }) =>
    JSON.stringify({
      htsno: digits === null ? '' : formatCode(digits),
      indent: `${indent}`,
      description,
      general,
      units,
    }),
  );
  return `[\n${rows.join(',\n')}\n]\n`;
}
