/**
 * Wiring: makes a running server from a configuration and an open storage. It decides nothing. What a lookup needs is made here,
 * before the server listens. What runs by itself is in `app-services.ts`, the products are in `app-products.ts`, all other routes in
 * `app-routes.ts`. They are imported later, so that the first answer waits for none of them (docs/adr/0121).
 */
import type { AnyElysia } from 'elysia';
import { isStorageFault } from './adapters/faults.ts';
import { freeBytes } from './adapters/system/disk.ts';
import { systemNetwork } from './adapters/system/network.ts';
import { TARIFF_LOOKUP_PATH } from './api/v1/paths.ts';
import { directLookup } from './api/v1/tariff-lookup/answer.ts';
import type { AppParts, Core } from './app-core.ts';
import type { Services } from './app-services.ts';
import { ownAddress } from './config.ts';
import { PortsideError } from './domain/errors.ts';
import type { Product } from './domain/key.ts';
import { requestLogLimits } from './domain/request-log.ts';
import { type ClientAddress, clientAddress, parseTrustedProxies } from './http/client-address.ts';
import { delegationOf } from './http/delegation.ts';
import { directRoutes } from './http/direct-route.ts';
import { drain } from './http/drain.ts';
import { errorResponse } from './http/error-response.ts';
import { HEALTH_PATHS, healthOperations } from './http/health/health.ts';
import { readinessChecks } from './http/health/readiness.ts';
import { HostCheck } from './http/host-check.ts';
import { KeyedRoutes } from './http/keyed-routes.ts';
import { addressText, type ListenAddress, parseListenAddress, workerAddress } from './http/listen-address.ts';
import { type Listener, openListener } from './http/listener.ts';
import { METRICS_PATH } from './http/metrics/metrics-path.ts';
import { RequestMetrics } from './http/metrics/request-metrics.ts';
import { Tracer } from './http/metrics/tracer.ts';
import { parseNetworks } from './http/networks.ts';
import type { ApiGuardParts } from './http/request-checks.ts';
import { RECORDED_MAX, RequestRecorder } from './http/request-recorder.ts';
import { KeyCache } from './keys/key-cache.ts';
import { KeyIssuer } from './keys/key-issuer.ts';
import { BatchingLimiter } from './limits/batching-limiter.ts';
import { CommitMetrics } from './limits/commit-metrics.ts';
import { ErrorTally } from './limits/error-tally.ts';
import { ForeignUseTally } from './limits/foreign-use-tally.ts';
import { LossyWriter } from './limits/lossy-writer.ts';
import { lawFailure } from './tariff/law/law-age.ts';
import { Tariff } from './tariff/tariff.ts';
import { TariffStore } from './tariff/tariff-store.ts';

/** Those of two seconds: more could not be written, and a database that is away must not fill the memory. */
const REQUESTS_WAITING_MAX = 2 * RECORDED_MAX;
/** Often, because what ordinary work takes from the reserve must be there again before the disk is full. It costs 10 µs. */
const DISK_MAINTENANCE_EVERY_MS = 250;

/** Until a database that was locked or away is asked again for what runs by itself. */
const BEGIN_AGAIN_MS = 1000;

export interface App {
  url: string;
  /** Address of the admin listener, if there is one. */
  adminUrl: string | undefined;
  /** All routes, for tests that walk them. */
  routes(): Promise<{ method: string; path: string }[]>;
  /**
   * Begins what a server does by itself: jobs, watches, filings, alerts. Call it once, soon. Later calls do nothing. It waits for a
   * database that is locked or away.
   * @throws SignerFault
   */
  begin(): Promise<void>;
  /** Answers a request of this process, for tests. */
  handle(request: Request): Promise<Response>;
  /**
   * Says at `/readyz` that it is draining. After `drain_delay` it stops accepting, lets requests in flight finish and commits
   * what waits. The storage stays open: the caller opened it.
   */
  close(): Promise<void>;
}

