/**
 * Wiring: makes a running server from a configuration and an open storage. It decides nothing. It has over 400 lines because every part
 * is made and connected here, in the order in which they need each other.
 */
import { existsSync } from 'node:fs';
import { Elysia } from 'elysia';
import { version } from '../package.json';
import { isStorageFault } from './adapters/faults.ts';
import { fileBytes, freeBytes } from './adapters/system/disk.ts';
import { diskBytes, hostName } from './adapters/system/machine.ts';
import { systemNetwork } from './adapters/system/network.ts';
import type { EntryParts } from './api/certificate-links.ts';
import { LocalAddressLimits } from './api/v0/address-limits.ts';
import { RateLimitGuard } from './api/v0/rate-limit-guard.ts';
import { v0Routes } from './api/v0/routes.ts';
import { type AskLimits, SharedAddressLimits } from './api/v0/shared-address-limits.ts';
import { entryRoutes, GENERATE_PATH } from './api/v1/certificates/routes.ts';
import { PIXEL_SCAN_PATH, pixelRoutes } from './api/v1/pixel-scan/route.ts';
import { directLookup, TARIFF_LOOKUP_PATH, tariffRoutes } from './api/v1/tariff-lookup/route.ts';
import { accountRoutes } from './api/v2/account/routes.ts';
import { filingRoutes } from './api/v2/certificates/filings.ts';
import { registryRoutes } from './api/v2/certificates/registry.ts';
import { certificateRoutes } from './api/v2/certificates/routes.ts';
import { eventRoutes } from './api/v2/events/routes.ts';
import { entryBatches } from './api/v2/jobs/entry-batches.ts';
import { pixelAudits } from './api/v2/jobs/pixel-audits.ts';
import { jobRoutes } from './api/v2/jobs/routes.ts';
import { tableReader } from './api/v2/jobs/table-reader.ts';
import { tariffAudits } from './api/v2/jobs/tariff-audits.ts';
import { keyedOperations, V2_OPERATIONS } from './api/v2/operations.ts';
import { partyRoutes } from './api/v2/parties/routes.ts';
import { pixelScanRoutes } from './api/v2/pixel-scans/route.ts';
import { dutiesRoutes } from './api/v2/tariff-duties/route.ts';
import { watchRoutes } from './api/v2/watches/routes.ts';
import { type Config, databasePath, ownAddress } from './config.ts';
import type { Clock } from './domain/clock.ts';
import type { JobWork } from './domain/job.ts';
import type { Log } from './domain/log.ts';
import type { Network } from './domain/network.ts';
import { isLogged, requestLogLimits } from './domain/request-log.ts';
import { loggedScan } from './domain/scan-log.ts';
import type { Storage } from './domain/storage.ts';
import { CODES_MAX } from './domain/watch.ts';
import { entryBatchWork } from './entry/batch/batch-work.ts';
import { CertificateIssuer } from './entry/issue/certificate-issuer.ts';
import { SampleCertificate } from './entry/issue/sample-certificate.ts';
import { CertificateRenderer } from './entry/pdf/renderer.ts';
import { FilingFollower } from './entry/registry/filing-follower.ts';
import { accountOf, openFiler } from './entry/registry/open-filer.ts';
import { loadSigner } from './entry/sign/load-signer.ts';
import { loadSigningKeys } from './entry/verify/signing-keys.ts';
import { type ApiGuardParts, apiGuard } from './http/api-guard.ts';
import { type ClientAddress, clientAddress, parseTrustedProxies } from './http/client-address.ts';
import { delegationOf } from './http/delegation.ts';
import { directRoutes } from './http/direct-route.ts';
import { drain } from './http/drain.ts';
import { HEALTH_PATHS, healthRoutes } from './http/health/health-routes.ts';
import { readinessChecks } from './http/health/readiness.ts';
import { HostCheck } from './http/host-check.ts';
import { KeyedRoutes } from './http/keyed-routes.ts';
import { addressText, type ListenAddress, parseListenAddress, workerAddress } from './http/listen-address.ts';
import { openListener } from './http/listener.ts';
import { CommitMetrics } from './http/metrics/commit-metrics.ts';
import { EventLoopLag } from './http/metrics/event-loop-lag.ts';
import { METRICS_PATH, metricsRoutes } from './http/metrics/metrics-route.ts';
import { RequestMetrics } from './http/metrics/request-metrics.ts';
import { serverMetrics } from './http/metrics/server-metrics.ts';
import { Tracer } from './http/metrics/tracer.ts';
import { parseNetworks } from './http/networks.ts';
import { RECORDED_MAX, RequestRecorder } from './http/request-recorder.ts';
import { openWorkerPools } from './isolation/open-pools.ts';
import { openJobs } from './jobs/open-jobs.ts';
import { KeyCache } from './keys/key-cache.ts';
import { KeyIssuer } from './keys/key-issuer.ts';
import { OwnRotation } from './keys/own-rotation.ts';
import { BatchingLimiter } from './limits/batching-limiter.ts';
import { ErrorTally } from './limits/error-tally.ts';
import { ForeignUseTally } from './limits/foreign-use-tally.ts';
import { LossyWriter } from './limits/lossy-writer.ts';
import { ResourceMeter } from './limits/resource-meter.ts';
import { AlertWatch } from './operations/alert-watch.ts';
import { InstanceReporter } from './operations/instance-reporter.ts';
import { operatorRoutes } from './operator/routes.ts';
import { pixelAuditWork } from './pixel/audit/audit-work.ts';
import { openScanners } from './pixel/open-scanner.ts';
import { watchedStores } from './pixel/watched-stores.ts';
import { tariffAuditWork } from './tariff/audit/audit-work.ts';
import { auditedCodes } from './tariff/audit/audited-codes.ts';
import { ANONYMOUS_DUTY_CPU_MS, IsolatedDuties } from './tariff/duties/isolated-duties.ts';
import { lawFailure } from './tariff/law/law-age.ts';
import { Tariff } from './tariff/tariff.ts';
import { TariffStore } from './tariff/tariff-store.ts';
import { watchedTariff } from './tariff/watched-tariff.ts';
import { WatchFollower } from './watches/watch-follower.ts';
import { WatchWork } from './watches/watch-work.ts';
import { Watches } from './watches/watches.ts';
import { notFoundPage } from './web/not-found/page.ts';
import { pageRoutes } from './web/routes.ts';
import { verifyRoutes } from './web/verify/routes.ts';
import { workRoutes } from './web/work/routes.ts';

