/** How products have their work charged to a key, without knowing the ledger. */
import type { ChargeCost } from './resource-cost.ts';
import type { ResourceAmounts } from './resources.ts';

/** Work that tells what each part of it cost. Without that it is free. */
export type MeteredWork<T> = (charge: ChargeCost) => Promise<T>;

/**
 * Runs work at the expense of one caller. `most` is all that the work can use.
 * @throws ResourceSpent before the work starts, when the caller has not that much left
 */
export type Meter = <T>(most: ResourceAmounts, work: MeteredWork<T>) => Promise<T>;

/** For work that no key asked for, such as a command's. */
export const unmetered: Meter = (_, work) => work(() => {});
