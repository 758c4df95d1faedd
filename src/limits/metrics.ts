/** The metrics of the limiter and of the logs that may lose rows. */
import type { MetricsRegistry } from '../domain/metrics-registry.ts';
import type { CommitMetrics } from './commit-metrics.ts';
import type { ForeignUseTally } from './foreign-use-tally.ts';
import type { LossyWriter } from './lossy-writer.ts';

export function registerLimiterMetrics(registry: MetricsRegistry, commits: CommitMetrics): void {
  registry.histogram({
    name: 'portside_accounting_group_requests',
    help: 'Requests decided by one commit of the limiter.',
    read: () => commits.requests,
  });
  registry.histogram({
    name: 'portside_accounting_commit_seconds',
    help: 'Time of one commit of the limiter. On SQLite it blocks the event loop.',
    read: () => commits.seconds,
  });
  registry.counter({
    name: 'portside_accounting_faults_total',
    help: 'Failed commits and roll-ups of the limiter. Requests of a failed commit were answered 503.',
    read: () => commits.faults,
  });
}

export function registerForeignUseMetrics(
  registry: MetricsRegistry,
  foreignUses: Pick<ForeignUseTally, 'total'>,
): void {
  registry.counter({
    name: 'portside_foreign_key_uses_total',
    help: 'Requests refused because they came from outside of the networks of their key.',
    read: () => foreignUses.total,
  });
}

/** @param log its name, a label value */
export function registerLogMetrics(
  registry: MetricsRegistry,
  log: string,
  writer: Pick<LossyWriter<never>, 'written' | 'lost'>,
): void {
  registry.counter({
    name: 'portside_log_rows_total',
    help: 'Rows of the logs on the operator page that were written, and that were lost because there was no room or no time.',
    labels: ['log', 'result'],
    read: () => [
      [{ log, result: 'written' }, writer.written],
      [{ log, result: 'lost' }, writer.lost],
    ],
  });
}
