import { LRUCache } from 'lru-cache';
import { type Clock, newYorkDate } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import type { Listing, TariffList } from '../domain/tariff-list.ts';
import { addDays, daysBetween, inPeriod, isCalendarDate } from './dates.ts';
import { lawReadTo } from './law/law-read.ts';
import { type HtsLookupResult, isDerivative } from './lookup/answer.ts';
import { lookup, lookupJson } from './lookup/lookup.ts';
import { CodeTrie } from './lookup/trie.ts';
import type { TariffData } from './tariff-data.ts';

/** The first day that the lists cover completely: the 2025 derivative annexes came into force (90 FR 11249, 90 FR 11251). */
export const FIRST_DATE = '2025-03-12';

/** The list to name for a date on which no derivative list is in force. */
const CURRENT_LIST = 'note-16c';
const OPEN_END = '9999-12-31';
const HOUR_MS = 3_600_000;
const TRIES_MAX = 16;

/** The tariff on one date. */
export interface TariffOnDate {
  readonly asOf: string;
  /** `X-Tariff-List`, `X-Tariff-List-Version`, `X-Tariff-As-Of`: the derivative list in force that day; `X-Tariff-Law-Read-To`. */
  readonly headers: Readonly<Record<string, string>>;
  lookup(code: string): HtsLookupResult;
  /** The body `{"results":[…]}` for these codes, in order, duplicates kept. */
  lookupJson(codes: readonly string[]): string;
}

/** Everything derived from one `TariffData`. It is replaced as a whole, so that no answer mixes two revisions. */
interface Loaded {
  data: TariffData;
  listings: Listing[];
  lawReadTo: string;
  /**
   * The dates on which any listing begins or has ended, or a number was replaced, ascending. All days between two of them
   * share a trie.
   */
  changeDates: string[];
  /** By change date. */
  tries: LRUCache<string, CodeTrie>;
}

/** The tariff lists in memory. Answers for any date from `FIRST_DATE`; builds a trie when a date first needs it. */
export class Tariff {
  #loaded: Loaded;
  #current: TariffOnDate | undefined;
  #currentHour = Number.NaN;

  constructor(
    data: TariffData,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.#loaded = derive(data);
  }

  get data(): TariffData {
    return this.#loaded.data;
  }

  /** Today's date in New York. */
  today(): string {
    return this.#today().asOf;
  }

  /**
   * The tariff on a date, by default today. Future dates are answered from the changes already scheduled.
   * @throws PortsideError `invalid_request` if the day does not exist or is before `FIRST_DATE`; a date is never clamped
   */
  at(date?: string): TariffOnDate {
    return date === undefined ? this.#today() : onDate(this.#loaded, checkDate(date, '/as_of'));
  }

  /** The last day whose law was read, and how many days ago it was. */
  lawRead(): { to: string; days: number } {
    const to = this.#loaded.lawReadTo;
    return { to, days: daysBetween(to, this.today()) };
  }

  /** Replaces the data at once. Later calls see the new data; a `TariffOnDate` already handed out keeps the old. */
  replace(change: Partial<TariffData>): void {
    this.#loaded = derive({ ...this.#loaded.data, ...change });
    this.#currentHour = Number.NaN;
  }

  #today(): TariffOnDate {
    // New York is a whole number of hours from UTC, so its date changes only when the UTC hour does.
    const now = this.clock.now();
    const hour = Math.floor(now / HOUR_MS);
    if (this.#current === undefined || hour !== this.#currentHour) {
      this.#current = onDate(this.#loaded, newYorkDate(now));
      this.#currentHour = hour;
    }
    return this.#current;
  }
}

/** Returns `date`. @throws PortsideError `invalid_request` at `path` if the day does not exist or is before `FIRST_DATE` */
export function checkDate(date: string, path: string): string {
  if (isCalendarDate(date) && date >= FIRST_DATE) return date;
  const message = `must be a calendar date YYYY-MM-DD, not before ${FIRST_DATE}`;
  throw new PortsideError('invalid_request', { details: [{ path, message }] });
}

function derive(data: TariffData): Loaded {
  const listings = data.lists.flatMap((list) => list.listings);
  const lastDays = new Set(listings.map((listing) => listing.to ?? OPEN_END));
  lastDays.delete(OPEN_END);
  const dates = new Set(listings.map((listing) => listing.from));
  for (const { retired_on } of data.successions) dates.add(retired_on);
  for (const last of lastDays) dates.add(addDays(last, 1));
  return {
    data,
    listings,
    lawReadTo: lawReadTo(data),
    changeDates: [...dates].sort(),
    tries: new LRUCache({ max: TRIES_MAX }),
  };
}

function onDate(loaded: Loaded, date: string): TariffOnDate {
  const trie = trieFor(loaded, date);
  const list = derivativeListOn(loaded.data.lists, date);
  const headers = Object.freeze({
    'X-Tariff-List': list?.list_id ?? '',
    'X-Tariff-List-Version': list?.version ?? '',
    'X-Tariff-As-Of': date,
    'X-Tariff-Law-Read-To': loaded.lawReadTo,
  });
  return {
    asOf: date,
    headers,
    lookup: (code) => lookup(trie, code),
    lookupJson: (codes) => lookupJson(trie, codes),
  };
}

function trieFor({ data, listings, changeDates, tries }: Loaded, date: string): CodeTrie {
  const since = changeDates.findLast((change) => change <= date) ?? '';
  let trie = tries.get(since);
  if (!trie) {
    trie = new CodeTrie(
      listings.filter((listing) => inPeriod(date, listing)),
      date,
      data,
    );
    tries.set(since, trie);
  }
  return trie;
}

/** The list whose derivative listings are in force on a date: `metals-2025` until 2026-04-05, then `note-16c`. */
function derivativeListOn(lists: readonly TariffList[], date: string): TariffList | undefined {
  const isInForce = (list: TariffList) => list.listings.some((row) => isDerivative(row) && inPeriod(date, row));
  return lists.find(isInForce) ?? lists.find((list) => list.list_id === CURRENT_LIST) ?? lists[0];
}
