/** Wiring: a configuration and an open storage become a running server. Nothing here decides anything. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { type Config, ownAddress } from './config.ts';
import { CertificatePress } from './entry/press.ts';
import { registryRecord } from './entry/registry.ts';
import { createRenderer, type Renderer } from './entry/render.ts';
import { entryRoutes, GENERATE_PATH } from './entry/routes.ts';
import { signingKeys } from './entry/signing-keys.ts';
import { edge } from './http/edge.ts';
import { serverFigures } from './http/figures.ts';
import { healthRoutes } from './http/health.ts';
import { LoopLag } from './http/lag.ts';
import { metricsRoutes } from './http/metrics.ts';
import { parseNetworks } from './http/networks.ts';
import { readinessChecks } from './http/readiness.ts';
import { Tracer } from './http/trace.ts';
import { Traffic } from './http/traffic.ts';
import type { Product } from './keys/key.ts';
import { Keyring } from './keys/keyring.ts';
import { KeyRegister } from './keys/register.ts';
import type { Log } from './log.ts';
import { type Network, systemNetwork } from './network.ts';
import { operatorRoutes } from './operator/routes.ts';
import { openScanner } from './pixel/open.ts';
import { PIXEL_SCAN_PATH, pixelRoutes } from './pixel/routes.ts';
import { publicRoutes } from './public/public.ts';
import { fileBytes, freeBytes } from './storage/disk.ts';
import type { Storage } from './storage/storage.ts';
import { TARIFF_LOOKUP_PATH, tariffRoutes } from './tariff/routes.ts';
import { TariffStore } from './tariff/store.ts';
import { daysBetween, Tariff } from './tariff/tariff.ts';
import { openAdmissions } from './usage/admissions.ts';
import { ErrorTally } from './usage/error-tally.ts';

/** Bodies are refused by the edge long before this, with an envelope; Bun's own bare 413 is for a lie in Content-Length. */
const HARD_BODY_BYTES_MAX = 16 * 1024 * 1024;
/** Seconds; a scan may take 15 and must not be cut off by its own server. */
const IDLE_TIMEOUT_S = 60;
/** What is not finished by then is cut off; a scan takes 15 seconds at most, a deep one 30. */
export const DRAIN_MS = 35_000;
const DRAIN_LOOK_MS = 10;
/** After the start; a certificate ordered sooner starts the renderer itself. */
const RENDERER_WARM_UP_MS = 1000;

export interface App {
  url: string;
  /** What it answers, as the router knows it: for tests that walk all of it. */
  routes(): { method: string; path: string }[];
  /**
   * Says at `/readyz` that it is draining, after `drain_delay` stops accepting, lets requests in flight finish, commits what
   * waits. The storage stays open: it is the caller's.
   */
  close(): Promise<void>;
}

export interface AppParts {
  config: Config;
  storage: Storage;
  clock: Clock;
  log: Log;
  network?: Network;
  /** Which of several processes that share the port. Otherwise a second copy must fail, not silently take half the traffic. */
  worker?: number;
}

export function databasePath(config: Config): string {
  return join(config.data_dir, 'portside.db');
}

/**
 * Stops accepting and lets what is under way finish. A client that keeps its connection busy does not hold this up: between
 * two of its requests the connection is closed.
 */
async function drain(server: {
  pendingRequests: number;
  stop(closeConnections?: boolean): Promise<void>;
}): Promise<void> {
  void server.stop();
  const deadlineMs = performance.now() + DRAIN_MS;
  while (server.pendingRequests > 0 && performance.now() < deadlineMs) await Bun.sleep(DRAIN_LOOK_MS);
  await server.stop(true);
}

