import type { MetricsRegistry } from '../domain/metrics-registry.ts';
import type { Tariff } from './tariff.ts';

export function registerLawMetrics(registry: MetricsRegistry, tariff: Pick<Tariff, 'lawRead'>): void {
  registry.gauge({
    name: 'portside_law_read_age_seconds',
    help: 'Time since the last day whose law was read.',
    read: () => tariff.lawRead().days * 86_400,
  });
}
