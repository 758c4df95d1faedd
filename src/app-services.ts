/**
 * Wiring of the products and of what a server does by itself: jobs, watches, filings, alerts, its report to the operator. It decides
 * nothing. A lookup needs none of it, so a server opens it a moment after its start, or when a request needs it.
 */

import { existsSync } from 'node:fs';
import { version } from '../package.json';
import { isStorageFault } from './adapters/faults.ts';
import { fileBytes, freeBytes } from './adapters/system/disk.ts';
import { hostName } from './adapters/system/machine.ts';
import { entryBatches } from './api/v2/jobs/entry-batches.ts';
import { pixelAudits } from './api/v2/jobs/pixel-audits.ts';
import { tableReader } from './api/v2/jobs/table-reader.ts';
import { tariffAudits } from './api/v2/jobs/tariff-audits.ts';
import type { Core } from './app-core.ts';
import { databasePath } from './config.ts';
import type { JobWork } from './domain/job.ts';
import { loggedScan } from './domain/scan-log.ts';
import { CODES_MAX } from './domain/watch.ts';
import { entryBatchWork } from './entry/batch/batch-work.ts';
import { CertificateIssuer } from './entry/issue/certificate-issuer.ts';
import { SampleCertificate } from './entry/issue/sample-certificate.ts';
import { CertificateRenderer } from './entry/pdf/renderer.ts';
import { FilingFollower } from './entry/registry/filing-follower.ts';
import { openFiler } from './entry/registry/open-filer.ts';
import { loadSigner } from './entry/sign/load-signer.ts';
import { loadSigningKeys } from './entry/verify/signing-keys.ts';
import { EventLoopLag } from './http/metrics/event-loop-lag.ts';
import { serverMetrics } from './http/metrics/server-metrics.ts';
import { openWorkerPools } from './isolation/open-pools.ts';
import { openJobs } from './jobs/open-jobs.ts';
import { LossyWriter } from './limits/lossy-writer.ts';
import { ResourceMeter } from './limits/resource-meter.ts';
import { AlertWatch } from './operations/alert-watch.ts';
import { InstanceReporter } from './operations/instance-reporter.ts';
import { pixelAuditWork } from './pixel/audit/audit-work.ts';
import { openScanners } from './pixel/open-scanner.ts';
import { watchedStores } from './pixel/watched-stores.ts';
import { tariffAuditWork } from './tariff/audit/audit-work.ts';
import { auditedCodes } from './tariff/audit/audited-codes.ts';
import { ANONYMOUS_DUTY_CPU_MS, IsolatedDuties } from './tariff/duties/isolated-duties.ts';
import { watchedTariff } from './tariff/watched-tariff.ts';
import { WatchFollower } from './watches/watch-follower.ts';
import { WatchWork } from './watches/watch-work.ts';
import { Watches } from './watches/watches.ts';

const SCANS_WAITING_MAX = 200;

export type Services = Awaited<ReturnType<typeof openServices>>;

export async function openServices(core: Core) {
  const { config, storage, clock, log, network, worker, signer, address } = core;
  // First, because only this can fail: a locked database leaves nothing open, and the next try begins anew.
  const signingKeys = await loadSigningKeys(config.signing_key, storage, clock);
  const documentSigner = signer ?? (await loadSigner(config, storage, clock, log));
  const { keyCache, commits, limiter, foreignUses, tariff, products, requestMetrics, requestLog, pendingRequests } =
    core;
  const meter = new ResourceMeter({
    ledger: storage.resources,
    clock,
    onFault: (error) => log.fault('accounting', error),
  });
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
    signer: documentSigner,
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
    pendingRequests,
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
      pending: pendingRequests(),
      lagMs: Math.round(lag.takeLatestMs()),
      pools: Object.fromEntries(Object.entries(workers).map(([name, pool]) => [name, pool.load()])),
    }),
  });
  jobs.start();
  const watchFollower = new WatchFollower(watchWork, (error) => log.fault('watches', error));
  void reporter.report();
  void alertWatch.evaluate();
  return {
    meter,
    scanners,
    watches,
    duties,
    anonymousDuties,
    issuer,
    signingKeys,
    sample,
    filer,
    jobs,
    jobFamilies,
    metrics,
    alertSources,
    reporter,
    /** After the tariff of this process changed. */
    tariffChanged: () => watchFollower.wake(),
    async close() {
      lag.close();
      await reporter.close();
      await alertWatch.close();
      await follower?.close();
      await jobs.close();
      await watchFollower.close();
    },
    /** What requests and jobs that have ended left. */
    async closeLast() {
      await Promise.all(Object.values(workers).map((pool) => pool.close()));
      await meter.close();
      await scanLog.close();
    },
  };
}
