/**
 * How far listings cover a tariff number. The rules:
 *
 * 1. A ten-digit number that ends in 00 is its eight-digit line, listed or asked about: USITC uses 00 only where a line has no other
 *    number. It stays the line once USITC divided it.
 * 2. A listing means what its number meant on the date of its list, and what took those goods later (`number-history.ts`). So does a code.
 * 3. A code is covered wholly by one listing at or above it, or by parts: all its numbers in the schedule are covered, or all
 *    numbers that took its goods. It is covered partly if anything that could be this code is, and if a list in force prints the number
 *    but meant the goods of before (3004.90.9225 until 2026-09-28): by the letter of the note it is listed.
 */
import type { Coverage, ProgrammeCoverage, Succession } from '../../domain/tariff-coverage.ts';
import type { Listing } from '../../domain/tariff-list.ts';
import { inPeriod } from '../dates.ts';
import type { ScheduleNumbers } from '../schedule/schedule-numbers.ts';
import type { TariffData } from '../tariff-data.ts';
import { NumberHistory, type NumberMeaning } from './number-history.ts';

/** The numbers of the schedule in use. */
type Numbers = Pick<ScheduleNumbers, 'at' | 'numbersUnder'>;

/** What coverage is decided by, besides the listings. */
export interface CoverageBasis {
  numbers: Numbers;
  successions: readonly Succession[];
}

export interface CodeCoverage {
  coverage: Coverage;
  /** As in `ProgrammeCoverage`. */
  listings: readonly Listing[];
}

const NO_LISTINGS: readonly Listing[] = [];
const NOT_COVERED: CodeCoverage = { coverage: 'none', listings: NO_LISTINGS };

/** How these listings cover any code on a date. */
export class CoverageIndex {
  /** By the digits of a line, subheading or heading, and by the meaning of a ten-digit number. */
  readonly #named = new Map<NumberMeaning, Listing[]>();
  /**
   * By the letter: a list of 2026-07-31 prints a number with the meaning it had until 2026-06-30. Its goods have another number, but the
   * text in force names this one.
   */
  readonly #printed = new Map<NumberMeaning, Listing[]>();
  readonly #history: NumberHistory;
  /** Of 4, 6 and 8 digits, because a heading asks for each of them several times. */
  readonly #covered = new Map<string, boolean>();
  /** Everything listed on this date, and retired numbers whose goods are, as digits. Ascending. */
  readonly touched: readonly string[];

