/** The scanner as the service runs it: guarded fetch, matcher and rules put together. */
import { version } from '../../package.json';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Network } from '../network.ts';
import { canonicalAddress } from './address.ts';
import { matchContainer } from './container.ts';
import { StorefrontFetch, userAgent } from './fetch.ts';
import { createMatcher, judgeTogether } from './matcher.ts';
import { Scanner } from './scan.ts';
import { toReport } from './score.ts';
import { parseAllowList } from './target.ts';

export function openScanner(
  config: Pick<Config, 'contact' | 'scan_allow' | 'scan_cache_seconds'>,
  clock: Clock,
  network: Network,
  onDecision?: (label: string) => void,
): Scanner {
  const fetch = new StorefrontFetch({
    resolve: network.resolve,
    userAgent: userAgent(version, config.contact),
    allow: parseAllowList(config.scan_allow.join(',')),
    ownAddresses: new Set(network.ownAddresses().map(canonicalAddress)),
    ...(onDecision && { onDecision }),
  });
  return new Scanner({
    fetch,
    clock,
    cacheSeconds: config.scan_cache_seconds,
    createMatcher,
    matchTogether: (page, scripts) => {
      const facts = scripts.flatMap(({ text, container }) => matchContainer(text, container).facts);
      return judgeTogether(page, facts).findings;
    },
    toReport,
  });
}
