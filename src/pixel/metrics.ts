/** The metrics of scans and of the outbound guard. */
import { registerCacheMetrics } from '../domain/cache-metrics.ts';
import type { MetricsRegistry } from '../domain/metrics-registry.ts';
import type { Scanner } from './scan.ts';

/** @param scanners their numbers are added up */
export function registerScanMetrics(
  registry: MetricsRegistry,
  scanners: readonly Pick<Scanner, 'answers' | 'load'>[],
): void {
  const answered = (first: keyof Scanner['answers'], second: keyof Scanner['answers']) =>
    scanners.reduce((sum, { answers }) => sum + answers[first] + answers[second], 0);
  registerCacheMetrics(registry, 'pixel', () => ({
    hits: answered('HIT', 'SHARED'),
    misses: answered('MISS', 'BYPASS'),
  }));
  registry.gauge({
    name: 'portside_scans',
    help: 'Storefront fetches in progress and waiting, and cached scans.',
    labels: ['state'],
    read: () => {
      const loads = scanners.flatMap((scanner) => Object.entries(scanner.load()));
      const byState = Map.groupBy(loads, ([state]) => state);
      return [...byState].map(([state, counts]) => [{ state }, counts.reduce((sum, [, count]) => sum + count, 0)]);
    },
  });
}

/** @param decisions how many there were, by class of address */
export function registerOutboundMetrics(registry: MetricsRegistry, decisions: ReadonlyMap<string, number>): void {
  registry.counter({
    name: 'portside_outbound_decisions_total',
    help: 'Decisions of the outbound guard on hosts that scans requested, by class of address.',
    labels: ['class'],
    *read() {
      for (const [label, count] of decisions) yield [{ class: label }, count];
    },
  });
}
