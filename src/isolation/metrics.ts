import type { MetricsRegistry } from '../domain/metrics-registry.ts';
import type { WorkerPool } from './worker-pool.ts';

/** @param pools by name, which is a label value */
export function registerPoolMetrics(
  registry: MetricsRegistry,
  pools: Readonly<Record<string, Pick<WorkerPool, 'load' | 'ended' | 'cpuMs'>>>,
): void {
  registry.gauge({
    name: 'portside_workers',
    help: 'Worker processes that are at work and that are ready for it, and work that waits for one.',
    labels: ['pool', 'state'],
    *read() {
      for (const [pool, workers] of Object.entries(pools)) {
        for (const [state, count] of Object.entries(workers.load())) yield [{ pool, state }, count];
      }
    },
  });
  registry.counter({
    name: 'portside_workers_ended_total',
    help: 'Worker processes that are gone, by reason. The names of budgets mean that one was exceeded.',
    labels: ['pool', 'reason'],
    *read() {
      for (const [pool, { ended }] of Object.entries(pools)) {
        for (const [reason, count] of Object.entries(ended)) yield [{ pool, reason }, count];
      }
    },
  });
  registry.counter({
    name: 'portside_worker_cpu_seconds_total',
    help: 'CPU time of the work that worker processes did.',
    labels: ['pool'],
    *read() {
      for (const [pool, { cpuMs }] of Object.entries(pools)) yield [{ pool }, cpuMs / 1000];
    },
  });
}
