/**
 * The metrics of `/metrics`. `app-routes.ts` passes the values of the products as plain numbers. docs/operations.md says what each
 * metric means and when to alert.
 */
import { version } from '../../../package.json';
import type { DiskReading } from '../../domain/disk-space.ts';
import type { CommitMetrics } from './commit-metrics.ts';
import type { Histogram } from './histogram.ts';
import type { Labels, Metric } from './prometheus.ts';
import type { RequestMetrics } from './request-metrics.ts';

export interface MetricSources {
  requestMetrics: RequestMetrics;
  /** The v1 operations: path to product. */
  products: ReadonlyMap<string, string>;
  commits: CommitMetrics;
  keyCache: { lookups: number; misses: number };
  /** Requests with a key from outside of its networks. */
  foreignUses: { total: number };
  /** For each side, scans by how they were answered (the values of `X-Cache`), and the current load. */
  scans: readonly {
    answers: Readonly<Record<string, number>>;
    load(): Record<string, number>;
  }[];
  /** Pools of worker processes, by name. */
  workers: Readonly<Record<string, WorkerPoolSource>>;
  jobs: { gauges(): Record<string, number>; chunksEnded: Readonly<Record<string, number>> };
  /** Decisions of the outbound guard, by class of address. */
  outbound: ReadonlyMap<string, number>;
  /** `kind outcome` of looks, and outcomes of attempts to deliver. */
  watches: { looks: ReadonlyMap<string, number>; attempts: ReadonlyMap<string, number> };
  /** The logs that the operator page shows, by name. */
  logs: Readonly<Record<string, { written: number; lost: number }>>;
  /** Days since the last day whose law was read. */
  lawReadDays(): number;
  lagSeconds: Histogram;
  pendingRequests(): number;
  /** Bytes of the database, of its write-ahead log, and free on their disk; `free` is undefined if it cannot be read. */
  files(): { database: number; wal: number; free: number | undefined };
  /** Undefined if the data is not on a disk of this machine. */
  disk(): DiskReading | undefined;
}

interface WorkerPoolSource {
  /** Processes at work and spare, and work that waits. */
  load(): Record<string, number>;
  /** Processes that ended, by reason. */
  ended: Readonly<Record<string, number>>;
  cpuMs: number;
}

const unlabelled = (value: number): [Labels, number][] => [[{}, value]];

