/** Which note subdivisions list a number, and how far. */
import { type CodeCoverage, isWhole, programmeCoverage } from '../lookup/coverage.ts';
import { subdivisionsOnDate } from '../lookup/subdivisions-on-date.ts';
import type { TariffData } from '../tariff-data.ts';
import type { ProgrammeView } from './answer.ts';

/** The coverage of one number by the subdivisions that touch it, on any date. */
export class ListedNumber {
  readonly #byDate = new Map<string, ReadonlyMap<string, CodeCoverage>>();

  constructor(
    readonly digits: string,
    private readonly data: TariffData,
  ) {}

  /** By note subdivision, those in force that list a number near this one. */
  on(date: string): ReadonlyMap<string, CodeCoverage> {
    let coverage = this.#byDate.get(date);
    if (!coverage) {
      coverage = this.#coverageOn(date);
      this.#byDate.set(date, coverage);
    }
    return coverage;
  }

  #coverageOn(date: string): ReadonlyMap<string, CodeCoverage> {
    const near = subdivisionsOnDate(date, this.data).near(this.digits.slice(0, 4));
    return new Map([...near].map(([note, index]) => [note, index.of(this.digits)]));
  }

  isListed(note: string, date: string): boolean {
    const coverage = this.on(date).get(note);
    return coverage !== undefined && isWhole(coverage);
  }

  /** Some goods of the number are on a list and some are not, so only a longer number can be answered. */
  isPartlyListed(date: string): boolean {
    return [...this.on(date).values()].some((coverage) => coverage.coverage === 'part');
  }

  /** The programmes that list at least a part of the goods. */
  programmeNames(date: string): Set<string> {
    const listings = [...this.on(date).values()].flatMap((coverage) => coverage.listings);
    return new Set(listings.map(({ terms }) => terms.programme));
  }

  programmes(date: string): ProgrammeView[] {
    return programmeCoverage(this.digits, date, this.data).flatMap(({ programme, coverage, listings }) =>
      listings.map(({ code, terms, from, to }) => ({
        programme,
        coverage,
        listing: code,
        subdivision: terms.note,
        rate: terms.rate,
        rate_kind: terms.rate_kind,
        effective_from: from,
        effective_to: to,
        source: terms.source,
      })),
    );
  }
}
