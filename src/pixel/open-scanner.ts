/** Builds the scanners that the service and the command line use. */
import { version } from '../../package.json';
import type { Clock } from '../domain/clock.ts';
import type { IsolatedTasks } from '../domain/isolated-tasks.ts';
import type { Network } from '../domain/network.ts';
import type { WebhookPost } from '../domain/webhook.ts';
import { demoStore } from './demo-store/demo-store.ts';
import { canonicalAddress } from './fetch/address.ts';
import type { FetchQueueLimits } from './fetch/fetch-queue.ts';
import { StorefrontFetch, userAgent } from './fetch/page-fetch.ts';
import { parseAllowList } from './fetch/target.ts';
import { GuardedWebhookPost } from './fetch/webhook-post.ts';
import { ANONYMOUS_PAGE_CPU_MS, PageReader } from './page-reader.ts';
import { type FreshScan, Scanner } from './scan.ts';

export interface ScannerSettings {
  /** Where the owner of a storefront can ask about our scans. Part of the user agent. */
  contact: string;
  /** `host:port` on private addresses that a scan may reach. For tests. */
  scan_allow: string[];
  /** How long a report is reused, 0 for never. */
  scan_cache_seconds: number;
  /** Of the scanner with a key. A command, whose work is all its own, may wait longer than a server. */
  queue?: Partial<FetchQueueLimits>;
}

/** The two sides share the guard of addresses, and nothing else that a caller could notice. */
export interface Scanners {
  /** For callers with a key, and for the command line. */
  keyed: Scanner;
  /** For callers without a key. Its limits are lower. */
  anonymous: Scanner;
  /** Sends webhooks, under the same guard of addresses. */
  post: WebhookPost;
}

/** The workers that read pages, for each side: scans without a key never take those of scans with a key. */
export interface ScanWorkers {
  keyed: IsolatedTasks;
  anonymous: IsolatedTasks;
}

const ANONYMOUS_LIMITS = { running: 6, runningPerHost: 1, runningPerOwner: 2, waiting: 24, waitingPerHost: 4 };
const ANONYMOUS_BYTES_MAX = 16 * 1024 * 1024;

export function openScanners(
  settings: ScannerSettings,
  clock: Clock,
  network: Network,
  workers: ScanWorkers,
  onDecision?: (label: string) => void,
  onScan?: (scan: FreshScan, withKey: boolean) => void,
  onFault?: (error: unknown) => void,
): Scanners {
  const guard = {
    resolve: network.resolve,
    userAgent: userAgent(version, settings.contact),
    allow: parseAllowList(settings.scan_allow.join(',')),
    ownAddresses: new Set(network.ownAddresses().map(canonicalAddress)),
    ...(onDecision && { onDecision }),
  };
  const fetch = new StorefrontFetch({ ...guard, builtIn: demoStore });
  const shared = { fetch, clock, cacheSeconds: settings.scan_cache_seconds };
  return {
    post: new GuardedWebhookPost({ ...guard, clock }),
    keyed: new Scanner({
      ...shared,
      reader: new PageReader(workers.keyed, undefined, onFault),
      ...(settings.queue && { limits: settings.queue }),
      onScan: (scan) => onScan?.(scan, true),
    }),
    anonymous: new Scanner({
      ...shared,
      reader: new PageReader(workers.anonymous, ANONYMOUS_PAGE_CPU_MS, onFault),
      limits: ANONYMOUS_LIMITS,
      cacheBytesMax: ANONYMOUS_BYTES_MAX,
      bodyBytesMax: ANONYMOUS_BYTES_MAX,
      onScan: (scan) => onScan?.(scan, false),
    }),
  };
}
