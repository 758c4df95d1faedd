/**
 * Wiring: makes a running server from a configuration and an open storage. `startApp` names the steps in the order of time, and each step
 * is a function below it. It decides nothing, and is one file of over 400 lines so that the whole order is seen at once. At the end the
 * ports are closed first, then everything else in the reverse order.
 */
import { existsSync } from 'node:fs';
import { Elysia } from 'elysia';
import { version } from '../package.json';
import { isStorageFault } from './adapters/faults.ts';
import { fileBytes, freeBytes } from './adapters/system/disk.ts';
import { diskBytes, hostName } from './adapters/system/machine.ts';
import { systemNetwork } from './adapters/system/network.ts';
import { LocalAddressLimits } from './api/v0/address-limits.ts';
import { RateLimitGuard } from './api/v0/rate-limit-guard.ts';
import { v0Routes } from './api/v0/routes.ts';
import { type AskLimits, SharedAddressLimits } from './api/v0/shared-address-limits.ts';
import { V1_OPERATIONS, v1Routes } from './api/v1/routes.ts';
import { entryBatches } from './api/v2/jobs/entry-batches.ts';
import { pixelAudits } from './api/v2/jobs/pixel-audits.ts';
import { tableReader } from './api/v2/jobs/table-reader.ts';
import { tariffAudits } from './api/v2/jobs/tariff-audits.ts';
import { UploadSlots } from './api/v2/jobs/upload-slots.ts';
import { V2_OPERATIONS, v2Routes } from './api/v2/routes.ts';
import { type Config, databasePath, ownAddress } from './config.ts';
import type { ChangeWatch } from './domain/change-feed.ts';
import type { Clock } from './domain/clock.ts';
import { PortsideError } from './domain/errors.ts';
import type { JobKind, JobProcessor } from './domain/job.ts';
import type { Log } from './domain/log.ts';
import type { Network } from './domain/network.ts';
import { isLogged, requestLogLimits } from './domain/request-log.ts';
import { loggedScan } from './domain/scan-log.ts';
import type { Storage } from './domain/storage.ts';
import { CODES_MAX } from './domain/watch.ts';
import { entryBatchProcessor } from './entry/batch/batch-processor.ts';
import { CertificateIssuer } from './entry/issue/certificate-issuer.ts';
import { SampleCertificate } from './entry/issue/sample-certificate.ts';
import { CertificateRenderer } from './entry/pdf/renderer.ts';
import { FilingFollower } from './entry/registry/filing-follower.ts';
import { accountOf, openFiler } from './entry/registry/open-filer.ts';
import { loadSigner } from './entry/sign/load-signer.ts';
import { loadSigningKeys } from './entry/verify/signing-keys.ts';
import { apiGuard } from './http/api-guard.ts';
import { clientAddress, parseTrustedProxies } from './http/client-address.ts';
import { delegationOf } from './http/delegation.ts';
import { drain } from './http/drain.ts';
import { errorResponse } from './http/error-response.ts';
import { HEALTH_PATHS, healthRoutes } from './http/health/health.ts';
import { Readiness } from './http/health/readiness.ts';
import { storageChecks } from './http/health/storage-checks.ts';
import { HostCheck } from './http/host-check.ts';
import { KeyedRoutes } from './http/keyed-routes.ts';
import { addressText, type ListenAddress, parseListenAddress, workerAddress } from './http/listen-address.ts';
import { type Listener, openListener } from './http/listener.ts';
import { EventLoopLag } from './http/metrics/event-loop-lag.ts';
import { METRICS_PATH } from './http/metrics/metrics-path.ts';
import { metricsRoutes } from './http/metrics/metrics-route.ts';
import { registerEventLoopMetrics, registerProcessMetrics } from './http/metrics/process-metrics.ts';
import { PrometheusRegistry } from './http/metrics/prometheus.ts';
import { RequestMetrics, registerRequestMetrics } from './http/metrics/request-metrics.ts';
import { Tracer } from './http/metrics/tracer.ts';
import { parseNetworks } from './http/networks.ts';
import { keyedOperations } from './http/operation-routes.ts';
import type { ApiGuardParts } from './http/request-checks.ts';
import { RECORDED_MAX, RequestRecorder } from './http/request-recorder.ts';
import { registerPoolMetrics } from './isolation/metrics.ts';
import { openWorkerPools } from './isolation/open-pools.ts';
import { registerJobMetrics } from './jobs/metrics.ts';
import { openJobs } from './jobs/open-jobs.ts';
import { KeyCache } from './keys/key-cache.ts';
import { KeyIssuer } from './keys/key-issuer.ts';
import { registerKeyCacheMetrics } from './keys/metrics.ts';
import { OwnRotation } from './keys/own-rotation.ts';
import { BatchingLimiter } from './limits/batching-limiter.ts';
import { CommitMetrics } from './limits/commit-metrics.ts';
import { ErrorTally } from './limits/error-tally.ts';
import { ForeignUseTally } from './limits/foreign-use-tally.ts';
import { LossyWriter } from './limits/lossy-writer.ts';
import { registerForeignUseMetrics, registerLimiterMetrics, registerLogMetrics } from './limits/metrics.ts';
import { ResourceMeter } from './limits/resource-meter.ts';
import { AlertWatch } from './operations/alert-watch.ts';
import { InstanceReporter } from './operations/instance-reporter.ts';
import { registerDiskMetrics, registerFileMetrics } from './operations/metrics.ts';
import { operatorRoutes } from './operator/routes.ts';
import { pixelAuditProcessor } from './pixel/audit/audit-processor.ts';
import { registerOutboundMetrics, registerScanMetrics } from './pixel/metrics.ts';
import { openScanners } from './pixel/open-scanner.ts';
import { watchedStores } from './pixel/watched-stores.ts';
import { tariffAuditProcessor } from './tariff/audit/audit-processor.ts';
import { auditedCodes } from './tariff/audit/audited-codes.ts';
import { ANONYMOUS_DUTY_CPU_MS, IsolatedDuties } from './tariff/duties/isolated-duties.ts';
import { lawFailure } from './tariff/law/law-age.ts';
import { registerLawMetrics } from './tariff/metrics.ts';
import { Tariff } from './tariff/tariff.ts';
import { TariffStore } from './tariff/tariff-store.ts';
import { watchedTariff } from './tariff/watched-tariff.ts';
import { registerWatchMetrics } from './watches/metrics.ts';
import { WatchFollower } from './watches/watch-follower.ts';
import { WatchRunner } from './watches/watch-runner.ts';
import { Watches } from './watches/watches.ts';
import { notFoundPage } from './web/not-found/page.ts';
import { pageRoutes } from './web/routes.ts';
import { verifyRoutes } from './web/verify/routes.ts';
import { workbenchRoutes } from './web/workbench/routes.ts';

