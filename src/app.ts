/** Wiring: makes a running server from a configuration and an open storage. It decides nothing. */
import { existsSync } from 'node:fs';
import { isStorageFault } from './adapters/faults.ts';
import { fileBytes, freeBytes } from './adapters/system/disk.ts';
import { systemNetwork } from './adapters/system/network.ts';
import { RateLimitGuard } from './api/v0/rate-limit-guard.ts';
import { v0Routes } from './api/v0/routes.ts';
import { entryRoutes, GENERATE_PATH } from './api/v1/certificates/routes.ts';
import { PIXEL_SCAN_PATH, pixelRoutes } from './api/v1/pixel-scan/route.ts';
import { TARIFF_LOOKUP_PATH, tariffRoutes } from './api/v1/tariff-lookup/route.ts';
import { type Config, databasePath, ownAddress } from './config.ts';
import type { Clock } from './domain/clock.ts';
import type { Product } from './domain/key.ts';
import type { Log } from './domain/log.ts';
import type { Network } from './domain/network.ts';
import type { Storage } from './domain/storage.ts';
import { CertificateIssuer } from './entry/issue/certificate-issuer.ts';
import { CertificateRenderer } from './entry/pdf/renderer.ts';
import { loadSigningKeys } from './entry/verify/signing-keys.ts';
import { apiGuard } from './http/api-guard.ts';
import { drain } from './http/drain.ts';
import { healthRoutes } from './http/health/health-routes.ts';
import { readinessChecks } from './http/health/readiness.ts';
import { CommitMetrics } from './http/metrics/commit-metrics.ts';
import { EventLoopLag } from './http/metrics/event-loop-lag.ts';
import { metricsRoutes } from './http/metrics/metrics-route.ts';
import { RequestMetrics } from './http/metrics/request-metrics.ts';
import { serverMetrics } from './http/metrics/server-metrics.ts';
import { Tracer } from './http/metrics/tracer.ts';
import { parseNetworks } from './http/networks.ts';
import { openWorkerPools } from './isolation/open-pools.ts';
import { KeyCache } from './keys/key-cache.ts';
import { KeyIssuer } from './keys/key-issuer.ts';
import { BatchingLimiter } from './limits/batching-limiter.ts';
import { ErrorTally } from './limits/error-tally.ts';
import { ResourceMeter } from './limits/resource-meter.ts';
import { operatorRoutes } from './operator/routes.ts';
import { openScanners, recentScans } from './pixel/open-scanner.ts';
import { listAgeSeconds, listFailure } from './tariff/list-age.ts';
import { Tariff } from './tariff/tariff.ts';
import { TariffStore } from './tariff/tariff-store.ts';
import { pageRoutes } from './web/routes.ts';
import { verifyRoutes } from './web/verify/routes.ts';

/** The API guard refuses much smaller bodies with an error body. Bun's own 413 is for a wrong `Content-Length`. */
const HARD_BODY_BYTES_MAX = 16 * 1024 * 1024;
/** In seconds. A scan may take 15, and its own server must not cut it off. */
const IDLE_TIMEOUT_S = 60;
/** After the start. Reading fonts takes a tenth of a second of a core, which the first lookups should not wait for. */
const CERTIFICATES_WARM_UP_MS = 1000;

export interface App {
  url: string;
  /** All routes, for tests that walk them. */
  routes(): { method: string; path: string }[];
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
}

