import type { Clock } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import { daysBetween, isCalendarDate } from './dates.ts';
import type { HtsLookupResult } from './lookup/answer.ts';
import { lookup, lookupJson } from './lookup/lookup.ts';
import type { TariffData } from './tariff-data.ts';
import { type CompiledLists, TariffRevision } from './tariff-revision.ts';

/** The first day that the lists cover completely: the 2025 derivative annexes came into force (90 FR 11249, 90 FR 11251). */
export const FIRST_DATE = '2025-03-12';

const HOUR_MS = 3_600_000;

/** The tariff on one date. */
export interface TariffOnDate {
  readonly asOf: string;
  /** `X-Tariff-List`, `X-Tariff-List-Version`, `X-Tariff-As-Of`: the derivative list in force that day; `X-Tariff-Law-Read-To`. */
  readonly headers: Readonly<Record<string, string>>;
  lookup(code: string): HtsLookupResult;
  /** The body `{"results":[…]}` for these codes, in order, duplicates kept. */
  lookupJson(codes: readonly string[]): string;
}

/** The tariff lists in memory. Answers for any date from `FIRST_DATE`. */
export class Tariff {
  #revision: TariffRevision;
  #current: TariffOnDate | undefined;
  #currentHour = Number.NaN;

  constructor(
    source: TariffData | CompiledLists,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.#revision = new TariffRevision(source);
  }

  get data(): TariffData {
    return this.#revision.data;
  }

  /** Another object after each replacement. */
  get revision(): TariffRevision {
    return this.#revision;
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
    return date === undefined ? this.#today() : onDate(this.#revision, checkDate(date, '/as_of'));
  }

  /** The last day whose law was read, and how many days ago it was. */
  lawRead(): { to: string; days: number } {
    const to = this.#revision.lawReadTo;
    return { to, days: daysBetween(to, this.today()) };
  }

  /** Replaces the data at once. Later calls see the new data; a `TariffOnDate` already handed out keeps the old. */
  replace(change: Partial<TariffData>): void {
    this.#revision = new TariffRevision({ ...this.data, ...change });
    this.#currentHour = Number.NaN;
  }

  #today(): TariffOnDate {
    // New York is a whole number of hours from UTC, so its date changes only when the UTC hour does.
    const now = this.clock.now();
    const hour = Math.floor(now / HOUR_MS);
    if (this.#current === undefined || hour !== this.#currentHour) {
      this.#current = onDate(this.#revision, this.#revision.newYorkDate(now));
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

function onDate(revision: TariffRevision, date: string): TariffOnDate {
  const { trie, list, listVersion } = revision.on(date);
  const headers = Object.freeze({
    'X-Tariff-List': list,
    'X-Tariff-List-Version': listVersion,
    'X-Tariff-As-Of': date,
    'X-Tariff-Law-Read-To': revision.lawReadTo,
  });
  return {
    asOf: date,
    headers,
    lookup: (code) => lookup(trie, code),
    lookupJson: (codes) => lookupJson(trie, codes),
  };
}