/** Two seconds' worth. The writer cannot catch up on more, and an unreachable database must not fill the memory. */
const REQUESTS_WAITING_MAX = 2 * RECORDED_MAX;
const SCANS_WAITING_MAX = 200;
/** Often, because what ordinary work takes from the reserve must be there again before the disk is full. It costs 10 µs. */
const DISK_MAINTENANCE_EVERY_MS = 250;
/** Until a database that was locked or away is asked again for the keys that sign, and how often. */
const OPEN_AGAIN_MS = 1000;
const OPEN_TRIES_MAX = 60;

export interface AppParts {
  config: Config;
  storage: Storage;
  clock: Clock;
  log: Log;
  network?: Network;
  /** The number of this process, if several share the port. Without it a second copy fails instead of taking half the traffic. */
  worker?: number | undefined;
  /** Asks the process that counts for all workers. Absent if there is one process. */
  askLimits?: AskLimits | undefined;
  /** Runs when everything is open and nothing but health checks is answered yet. */
  prepare?: ((url: string) => Promise<void>) | undefined;
}

export interface App {
  url: string;
  /** Address of the admin listener, if there is one. */
  adminUrl: string | undefined;
  /** All routes, for tests that walk them. */
  routes(): { method: string; path: string }[];
  /** Answers a request of this process, for tests. */
  handle(request: Request): Promise<Response>;
  /**
   * Says at `/readyz` that it is draining. After `drain_delay` it stops accepting, lets requests in flight finish and commits
   * what waits. The storage stays open: the caller opened it.
   */
  close(): Promise<void>;
}

/** Parts that every step takes. A step adds to `closing` how to close what it opened, and its metrics to `registry`. */
type Base = Required<Pick<AppParts, 'config' | 'storage' | 'clock' | 'log' | 'network'>> &
  Pick<AppParts, 'worker' | 'askLimits'> & { closing: AsyncDisposableStack; registry: PrometheusRegistry };

