/** Scans the stores of an audit: several at once, those of one host one after another. */
import type { Clock } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import { hostOf, withScheme } from '../pixel/audit/store-address.ts';
import { distinctStores, faultOf, type Store, type StoreOutcome } from '../pixel/audit/store-outcome.ts';
import type { Scanner } from '../pixel/scan.ts';

/** Between two pages of a list that are on one host. */
const PAUSE_MS = 1000;
/** A store that the machine was too busy for. */
const ATTEMPTS = 3;

export interface FleetScan {
  scanner: Pick<Scanner, 'scan' | 'isBuiltIn'>;
  clock: Pick<Clock, 'now' | 'sleep'>;
  deep: boolean;
  journey: boolean;
  /** Stores at once. */
  concurrency: number;
  /** Told of each store when it is done. */
  add(outcome: StoreOutcome): void;
  /** Told of stores that our reader failed at. */
  onFault(error: unknown): void;
}

/**
 * @param isDone by line of the list: what an earlier run has scanned
 * @returns the stores that the machine was too busy for. Nothing was added for them
 */
export async function scanFleet(
  stores: readonly Store[],
  isDone: (line: number) => boolean,
  scan: FleetScan,
): Promise<Store[]> {
  const left = distinctStores(stores).filter(({ line }) => !isDone(line));
  for (const store of left) if (store.sameAs !== undefined) scan.add({ ...store, sameAs: store.sameAs });
  const hosts = [
    ...Map.groupBy(
      left.filter(({ sameAs }) => sameAs === undefined),
      ({ address }) => hostOf(address),
    ).values(),
  ];
  const busy: Store[] = [];
  const scanNext = async () => {
    for (let host = hosts.shift(); host; host = hosts.shift()) {
      for (const [at, store] of host.entries()) {
        if (at > 0 && !scan.scanner.isBuiltIn(withScheme(store.address))) await scan.clock.sleep(PAUSE_MS);
        const outcome = await scanOne(store, scan);
        if (outcome) scan.add(outcome);
        else busy.push(store);
      }
    }
  };
  await Promise.all(Array.from({ length: scan.concurrency }, scanNext));
  return busy;
}

/** Undefined if the machine was too busy: nothing can be said of the store. */
async function scanOne({ line, address }: Store, scan: FleetScan): Promise<StoreOutcome | undefined> {
  const { scanner, clock, deep, journey } = scan;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      // Stores are owners of their own, so that they take turns.
      const { url, report } = await scanner.scan(withScheme(address), { owner: `store ${line}`, deep, journey });
      return { line, address, url, atMs: clock.now(), report };
    } catch (error) {
      if (!(error instanceof PortsideError)) throw error;
      if (error.code === 'unavailable') {
        if (attempt < ATTEMPTS) await clock.sleep((error.retryAfterS ?? 1) * 1000);
        continue;
      }
      if (error.code === 'internal') scan.onFault(error.cause ?? error);
      return { line, address, fault: faultOf(error) };
    }
  }
  return undefined;
}
