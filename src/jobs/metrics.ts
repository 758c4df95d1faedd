import type { MetricsRegistry } from '../domain/metrics-registry.ts';
import type { Jobs } from './open-jobs.ts';

export function registerJobMetrics(registry: MetricsRegistry, jobs: Pick<Jobs, 'gauges' | 'chunksEnded'>): void {
  registry.gauge({
    name: 'portside_jobs',
    help: 'Open jobs and their waiting chunks in the database, up to ten seconds ago, and chunks that run in this process.',
    labels: ['state'],
    read: () => Object.entries(jobs.gauges()).map(([state, count]) => [{ state }, count]),
  });
  registry.counter({
    name: 'portside_job_chunks_total',
    help: 'Chunks of jobs that this process did, put off, lost to another process, or failed.',
    labels: ['result'],
    read: () => Object.entries(jobs.chunksEnded).map(([result, count]) => [{ result }, count]),
  });
}