type Health = ReturnType<typeof openHealth>;
type Edge = ReturnType<typeof openEdge>;
type Secrets = Awaited<ReturnType<typeof openSecrets>>;
type Limits = ReturnType<typeof openLimits>;
type Logs = ReturnType<typeof openLogs>;
type Lists = Awaited<ReturnType<typeof openTariff>>;
type Products = ReturnType<typeof openProducts>;
type Background = ReturnType<typeof openBackground>;
type Routes = ReturnType<typeof openRoutes>;

interface Opened extends Base {
  changes: ChangeWatch;
  edge: Edge;
  secrets: Secrets;
  limits: Limits;
  logs: Logs;
  lists: Lists;
  products: Products;
  background: Background;
}

/**
 * Until all is open, the health checks answer, and every other route is 503.
 * @throws AddressTaken, and SignerFault if the key or certificate that signs cannot be used
 */
export async function startApp(parts: AppParts): Promise<App> {
  const base: Base = {
    ...{ network: systemNetwork, ...parts },
    closing: new AsyncDisposableStack(),
    registry: new PrometheusRegistry(),
  };
  const health = openHealth(base);
  const edge = openEdge(base, health);
  const close = async () => {
    health.state.phase = 'draining';
    try {
      await edge.stop();
    } finally {
      await base.closing.disposeAsync();
    }
  };
  try {
    openDisk(base);
    const secrets = await openSecrets(base);
    const changes = await watchChanges(base);
    const limits = openLimits(base, changes);
    const logs = openLogs(base, edge);
    const lists = await openTariff(base, health);
    const products = openProducts(base, edge, secrets, limits, logs, lists);
    const background = openBackground(base, edge, limits, lists, products);
    const opened = { ...base, changes, edge, secrets, limits, logs, lists, products, background };
    const routes = openRoutes(opened);
    await parts.prepare?.(edge.url);
    edge.serve(routes);
    health.state.phase = 'open';
    begin(opened);
    return {
      url: edge.url,
      adminUrl: edge.adminUrl,
      routes: () => routes.apps.flatMap((app) => app.routes.map(({ method, path }) => ({ method, path }))),
      handle: async (request) => routes.publicApp.handle(request),
      async close() {
        health.state.phase = 'draining';
        await base.clock.sleep(base.config.drain_delay * 1000);
        await close();
      },
    };
  } catch (error) {
    // The first error says why.
    await close().catch(() => {});
    throw error;
  }
}

/** Opens the state that the health checks report. */
function openHealth({ config, storage, clock }: Base) {
  const state: { phase: 'starting' | 'open' | 'draining' } = { phase: 'starting' };
  const readiness = new Readiness(clock.monotonic);
  readiness.add(
    {
      name: 'draining',
      uncached: true,
      failure: () => (state.phase === 'draining' ? 'the server is shutting down' : undefined),
    },
    {
      name: 'starting',
      uncached: true,
      failure: () => (state.phase === 'starting' ? 'the server is starting' : undefined),
    },
    ...storageChecks({
      database: storage.probe,
      dataDir: config.database_url ? undefined : config.data_dir,
      diskFloorMb: config.disk_floor_mb,
      freeBytes,
      now: clock.now,
    }),
  );
  return { state, readiness };
}

