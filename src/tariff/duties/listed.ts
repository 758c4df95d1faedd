/** Which note subdivisions list a number, and how far. */
import { inPeriod } from '../dates.ts';
import { type CodeCoverage, CoverageIndex, programmeCoverage } from '../lookup/coverage.ts';
import { NumberHistory } from '../lookup/number-history.ts';
import type { TariffData } from '../tariff-data.ts';
import type { ProgrammeView } from './answer.ts';

/** The coverage of one number by the subdivisions that touch it, on any date. */
export class ListedNumber {
  readonly #byDate = new Map<string, ReadonlyMap<string, CodeCoverage>>();

  constructor(
    readonly digits: string,
    private readonly data: TariffData,
  ) {}

  /** By note subdivision, those in force that touch the number. */
  on(date: string): ReadonlyMap<string, CodeCoverage> {
    let coverage = this.#byDate.get(date);
    if (!coverage) {
      coverage = this.#coverageOn(date);
      this.#byDate.set(date, coverage);
    }
    return coverage;
  }

  #coverageOn(date: string): ReadonlyMap<string, CodeCoverage> {
    const linked = NumberHistory.of(this.data.successions).headingsLinkedWith(this.digits.slice(0, 4));
    const near = this.data.lists
      .flatMap(({ listings }) => listings)
      .filter((listing) => linked.has(listing.digits.slice(0, 4)) && inPeriod(date, listing));
    const byNote = Map.groupBy(near, ({ terms }) => terms.note);
    return new Map(
      [...byNote].map(([note, listings]) => [note, new CoverageIndex(listings, date, this.data).of(this.digits)]),
    );
  }

  isListed(note: string, date: string): boolean {
    const coverage = this.on(date).get(note);
    return coverage !== undefined && isWhole(coverage);
  }

  /** Some goods of the number are on a list and some are not, so only a longer number can be answered. */
  isPartlyListed(date: string): boolean {
    return [...this.on(date).values()].some((coverage) => coverage.coverage === 'part');
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

function isWhole({ coverage }: CodeCoverage): boolean {
  return coverage === 'whole' || coverage === 'whole_by_parts';
}
