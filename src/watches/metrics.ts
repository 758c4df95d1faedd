import type { MetricsRegistry } from '../domain/metrics-registry.ts';
import type { WatchRunner } from './watch-runner.ts';

export function registerWatchMetrics(registry: MetricsRegistry, work: Pick<WatchRunner, 'looks' | 'attempts'>): void {
  registry.counter({
    name: 'portside_watch_looks_total',
    help: 'Looks at the parts of watches, by what is watched and what came of it.',
    labels: ['kind', 'outcome'],
    *read() {
      for (const [name, count] of work.looks) {
        const [kind, outcome] = name.split(' ') as [string, string];
        yield [{ kind, outcome }, count];
      }
    },
  });
  registry.counter({
    name: 'portside_webhook_attempts_total',
    help: 'Attempts to deliver events: delivered, failed and tried again, or given up (dead).',
    labels: ['outcome'],
    *read() {
      for (const [outcome, count] of work.attempts) yield [{ outcome }, count];
    },
  });
}