/** Opens the ports. The health checks answer from here on. */
function openEdge({ config, clock, log, worker }: Base, { readiness }: Health) {
  const metrics = new RequestMetrics();
  const guardParts: ApiGuardParts = {
    logRequests: config.log === 'requests',
    recordsRequests: config.request_log_days > 0,
    routeOf: (path) => metrics.routeOf(path).name,
    isStorageFault,
    ...{ contact: config.contact, clock, log },
  };
  const adminAddress = config.admin_listen ? workerAddress(parseListenAddress(config.admin_listen), worker) : undefined;
  const publicHealth = healthRoutes(readiness, { showsReasons: !adminAddress });
  const adminHealth = healthRoutes(readiness, { showsReasons: true });
  const trustedProxies = parseTrustedProxies(config.trust_proxy);
  const unavailable = () => errorResponse(new PortsideError('unavailable', { retryAfterS: 1 }), config.contact);
  const starting = (health: typeof publicHealth) => ({
    app: apiGuard({ ...guardParts, notFound: unavailable }).use(health),
    waiting: new Set<string>(),
  });
  const listener = openListener(
    {
      address: { hostname: config.host, port: config.port },
      reusePort: worker !== undefined,
      hosts: new HostCheck(config),
      anyHost: HEALTH_PATHS,
      metrics,
    },
    starting(publicHealth),
  );
  const openAdminListener = (address: ListenAddress) =>
    openListener(
      {
        address,
        // Each worker has an address of its own. If it were shared, a public port could lead to the admin routes.
        reusePort: false,
        hosts: new HostCheck({ ...config, ...('hostname' in address && { host: address.hostname }) }),
        anyHost: new Set([...HEALTH_PATHS, METRICS_PATH]),
        metrics,
      },
      starting(adminHealth),
    );
  let adminListener: Listener | undefined;
  try {
    adminListener = adminAddress && openAdminListener(adminAddress);
  } catch (error) {
    void listener.server.stop(true);
    throw error;
  }
  const listeners = [listener, ...(adminListener ? [adminListener] : [])];
  const socketAddress = (request: Request) => listener.server.requestIP(request)?.address ?? '';
  return {
    ...{ metrics, guardParts, adminAddress, publicHealth, adminHealth, socketAddress },
    url: ownAddress(config, listener.server.port!),
    adminUrl: adminListener && addressText(listeningAddress(adminAddress!, adminListener.server.port)),
    clientOf: (request: Request) =>
      delegationOf(request) ??
      clientAddress(socketAddress(request), request.headers.get('x-forwarded-for'), trustedProxies),
    pendingRequests: () => listeners.reduce((sum, { server }) => sum + server.pendingRequests, 0),
    serve({ publicApp, adminApp, waiting }: Routes) {
      listener.serve({ app: publicApp, waiting });
      if (adminApp) adminListener?.serve({ app: adminApp, waiting });
    },
    stop: () => Promise.all(listeners.map(({ server }) => drain(server))),
  };
}

function listeningAddress(address: ListenAddress, port: number | undefined): ListenAddress {
  return 'unix' in address || port === undefined ? address : { ...address, port };
}

/** Keeps room on the disk for what must always succeed. */
function openDisk({ config, storage, closing, registry }: Base): void {
  const { disk } = storage;
  const database = databasePath(config);
  if (disk) {
    const maintenance = setInterval(() => disk.maintain(), DISK_MAINTENANCE_EVERY_MS).unref();
    closing.defer(() => clearInterval(maintenance));
  }
  registerFileMetrics(registry, () => ({
    database: fileBytes(database),
    wal: fileBytes(`${database}-wal`),
    free: existsSync(config.data_dir) ? freeBytes(config.data_dir) : undefined,
  }));
  registerDiskMetrics(registry, () => disk?.read());
}

/** The keys that sign. If they must be made and the database is locked, this waits for it, a minute at most. */
async function openSecrets({ config, storage, clock, log }: Base) {
  for (let tries = 1; ; tries++) {
    try {
      const signer = await loadSigner(config, storage, clock, log);
      return { signer, signingKeys: await loadSigningKeys(config.signing_key, storage, clock) };
    } catch (error) {
      if (!isStorageFault(error) || tries === OPEN_TRIES_MAX) throw error;
      log.fault('the keys that sign cannot be opened yet', error);
      await clock.sleep(OPEN_AGAIN_MS);
    }
  }
}

/** Begins before keys and lists are read, which other processes change. */
async function watchChanges({ storage, log, closing }: Base): Promise<ChangeWatch> {
  const changes = await storage.changes.watch((error) => log.fault('a change was not applied', error));
  closing.defer(() => changes.stop());
  return changes;
}

function openLimits({ storage, clock, log, closing, registry }: Base, changes: ChangeWatch) {
  const onFault = (error: unknown) => log.fault('accounting', error);
  const keyIssuer = new KeyIssuer(storage, clock);
  const keyCache = new KeyCache((hash) => keyIssuer.findByHash(hash), clock);
  changes.on('keys', () => keyCache.clear());
  const commits = new CommitMetrics();
  const foreignUses = new ForeignUseTally(storage, clock);
  closing.defer(() => foreignUses.close());
  const errors = new ErrorTally(storage, clock);
  closing.defer(() => errors.close());
  const meter = new ResourceMeter({ ledger: storage.resources, clock, onFault });
  closing.defer(() => meter.close());
  // Before the jobs, which decide on the memory of this ledger.
  const limiter = new BatchingLimiter({ ledger: storage.openLedger(clock), clock, onFault, observer: commits });
  closing.defer(() => limiter.close());
  registerLimiterMetrics(registry, commits);
  registerKeyCacheMetrics(registry, keyCache);
  registerForeignUseMetrics(registry, foreignUses);
  return { keyIssuer, keyCache, foreignUses, errors, meter, limiter };
}