export function serverMetrics(sources: MetricSources): Metric[] {
  const { requestMetrics, products, commits, keyCache, foreignUses, scans, outbound, watches, lagSeconds } = sources;
  const pools = () => Object.entries(sources.workers);
  const productOf = (route: string) => products.get(route) ?? '';
  const lookups = (cache: string, hit: number, miss: number): [Labels, number][] => [
    [{ cache, result: 'hit' }, hit],
    [{ cache, result: 'miss' }, miss],
  ];
  const scanAnswers = (...states: string[]) =>
    states.reduce((sum, state) => scans.reduce((part, { answers }) => part + (answers[state] ?? 0), sum), 0);
  return [
    {
      name: 'portside_requests_total',
      help: 'Requests answered.',
      kind: 'counter',
      labels: ['route', 'status', 'product'],
      *read() {
        for (const [route, { statuses }] of requestMetrics.routes) {
          for (let status = 0; status < statuses.length; status++) {
            if (statuses[status])
              yield [{ route, status: String(status), product: productOf(route) }, statuses[status]!];
          }
        }
      },
    },
    {
      name: 'portside_request_duration_seconds',
      help: 'Time from a request to its response, without the time on the network.',
      kind: 'histogram',
      *read() {
        for (const [route, { seconds, statuses }] of requestMetrics.routes) {
          if (statuses.some((count) => count > 0)) yield [{ route, product: productOf(route) }, seconds];
        }
      },
    },
    {
      name: 'portside_pending_requests',
      help: 'Requests in progress.',
      kind: 'gauge',
      read: () => unlabelled(sources.pendingRequests()),
    },
    {
      name: 'portside_accounting_group_requests',
      help: 'Requests decided by one commit of the limiter.',
      kind: 'histogram',
      read: () => [[{}, commits.requests]],
    },
    {
      name: 'portside_accounting_commit_seconds',
      help: 'Time of one commit of the limiter. On SQLite it blocks the event loop.',
      kind: 'histogram',
      read: () => [[{}, commits.seconds]],
    },
    {
      name: 'portside_accounting_faults_total',
      help: 'Failed commits and roll-ups of the limiter. Requests of a failed commit were answered 503.',
      kind: 'counter',
      read: () => unlabelled(commits.faults),
    },
    {
      name: 'portside_cache_lookups_total',
      help: 'Lookups in the caches of API keys and of scans. A scan that joined one in progress is a hit.',
      kind: 'counter',
      labels: ['cache', 'result'],
      read: () => [
        ...lookups('keyring', keyCache.lookups - keyCache.misses, keyCache.misses),
        ...lookups('pixel', scanAnswers('HIT', 'SHARED'), scanAnswers('MISS', 'BYPASS')),
      ],
    },
    {
      name: 'portside_foreign_key_uses_total',
      help: 'Requests refused because they came from outside of the networks of their key.',
      kind: 'counter',
      read: () => unlabelled(foreignUses.total),
    },
    {
      name: 'portside_scans',
      help: 'Storefront fetches in progress and waiting, and cached scans.',
      kind: 'gauge',
      labels: ['state'],
      read: () => {
        const loads = scans.map((side) => side.load());
        return Object.keys(loads[0]!).map((state) => [{ state }, loads.reduce((sum, load) => sum + load[state]!, 0)]);
      },
    },
    {
      name: 'portside_jobs',
      help: 'Open jobs and their waiting chunks in the database, up to ten seconds ago, and chunks that run in this process.',
      kind: 'gauge',
      labels: ['state'],
      read: () => Object.entries(sources.jobs.gauges()).map(([state, count]) => [{ state }, count]),
    },
    {
      name: 'portside_job_chunks_total',
      help: 'Chunks of jobs that this process did, put off, lost to another process, or failed.',
      kind: 'counter',
      labels: ['result'],
      read: () => Object.entries(sources.jobs.chunksEnded).map(([result, count]) => [{ result }, count]),
    },
    {
      name: 'portside_workers',
      help: 'Worker processes that are at work and that are ready for it, and work that waits for one.',
      kind: 'gauge',
      labels: ['pool', 'state'],
      *read() {
        for (const [pool, source] of pools()) {
          for (const [state, count] of Object.entries(source.load())) yield [{ pool, state }, count];
        }
      },
    },
    {
      name: 'portside_workers_ended_total',
      help: 'Worker processes that are gone, by reason. The names of budgets mean that one was exceeded.',
      kind: 'counter',
      labels: ['pool', 'reason'],
      *read() {
        for (const [pool, { ended }] of pools()) {
          for (const [reason, count] of Object.entries(ended)) yield [{ pool, reason }, count];
        }
      },
    },
    {
      name: 'portside_worker_cpu_seconds_total',
      help: 'CPU time of the work that worker processes did.',
      kind: 'counter',
      labels: ['pool'],
      *read() {
        for (const [pool, { cpuMs }] of pools()) yield [{ pool }, cpuMs / 1000];
      },
    },
    {
      name: 'portside_outbound_decisions_total',
      help: 'Decisions of the outbound guard on hosts that scans requested, by class of address.',
      kind: 'counter',
      labels: ['class'],
      *read() {
        for (const [label, count] of outbound) yield [{ class: label }, count];
      },
    },
    {
      name: 'portside_watch_looks_total',
      help: 'Looks at the parts of watches, by what is watched and what came of it.',
      kind: 'counter',
      labels: ['kind', 'outcome'],
      *read() {
        for (const [name, count] of watches.looks) {
          const [kind, outcome] = name.split(' ') as [string, string];
          yield [{ kind, outcome }, count];
        }
      },
    },
    {
      name: 'portside_webhook_attempts_total',
      help: 'Attempts to deliver events: delivered, failed and tried again, or given up (dead).',
      kind: 'counter',
      labels: ['outcome'],
      *read() {
        for (const [outcome, count] of watches.attempts) yield [{ outcome }, count];
      },
    },
    {
      name: 'portside_log_rows_total',
      help: 'Rows of the logs on the operator page that were written, and that were lost because there was no room or no time.',
      kind: 'counter',
      labels: ['log', 'result'],
      *read() {
        for (const [log, { written, lost }] of Object.entries(sources.logs)) {
          yield [{ log, result: 'written' }, written];
          yield [{ log, result: 'lost' }, lost];
        }
      },
    },
    {
      name: 'portside_law_read_age_seconds',
      help: 'Time since the last day whose law was read.',
      kind: 'gauge',
      read: () => unlabelled(sources.lawReadDays() * 86_400),
    },
    {
      name: 'portside_event_loop_lag_seconds',
      help: 'Lag of the event loop, measured four times a second.',
      kind: 'histogram',
      read: () => [[{}, lagSeconds]],
    },
    {
      name: 'portside_file_bytes',
      help: 'Size of the database and of its write-ahead log.',
      kind: 'gauge',
      labels: ['file'],
      read: () => {
        const { database, wal } = sources.files();
        return [
          [{ file: 'database' }, database],
          [{ file: 'wal' }, wal],
        ];
      },
    },
    {
      name: 'portside_disk_free_bytes',
      help: 'Free space on the disk of the data folder.',
      kind: 'gauge',
      read: () => {
        const { free } = sources.files();
        return free === undefined ? [] : unlabelled(free);
      },
    },
    {
      name: 'portside_disk_refuses',
      help: '1 while this work is refused for lack of disk space, otherwise 0.',
      kind: 'gauge',
      labels: ['work'],
      read: () => {
        const state = sources.disk()?.state;
        if (state === undefined) return [];
        return [
          [{ work: 'storing' }, state === 'enough' ? 0 : 1],
          [{ work: 'counting' }, state === 'full' ? 1 : 0],
        ];
      },
    },
    {
      name: 'portside_disk_reserve_bytes',
      help: 'Size of the reserve file, which is released when the operator acts on a full disk.',
      kind: 'gauge',
      read: () => {
        const disk = sources.disk();
        return disk ? unlabelled(disk.reserveBytes) : [];
      },
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of this process.',
      kind: 'gauge',
      read: () => unlabelled(process.memoryUsage.rss()),
    },
    {
      name: 'process_cpu_seconds_total',
      help: 'CPU time of this process.',
      kind: 'counter',
      read: () => {
        const { user, system } = process.cpuUsage();
        return unlabelled((user + system) / 1e6);
      },
    },
    {
      name: 'process_start_time_seconds',
      help: 'Start time of this process, as a Unix time.',
      kind: 'gauge',
      read: () => unlabelled(performance.timeOrigin / 1000),
    },
    {
      name: 'portside_build_info',
      help: 'Always 1. The labels are the versions in use.',
      kind: 'gauge',
      labels: ['version', 'bun'],
      read: () => [[{ version, bun: Bun.version }, 1]],
    },
  ];
}
