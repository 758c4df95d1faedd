/**
 * What `/metrics` shows. Products are known here by plain numbers only: `app.ts` passes what reads them. docs/operations.md
 * says what each means and when it is an alarm.
 */
import { version } from '../../../package.json';
import type { CommitMetrics } from './commit-metrics.ts';
import type { Histogram } from './histogram.ts';
import type { Labels, Metric } from './metrics-route.ts';
import type { RequestMetrics } from './request-metrics.ts';

export interface MetricSources {
  requestMetrics: RequestMetrics;
  /** The API operations: path to product. */
  products: ReadonlyMap<string, string>;
  commits: CommitMetrics;
  keyCache: { lookups: number; misses: number };
  /** Scans by where their answer came from, and the load of this moment. */
  scans: {
    answers: Readonly<Record<string, number>>;
    load(): { running: number; waiting: number; remembered: number };
  };
  /** Decisions of the outbound guard by class of address. */
  outbound: ReadonlyMap<string, number>;
  /** Since the date that each loaded list stands for. */
  listAgeSeconds(): Iterable<[list: string, seconds: number]>;
  lagSeconds: Histogram;
  pendingRequests(): number;
  /** Bytes: of the database, its write-ahead log, and what is free beside them; undefined where that cannot be told. */
  files(): { database: number; wal: number; free: number | undefined };
}

const one = (value: number): [Labels, number][] => [[{}, value]];

export function serverMetrics(sources: MetricSources): Metric[] {
  const { requestMetrics, products, commits, keyCache, scans, outbound, lagSeconds } = sources;
  const product = (route: string) => products.get(route) ?? '';
  const hits = (cache: string, hit: number, miss: number): [Labels, number][] => [
    [{ cache, result: 'hit' }, hit],
    [{ cache, result: 'miss' }, miss],
  ];
  const scanAnswers = (...states: string[]) => states.reduce((sum, state) => sum + (scans.answers[state] ?? 0), 0);
  return [
    {
      name: 'portside_requests_total',
      help: 'Requests answered.',
      kind: 'counter',
      labels: ['route', 'status', 'product'],
      *read() {
        for (const [route, { statuses }] of requestMetrics.routes) {
          for (let status = 0; status < statuses.length; status++) {
            if (statuses[status]) yield [{ route, status: String(status), product: product(route) }, statuses[status]!];
          }
        }
      },
    },
    {
      name: 'portside_request_duration_seconds',
      help: 'From the request to its answer, without the time on the wire.',
      kind: 'histogram',
      *read() {
        for (const [route, { seconds, statuses }] of requestMetrics.routes) {
          if (statuses.some((count) => count > 0)) yield [{ route, product: product(route) }, seconds];
        }
      },
    },
    {
      name: 'portside_pending_requests',
      help: 'Requests under way.',
      kind: 'gauge',
      read: () => one(sources.pendingRequests()),
    },
    {
      name: 'portside_accounting_group_requests',
      help: 'Requests that one commit of the account decided together.',
      kind: 'histogram',
      read: () => [[{}, commits.requests]],
    },
    {
      name: 'portside_accounting_commit_seconds',
      help: 'Time of one commit of the account; the event loop stands still for as long.',
      kind: 'histogram',
      read: () => [[{}, commits.seconds]],
    },
    {
      name: 'portside_accounting_faults_total',
      help: 'Commits and folds of the account that failed; the requests of a failed commit were answered 503.',
      kind: 'counter',
      read: () => one(commits.faults),
    },
    {
      name: 'portside_cache_lookups_total',
      help: 'Looks into a memory: API keys in use, and scans answered. A scan that joined one under way is a hit.',
      kind: 'counter',
      labels: ['cache', 'result'],
      read: () => [
        ...hits('keyring', keyCache.lookups - keyCache.misses, keyCache.misses),
        ...hits('pixel', scanAnswers('HIT', 'SHARED'), scanAnswers('MISS', 'BYPASS')),
      ],
    },
    {
      name: 'portside_scans',
      help: 'Fetches of storefronts under way and waiting, and scans remembered.',
      kind: 'gauge',
      labels: ['state'],
      read: () => Object.entries(scans.load()).map(([state, count]) => [{ state }, count]),
    },
    {
      name: 'portside_outbound_decisions_total',
      help: 'What the guard decided on a host that a scan was to reach, by class of its addresses.',
      kind: 'counter',
      labels: ['class'],
      *read() {
        for (const [label, count] of outbound) yield [{ class: label }, count];
      },
    },
    {
      name: 'portside_list_age_seconds',
      help: 'Since the date that a tariff list stands for.',
      kind: 'gauge',
      labels: ['list'],
      *read() {
        for (const [list, seconds] of sources.listAgeSeconds()) yield [{ list }, seconds];
      },
    },
    {
      name: 'portside_event_loop_lag_seconds',
      help: 'How late a timer of the event loop came, four times a second.',
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
      help: 'Free on the disk of the data folder.',
      kind: 'gauge',
      read: () => {
        const { free } = sources.files();
        return free === undefined ? [] : one(free);
      },
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of this process.',
      kind: 'gauge',
      read: () => one(process.memoryUsage.rss()),
    },
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of this process.',
      kind: 'counter',
      read: () => {
        const { user, system } = process.cpuUsage();
        return one((user + system) / 1e6);
      },
    },
    {
      name: 'process_start_time_seconds',
      help: 'When this process started, since 1970-01-01 UTC.',
      kind: 'gauge',
      read: () => one(performance.timeOrigin / 1000),
    },
    {
      name: 'portside_build_info',
      help: 'Always 1; the labels say what runs.',
      kind: 'gauge',
      labels: ['version', 'bun'],
      read: () => [[{ version, bun: Bun.version }, 1]],
    },
  ];
}
