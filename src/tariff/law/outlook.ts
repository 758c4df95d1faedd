/**
 * What the lists hold for a number on every day that they cover, and what is announced for it: what a watch compares to find out that
 * a revision touches a number. A number has the same periods as long as no list, no replaced number and no schedule changes them.
 */

import type { Listing } from '../../domain/tariff-list.ts';
import type { AnnouncedDuty, CodeOutlook, DutyPeriod, DutyTerm } from '../../domain/tariff-outlook.ts';
import { addDays, inPeriod } from '../dates.ts';
import { CoverageIndex, lineDigits } from '../lookup/coverage.ts';
import { NumberHistory } from '../lookup/number-history.ts';
import { FIRST_DATE } from '../tariff.ts';
import type { TariffData } from '../tariff-data.ts';
import { announcedLaw } from './announced.ts';

const NOTHING: CodeOutlook = { periods: [], announced: [] };

export class Outlook {
  readonly #data: TariffData;
  readonly #today: string;
  /** For each day on which anything begins: the listings of each programme. */
  readonly #days: { date: string; programmes: { name: string; index: CoverageIndex }[] }[];
  /** Headings near which nothing is listed or announced have no outlook. */
  readonly #listed: ReadonlySet<string>;
  readonly #known = new Map<string, CodeOutlook>();
  /** By content, so that numbers with one outlook share it. */
  readonly #shared = new Map<string, CodeOutlook>();

  /** @param today New York date: earlier announcements that were read are in the lists */
  constructor(data: TariffData, today: string) {
    this.#data = data;
    this.#today = today;
    const listings = data.lists.flatMap((list) => list.listings);
    this.#days = datesOf(listings, data).map((date) => ({ date, programmes: programmesOn(listings, date, data) }));
    this.#listed = new Set([
      ...listings.map(({ digits }) => digits.slice(0, 4)),
      ...data.announced.changes.flatMap((change) => change.digits.map((digits) => digits.slice(0, 4))),
    ]);
  }

  /** @param digits 4, 6, 8 or 10 */
  of(digits: string): CodeOutlook {
    const asked = lineDigits(digits);
    let outlook = this.#known.get(asked);
    if (!outlook) {
      outlook = this.#share(this.#read(asked));
      this.#known.set(asked, outlook);
    }
    return outlook;
  }

  #read(digits: string): CodeOutlook {
    const linked = NumberHistory.of(this.#data.successions).headingsLinkedWith(digits.slice(0, 4));
    if (![...linked].some((heading) => this.#listed.has(heading))) return NOTHING;
    const periods: DutyPeriod[] = [];
    for (const { date, programmes } of this.#days) {
      const terms = programmes.flatMap(({ name, index }) => termsOf(name, index.of(digits)));
      if (JSON.stringify(terms) !== JSON.stringify(periods.at(-1)?.terms ?? [])) periods.push({ from: date, terms });
    }
    return { periods, announced: this.#announcedFor(digits, periods) };
  }

  #announcedFor(digits: string, periods: readonly DutyPeriod[]): AnnouncedDuty[] {
    const { announced } = announcedLaw(digits, this.#today, this.#data);
    const dated = announced.flatMap(({ date, subdivisions: _, codes: __, ...change }): AnnouncedDuty[] =>
      date === null ? [] : [{ ...change, date }],
    );
    return [...dated, ...this.#scheduled(periods)];
  }

  /** What a list announces of terms that hold for the number today. */
  #scheduled(periods: readonly DutyPeriod[]): AnnouncedDuty[] {
    const inForce = periods.findLast(({ from }) => from <= this.#today)?.terms ?? [];
    const found: AnnouncedDuty[] = [];
    for (const list of this.#data.lists) {
      for (const { date, terms, event, source } of list.scheduled) {
        const notes = terms.flatMap((id) => list.terms[id]?.note ?? []);
        const term = inForce.find(({ note }) => notes.includes(note));
        if (!term || date <= this.#today) continue;
        found.push({
          programme: term.programme,
          date,
          open_from: null,
          what: event,
          headings: term.ch99_heading === null ? [] : [term.ch99_heading],
          origins: [],
          rate: null,
          certainty: 'announced',
          source,
        });
      }
    }
    return found;
  }

  #share(outlook: CodeOutlook): CodeOutlook {
    const key = JSON.stringify(outlook);
    const known = this.#shared.get(key);
    if (known) return known;
    this.#shared.set(key, outlook);
    return outlook;
  }
}

/** The days on which a listing begins or has ended, or a number was replaced, ascending. */
function datesOf(listings: readonly Listing[], { successions }: TariffData): string[] {
  const dates = new Set([FIRST_DATE]);
  for (const { from, to } of listings) {
    dates.add(from);
    if (to !== null) dates.add(addDays(to, 1));
  }
  for (const { retired_on } of successions) dates.add(retired_on);
  return [...dates].filter((date) => date >= FIRST_DATE).sort();
}

function programmesOn(listings: readonly Listing[], date: string, data: TariffData) {
  const inForce = listings.filter((listing) => inPeriod(date, listing));
  return [...Map.groupBy(inForce, ({ terms }) => terms.programme)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, ofProgramme]) => ({ name, index: new CoverageIndex(ofProgramme, date, data) }));
}

/** The distinct terms of the listings that cover a number. */
function termsOf(programme: string, { coverage, listings }: ReturnType<CoverageIndex['of']>): DutyTerm[] {
  const distinct = new Map<string, DutyTerm>();
  for (const { terms } of listings) {
    const { note, ch99_heading, rate, rate_kind, charged_on, source } = terms;
    const term = { programme, coverage, note, ch99_heading, rate, rate_kind, ...(charged_on && { charged_on }) };
    distinct.set(JSON.stringify(term), { ...term, source });
  }
  return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, term]) => term);
}