/** @throws AddressTaken, and SignerFault if the configured key or certificate cannot be used */
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
  const errors = new ErrorTally(storage, clock);
  const foreignUses = new ForeignUseTally(storage, clock);
  const tariffStore = new TariffStore(storage, clock);
  // The watch begins before the first load, or an import in between would be missed. Its listener waits for the tariff.
  const opened = Promise.withResolvers<Tariff>();
  let services: Promise<Services> | undefined;
  const watch = await storage.changes.watch(
    {
      keys: () => keyCache.clear(),
      tariff: async () => {
        (await opened.promise).replace(await tariffStore.load());
        (await services)?.tariffChanged();
      },
    },
    (error) => log.fault('a change was not applied', error),
  );
  const tariff = new Tariff(await tariffStore.open(), clock);
  opened.resolve(tariff);
  // The operator's own, or a start with one that cannot sign would look like a good one. A pair of the database waits.
  const isSignerConfigured = Boolean(config.signer_key || config.signer_certificate);
  const signer = isSignerConfigured
    ? await (await import('./entry/sign/load-signer.ts')).loadSigner(config, storage, clock, log)
    : undefined;
  const maintenance = storage.disk && setInterval(() => storage.disk!.maintain(), DISK_MAINTENANCE_EVERY_MS).unref();
  let draining = false;
  /** Known once the server listens, because the system may choose the port. */
  const address = (): string => ownAddress(config, listener.port!);
  const trustedProxies = parseTrustedProxies(config.trust_proxy);
  const socketAddress = (request: Request): string => listener.requestIP(request)?.address ?? '';

  const clientOf = (request: Request): ClientAddress =>
    delegationOf(request) ??
    clientAddress(socketAddress(request), request.headers.get('x-forwarded-for'), trustedProxies);

  const lookup = { path: TARIFF_LOOKUP_PATH, product: 'tariff', method: 'post', needsBody: true } as const;
  const products = new Map<string, Product>([[lookup.path, lookup.product]]);
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
  const pendingRequests = () => listener.pendingRequests + (adminListener?.pendingRequests ?? 0);
  const readiness = readinessChecks({
    draining: () => draining,
    database: storage.probe,
    productChecks: [{ name: 'lists', failure: () => lawFailure(tariff, config.list_days_max) }],
    dataDir: config.database_url ? undefined : config.data_dir,
    diskFloorMb: config.disk_floor_mb,
    freeBytes,
    now: clock.now,
  });

  const guardParts: ApiGuardParts = {
    keyedRoutes: new KeyedRoutes([lookup]),
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
  const adminHealth = healthOperations(readiness, clock.monotonic);
  const publicHealth = adminAddress
    ? healthOperations(readiness, clock.monotonic, { showsReasons: false })
    : adminHealth;
  const core: Core = {
    ...{
      config,
      storage,
      clock,
      log,
      network,
      worker,
      askLimits,
      signer,
      address,
      socketAddress,
      clientOf,
      adminAddress,
    },
    ...{ keyIssuer, keyCache, commits, limiter, foreignUses, tariffStore, tariff, products, pendingRequests },
    ...{ requestMetrics, requestLog, logLimits, guardParts, metricsReaders, adminHealth, publicHealth },
  };
  const openedServices = () => {
    services ??= import('./app-services.ts')
      .then(({ openServices }) => openServices(core))
      .catch((error) => {
        services = undefined;
        throw error;
      });
    return services;
  };
  const openAll = async () => {
    const { openRoutes } = await import('./app-routes.ts');
    return openRoutes(core, await openedServices());
  };
  let routes: ReturnType<typeof openAll> | undefined;
  const openedRoutes = () => {
    routes ??= openAll().catch((error) => {
      routes = undefined;
      log.fault('other routes cannot be opened yet', error);
      throw error;
    });
    return routes;
  };
  const listenerParts = {
    metrics: requestMetrics,
    // The limiter waits for the end of the turn: a group is the requests of one turn.
    waiting: products,
    unavailable: () => errorResponse(new PortsideError('unavailable', { retryAfterS: 1 }), config.contact),
  };
  const listener: Listener = openListener({
    ...listenerParts,
    direct: directRoutes(guardParts, [directLookup(tariff), ...publicHealth]),
    application: async () => (await openedRoutes()).publicApp,
    address: { hostname: config.host, port: config.port },
    reusePort: worker !== undefined,
    hosts: new HostCheck(config),
    anyHost: HEALTH_PATHS,
  });
  const adminListener: Listener | undefined =
    adminAddress &&
    openListener({
      ...listenerParts,
      direct: directRoutes({ ...guardParts, keyedRoutes: new KeyedRoutes([]) }, adminHealth),
      application: async () => (await openedRoutes()).adminApp!,
      address: adminAddress,
      // Each worker has an address of its own. If it were shared, a public port could lead to the admin routes.
      reusePort: false,
      hosts: new HostCheck({ ...config, ...('hostname' in adminAddress && { host: adminAddress.hostname }) }),
      anyHost: new Set([...HEALTH_PATHS, METRICS_PATH]),
    });

  return {
    url: address(),
    adminUrl:
      adminListener &&
      addressText({ ...adminAddress, ...(adminListener.port && { port: adminListener.port }) } as ListenAddress),
    routes: async () => {
      const opened = await openedRoutes();
      const apps = [opened.publicApp, opened.adminApp];
      return apps.flatMap(
        (app: AnyElysia | undefined) => app?.routes.map(({ method, path }) => ({ method, path })) ?? [],
      );
    },
    handle: async (request) => (await openedRoutes()).publicApp.handle(request),
    async begin() {
      while (!draining) {
        try {
          await openedServices();
          return;
        } catch (error) {
          if (!isStorageFault(error)) throw error;
          log.fault('jobs, watches and alerts cannot begin yet', error);
          await clock.sleep(BEGIN_AGAIN_MS);
        }
      }
    },
    async close() {
      draining = true;
      await clock.sleep(config.drain_delay * 1000);
      await Promise.all([listener, adminListener].map((open) => open && drain(open)));
      watch.stop();
      const begun = await services?.catch(() => undefined);
      await begun?.close();
      await tracer?.close();
      await limiter.close();
      clearInterval(maintenance);
      await begun?.closeLast();
      await errors.close();
      await foreignUses.close();
      await requestLog?.close();
    },
  };
}
