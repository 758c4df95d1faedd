import { LRUCache } from 'lru-cache';
import { type Clock, newYorkDate } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import type { Listing, TariffList } from '../domain/tariff-list.ts';
import { type HtsLookupResult, isDerivative } from './answer.ts';
import { addDays, inPeriod, isCalendarDate } from './dates.ts';
import type { TariffData } from './embedded.ts';
import { lookup, lookupJson } from './lookup.ts';
import { CodeTrie } from './trie.ts';

/** The first day the lists hold in full: the 2025 derivative annexes came into force (90 FR 11249, 90 FR 11251). */
export const FIRST_DATE = '2025-03-12';

/** The list that matters where no list is in force, and for a reader who asks what is loaded. */
const CURRENT_LIST = 'note-16c';
const FOREVER = '9999-12-31';
const HOUR_MS = 3_600_000;
const TRIES_MAX = 16;

/** The tariff on one date, ready to answer. */
export interface TariffOnDate {
  readonly asOf: string;
  /** `X-Tariff-List`, `X-Tariff-List-Version` and `X-Tariff-As-Of`: the derivative list in force that day. */
  readonly headers: Readonly<Record<string, string>>;
  lookup(code: string): HtsLookupResult;
  /** The body `{"results":[…]}` for these codes, in order, duplicates kept. */
  lookupJson(codes: readonly string[]): string;
}

/** Everything derived from one `TariffData`: replaced as a whole, so that no answer mixes two revisions. */
interface Loaded {
  data: TariffData;
  listings: Listing[];
  /** The dates on which the law changes, ascending: between two of them every day has the same trie. */
  changeDates: string[];
  tries: LRUCache<string, CodeTrie>;
}

/** The loaded lists and the day it is. Answers for any date from `FIRST_DATE`; tries are built when first asked for. */
export class Tariff {
  #loaded: Loaded;
  #current: TariffOnDate | undefined;
  #currentHour = Number.NaN;

  constructor(
    data: TariffData,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.#loaded = load(data);
  }

  get data(): TariffData {
    return this.#loaded.data;
  }

  /** Today's date in New York. */
  today(): string {
    return this.#today().asOf;
  }

  /**
   * The tariff on a date; today's where none is given. Future dates are answered from the changes already scheduled.
   * @throws PortsideError `invalid_request` for a day that does not exist or lies before `FIRST_DATE`: never clamped
   */
  at(date?: string): TariffOnDate {
    return date === undefined ? this.#today() : onDate(this.#loaded, knownDate(date, '/as_of'));
  }

  /** The list that decides today, and how many days ago the date it stands for is. */
  age(): { list: string; asOf: string; days: number } | undefined {
    const today = this.today();
    const list = decidingList(this.data.lists, today);
    return list && { list: list.list_id, asOf: list.as_of, days: daysBetween(list.as_of, today) };
  }

  /** Swaps what is loaded, at once and for every request that follows. */
  replace(change: Partial<TariffData>): void {
    this.#loaded = load({ ...this.#loaded.data, ...change });
    this.#currentHour = Number.NaN;
  }

  #today(): TariffOnDate {
    // New York lies a whole number of hours from UTC, so its date can change only when the UTC hour does.
    const now = this.clock.now();
    const hour = Math.floor(now / HOUR_MS);
    if (this.#current === undefined || hour !== this.#currentHour) {
      this.#current = onDate(this.#loaded, newYorkDate(now));
      this.#currentHour = hour;
    }
    return this.#current;
  }
}

/** @throws PortsideError `invalid_request` at `path` for a day that does not exist or lies before `FIRST_DATE` */
export function knownDate(date: string, path: string): string {
  if (isCalendarDate(date) && date >= FIRST_DATE) return date;
  const message = `must be a calendar date YYYY-MM-DD, not before ${FIRST_DATE}`;
  throw new PortsideError('invalid_request', { details: [{ path, message }] });
}

function load(data: TariffData): Loaded {
  const listings = data.lists.flatMap((list) => list.listings);
  const lastDays = new Set(listings.map((listing) => listing.to ?? FOREVER));
  lastDays.delete(FOREVER);
  const dates = new Set(listings.map((listing) => listing.from));
  for (const last of lastDays) dates.add(addDays(last, 1));
  return { data, listings, changeDates: [...dates].sort(), tries: new LRUCache({ max: TRIES_MAX }) };
}

function onDate(loaded: Loaded, date: string): TariffOnDate {
  const since = loaded.changeDates.findLast((change) => change <= date) ?? '';
  let trie = loaded.tries.get(since);
  if (!trie) {
    trie = new CodeTrie(loaded.listings.filter((listing) => inPeriod(date, listing)));
    loaded.tries.set(since, trie);
  }
  const ready = trie;
  const list = decidingList(loaded.data.lists, date);
  const headers = Object.freeze({
    'X-Tariff-List': list?.list_id ?? '',
    'X-Tariff-List-Version': list?.version ?? '',
    'X-Tariff-As-Of': date,
  });
  return {
    asOf: date,
    headers,
    lookup: (code) => lookup(ready, code),
    lookupJson: (codes) => lookupJson(ready, codes),
  };
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** The list whose derivative listings are in force on a date: `metals-2025` until 2026-04-05, `note-16c` since. */
function decidingList(lists: readonly TariffList[], date: string): TariffList | undefined {
  const decides = (list: TariffList) => list.listings.some((row) => isDerivative(row) && inPeriod(date, row));
  return lists.find(decides) ?? lists.find((list) => list.list_id === CURRENT_LIST) ?? lists[0];
}