/** @throws when the port is taken. */
export async function startApp(parts: AppParts): Promise<App> {
  const { config, storage, clock, log, network = systemNetwork, worker } = parts;
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
  const tariffStore = new TariffStore(storage, clock);
  // The watch begins before the first load, or an import in between would be missed. Its listener waits for the tariff.
  const opened = Promise.withResolvers<Tariff>();
  const watch = await storage.changes.watch(
    {
      keys: () => keyCache.clear(),
      tariff: async () => (await opened.promise).replace(await tariffStore.load()),
    },
    (error) => log.fault('a change was not applied', error),
  );
  const tariff = new Tariff(await tariffStore.load(), clock, () => tariffStore.loadSchedule());
  opened.resolve(tariff);
  const outbound = new Map<string, number>();
  const workers = openWorkerPools((message) => log.info(message));
  const scanWorkers = { keyed: workers.scans, anonymous: workers.anonymous_scans };
  const scanners = openScanners(config, clock, network, scanWorkers, (label) =>
    outbound.set(label, (outbound.get(label) ?? 0) + 1),
  );
  const renderer = new CertificateRenderer(workers.certificates);
  const warmUp = setTimeout(() => workers.certificates.prepare(), CERTIFICATES_WARM_UP_MS);
  const { certificates } = storage;
  const issuer = new CertificateIssuer({
    render: (certificate, recordJson, renderFor) => renderer.render(certificate, recordJson, renderFor),
    store: certificates,
    clock,
  });
  let draining = false;
  /** Known once the server listens, because the system may choose the port. */
  const address = (): string => ownAddress(config, server.server!.port!);
  const socketAddress = (request: Request): string => server.server?.requestIP(request)?.address ?? '';

  const products = new Map<string, Product>([
    [TARIFF_LOOKUP_PATH, 'tariff'],
    [PIXEL_SCAN_PATH, 'pixel'],
    [GENERATE_PATH, 'entry'],
  ]);
  const requestMetrics = new RequestMetrics();
  const tracer = config.otlp_endpoint
    ? new Tracer({ endpoint: config.otlp_endpoint, products, clock, worker })
    : undefined;
  requestMetrics.observer = tracer?.observe;
  const lag = new EventLoopLag();
  const database = databasePath(config);
  const metrics = serverMetrics({
    requestMetrics,
    products,
    commits,
    keyCache,
    scans: Object.values(scanners),
    workers: { ...workers },
    outbound,
    listAgeSeconds: () => listAgeSeconds(tariff),
    lagSeconds: lag.seconds,
    pendingRequests: () => server.server?.pendingRequests ?? 0,
    files: () => ({
      database: fileBytes(database),
      wal: fileBytes(`${database}-wal`),
      free: existsSync(config.data_dir) ? freeBytes(config.data_dir) : undefined,
    }),
  });
  const readiness = readinessChecks({
    draining: () => draining,
    database: storage.probe,
    productChecks: [{ name: 'lists', failure: () => listFailure(tariff.age(), config.list_days_max) }],
    dataDir: config.database_url ? undefined : config.data_dir,
    diskFloorMb: config.disk_floor_mb,
    freeBytes,
    now: clock.now,
  });

  const rateLimit = new RateLimitGuard({ trustProxy: config.trust_proxy, clock, socketAddress });
  const server = apiGuard({
    products,
    keyCache,
    limiter,
    errors,
    beta: config.beta === 'on',
    logRequests: config.log === 'requests',
    routeOf: (path) => requestMetrics.routeOf(path).name,
    isStorageFault,
    contact: config.contact,
    clock,
    log,
  })
    .use(healthRoutes(readiness, clock.monotonic))
    .use(metricsRoutes({ metrics, readers: parseNetworks(config.metrics_allow, 'PORTSIDE_METRICS_ALLOW'), worker }))
    .use(tariffRoutes(tariff))
    .use(pixelRoutes(scanners.keyed, meter))
    .use(
      entryRoutes({
        issuer,
        store: certificates,
        meter,
        keys: await loadSigningKeys(config.signing_key, storage, clock),
        clock,
        urlTtlSeconds: config.url_ttl,
        baseUrl: config.base_url,
        ownAddress: address,
      }),
    )
    .use(verifyRoutes(certificates))
    .use(v0Routes({ tariff, scanner: scanners.anonymous, rateLimit }))
    .use(pageRoutes({ tariff, rateLimit, contact: config.contact }))
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
        scans: () => recentScans(scanners),
      }),
    )
    .wrap(requestMetrics.wrap as never);
  requestMetrics.registerRoutes(server.routes.map(({ path }) => path));
  server.listen({
    hostname: config.host,
    port: config.port,
    reusePort: worker !== undefined,
    maxRequestBodySize: HARD_BODY_BYTES_MAX,
    idleTimeout: IDLE_TIMEOUT_S,
  });

  return {
    url: address(),
    routes: () => server.routes.map(({ method, path }) => ({ method, path })),
    async close() {
      draining = true;
      await clock.sleep(config.drain_delay * 1000);
      await drain(server.server!);
      lag.close();
      await tracer?.close();
      watch.stop();
      await limiter.close();
      clearTimeout(warmUp);
      await Promise.all(Object.values(workers).map((pool) => pool.close()));
      await meter.close();
      await errors.close();
    },
  };
}
