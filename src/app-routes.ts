/** Wiring of all routes. It decides nothing. A server opens them at the first request for one that `app.ts` does not have. */

import { existsSync } from 'node:fs';
import { Elysia } from 'elysia';
import { isStorageFault } from './adapters/faults.ts';
import { fileBytes, freeBytes } from './adapters/system/disk.ts';
import { diskBytes } from './adapters/system/machine.ts';
import { LocalAddressLimits } from './api/v0/address-limits.ts';
import { RateLimitGuard } from './api/v0/rate-limit-guard.ts';
import { v0Routes } from './api/v0/routes.ts';
import { SharedAddressLimits } from './api/v0/shared-address-limits.ts';
import { V1_OPERATIONS, v1Routes } from './api/v1/routes.ts';
import { UploadSlots } from './api/v2/jobs/upload-slots.ts';
import { V2_OPERATIONS, v2Routes } from './api/v2/routes.ts';
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
import { keyedOperations } from './http/operation-routes.ts';
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
  const keyedRoutes = new KeyedRoutes(keyedOperations([...V1_OPERATIONS, ...V2_OPERATIONS]));
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
  const api = {
    ...{ tariff, duties, meter, clock, log, storage, jobs, issuer, certificates, filer, signingKeys, watches },
    scanner: scanners.keyed,
    filings: storage.filings,
    registryAccount: accountOf(config),
    urlTtlSeconds: config.url_ttl,
    baseUrl: config.base_url,
    ownAddress: address,
    parties: storage.parties,
    watchStore: storage.watches,
    jobFamilies: products.jobFamilies,
    uploadSlots: new UploadSlots(),
    rotation: new OwnRotation({
      isAllowed: config.key_rotation === 'on',
      contact: config.contact,
      keyIssuer,
      settings: storage.settings,
      clock,
    }),
    addressOf: (request: Request) => clientOf(request).address,
    contact: config.contact,
    isStorageFault,
    onFault: (error: unknown) => log.fault('scan', error),
  };
  const publicApp = apiGuard({ ...guardParts, notFoundPage })
    .use(v1Routes(api))
    .use(v2Routes(api))
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