/** The logs that the operator page shows. */
function openLogs({ config, storage, clock, closing, registry }: Base, { metrics, clientOf }: Edge) {
  const scanLog = new LossyWriter({
    store: storage.scanLog,
    prune: () => storage.scanLog.prune(),
    rowsMax: SCANS_WAITING_MAX,
    clock,
  });
  closing.defer(() => scanLog.close());
  registerLogMetrics(registry, 'scans', scanLog);
  if (config.request_log_days === 0) return { scanLog };
  const limits = requestLogLimits(config.request_log_days, config.request_log_mb);
  const requestLog = new LossyWriter({
    store: storage.requestLog,
    prune: () => storage.requestLog.prune(limits, clock.now()),
    rowsMax: REQUESTS_WAITING_MAX,
    clock,
  });
  closing.defer(() => requestLog.close());
  registerLogMetrics(registry, 'requests', requestLog);
  const networkOf = (request: Request) => clientOf(request).network;
  metrics.observers.push(new RequestRecorder({ writer: requestLog, networkOf, clock }).observe);
  return { scanLog, requestLog, requestLogLimits: limits };
}

async function openTariff({ config, storage, clock, registry }: Base, { readiness }: Health) {
  const tariffStore = new TariffStore(storage, clock);
  const tariff = new Tariff(await tariffStore.open(), clock);
  readiness.add({ name: 'lists', failure: () => lawFailure(tariff, config.list_days_max) });
  registerLawMetrics(registry, tariff);
  return { tariff, tariffStore, outlook: watchedTariff(tariff) };
}

function openProducts(
  { config, storage, clock, log, network, closing, registry }: Base,
  { url }: Edge,
  { signer }: Secrets,
  { meter }: Limits,
  { scanLog }: Logs,
  { tariff }: Lists,
) {
  const baseUrl = () => config.base_url || url;
  const workers = openWorkerPools((message) => log.info(message));
  closing.defer(async () => {
    await Promise.all(Object.values(workers).map((pool) => pool.close()));
  });
  const outbound = new Map<string, number>();
  const scanners = openScanners(
    config,
    clock,
    network,
    { keyed: workers.scans, anonymous: workers.anonymous_scans },
    (label) => outbound.set(label, (outbound.get(label) ?? 0) + 1),
    (scan, withKey) => scanLog.push(loggedScan(scan, withKey)),
    (error) => log.fault('scan', error),
  );
  registerPoolMetrics(registry, { ...workers });
  registerScanMetrics(registry, [scanners.keyed, scanners.anonymous]);
  registerOutboundMetrics(registry, outbound);
  const renderer = new CertificateRenderer(workers.certificates);
  const render: CertificateRenderer['render'] = (...parts) => renderer.render(...parts);
  const issuer = new CertificateIssuer({
    render,
    signer,
    store: storage.certificates,
    requireRoom: () => storage.disk?.require('storing'),
    clock,
  });
  const read = tableReader(workers.spreadsheets);
  return {
    ...{ workers, scanners, issuer },
    watchedStores: watchedStores({ scanner: scanners.keyed, meter }),
    duties: new IsolatedDuties(tariff, workers.duties),
    anonymousDuties: new IsolatedDuties(tariff, workers.anonymous_duties, ANONYMOUS_DUTY_CPU_MS),
    sample: new SampleCertificate({ render, baseUrl }),
    jobProcessors: {
      tariff_audit: tariffAuditProcessor(tariff, workers.tariff_audits),
      pixel_audit: pixelAuditProcessor({
        scanner: scanners.keyed,
        meter,
        clock,
        onFault: (error) => log.fault('jobs', error),
      }),
      entry_batch: entryBatchProcessor({ issuer, filings: storage.filings, meter, baseUrl }),
    } satisfies Record<JobKind, JobProcessor>,
    jobFamilies: [
      tariffAudits({ read, tariff, tasks: workers.tariff_audits }),
      pixelAudits({ read }),
      entryBatches({ read, tasks: workers.certificates, clock }),
    ],
  };
}

