/** The periods of one `TariffData`, each compiled when a date first needs it. */
import { LRUCache } from 'lru-cache';
import type { Listing, TariffList } from '../domain/tariff-list.ts';
import type { TariffPeriod } from './compiled-tariff.ts';
import { addDays, inPeriod } from './dates.ts';
import { lawReadTo } from './law/law-read.ts';
import { isDerivative } from './lookup/answer.ts';
import { compileTrie } from './lookup/compile-trie.ts';
import type { TariffData } from './tariff-data.ts';

/** The list to name for a date on which no derivative list is in force. */
const CURRENT_LIST = 'note-16c';
const OPEN_END = '9999-12-31';
const PERIODS_MAX = 16;

export class TariffPeriods {
  readonly lawReadTo: string;
  /** The dates on which any listing begins or has ended, or a number was replaced, ascending: a period begins on each. */
  readonly changeDates: readonly string[];
  readonly #listings: readonly Listing[];
  readonly #periods = new LRUCache<string, TariffPeriod>({ max: PERIODS_MAX });

  constructor(readonly data: TariffData) {
    this.lawReadTo = lawReadTo(data);
    this.#listings = data.lists.flatMap((list) => list.listings);
    const lastDays = new Set(this.#listings.map((listing) => listing.to ?? OPEN_END));
    lastDays.delete(OPEN_END);
    const dates = new Set(this.#listings.map((listing) => listing.from));
    for (const { retired_on } of data.successions) dates.add(retired_on);
    for (const last of lastDays) dates.add(addDays(last, 1));
    this.changeDates = [...dates].sort();
  }

  on(date: string): TariffPeriod {
    const from = this.changeDates.findLast((change) => change <= date) ?? '';
    let period = this.#periods.get(from);
    if (!period) {
      const inForce = this.#listings.filter((listing) => inPeriod(date, listing));
      const list = derivativeListOn(this.data.lists, date);
      const trie = compileTrie(inForce, date, this.data);
      period = { from, list: list?.list_id ?? '', listVersion: list?.version ?? '', trie };
      this.#periods.set(from, period);
    }
    return period;
  }
}

/** The list whose derivative listings are in force on a date: `metals-2025` until 2026-04-05, then `note-16c`. */
function derivativeListOn(lists: readonly TariffList[], date: string): TariffList | undefined {
  const isInForce = (list: TariffList) => list.listings.some((row) => isDerivative(row) && inPeriod(date, row));
  return lists.find(isInForce) ?? lists.find((list) => list.list_id === CURRENT_LIST) ?? lists[0];
}
