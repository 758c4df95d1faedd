/** Wiring of all routes. It decides nothing. A server opens them at the first request for one that `app.ts` does not have. */

import { existsSync } from 'node:fs';
import { Elysia } from 'elysia';
import { isStorageFault } from './adapters/faults.ts';
import { fileBytes, freeBytes } from './adapters/system/disk.ts';
import { diskBytes } from './adapters/system/machine.ts';
import type { EntryParts } from './api/certificate-links.ts';
import { LocalAddressLimits } from './api/v0/address-limits.ts';
import { RateLimitGuard } from './api/v0/rate-limit-guard.ts';
import { v0Routes } from './api/v0/routes.ts';
import { SharedAddressLimits } from './api/v0/shared-address-limits.ts';
import { entryRoutes } from './api/v1/certificates/routes.ts';
import { GENERATE_PATH, PIXEL_SCAN_PATH, TARIFF_LOOKUP_PATH } from './api/v1/paths.ts';
import { pixelRoutes } from './api/v1/pixel-scan/route.ts';
import { tariffRoutes } from './api/v1/tariff-lookup/route.ts';
import { accountRoutes } from './api/v2/account/routes.ts';
import { filingRoutes } from './api/v2/certificates/filings.ts';
import { registryRoutes } from './api/v2/certificates/registry.ts';
import { certificateRoutes } from './api/v2/certificates/routes.ts';
import { eventRoutes } from './api/v2/events/routes.ts';
import { jobRoutes } from './api/v2/jobs/routes.ts';
import { keyedOperations, V2_OPERATIONS } from './api/v2/operations.ts';
import { partyRoutes } from './api/v2/parties/routes.ts';
import { pixelScanRoutes } from './api/v2/pixel-scans/route.ts';
import { dutiesRoutes } from './api/v2/tariff-duties/route.ts';
import { watchRoutes } from './api/v2/watches/routes.ts';
import type { Core } from './app-core.ts';
import type { Services } from './app-services.ts';
import { databasePath } from './config.ts';
import { isLogged } from './domain/request-log.ts';
import { CODES_MAX } from './domain/watch.ts';
import { accountOf } from './entry/registry/open-filer.ts';
import { apiGuard } from './http/api-guard.ts';
import { healthRoutes } from './http/health/health-routes.ts';
import { KeyedRoutes } from './http/keyed-routes.ts';
import { metricsRoutes } from './http/metrics/metrics-route.ts';
import { registerEventLoopMetrics, registerProcessMetrics } from './http/metrics/process-metrics.ts';
import { PrometheusRegistry } from './http/metrics/prometheus.ts';
import { registerRequestMetrics } from './http/metrics/request-metrics.ts';
import { registerPoolMetrics } from './isolation/metrics.ts';
import { registerJobMetrics } from './jobs/metrics.ts';
import { registerKeyCacheMetrics } from './keys/metrics.ts';
import { OwnRotation } from './keys/own-rotation.ts';
import { registerForeignUseMetrics, registerLimiterMetrics, registerLogMetrics } from './limits/metrics.ts';
import { registerDiskMetrics, registerFileMetrics } from './operations/metrics.ts';
import { operatorRoutes } from './operator/routes.ts';
import { registerOutboundMetrics, registerScanMetrics } from './pixel/metrics.ts';
import { auditedCodes } from './tariff/audit/audited-codes.ts';
import { registerLawMetrics } from './tariff/metrics.ts';
import { registerWatchMetrics } from './watches/metrics.ts';
import { Watches } from './watches/watches.ts';
import { notFoundPage } from './web/not-found/page.ts';
import { pageRoutes } from './web/routes.ts';
import { verifyRoutes } from './web/verify/routes.ts';
import { workRoutes } from './web/work/routes.ts';

export async function openRoutes(core: Core, services: Services) {
  const { config, storage, clock, log, askLimits, worker, keyIssuer, keyCache, foreignUses, tariff, tariffStore } =
    core;
  const {
    requestMetrics,
    requestLog,
    logLimits,
    socketAddress,
    clientOf,
    address,
    adminAddress,
    metricsReaders,
    publicHealth,
    adminHealth,
  } = core;
  const { meter, filer, jobs, jobStore, watchWork, scanLog, alertSources, reporter, signingKeys } = services;
  const products = await services.products();
  const { scanners, duties, anonymousDuties, issuer, sample } = products;
  const { certificates, disk } = storage;
  const database = databasePath(config);
  const watches = new Watches({
    store: storage.watches,
    tariff: services.outlook,
    stores: products.watchedStores,
    post: scanners.post,
    clock,
    auditCodes: (lineageId, id) => auditedCodes(jobStore, lineageId, id, CODES_MAX),
  });
  const registry = new PrometheusRegistry();
  registerRequestMetrics(registry, requestMetrics, core.products, core.pendingRequests);
  registerLimiterMetrics(registry, core.commits);
  registerKeyCacheMetrics(registry, keyCache);
  registerForeignUseMetrics(registry, foreignUses);
  registerScanMetrics(registry, [scanners.keyed, scanners.anonymous]);
  registerJobMetrics(registry, jobs);
  registerPoolMetrics(registry, { ...products.workers });
  registerOutboundMetrics(registry, services.outbound);
  registerWatchMetrics(registry, watchWork);
  if (requestLog) registerLogMetrics(registry, 'requests', requestLog);
  registerLogMetrics(registry, 'scans', scanLog);
  registerLawMetrics(registry, tariff);
  registerEventLoopMetrics(registry, services.lag);
  registerFileMetrics(registry, () => ({
    database: fileBytes(database),
    wal: fileBytes(`${database}-wal`),
    free: existsSync(config.data_dir) ? freeBytes(config.data_dir) : undefined,
  }));
  registerDiskMetrics(registry, () => disk?.read());
  registerProcessMetrics(registry);
  const v1 = { method: 'post', needsBody: true } as const;
  const keyedRoutes = new KeyedRoutes([
    { path: TARIFF_LOOKUP_PATH, product: 'tariff', ...v1 },
    { path: PIXEL_SCAN_PATH, product: 'pixel', ...v1 },
    { path: GENERATE_PATH, product: 'entry', ...v1 },
    ...keyedOperations(V2_OPERATIONS),
  ]);
  for (const [pattern, product] of keyedRoutes.products) core.products.set(pattern, product);
  const guardParts = { ...core.guardParts, keyedRoutes };
  const rateLimit = new RateLimitGuard({
    trustProxy: config.trust_proxy,
    limits: askLimits
      ? new SharedAddressLimits({ ask: askLimits, part: new LocalAddressLimits(clock, config.workers) })
      : new LocalAddressLimits(clock),
    socketAddress,
  });
  const adminRoutes = new Elysia({ name: 'admin' })
    .use(healthRoutes(adminHealth))
    .use(metricsRoutes({ registry, readers: metricsReaders, worker }))
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
    keys: signingKeys,
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
    .use(jobRoutes(products.jobFamilies, { jobs, meter, clock, log }))
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
  publicApp.use(adminApp ? healthRoutes(publicHealth) : adminRoutes);

  return { publicApp, adminApp };
}