/** Opens the work that needs no request: jobs, watches, filings, alerts, the report to the operator. */
function openBackground(
  { config, storage, clock, log, worker, closing, registry }: Base,
  { url, pendingRequests }: Edge,
  { limiter }: Limits,
  { tariff, outlook }: Lists,
  { scanners, watchedStores: stores, jobProcessors, workers }: Products,
) {
  const jobStore = storage.openJobs(clock);
  const jobs = openJobs({
    store: jobStore,
    processors: Object.values(jobProcessors),
    clock,
    onFault: (error) => log.fault('jobs', error),
    isStorageFault,
  });
  closing.defer(() => jobs.close());
  const watchRunner = new WatchRunner({
    store: storage.watches,
    ...{ tariff: outlook, stores, post: scanners.post, clock, keys: storage.keys },
    admit: (request) => limiter.admit(request),
    beta: config.beta === 'on',
  });
  const watches = new Watches({
    store: storage.watches,
    ...{ tariff: outlook, stores, post: scanners.post, clock },
    auditCodes: (lineageId, id) => auditedCodes(jobStore, lineageId, id, CODES_MAX),
  });
  const lag = new EventLoopLag();
  closing.defer(() => lag.close());
  const alertSources = {
    storage,
    lawRead: () => tariff.lawRead(),
    diskFreeBytes: () => storage.disk && freeBytes(config.data_dir),
  };
  const alertWatch = new AlertWatch(alertSources, clock);
  closing.defer(() => alertWatch.close());
  const reporter = new InstanceReporter({
    instances: storage.instances,
    clock,
    describe: () => ({
      role: worker === undefined ? 'server' : `worker ${worker}`,
      address: url,
      host: hostName(),
      pid: process.pid,
      version,
    }),
    load: () => ({
      residentBytes: process.memoryUsage.rss(),
      pending: pendingRequests(),
      lagMs: Math.round(lag.takeLatestMs()),
      pools: Object.fromEntries(Object.entries(workers).map(([name, pool]) => [name, pool.load()])),
    }),
  });
  closing.defer(() => reporter.close());
  registerJobMetrics(registry, jobs);
  registerWatchMetrics(registry, watchRunner);
  registerEventLoopMetrics(registry, lag);
  registerProcessMetrics(registry);
  const filer = openFiler(config, storage.filings, clock);
  return { jobs, watchRunner, watches, alertSources, alertWatch, reporter, filer };
}

/** All routes, and those of the admin listener if there is one. */
function openRoutes(opened: Opened) {
  const { config, edge, limits, clock, worker, closing, registry } = opened;
  const { guardParts, metrics, publicHealth, adminAddress } = edge;
  const keyedRoutes = new KeyedRoutes(keyedOperations([...V1_OPERATIONS, ...V2_OPERATIONS]));
  const { products } = keyedRoutes;
  registerRequestMetrics(registry, metrics, products, edge.pendingRequests);
  if (config.otlp_endpoint) {
    const tracer = new Tracer({ endpoint: config.otlp_endpoint, products, clock, worker });
    metrics.observers.push(tracer.observe);
    closing.defer(() => tracer.close());
  }
  const keyed = {
    routes: keyedRoutes,
    cache: limits.keyCache,
    ...{ limiter: limits.limiter, errors: limits.errors, foreignUses: limits.foreignUses },
    addressOf: (request: Request) => edge.clientOf(request).address,
    beta: config.beta === 'on',
  };
  const rateLimit = openRateLimit(opened);
  const adminRoutes = openAdminRoutes(opened);
  const publicApp = apiGuard({ ...guardParts, keyed, notFound: notFoundPage }).use(openApi(opened, rateLimit));
  const handle = async (request: Request) => publicApp.handle(request);
  publicApp.use(openPages(opened, rateLimit, handle)).use(adminAddress ? publicHealth : adminRoutes);
  const adminApp = adminAddress && apiGuard(guardParts).use(adminRoutes);
  return { publicApp, adminApp, apps: [publicApp, ...(adminApp ? [adminApp] : [])], waiting: products };
}

/** The limits of callers without a key. */
function openRateLimit({ config, clock, askLimits, edge }: Opened): RateLimitGuard {
  return new RateLimitGuard({
    trustProxy: config.trust_proxy,
    limits: askLimits
      ? new SharedAddressLimits({ ask: askLimits, part: new LocalAddressLimits(clock, config.workers) })
      : new LocalAddressLimits(clock),
    socketAddress: edge.socketAddress,
  });
}

