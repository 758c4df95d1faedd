/**
 * What each note subdivision in force on a date covers. Made once for the lists in use: a parts list asks for tens of thousands of
 * numbers on the same few dates.
 */
import { LRUCache } from 'lru-cache';
import type { Listing } from '../../domain/tariff-list.ts';
import { inPeriod } from '../dates.ts';
import type { TariffData } from '../tariff-data.ts';
import { type CoverageBasis, CoverageIndex } from './coverage.ts';
import { NumberHistory } from './number-history.ts';

export interface SubdivisionsOnDate {
  /** By subdivision, those that list a number of the heading, or of one that its goods were moved from or to. */
  near(heading: string): ReadonlyMap<string, CoverageIndex>;
  /** The id of its list, by listing in force. */
  listOf: ReadonlyMap<Listing, string>;
}

type ListedData = CoverageBasis & Pick<TariffData, 'lists'>;

/** The coverages of a date are a few thousand entries of maps. */
const DATES_MAX = 32;
const known = new WeakMap<object, LRUCache<string, SubdivisionsOnDate>>();

export function subdivisionsOnDate(date: string, data: ListedData): SubdivisionsOnDate {
  let dates = known.get(data);
  if (!dates) {
    dates = new LRUCache({ max: DATES_MAX });
    known.set(data, dates);
  }
  let subdivisions = dates.get(date);
  if (!subdivisions) {
    subdivisions = arrange(date, data);
    dates.set(date, subdivisions);
  }
  return subdivisions;
}

const NOTHING: ReadonlyMap<string, CoverageIndex> = new Map();

function arrange(date: string, data: ListedData): SubdivisionsOnDate {
  const inForce = data.lists.flatMap(({ list_id, listings }) =>
    listings.filter((listing) => inPeriod(date, listing)).map((listing) => [listing, list_id] as const),
  );
  const listOf = new Map(inForce);
  const byNote = Map.groupBy(listOf.keys(), ({ terms }) => terms.note);
  const subdivisions = [...byNote].map(([note, listings]) => ({
    note,
    index: new CoverageIndex(listings, date, data),
    headings: new Set(listings.map(({ digits }) => digits.slice(0, 4))),
  }));
  const history = NumberHistory.of(data.successions);
  const byHeading = new Map<string, ReadonlyMap<string, CoverageIndex>>();
  return {
    near(heading) {
      let near = byHeading.get(heading);
      if (!near) {
        const linked = history.headingsLinkedWith(heading);
        const found = subdivisions.filter(({ headings }) => !headings.isDisjointFrom(linked));
        near = found.length > 0 ? new Map(found.map(({ note, index }) => [note, index])) : NOTHING;
        byHeading.set(heading, near);
      }
      return near;
    },
    listOf,
  };
}
