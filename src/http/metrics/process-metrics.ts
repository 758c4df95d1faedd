/** The metrics of this process. */
import { version } from '../../../package.json';
import type { MetricsRegistry } from '../../domain/metrics-registry.ts';
import type { EventLoopLag } from './event-loop-lag.ts';

export function registerEventLoopMetrics(registry: MetricsRegistry, lag: Pick<EventLoopLag, 'seconds'>): void {
  registry.histogram({
    name: 'portside_event_loop_lag_seconds',
    help: 'Lag of the event loop, measured four times a second.',
    read: () => lag.seconds,
  });
}

export function registerProcessMetrics(registry: MetricsRegistry): void {
  registry.gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of this process.',
    read: () => process.memoryUsage.rss(),
  });
  registry.counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of this process.',
    read: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  });
  registry.gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of this process, as a Unix time.',
    read: () => performance.timeOrigin / 1000,
  });
  registry.gauge({
    name: 'portside_build_info',
    help: 'Always 1. The labels are the versions in use.',
    labels: ['version', 'bun'],
    read: () => [[{ version, bun: Bun.version }, 1]],
  });
}
