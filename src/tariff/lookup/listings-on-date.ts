/**
 * The listings in force on a date, by programme and heading, with their coverage. Made once for the lists in use: an audit asks for
 * tens of thousands of numbers on the same few dates.
 */
import { LRUCache } from 'lru-cache';
import type { Listing, TariffList } from '../../domain/tariff-list.ts';
import { inPeriod } from '../dates.ts';
import type { TariffData } from '../tariff-data.ts';
import { isDerivative } from './answer.ts';
import { type CoverageBasis, CoverageIndex } from './coverage.ts';
import { NumberHistory } from './number-history.ts';

/** The memory of a date is that of a few thousand entries of a map. */
const DATES_MAX = 32;

/** The listings of one programme in force. */
interface ProgrammeOnDate {
  programme: string;
  /** Of all its listings. */
  coverage: CoverageIndex;
  /** Its listings of the heading of a number, and of headings that goods were moved from or to. In the order of the lists. */
  near(digits: string): readonly Listing[];
}

export interface ListingsOnDate {
  /** In alphabetical order. */
  programmes: readonly ProgrammeOnDate[];
  /** Of the derivative listings of all programmes. */
  derivatives: CoverageIndex;
}

type ListedData = CoverageBasis & Pick<TariffData, 'lists'>;

const known = new WeakMap<object, LRUCache<string, ListingsOnDate>>();

export function listingsOnDate(date: string, data: ListedData): ListingsOnDate {
  let dates = known.get(data);
  if (!dates) {
    dates = new LRUCache({ max: DATES_MAX });
    known.set(data, dates);
  }
  let listings = dates.get(date);
  if (!listings) {
    listings = arrange(date, data);
    dates.set(date, listings);
  }
  return listings;
}

function arrange(date: string, data: ListedData): ListingsOnDate {
  const inForce = data.lists.flatMap((list) => list.listings).filter((listing) => inPeriod(date, listing));
  const byProgramme = [...Map.groupBy(inForce, ({ terms }) => terms.programme)].sort(([a], [b]) => (a < b ? -1 : 1));
  const ordered = byProgramme.flatMap(([, listings]) => listings);
  return {
    programmes: byProgramme.map(([programme, listings]) => ({
      programme,
      coverage: new CoverageIndex(listings, date, data),
      near: nearIn(listings, data),
    })),
    derivatives: new CoverageIndex(ordered.filter(isDerivative), date, data),
  };
}

const everOf = new WeakMap<readonly TariffList[], (list: TariffList, digits: string) => readonly Listing[]>();

/** All listings of a list, of any date, of the heading of a number and those linked with it. In the order of the list. */
export function listingsEverNear({
  lists,
  successions,
}: Pick<ListedData, 'lists' | 'successions'>): (list: TariffList, digits: string) => readonly Listing[] {
  let near = everOf.get(lists);
  if (!near) {
    const byList = new Map(lists.map((list) => [list, nearIn(list.listings, { successions })]));
    near = (list, digits) => byList.get(list)!(digits);
    everOf.set(lists, near);
  }
  return near;
}

function nearIn(listings: readonly Listing[], { successions }: Pick<ListedData, 'successions'>) {
  const history = NumberHistory.of(successions);
  const positions = Map.groupBy(listings.keys(), (at) => listings[at]!.digits.slice(0, 4));
  const known = new Map<string, readonly Listing[]>();
  return (digits: string): readonly Listing[] => {
    const heading = digits.slice(0, 4);
    const before = known.get(heading);
    if (before) return before;
    const headings = [...history.headingsLinkedWith(heading)];
    const found = headings.flatMap((heading) => positions.get(heading) ?? []);
    const near = found.sort((a, b) => a - b).map((at) => listings[at]!);
    // Of the headings that list nothing there are more than are worth remembering.
    if (near.length > 0) known.set(heading, near);
    return near;
  };
}
