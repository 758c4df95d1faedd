/**
 * What a key may use besides requests, decided here and nowhere else. As with requests, the keys of a lineage share limits and
 * counts. Both databases call these functions inside their transactions.
 *
 * Work reserves the most that it may use before it starts, and is settled to what it did use before it is answered. So work
 * that runs at the same time cannot exceed a limit together, and work whose process is killed stays charged in full.
 */
import { DAY_MS, utcDay } from './clock.ts';
import { PortsideError } from './errors.ts';

/** `storedBytes` is a total; the others are counted for each UTC day. `cpuMs` is processor time in milliseconds. */
export const RESOURCES = ['storedBytes', 'cpuMs', 'bytesFetched'] as const;
export type Resource = (typeof RESOURCES)[number];

/** An amount of each resource, in whole bytes and milliseconds. */
export type ResourceAmounts = Readonly<Record<Resource, number>>;

/**
 * Limits of a lineage that was given none. A certificate stores about 45 kB and takes 50 ms, so these are 44,000 certificates
 * in all and 72,000 a day; a scan takes less time and fetches about 0.3 MB, so a day has room for 66,000. The limit on requests
 * is 10,000 a day.
 */
export const DEFAULT_RESOURCE_LIMITS: ResourceAmounts = {
  storedBytes: 2_000_000_000,
  cpuMs: 3_600_000,
  bytesFetched: 20_000_000_000,
};

/** The least that a limit may be: more than any one piece of work reserves, or it would never be admitted. */
export const RESOURCE_LIMITS_MIN: ResourceAmounts = {
  storedBytes: 10_000_000,
  cpuMs: 60_000,
  bytesFetched: 100_000_000,
};
export const RESOURCE_LIMIT_MAX = 1_000_000_000_000_000;

/** Limits of one lineage that replace the defaults. */
export type ResourceOverrides = { readonly [R in Resource]?: number | undefined };

/** What a lineage has used, on one UTC day and of the total, and the limits it was given. */
export interface ResourceAccount {
  used: ResourceAmounts;
  overrides: ResourceOverrides;
}

export const NOTHING_USED: ResourceAmounts = { storedBytes: 0, cpuMs: 0, bytesFetched: 0 };

/** The limits that hold for a lineage. */
export function resourceLimits(overrides: ResourceOverrides): ResourceAmounts {
  const limitOf = (resource: Resource) => overrides[resource] ?? DEFAULT_RESOURCE_LIMITS[resource];
  return { storedBytes: limitOf('storedBytes'), cpuMs: limitOf('cpuMs'), bytesFetched: limitOf('bytesFetched') };
}

/** The first resource of which the account has not `asked` left; undefined when there is enough of each. */
export function spentResource({ used, overrides }: ResourceAccount, asked: ResourceAmounts): Resource | undefined {
  const limits = resourceLimits(overrides);
  return RESOURCES.find((resource) => asked[resource] > 0 && used[resource] + asked[resource] > limits[resource]);
}

/** One entry for the ledger. */
export interface ResourceBooking {
  lineageId: number;
  /** The UTC day that it is booked on. Work is settled on the day that it was reserved on. */
  day: number;
  /**
   * `reserve` is refused when the account has not `amounts` left. Its `storedBytes` are the least that the work will store:
   * they are checked, and booked by the transaction that stores. `settle` adds what was used beyond the reservation, usually
   * less than nothing, and is never refused.
   */
  kind: 'reserve' | 'settle';
  amounts: ResourceAmounts;
}

/** What a group of bookings adds to the processor time and the fetched bytes of one lineage on one day. */
export interface ResourceDay {
  lineageId: number;
  day: number;
  cpuMs: number;
  bytesFetched: number;
}

/**
 * Decides a group of bookings in order: each sees those before it.
 * @param accountOf the account as it is in the database, which nobody else can change meanwhile
 * @returns for each booking the resource it was refused for, or undefined; and the sums to add
 */
export function decideBookings(
  bookings: readonly ResourceBooking[],
  accountOf: (lineageId: number, day: number) => ResourceAccount,
): { refusals: (Resource | undefined)[]; days: ResourceDay[] } {
  const days = new Map<string, ResourceDay>();
  const refusals = bookings.map(({ lineageId, day, kind, amounts }) => {
    const name = `${lineageId} ${day}`;
    const added = days.get(name) ?? { lineageId, day, cpuMs: 0, bytesFetched: 0 };
    if (kind === 'reserve') {
      const { used, overrides } = accountOf(lineageId, day);
      const cpuMs = used.cpuMs + added.cpuMs;
      const bytesFetched = used.bytesFetched + added.bytesFetched;
      const refusal = spentResource({ used: { ...used, cpuMs, bytesFetched }, overrides }, amounts);
      if (refusal) return refusal;
    }
    added.cpuMs += amounts.cpuMs;
    added.bytesFetched += amounts.bytesFetched;
    days.set(name, added);
    return undefined;
  });
  const ordered = [...days.values()].sort((a, b) => a.lineageId - b.lineageId || a.day - b.day);
  return { refusals, days: ordered };
}

const SPENT: Record<Resource, string> = {
  storedBytes: 'The bytes that this API key may store are spent. Ask for a higher limit.',
  cpuMs: 'The processor time of this API key is spent for today. It starts again at 00:00 UTC.',
  bytesFetched: 'The bytes that this API key may fetch are spent for today. They start again at 00:00 UTC.',
};

/** The work needs more of a resource than the key has left. Nothing was done. */
export class ResourceSpent extends PortsideError {
  /** @param nowMs Unix milliseconds */
  constructor(
    readonly resource: Resource,
    nowMs: number,
  ) {
    const dayEndsMs = (utcDay(nowMs) + 1) * DAY_MS;
    // Stored bytes do not become free by waiting.
    const wait = resource === 'storedBytes' ? {} : { retryAfterS: Math.ceil((dayEndsMs - nowMs) / 1000) };
    super('rate_limited', { message: SPENT[resource], shouldRetry: false, ...wait });
    this.name = 'ResourceSpent';
  }
}
