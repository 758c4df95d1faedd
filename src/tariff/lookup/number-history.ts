/**
 * What ten-digit numbers meant on which date. USITC replaces statistical numbers, splits them, and gives old numbers to other
 * goods: 3004.90.9244 was dermatological preparations until 2026-01-31, and lorazepam since. So a number is told apart by the
 * period of its meaning. Source: the transfer tables of the change records, `data/tariff/successions.json`.
 */
import type { Succession } from '../../domain/tariff-coverage.ts';

/** A number in one period of its meaning: its digits, and `#1`, `#2`… once the number was given to other goods. */
export type NumberMeaning = string;

const NONE: readonly never[] = [];
/** The schedule has 1,230 headings. Others that are asked for are not remembered without bound. */
const HEADINGS_MAX = 5000;

export class NumberHistory {
  /** By the old number: the days on which its meaning ended, ascending. */
  readonly #endings = new Map<string, string[]>();
  /** By the old number and the day. */
  readonly #rows = new Map<string, Succession[]>();
  /** By the new number. */
  readonly #arrivals = new Map<string, Succession[]>();
  /** Of goods that were moved to another heading: the old and the new heading. */
  readonly #moves: [string, string][] = [];
  readonly #linked = new Map<string, ReadonlySet<string>>();
  /** All old numbers, ascending. */
  readonly oldNumbers: readonly string[];

  private constructor(successions: readonly Succession[]) {
    for (const row of successions) {
      const old = digitsOf(row.old);
      append(this.#rows, `${old} ${row.retired_on}`, row);
      append(this.#arrivals, digitsOf(row.new), row);
      const endings = this.#endings.get(old);
      if (!endings) this.#endings.set(old, [row.retired_on]);
      else if (!endings.includes(row.retired_on)) endings.push(row.retired_on);
    }
    for (const endings of this.#endings.values()) endings.sort();
    this.oldNumbers = [...this.#endings.keys()].sort();
    for (const { old, new: successor } of successions) {
      const [from, to] = [old.slice(0, 4), successor.slice(0, 4)];
      if (from !== to) this.#moves.push([from, to]);
    }
  }

  static #known = new WeakMap<readonly Succession[], NumberHistory>();

  /** Built once for the same rows. */
  static of(successions: readonly Succession[]): NumberHistory {
    let history = NumberHistory.#known.get(successions);
    if (!history) {
      history = new NumberHistory(successions);
      NumberHistory.#known.set(successions, history);
    }
    return history;
  }

  /**
   * What ten digits mean on a date. A number that was retired, and not given to other goods, keeps its last meaning: somebody
   * who still writes it means the old goods. A number that does not exist yet has its first meaning.
   */
  meaningOn(digits: string, date: string): NumberMeaning {
    const endings = this.#endings.get(digits);
    if (!endings) return digits;
    let period = endings.findIndex((ending) => date < ending);
    if (period === -1) period = this.#isReused(digits, endings.at(-1)!) ? endings.length : endings.length - 1;
    return period === 0 ? digits : `${digits}#${period}`;
  }

  /** The meanings that took the goods of this one when its period ended; empty if it has not ended. */
  successorsOf(meaning: NumberMeaning): readonly NumberMeaning[] {
    if (!this.#endings.has(meaning.slice(0, 10))) return NONE;
    return this.successionsOf(meaning).map((row) => this.meaningOn(digitsOf(row.new), row.retired_on));
  }

  /** The rows that end this meaning. */
  successionsOf(meaning: NumberMeaning): readonly Succession[] {
    const [digits, period = 0] = meaning.split('#') as [string, string?];
    const ending = this.#endings.get(digits)?.[Number(period)];
    return ending === undefined ? [] : this.#rows.get(`${digits} ${ending}`)!;
  }

  /** The rows by which these digits took the goods of older numbers, whatever became of them. */
  arrivalsOf(digits: string): readonly Succession[] {
    return this.#arrivals.get(digits) ?? [];
  }

  /** This meaning and all that later took its goods. An ending is later than the one before it, so there are no cycles. */
  withSuccessors(meaning: NumberMeaning): NumberMeaning[] {
    const all = new Set([meaning]);
    // A set visits what is added while it is walked.
    for (const each of all) for (const successor of this.successorsOf(each)) all.add(successor);
    return [...all];
  }

  /** The heading and those that are linked with it because goods of their numbers were moved between them. */
  headingsLinkedWith(heading: string): ReadonlySet<string> {
    const known = this.#linked.get(heading);
    if (known) return known;
    const linked = new Set([heading]);
    for (let before = 0; before < linked.size; ) {
      before = linked.size;
      for (const [from, to] of this.#moves) {
        if (linked.has(from)) linked.add(to);
        else if (linked.has(to)) linked.add(from);
      }
    }
    if (this.#linked.size < HEADINGS_MAX) this.#linked.set(heading, linked);
    return linked;
  }

  /** A number that took goods on the day it ended, or later, exists again. */
  #isReused(digits: string, day: string): boolean {
    const isReused = this.#rows.get(`${digits} ${day}`)!.some((row) => row.reused);
    return isReused || this.arrivalsOf(digits).some((row) => row.retired_on >= day);
  }
}

/** The digits of a printed number. */
function digitsOf(code: string): string {
  return code.replaceAll('.', '');
}

function append<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}
