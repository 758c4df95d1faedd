/** `portside serve` runs one server process, or a supervisor and the `--workers` processes that share a port. */
import type { Command } from 'commander';
import { openStorage } from '../adapters/open.ts';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { openLog } from '../adapters/system/log.ts';
import { type App, startApp } from '../app.ts';
import { type Config, ownAddress } from '../config.ts';
import type { Storage } from '../domain/storage.ts';
import { loadSigner } from '../entry/sign/load-signer.ts';
import { SignerFault } from '../entry/sign/signer-fault.ts';
import { addressText, parseListenAddress } from '../http/listen-address.ts';
import { AddressTaken } from '../http/listener.ts';
import { AccountError, adoptPassword } from '../operator/accounts.ts';
import { asCommandError, CommandError } from './command-error.ts';
import { firstStart, firstStartText } from './first-start.ts';
import { askSupervisor } from './limit-channel.ts';
import { configFrom, withDataDirOption } from './options.ts';
import { print, say } from './output.ts';
import { onStopSignal, onSupervisorGone, onWorkerStopSignal } from './stop-signal.ts';
import { databasePlace, opened } from './storage-access.ts';
import { unknownVariables } from './unknown-variables.ts';
import { addressTaken, claimPort, supervise } from './workers.ts';

/** Short: a caller learns soon that another process holds the lock. Stores wait beside other work, other statements block the event loop. */
const SERVER_LOCK_WAIT_MS = 250;

const PASSWORD_REPLACED = 'Another operator password was set in the meantime. The one printed above is not valid.';

/** Why the system refused an address. `EINVAL`: a name that does not resolve, on Linux. */
const LISTEN_CAUSES = new Map<string, string>(
  Object.entries({
    // Of a host that does not resolve. A port that is taken is an AddressTaken.
    EADDRINUSE: 'the host is no address of this machine',
    EACCES: 'permission denied',
    EADDRNOTAVAIL: 'this machine has no such address',
    EAI_AGAIN: 'the name of the host cannot be resolved now',
    EINVAL: 'the host is no address of this machine',
    ENOTFOUND: 'the host does not resolve',
  }),
);

interface ServeOptions {
  host?: string;
  port?: string;
  dataDir?: string;
  workers?: string;
  worker?: string;
}

export function addServeCommand(program: Command): void {
  withDataDirOption(program.command('serve').description('run the server'))
    .option('--host <address>', 'address to listen on')
    .option('--port <n>', 'port to listen on; 0 chooses a free one')
    .option('--workers <n>', 'number of processes that share the port')
    .addOption(program.createOption('--worker <n>', 'number of this worker; set by the supervisor').hideHelp())
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const config = configFrom(options);
  const place = databasePlace(config);
  const storage = await opened(
    config,
    openStorage(place, { lockWaitMs: SERVER_LOCK_WAIT_MS, diskFloorMb: config.disk_floor_mb }),
  );
  if (!options.worker) for (const warning of unknownVariables(process.env)) say(warning);
  if (config.workers > 1 && !options.worker) {
    // Checked before the workers start: each of them would fail in the same way, and be started again.
    await loadSigner(config, storage, clock, openLog(config.log)).catch(asSignerError);
    const port = claimPort(config);
    await prepareSecrets(ownAddress(config, port), storage, config).catch(asAccountError);
    await storage.close();
    return supervise({ ...config, port }, () =>
      announce(
        ownAddress(config, port),
        config,
        config.admin_listen && addressText(parseListenAddress(config.admin_listen)),
      ),
    );
  }
  const worker = options.worker === undefined ? undefined : Number(options.worker);
  const app = await start(config, storage, worker);
  const stopped = new Promise<void>((resolve) => {
    if (worker === undefined) return onStopSignal(resolve);
    onWorkerStopSignal(resolve);
    void onSupervisorGone(resolve);
  });
  if (!options.worker) announce(app.url, config, app.adminUrl);
  await stopped;
  await app.close();
  await storage.checkpoint();
  await storage.close();
}

/**
 * At the first start, creates the secrets and prints them. Call this when the port is bound, so that a failed start does not
 * create a key that nobody sees. At a later start, a configured operator password replaces the stored one.
 */
async function prepareSecrets(url: string, storage: Storage, config: Config): Promise<void> {
  const first = await firstStart(storage, config, clock);
  if (first) {
    print(firstStartText(url, first));
    if (!(await first.settled)) say(PASSWORD_REPLACED);
  } else if (config.operator_password) await adoptPassword(storage, clock, config.operator_password);
}

async function start(config: Config, storage: Storage, worker: number | undefined): Promise<App> {
  try {
    const askLimits = worker === undefined ? undefined : askSupervisor();
    const prepare = worker === undefined ? (url: string) => prepareSecrets(url, storage, config) : undefined;
    return await startApp({ config, storage, clock, log: openLog(config.log), worker, askLimits, prepare });
  } catch (error) {
    if (error instanceof AccountError) asAccountError(error);
    if (error instanceof SignerFault) asSignerError(error);
    if (error instanceof AddressTaken) throw addressTaken(error.address);
    const cause = LISTEN_CAUSES.get((error as { code?: string }).code ?? '');
    if (!cause) throw error;
    throw new CommandError(`Portside cannot listen at ${config.host}, port ${config.port}: ${cause}.`);
  }
}

function asAccountError(error: unknown): never {
  throw asCommandError(error, AccountError);
}

function asSignerError(error: unknown): never {
  throw asCommandError(error, SignerFault);
}

function announce(url: string, config: Config, adminUrl: string | undefined): void {
  const place = config.database_url ? `PostgreSQL at ${new URL(config.database_url).host}` : config.data_dir;
  say(`Portside answers at ${url}  (data in ${place})`);
  if (adminUrl) say(`Metrics and the operator page are at ${adminUrl}`);
  if (!config.base_url)
    say('Certificates will contain this address permanently. Set PORTSIDE_BASE_URL to the public address.');
}
