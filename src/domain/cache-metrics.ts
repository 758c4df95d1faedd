import type { MetricsRegistry } from './metrics-registry.ts';

/** Declares the lookups in one cache. All caches share one metric. */
export function registerCacheMetrics(
  registry: MetricsRegistry,
  cache: string,
  read: () => { hits: number; misses: number },
): void {
  registry.counter({
    name: 'portside_cache_lookups_total',
    help: 'Lookups in the caches of API keys and of scans. A scan that joined one in progress is a hit.',
    labels: ['cache', 'result'],
    read: () => {
      const { hits, misses } = read();
      return [
        [{ cache, result: 'hit' }, hits],
        [{ cache, result: 'miss' }, misses],
      ];
    },
  });
}
