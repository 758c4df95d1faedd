/** Builds the scanner that the service and the command line use. */
import { version } from '../../package.json';
import type { Clock } from '../domain/clock.ts';
import type { Network } from '../domain/network.ts';
import { canonicalAddress } from './fetch/address.ts';
import { StorefrontFetch, userAgent } from './fetch/page-fetch.ts';
import { parseAllowList } from './fetch/target.ts';
import { Scanner } from './scan.ts';

export interface ScannerSettings {
  /** Where the owner of a storefront can ask about our scans. Part of the user agent. */
  contact: string;
  /** `host:port` on private addresses that a scan may reach. For tests. */
  scan_allow: string[];
  /** How long a report is reused, 0 for never. */
  scan_cache_seconds: number;
}

export function openScanner(
  settings: ScannerSettings,
  clock: Clock,
  network: Network,
  onDecision?: (label: string) => void,
): Scanner {
  const fetch = new StorefrontFetch({
    resolve: network.resolve,
    userAgent: userAgent(version, settings.contact),
    allow: parseAllowList(settings.scan_allow.join(',')),
    ownAddresses: new Set(network.ownAddresses().map(canonicalAddress)),
    ...(onDecision && { onDecision }),
  });
  return new Scanner({ fetch, clock, cacheSeconds: settings.scan_cache_seconds });
}
