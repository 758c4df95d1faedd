import { registerCacheMetrics } from '../domain/cache-metrics.ts';
import type { MetricsRegistry } from '../domain/metrics-registry.ts';
import type { KeyCache } from './key-cache.ts';

export function registerKeyCacheMetrics(
  registry: MetricsRegistry,
  keyCache: Pick<KeyCache, 'lookups' | 'misses'>,
): void {
  registerCacheMetrics(registry, 'keyring', () => ({
    hits: keyCache.lookups - keyCache.misses,
    misses: keyCache.misses,
  }));
}