/** @throws when the port is taken. */
export async function startApp(parts: AppParts): Promise<App> {
  const { config, storage, clock, log, network = systemNetwork, worker } = parts;
  const register = new KeyRegister(storage, clock);
  const keyring = new Keyring((hash) => register.findByHash(hash), clock);
  const admissions = openAdmissions(storage.account, clock, (error) => log.fault('accounting', error));
  const errors = new ErrorTally(storage, clock);
  const tariffStore = new TariffStore(storage, clock);
  const opened = Promise.withResolvers<Tariff>();
  const watch = await storage.changes.watch(
    {
      keys: () => keyring.forget(),
      tariff: async () => (await opened.promise).replace(await tariffStore.load()),
    },
    (error) => log.fault('a change was not taken in', error),
  );
  const tariff = new Tariff(await tariffStore.load(), clock);
  opened.resolve(tariff);
  const outbound = new Map<string, number>();
  const scanner = openScanner(config, clock, network, (label) => outbound.set(label, (outbound.get(label) ?? 0) + 1));
  // Fonts take a tenth of a second of a core: not while the first lookup waits for this start.
  let renderer: Renderer | undefined;
  const rendering = () => (renderer ??= createRenderer());
  const warmUp = setTimeout(rendering, RENDERER_WARM_UP_MS);
  const { certificates } = storage;
  const press = new CertificatePress({
    render: (certificate) => rendering().render(certificate, JSON.stringify(registryRecord(certificate))),
    store: certificates,
    clock,
  });
  let draining = false;
  /** Known once the server listens: the port may have been left to the system. */
  const address = (): string => ownAddress(config, server.server!.port!);
  const socketAddress = (request: Request): string => server.server?.requestIP(request)?.address ?? '';

  const products = new Map<string, Product>([
    [TARIFF_LOOKUP_PATH, 'tariff'],
    [PIXEL_SCAN_PATH, 'pixel'],
    [GENERATE_PATH, 'entry'],
  ]);
  const traffic = new Traffic();
  const tracer = config.otlp_endpoint
    ? new Tracer({ endpoint: config.otlp_endpoint, products, clock, worker })
    : undefined;
  traffic.observer = tracer?.observe;
  const lag = new LoopLag();
  const database = databasePath(config);
  const figures = serverFigures({
    traffic,
    products,
    commits: admissions.commits,
    keyring,
    scans: scanner,
    outbound,
    listAgeSeconds: () =>
      tariff.data.lists.map((list) => [list.list_id, daysBetween(list.as_of, tariff.today()) * 86_400]),
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
    list: () => tariff.age(),
    listDaysMax: config.list_days_max,
    dataDir: config.database_url ? undefined : config.data_dir,
    diskFloorMb: config.disk_floor_mb,
    now: clock.now,
  });

  const server = edge({
    products,
    keyring,
    admissions,
    errors,
    beta: config.beta === 'on',
    logRequests: config.log === 'requests',
    routeOf: (path) => traffic.of(path).name,
    contact: config.contact,
    clock,
    log,
  })
    .use(healthRoutes(readiness, clock.monotonic))
    .use(metricsRoutes({ figures, readers: parseNetworks(config.metrics_allow, 'PORTSIDE_METRICS_ALLOW'), worker }))
    .use(tariffRoutes(tariff))
    .use(pixelRoutes(scanner))
    .use(
      entryRoutes({
        press,
        store: certificates,
        keys: await signingKeys(config.signing_key, storage, clock),
        clock,
        urlTtlSeconds: config.url_ttl,
        baseUrl: config.base_url,
        ownAddress: address,
      }),
    )
    .use(
      publicRoutes({
        config,
        tariff,
        loadSchedule: () => tariffStore.loadSchedule(),
        scanner,
        clock,
        socketAddress,
      }),
    )
    .use(
      operatorRoutes({
        config,
        storage,
        clock,
        log,
        register,
        tariff,
        tariffStore,
        certificates,
        scans: () => scanner.recent(),
      }),
    )
    .wrap(traffic.wrap as never);
  traffic.learn(server.routes.map(({ path }) => path));
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
      await admissions.close();
      clearTimeout(warmUp);
      renderer?.close();
      await errors.close();
    },
  };
}