/** The operations of v1, v2 and v0. */
function openApi(opened: Opened, rateLimit: RateLimitGuard) {
  const { config, storage, clock, log, edge, secrets, limits, lists, products, background } = opened;
  const { tariff } = lists;
  const { scanners, issuer, duties, jobFamilies } = products;
  const { meter, keyIssuer } = limits;
  const { watches, jobs, filer } = background;
  const api = {
    ...{ tariff, duties, meter, clock, log, storage, jobs, jobFamilies, issuer, filer, watches },
    scanner: scanners.keyed,
    certificates: storage.certificates,
    ...{ filings: storage.filings, parties: storage.parties, watchStore: storage.watches },
    registryAccount: accountOf(config),
    signingKeys: secrets.signingKeys,
    urlTtlSeconds: config.url_ttl,
    baseUrl: config.base_url,
    ownAddress: () => edge.url,
    uploadSlots: new UploadSlots(),
    rotation: new OwnRotation({
      isAllowed: config.key_rotation === 'on',
      ...{ contact: config.contact, keyIssuer, settings: storage.settings, clock },
    }),
    addressOf: (request: Request) => edge.clientOf(request).address,
    contact: config.contact,
    isStorageFault,
    onFault: (error: unknown) => log.fault('scan', error),
  };
  return new Elysia({ name: 'api' })
    .use(v1Routes(api))
    .use(v2Routes(api))
    .use(v0Routes({ tariff, duties: products.anonymousDuties, scanner: scanners.anonymous, rateLimit }));
}

/** The pages for visitors, and the workbench, which asks the API through `handle`. */
function openPages(opened: Opened, rateLimit: RateLimitGuard, handle: (request: Request) => Promise<Response>) {
  const { config, storage, clock, log, limits, lists, products } = opened;
  const { keyCache, foreignUses } = limits;
  return new Elysia({ name: 'pages' })
    .use(verifyRoutes({ storage, sample: products.sample, rateLimit }))
    .use(
      pageRoutes({
        ...{ tariff: lists.tariff, scanner: products.scanners.anonymous, rateLimit, clock },
        contact: config.contact,
        keyOffer: config.key_offer,
      }),
    )
    .use(workbenchRoutes({ config, storage, clock, log, keyCache, rateLimit, foreignUses, handle }));
}

/** Health with reasons, metrics and the operator page. */
function openAdminRoutes(opened: Opened) {
  const { config, storage, clock, log, worker, registry, edge, limits, lists, logs, background } = opened;
  const { certificates, disk } = storage;
  const database = databasePath(config);
  const readers = edge.adminAddress
    ? 'anyone'
    : { token: config.metrics_token, networks: parseNetworks(config.metrics_allow, 'PORTSIDE_METRICS_ALLOW') };
  return new Elysia({ name: 'admin' })
    .use(edge.adminHealth)
    .use(metricsRoutes({ registry, readers, worker }))
    .use(
      operatorRoutes({
        ...{ config, storage, clock, log, certificates, jobs: background.jobs, keyIssuer: limits.keyIssuer },
        ...{ tariff: lists.tariff, tariffStore: lists.tariffStore },
        loggedRoutes: () => [...edge.metrics.routes.keys()].filter((route) => isLogged(route, 400)),
        requestLogLimits: logs.requestLogLimits,
        alertSources: background.alertSources,
        instanceId: background.reporter.id,
        machine: () => ({
          databaseOnDisk: disk !== undefined,
          walBytes: disk ? fileBytes(`${database}-wal`) : 0,
          diskBytes: disk && diskBytes(config.data_dir),
          disk: disk?.read(),
        }),
      }),
    );
}

/** Starts that work, now that requests are answered. */
function begin({ log, closing, changes, lists, background }: Opened): void {
  const { tariff, tariffStore } = lists;
  const { jobs, watchRunner, filer, reporter, alertWatch } = background;
  jobs.start();
  const watchFollower = new WatchFollower(watchRunner, (error) => log.fault('watches', error));
  closing.defer(() => watchFollower.close());
  if (filer) {
    const filingFollower = new FilingFollower(filer, (error) => log.fault('filings', error));
    closing.defer(() => filingFollower.close());
  }
  changes.on('tariff', async () => {
    tariff.replace(await tariffStore.load());
    watchFollower.wake();
  });
  void reporter.report();
  void alertWatch.evaluate();
}