  /** @param listings those in force on `date` */
  constructor(
    listings: readonly Listing[],
    private readonly date: string,
    private readonly basis: CoverageBasis,
  ) {
    this.#history = NumberHistory.of(basis.successions);
    for (const listing of listings) {
      for (const name of this.#namesOf(listing)) add(this.#named, name, listing);
      if (lineDigits(listing.digits).length === 10) {
        add(this.#printed, this.#history.meaningOn(listing.digits, listing.from), listing);
      }
    }
    const touched = new Set<string>();
    for (const name of [...this.#named.keys(), ...this.#printed.keys()]) {
      const digits = name.slice(0, 10);
      if (digits.length < 10 || this.#history.meaningOn(digits, date) === name) touched.add(digits);
    }
    for (const digits of this.#history.oldNumbers) {
      if (this.#coverageOfNumber(this.#meaning(digits)).coverage !== 'none') touched.add(digits);
    }
    this.touched = [...touched].sort();
  }

  /** The coverage of 4, 6, 8 or 10 digits. */
  of(digits: string): CodeCoverage {
    const asked = lineDigits(digits);
    if (asked.length === 10) return this.#coverageOfNumber(this.#meaning(asked));
    const above = this.above(asked);
    if (above.length > 0) return { coverage: 'whole', listings: above };
    const listings = this.under(asked);
    if (listings.length === 0) return NOT_COVERED;
    return { coverage: this.covers(asked) ? 'whole_by_parts' : 'part', listings };
  }

  /** The listings that cover anything under these digits, or its successors. Longest number first. */
  under(digits: string): readonly Listing[] {
    const touched = startingWith(digits, this.touched);
    return longestFirst(
      touched.flatMap((each) =>
        each.length === 10 ? this.#coverageOfNumber(this.#meaning(each)).listings : this.#named.get(each)!,
      ),
    );
  }

  /** The listings of a shorter number, or of these 4, 6 or 8 digits. They cover every code that begins with these digits. */
  above(digits: string): readonly Listing[] {
    let above: readonly Listing[] | undefined;
    for (let length = Math.min(digits.length, 8); length >= 4; length -= 2) {
      const listings = this.#named.get(digits.slice(0, length));
      if (listings) above = above ? [...above, ...listings] : listings;
    }
    return above ? longestFirst(above) : NO_LISTINGS;
  }

  #namesOf({ digits, terms, from }: Listing): NumberMeaning[] {
    const date = terms.numbers_as_of ?? from;
    const line = lineDigits(digits);
    if (line.length === 10) return this.#history.withSuccessors(this.#history.meaningOn(digits, date));
    const names = new Set([line]);
    for (const old of oldNumbersUnder(line, this.#history)) {
      for (const name of this.#history.withSuccessors(this.#history.meaningOn(old, date))) {
        if (!name.startsWith(line)) names.add(name);
      }
    }
    return [...names];
  }

  #meaning(digits: string): NumberMeaning {
    return this.#history.meaningOn(digits, this.date);
  }

  #coverageOfNumber(meaning: NumberMeaning): CodeCoverage {
    const covered = this.#coverageByMeaning(meaning);
    const printed = covered.coverage === 'none' && this.#printed.get(meaning);
    return printed ? { coverage: 'part', listings: printed } : covered;
  }

  #coverageByMeaning(meaning: NumberMeaning): CodeCoverage {
    const own = this.#named.get(meaning);
    const above = this.above(meaning.slice(0, 10));
    if (own) return { coverage: 'whole', listings: above.length > 0 ? longestFirst([...own, ...above]) : own };
    if (above.length > 0) return { coverage: 'whole', listings: above };
    const successors = this.#history.successorsOf(meaning).map((each) => this.#coverageOfNumber(each));
    if (successors.length === 0) return NOT_COVERED;
    if (successors.length === 1) return successors[0]!;
    if (successors.every(({ coverage }) => coverage === 'none')) return NOT_COVERED;
    return {
      coverage: successors.every(isWhole) ? 'whole_by_parts' : 'part',
      listings: longestFirst(successors.flatMap(({ listings }) => listings)),
    };
  }

  /** True if all goods of these digits are listed. */
  covers(digits: string): boolean {
    if (digits.length === 10) return isWhole(this.#coverageOfNumber(this.#meaning(digits)));
    let covered = this.#covered.get(digits);
    if (covered === undefined) {
      covered = this.above(digits).length > 0 || this.#coversAllNumbersUnder(digits);
      this.#covered.set(digits, covered);
    }
    return covered;
  }

  /** By the schedule. Without its numbers nobody can say that all are listed. */
  #coversAllNumbersUnder(digits: string): boolean {
    const { numbers } = this.basis;
    const { from, to } = numbers.numbersUnder(digits);
    for (let position = from; position < to; ) {
      const number = numbers.at(position);
      // A line without ten-digit numbers is a number itself, and has no parts.
      if (number === digits) return false;
      const next = number.slice(0, digits.length + 2);
      if (!this.covers(next)) return false;
      position = numbers.numbersUnder(next).to;
    }
    return to > from;
  }
}

/** The digits that a number stands for. A ten-digit number that ends in 00 is its eight-digit line. */
export function lineDigits(digits: string): string {
  return digits.length === 10 && digits.endsWith('00') ? digits.slice(0, 8) : digits;
}

/** True if all goods are listed, by one listing or by several. */
export function isWhole({ coverage }: Pick<CodeCoverage, 'coverage'>): boolean {
  return coverage === 'whole' || coverage === 'whole_by_parts';
}

/**
 * How far each programme in force on a date covers a number, programmes in alphabetical order. A programme that does not touch the
 * number has `none` and no listings.
 * @param digits 4, 6, 8 or 10
 */
export function programmeCoverage(digits: string, date: string, data: ProgrammeData): ProgrammeCoverage[] {
  return [...listingsNear(digits, date, data)].map(([programme, near]) => {
    const covered = near.length === 0 ? NOT_COVERED : new CoverageIndex(near, date, data).of(digits);
    return { programme, ...covered };
  });
}

/** By programme in force, alphabetically: its listings that may cover these digits, which are those of the heading. */
function listingsNear(digits: string, date: string, data: ProgrammeData): Map<string, Listing[]> {
  const linked = NumberHistory.of(data.successions).headingsLinkedWith(digits.slice(0, 4));
  const near = new Map<string, Listing[]>();
  for (const { listings } of data.lists) {
    for (const listing of listings) {
      if (!inPeriod(date, listing)) continue;
      const { programme } = listing.terms;
      let group = near.get(programme);
      if (!group) {
        group = [];
        near.set(programme, group);
      }
      if (linked.has(listing.digits.slice(0, 4))) group.push(listing);
    }
  }
  return new Map([...near].sort(([a], [b]) => (a < b ? -1 : 1)));
}

type ProgrammeData = CoverageBasis & Pick<TariffData, 'lists'>;

function add(listed: Map<NumberMeaning, Listing[]>, name: NumberMeaning, listing: Listing): void {
  const listings = listed.get(name);
  if (!listings) listed.set(name, [listing]);
  else if (!listings.includes(listing)) listings.push(listing);
}

/** Distinct, the longest number first, then ascending. */
function longestFirst(listings: readonly Listing[]): readonly Listing[] {
  if (listings.length < 2) return listings;
  return [...new Set(listings)].sort(
    (a, b) => b.digits.length - a.digits.length || (a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0),
  );
}

function oldNumbersUnder(digits: string, history: NumberHistory): readonly string[] {
  return startingWith(digits, history.oldNumbers);
}

/** The texts of a sorted array that begin with `prefix`. */
function startingWith(prefix: string, sorted: readonly string[]): readonly string[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < prefix) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < sorted.length && sorted[end]!.startsWith(prefix)) end++;
  return sorted.slice(low, end);
}
