/** `portside serve`: one process, or a supervisor with `--workers` processes behind one port. */
import type { Command } from 'commander';
import { openStorage } from '../adapters/open.ts';
import { openLog } from '../adapters/system/log.ts';
import { type App, startApp } from '../app.ts';
import { type Config, ownAddress } from '../config.ts';
import type { Storage } from '../domain/storage.ts';
import { adoptPassword } from '../operator/password/password.ts';
import { CommandError, clock, configFrom, databasePlace, print, say } from './context.ts';
import { firstStart, firstStartText } from './first-start.ts';
import { onStopSignal, onSupervisorGone, onWorkerStopSignal } from './stop-signal.ts';
import { claimPort, supervise } from './workers.ts';

/** A server's event loop must not stand still long for another process's lock. */
const LOCK_WAIT_MS = 250;

interface ServeOptions {
  host?: string;
  port?: string;
  dataDir?: string;
  workers?: string;
  worker?: string;
}

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('answer requests')
    .option('--host <address>', 'address to listen on')
    .option('--port <n>', 'port to listen on; 0 takes a free one')
    .option('--data-dir <path>', 'folder of the database')
    .option('--workers <n>', 'processes that share the port')
    .addOption(program.createOption('--worker <n>', 'one process of several; started by the supervisor').hideHelp())
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const config = configFrom(options);
  const storage = await openStorage(databasePlace(config), { lockWaitMs: LOCK_WAIT_MS });
  if (config.workers > 1 && !options.worker) {
    const port = claimPort(config);
    await (await introduce(ownAddress(config, port), storage, config)).settled;
    await storage.close();
    return supervise({ ...config, port }, () => greet(ownAddress(config, port), config));
  }
  const worker = options.worker === undefined ? undefined : Number(options.worker);
  const app = await start(config, storage, worker);
  const stopped = new Promise<void>((resolve) => {
    if (worker === undefined) return onStopSignal(resolve);
    onWorkerStopSignal(resolve);
    void onSupervisorGone(resolve);
  });
  if (!options.worker) {
    const { settled } = await introduce(app.url, storage, config);
    greet(app.url, config);
    await settled;
  }
  await stopped;
  await app.close();
  await storage.checkpoint();
  await storage.close();
}

/**
 * On a fresh data folder: shows the secrets, once the port is ours and before the first request can be answered. On any
 * other: sees that a password set by configuration is the one that counts.
 */
async function introduce(url: string, storage: Storage, config: Config): Promise<{ settled: Promise<void> }> {
  const first = await firstStart(storage, config, clock);
  if (first) {
    print(firstStartText(url, first));
    return first;
  }
  return {
    settled: config.operator_password ? adoptPassword(storage, clock, config.operator_password) : Promise.resolve(),
  };
}

async function start(config: Config, storage: Storage, worker: number | undefined): Promise<App> {
  try {
    return await startApp({ config, storage, clock, log: openLog(config.log), worker });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    throw new CommandError(`Port ${config.port} on ${config.host} is taken: is another copy running?`);
  }
}

function greet(url: string, config: Config): void {
  const place = config.database_url ? `PostgreSQL at ${new URL(config.database_url).host}` : config.data_dir;
  say(`Portside answers at ${url}  (data in ${place})`);
  if (!config.base_url) say('Certificates name this address for good; set PORTSIDE_BASE_URL to the one others reach.');
}