/** Those of two seconds: more could not be written, and a database that is away must not fill the memory. */
const REQUESTS_WAITING_MAX = 2 * RECORDED_MAX;
const SCANS_WAITING_MAX = 200;
/** Often, because what ordinary work takes from the reserve must be there again before the disk is full. It costs 10 µs. */
const DISK_MAINTENANCE_EVERY_MS = 250;

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

export interface AppParts {
  config: Config;
  storage: Storage;
  clock: Clock;
  log: Log;
  network?: Network;
  /** The number of this process, if several share the port. Without it a second copy fails instead of taking half the traffic. */
  worker?: number;
  /** Asks the process that counts for all workers. Absent if there is one process. */
  askLimits?: AskLimits;
}

/** @throws AddressTaken */
export async function startApp(parts: AppParts): Promise<App> {
  const { config, storage, clock, log, network = systemNetwork, worker, askLimits } = parts;
  const keyIssuer = new KeyIssuer(storage, clock);
  const keyCache = new KeyCache((hash) => keyIssuer.findByHash(hash), clock);
  const commits = new CommitMetrics();
  const limiter = new BatchingLimiter({
    ledger: storage.openLedger(clock),
    clock,
    onFault: (error) => log.fault('accounting', error),
    observer: commits,
  });
  const meter = new ResourceMeter({
    ledger: storage.resources,
    clock,
    onFault: (error) => log.fault('accounting', error),
  });
  const errors = new ErrorTally(storage, clock);
  const foreignUses = new ForeignUseTally(storage, clock);
  const tariffStore = new TariffStore(storage, clock);
  // The watch begins before the first load, or an import in between would be missed. Its listener waits for the tariff.
  const opened = Promise.withResolvers<Tariff>();
  let watchFollower: WatchFollower | undefined;
  const watch = await storage.changes.watch(
    {
      keys: () => keyCache.clear(),
      tariff: async () => {
        (await opened.promise).replace(await tariffStore.load());
        watchFollower?.wake();
      },
    },
    (error) => log.fault('a change was not applied', error),
  );
  const tariff = new Tariff(await tariffStore.open(), clock);
  opened.resolve(tariff);
  const outbound = new Map<string, number>();
  const workers = openWorkerPools((message) => log.info(message));
  const scanWorkers = { keyed: workers.scans, anonymous: workers.anonymous_scans };
  const scanLog = new LossyWriter({
    store: storage.scanLog,
    prune: () => storage.scanLog.prune(),
    rowsMax: SCANS_WAITING_MAX,
    clock,
  });
  const scanners = openScanners(
    config,
    clock,
    network,
    scanWorkers,
    (label) => outbound.set(label, (outbound.get(label) ?? 0) + 1),
    (scan, withKey) => scanLog.push(loggedScan(scan, withKey)),
  );
  const watchParts = {
    store: storage.watches,
    tariff: watchedTariff(tariff),
    stores: watchedStores({ scanner: scanners.keyed, meter }),
    post: scanners.post,
    clock,
  };
  const jobStore = storage.openJobs(clock);
  const watches = new Watches({
    ...watchParts,
    auditCodes: (lineageId, id) => auditedCodes(jobStore, lineageId, id, CODES_MAX),
  });
  const watchWork = new WatchWork({
    ...watchParts,
    keys: storage.keys,
    admit: (request) => limiter.admit(request),
    beta: config.beta === 'on',
  });
  const duties = new IsolatedDuties(tariff, workers.duties);
  const anonymousDuties = new IsolatedDuties(tariff, workers.anonymous_duties, ANONYMOUS_DUTY_CPU_MS);
  const renderer = new CertificateRenderer(workers.certificates);
  const { certificates, disk } = storage;
  const issuer = new CertificateIssuer({
    render: (certificate, recordJson, renderFor) => renderer.render(certificate, recordJson, renderFor),
    signer: await loadSigner(config, storage, clock, log),
    store: certificates,
    requireRoom: () => disk?.require('storing'),
    clock,
  });
  const sample = new SampleCertificate({
    render: (certificate, recordJson, renderFor) => renderer.render(certificate, recordJson, renderFor),
    baseUrl: () => config.base_url || address(),
  });
  const filer = openFiler(config, storage.filings, clock);
  const follower = filer && new FilingFollower(filer, (error) => log.fault('filings', error));
  const jobWorks: JobWork[] = [
    tariffAuditWork(tariff, workers.tariff_audits),
    pixelAuditWork({
      scanner: scanners.keyed,
      meter,
      clock,
      onFault: (error) => log.fault('jobs', error),
    }),
    entryBatchWork({ issuer, filings: storage.filings, meter, baseUrl: () => config.base_url || address() }),
  ];
  const read = tableReader(workers.spreadsheets);
  const jobFamilies = [
    tariffAudits({ read, tariff, work: workers.tariff_audits }),
    pixelAudits({ read }),
    entryBatches({ read, work: workers.certificates, clock }),
  ];
  const jobs = openJobs({
    store: jobStore,
    works: jobWorks,
    clock,
    onFault: (error) => log.fault('jobs', error),
    isStorageFault,
  });
  const maintenance = disk && setInterval(() => disk.maintain(), DISK_MAINTENANCE_EVERY_MS).unref();
  let draining = false;
  /** Known once the server listens, because the system may choose the port. */
  const address = (): string => ownAddress(config, listener.port!);
  const trustedProxies = parseTrustedProxies(config.trust_proxy);
  const socketAddress = (request: Request): string => listener.requestIP(request)?.address ?? '';

  const clientOf = (request: Request): ClientAddress =>
    delegationOf(request) ??
    clientAddress(socketAddress(request), request.headers.get('x-forwarded-for'), trustedProxies);

  const v1 = { method: 'post', needsBody: true } as const;
  const keyedRoutes = new KeyedRoutes([
    { path: TARIFF_LOOKUP_PATH, product: 'tariff', ...v1 },
    { path: PIXEL_SCAN_PATH, product: 'pixel', ...v1 },
    { path: GENERATE_PATH, product: 'entry', ...v1 },
    ...keyedOperations(V2_OPERATIONS),
  ]);
  const { products } = keyedRoutes;
  const requestMetrics = new RequestMetrics();
  const tracer = config.otlp_endpoint
    ? new Tracer({ endpoint: config.otlp_endpoint, products, clock, worker })
    : undefined;
  if (tracer) requestMetrics.observers.push(tracer.observe);
  const logLimits = requestLogLimits(config.request_log_days, config.request_log_mb);
  const requestLog =
    config.request_log_days > 0
      ? new LossyWriter({
          store: storage.requestLog,
          prune: () => storage.requestLog.prune(logLimits, clock.now()),
          rowsMax: REQUESTS_WAITING_MAX,
          clock,
        })
      : undefined;
  if (requestLog) {
    const networkOf = (request: Request) => clientOf(request).network;
    requestMetrics.observers.push(new RequestRecorder({ writer: requestLog, networkOf, clock }).observe);
  }
  const lag = new EventLoopLag();
  const database = databasePath(config);
  const metrics = serverMetrics({
    requestMetrics,
    products,
    commits,
    keyCache,
    foreignUses,
    scans: [scanners.keyed, scanners.anonymous],
    workers: { ...workers },
    jobs,
    outbound,
    watches: watchWork,
    logs: { ...(requestLog && { requests: requestLog }), scans: scanLog },
    lawReadDays: () => tariff.lawRead().days,
    lagSeconds: lag.seconds,
    pendingRequests: () => listener.pendingRequests + (adminListener?.pendingRequests ?? 0),
    files: () => ({
      database: fileBytes(database),
      wal: fileBytes(`${database}-wal`),
      free: existsSync(config.data_dir) ? freeBytes(config.data_dir) : undefined,
    }),
    disk: () => disk?.read(),
  });
  const alertSources = {
    storage,
    lawRead: () => tariff.lawRead(),
    diskFreeBytes: () => disk && freeBytes(config.data_dir),
  };
  const alertWatch = new AlertWatch(alertSources, clock);
  const reporter = new InstanceReporter({
    instances: storage.instances,
    clock,
    describe: () => ({
      role: worker === undefined ? 'server' : `worker ${worker}`,
      address: address(),
      host: hostName(),
      pid: process.pid,
      version,
    }),
    load: () => ({
      residentBytes: process.memoryUsage.rss(),
      pending: listener.pendingRequests + (adminListener?.pendingRequests ?? 0),
      lagMs: Math.round(lag.takeLatestMs()),
      pools: Object.fromEntries(Object.entries(workers).map(([name, pool]) => [name, pool.load()])),
    }),
  });
  const readiness = readinessChecks({
    draining: () => draining,
    database: storage.probe,
    productChecks: [{ name: 'lists', failure: () => lawFailure(tariff, config.list_days_max) }],
    dataDir: config.database_url ? undefined : config.data_dir,
    diskFloorMb: config.disk_floor_mb,
    freeBytes,
    now: clock.now,
  });

  const rateLimit = new RateLimitGuard({
    trustProxy: config.trust_proxy,
    limits: askLimits
      ? new SharedAddressLimits({ ask: askLimits, part: new LocalAddressLimits(clock, config.workers) })
      : new LocalAddressLimits(clock),
    socketAddress,
  });
  const guardParts: ApiGuardParts = {
    keyedRoutes,
    keyCache,
    limiter,
    errors,
    foreignUses,
    addressOf: (request) => clientOf(request).address,
    beta: config.beta === 'on',
    logRequests: config.log === 'requests',
    recordsRequests: requestLog !== undefined,
    routeOf: (path) => requestMetrics.routeOf(path).name,
    isStorageFault,
    contact: config.contact,
    clock,
    log,
  };
  const adminAddress = config.admin_listen ? workerAddress(parseListenAddress(config.admin_listen), worker) : undefined;
  const metricsReaders = adminAddress
    ? 'anyone'
    : { token: config.metrics_token, networks: parseNetworks(config.metrics_allow, 'PORTSIDE_METRICS_ALLOW') };
  const adminRoutes = new Elysia({ name: 'admin' })
    .use(healthRoutes(readiness, clock.monotonic))
    .use(metricsRoutes({ metrics, readers: metricsReaders, worker }))
    .use(
      operatorRoutes({
        config,
        storage,
        clock,
        log,
        keyIssuer,
        tariff,
        tariffStore,
        certificates,
        jobs,
        loggedRoutes: () => [...requestMetrics.routes.keys()].filter((route) => isLogged(route, 400)),
        requestLogLimits: requestLog && logLimits,
        alertSources,
        instanceId: reporter.id,
        machine: () => ({
          databaseOnDisk: disk !== undefined,
          walBytes: disk ? fileBytes(`${database}-wal`) : 0,
          diskBytes: disk && diskBytes(config.data_dir),
          disk: disk?.read(),
        }),
      }),
    );
  const entry: EntryParts = {
    issuer,
    store: certificates,
    filings: storage.filings,
    account: accountOf(config),
    filer,
    meter,
    keys: await loadSigningKeys(config.signing_key, storage, clock),
    clock,
    urlTtlSeconds: config.url_ttl,
    baseUrl: config.base_url,
    ownAddress: address,
  };
  const rotation = new OwnRotation({
    isAllowed: config.key_rotation === 'on',
    contact: config.contact,
    keyIssuer,
    settings: storage.settings,
    clock,
  });
  const publicApp = apiGuard({ ...guardParts, notFoundPage })
    .use(tariffRoutes(tariff))
    .use(dutiesRoutes(duties, meter))
    .use(pixelRoutes({ scanner: scanners.keyed, meter }))
    .use(
      pixelScanRoutes({
        scanner: scanners.keyed,
        meter,
        contact: config.contact,
        isStorageFault,
        onFault: (error) => log.fault('scan', error),
      }),
    )
    .use(entryRoutes(entry))
    .use(certificateRoutes(entry))
    .use(registryRoutes(entry))
    .use(filingRoutes(entry))
    .use(partyRoutes({ store: storage.parties, clock }))
    .use(watchRoutes({ watches, store: storage.watches }))
    .use(eventRoutes({ watches, store: storage.watches }))
    .use(accountRoutes({ storage, jobs, rotation, addressOf: (request) => clientOf(request).address, clock }))
    .use(jobRoutes(jobFamilies, { jobs, meter, clock, log }))
    .use(verifyRoutes({ storage, sample }))
    .use(v0Routes({ tariff, duties: anonymousDuties, scanner: scanners.anonymous, rateLimit }))
    .use(
      pageRoutes({
        tariff,
        scanner: scanners.anonymous,
        rateLimit,
        clock,
        contact: config.contact,
        keyOffer: config.key_offer,
      }),
    )
    .use(
      workRoutes({
        ...{ config, storage, clock, log, keyCache, rateLimit, foreignUses },
        handle: (request): Response | Promise<Response> => publicApp.handle(request),
      }),
    );
  const adminApp = adminAddress && apiGuard({ ...guardParts, keyedRoutes: new KeyedRoutes([]) }).use(adminRoutes);
  publicApp.use(adminApp ? healthRoutes(readiness, clock.monotonic, { showsReasons: false }) : adminRoutes);

  const listenerParts = {
    metrics: requestMetrics,
    // The limiter waits for the end of the turn: a group is the requests of one turn.
    waiting: products,
  };
  const listener = openListener(publicApp, {
    ...listenerParts,
    direct: directRoutes(guardParts, [directLookup(tariff)]),
    address: { hostname: config.host, port: config.port },
    reusePort: worker !== undefined,
    hosts: new HostCheck(config),
    anyHost: HEALTH_PATHS,
  });
  const adminListener =
    adminApp &&
    openListener(adminApp, {
      ...listenerParts,
      address: adminAddress,
      // Each worker has an address of its own. If it were shared, a public port could lead to the admin routes.
      reusePort: false,
      hosts: new HostCheck({ ...config, ...('hostname' in adminAddress && { host: adminAddress.hostname }) }),
      anyHost: new Set([...HEALTH_PATHS, METRICS_PATH]),
    });

  jobs.start();
  watchFollower = new WatchFollower(watchWork, (error) => log.fault('watches', error));
  void reporter.report();
  void alertWatch.evaluate();

  return {
    url: address(),
    adminUrl:
      adminListener &&
      addressText({ ...adminAddress, ...(adminListener.port && { port: adminListener.port }) } as ListenAddress),
    routes: () =>
      [publicApp, adminApp].flatMap((app) => app?.routes.map(({ method, path }) => ({ method, path })) ?? []),
    handle: async (request) => publicApp.handle(request),
    async close() {
      draining = true;
      await clock.sleep(config.drain_delay * 1000);
      await Promise.all([listener, adminListener].map((open) => open && drain(open)));
      lag.close();
      await reporter.close();
      await alertWatch.close();
      await tracer?.close();
      watch.stop();
      await follower?.close();
      await jobs.close();
      await watchFollower?.close();
      await limiter.close();
      clearInterval(maintenance);
      await Promise.all(Object.values(workers).map((pool) => pool.close()));
      await meter.close();
      await errors.close();
      await foreignUses.close();
      await Promise.all([requestLog?.close(), scanLog.close()]);
    },
  };
}
