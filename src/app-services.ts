/**
 * Wiring of what a server does by itself: jobs, watches, filings, alerts, its report to the operator. It decides nothing. A lookup
 * needs none of it, so a server opens it a moment after its start, or when a request needs it. The products wait for the first job,
 * watch or route that needs one.
 */
import { version } from '../package.json';
import { isStorageFault } from './adapters/faults.ts';
import { freeBytes } from './adapters/system/disk.ts';
import { hostName } from './adapters/system/machine.ts';
import type { Core } from './app-core.ts';
import type { Products } from './app-products.ts';
import { PortsideError } from './domain/errors.ts';
import { JOB_KINDS, type JobWork } from './domain/job.ts';
import { FilingFollower } from './entry/registry/filing-follower.ts';
import { openFiler } from './entry/registry/open-filer.ts';
import { loadSigner } from './entry/sign/load-signer.ts';
import { loadSigningKeys } from './entry/verify/signing-keys.ts';
import { EventLoopLag } from './http/metrics/event-loop-lag.ts';
import { openJobs } from './jobs/open-jobs.ts';
import { LossyWriter } from './limits/lossy-writer.ts';
import { ResourceMeter } from './limits/resource-meter.ts';
import { AlertWatch } from './operations/alert-watch.ts';
import { InstanceReporter } from './operations/instance-reporter.ts';
import { watchedTariff } from './tariff/watched-tariff.ts';
import { WatchFollower } from './watches/watch-follower.ts';
import { WatchWork } from './watches/watch-work.ts';

const SCANS_WAITING_MAX = 200;

export type Services = Awaited<ReturnType<typeof openServices>>;

export async function openServices(core: Core) {
  const { config, storage, clock, log, worker, signer, address, limiter, tariff, pendingRequests } = core;
  // First, because only this can fail: a locked database leaves nothing open, and the next try begins anew.
  const signingKeys = await loadSigningKeys(config.signing_key, storage, clock);
  const documentSigner = signer ?? (await loadSigner(config, storage, clock, log));
  const meter = new ResourceMeter({
    ledger: storage.resources,
    clock,
    onFault: (error) => log.fault('accounting', error),
  });
  const outbound = new Map<string, number>();
  const scanLog = new LossyWriter({
    store: storage.scanLog,
    prune: () => storage.scanLog.prune(),
    rowsMax: SCANS_WAITING_MAX,
    clock,
  });
  let opened: Products | undefined;
  const products = async () => {
    try {
      const { openProducts } = await import('./app-products.ts');
      opened ??= openProducts(core, {
        signer: documentSigner,
        meter,
        scanLog,
        onOutbound: (label) => outbound.set(label, (outbound.get(label) ?? 0) + 1),
      });
      return opened;
    } catch (error) {
      // Of a server that runs from source whose files have changed, for example. What an import throws cannot be logged as it is.
      log.fault('the products cannot be opened', new Error(String(error)));
      // A job is put off by it, and not failed for good.
      throw new PortsideError('unavailable');
    }
  };
  const outlook = watchedTariff(tariff);
  const watchWork = new WatchWork({
    store: storage.watches,
    tariff: outlook,
    stores: { scan: async (...look) => (await products()).watchedStores.scan(...look) },
    post: { send: async (request) => (await products()).scanners.post.send(request) },
    clock,
    keys: storage.keys,
    admit: (request) => limiter.admit(request),
    beta: config.beta === 'on',
  });
  const filer = openFiler(config, storage.filings, clock);
  const follower = filer && new FilingFollower(filer, (error) => log.fault('filings', error));
  const jobStore = storage.openJobs(clock);
  const jobs = openJobs({
    store: jobStore,
    works: JOB_KINDS.map((kind) => ({
      kind,
      run: async (...chunk: Parameters<JobWork['run']>) => (await products()).jobWorks[kind].run(...chunk),
    })),
    clock,
    onFault: (error) => log.fault('jobs', error),
    isStorageFault,
  });
  const lag = new EventLoopLag();
  const alertSources = {
    storage,
    lawRead: () => tariff.lawRead(),
    diskFreeBytes: () => storage.disk && freeBytes(config.data_dir),
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
      pools: Object.fromEntries(Object.entries(opened?.workers ?? {}).map(([name, pool]) => [name, pool.load()])),
    }),
  });
  jobs.start();
  const watchFollower = new WatchFollower(watchWork, (error) => log.fault('watches', error));
  void reporter.report();
  void alertWatch.evaluate();
  return {
    products,
    meter,
    outbound,
    scanLog,
    outlook,
    watchWork,
    signingKeys,
    filer,
    jobStore,
    jobs,
    lag,
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
      await Promise.all(Object.values(opened?.workers ?? {}).map((pool) => pool.close()));
      await meter.close();
      await scanLog.close();
    },
  };
}
