/** Scans for watches: deep, fresh, and at the expense of the key, as a request for one would be. */
import { PortsideError } from '../domain/errors.ts';
import type { MeteredWork } from '../domain/resource-meter.ts';
import { type ResourceAmounts, ResourceSpent } from '../domain/resources.ts';
import type { WatchedScan, WatchedStores } from '../domain/watched-stores.ts';
import type { Scanner } from './scan.ts';
import { mostOfScan } from './scan-most.ts';

export interface WatchedStoreParts {
  scanner: Pick<Scanner, 'scan' | 'addressOf'>;
  meter: { run<T>(lineageId: number, most: ResourceAmounts, work: MeteredWork<T>): Promise<T> };
}

export function watchedStores({ scanner, meter }: WatchedStoreParts): WatchedStores {
  return {
    address: (url) => scanner.addressOf(url),
    async scan(lineageId, url): Promise<WatchedScan> {
      try {
        const { report } = await meter.run(lineageId, mostOfScan(true), (charge) =>
          scanner.scan(url, { owner: `key ${lineageId}`, deep: true, fresh: true, charge }),
        );
        return { report };
      } catch (error) {
        if (error instanceof ResourceSpent) return { spent: error.message };
        if (!(error instanceof PortsideError)) throw error;
        if (error.code === 'unavailable') return { busy: true };
        // An address that became private since is refused like any other that cannot be scanned.
        return { notJudged: error.details?.[0] ? `${error.message} It ${error.details[0].message}.` : error.message };
      }
    },
  };
}
