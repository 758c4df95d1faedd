/**
 * The tariff schedule: the description, general rate and units of each number. It is optional, comes from an official
 * USITC export (https://hts.usitc.gov, "exportList") and never decides whether a number is on a list.
 */
import { formatCode } from './hts-code.ts';
import type { ScheduleRow } from './schedule-row.ts';

export interface ScheduleEntry {
  /** The row that describes the number: its own, the only one below it, or the nearest above it. */
  code: string;
  /** The row is the number's own. */
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

export class Schedule {
  readonly #entries = new Map<string, Entry>();
  readonly #sorted: string[];

  /** @param rows in the order of the file: a row belongs under the last row with a smaller indent */
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

  /** The number of tariff numbers. */
  get size(): number {
    return this.#sorted.length;
  }

  /** The digits of all tariff numbers, ascending. */
  get codes(): readonly string[] {
    return this.#sorted;
  }

  /** The entry with exactly these digits, or null. */
  get(digits: string): ScheduleEntry | null {
    const entry = this.#entries.get(digits);
    return entry ? toScheduleEntry(entry, true) : null;
  }

  /**
   * The entry that describes a number, or null. Exact match is not enough: an 8-digit line may appear only as its one
   * `.00` row (7208.10.15.00), and a 10-digit number may be newer or older than the export.
   */
  find(digits: string): ScheduleEntry | null {
    const own = this.#entries.get(digits);
    if (own) return toScheduleEntry(own, true);
    const below = this.#onlyEntryBelow(digits);
    if (below) return toScheduleEntry(below, false);
    for (let length = digits.length - 2; length >= 4; length -= 2) {
      const above = this.#entries.get(digits.slice(0, length));
      if (above) return toScheduleEntry(above, false);
    }
    return null;
  }

  #onlyEntryBelow(digits: string): Entry | undefined {
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

function toScheduleEntry(entry: Entry, exact: boolean): ScheduleEntry {
  return { code: formatCode(entry.digits), exact, path: entry.path, general: entry.general, units: entry.units };
}

/** The canonical text of a schedule: the keys of the official JSON export that Portside uses, one row per line. */
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
