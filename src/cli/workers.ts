/**
 * Several processes on one port and one database. The supervisor answers no requests. It starts the workers, restarts one that
 * exits, passes the stop signal on, and counts the requests of addresses on v0 for all workers. The limits of keys stay exact because
 * every group of requests is decided in one database transaction, whichever process it runs in.
 */
import { systemClock } from '../adapters/system/clock.ts';
import { LocalAddressLimits } from '../api/v0/address-limits.ts';
import { type Config, ownAddress } from '../config.ts';
import { type ListenAddress, parseListenAddress, workerAddress } from '../http/listen-address.ts';
import { CommandError } from './command-error.ts';
import { answerWorker } from './limit-channel.ts';
import { say } from './output.ts';
import { onStopSignal } from './stop-signal.ts';

/** A worker that exits sooner than this is restarted after a delay, so that a broken installation does not use up the CPU. */
const QUICK_EXIT_MS = 2000;
const RESTART_DELAY_MS = 1000;
/** On a busy machine the first answer takes many seconds. */
const START_MS = 60_000;

/**
 * Runs the workers until a stop signal.
 * @param config with a port that `claimPort` returned
 * @param ready called when a worker answers
 * @throws CommandError if the workers do not start
 */
export async function supervise(config: Config, ready: () => void): Promise<void> {
  let stopping = false;
  let exits = 0;
  const running = new Set<Worker>();
  // Here, so that the limits hold over all workers, and outlive one that is restarted.
  const addressLimits = new LocalAddressLimits(systemClock);
  const stop = () => {
    stopping = true;
    for (const worker of running) void worker.stdin.end();
  };
  const stopNow = () => {
    for (const worker of running) worker.kill('SIGKILL');
    process.exit(1);
  };
  const run = async (_: unknown, index: number): Promise<void> => {
    while (!stopping) {
      const startedMs = Date.now();
      const worker = spawnWorker(config, index + 1, addressLimits);
      running.add(worker);
      await worker.exited;
      running.delete(worker);
      if (stopping) return;
      exits++;
      say(`A worker exited (${worker.exitCode ?? worker.signalCode}). It is restarted.`);
      if (Date.now() - startedMs < QUICK_EXIT_MS) await Bun.sleep(RESTART_DELAY_MS);
    }
  };
  onStopSignal(stop, stopNow);
  const workers = Array.from({ length: config.workers }, run);
  // When as many have exited as there are, none will start. A busy machine only takes longer.
  const isHopeless = () => exits >= config.workers;
  const answered = await waitForAnswer(ownAddress(config, config.port), () => stopping, isHopeless);
  if (answered) ready();
  else stop();
  await Promise.all(workers);
  if (!answered) throw new CommandError('The workers did not start. The messages above say why.');
}

/**
 * The configured port, or a free one if it is 0. Binds the port exclusively for a moment: with a shared port a second server
 * would silently take half the requests. Meanwhile it binds the ports of the admin listeners too: none may be the public port.
 * @throws CommandError if a port is taken
 */
export function claimPort({ host, port, admin_listen, workers }: Config): number {
  const probes: Bun.Server<undefined>[] = [];
  try {
    probes.push(bindExclusively({ hostname: host, port }));
    for (let worker = 1; admin_listen && worker <= workers; worker++) {
      const address = workerAddress(parseListenAddress(admin_listen), worker);
      if ('port' in address) probes.push(bindExclusively(address));
    }
    return probes[0]!.port!;
  } finally {
    for (const probe of probes) probe.stop(true);
  }
}

/** @throws CommandError if the address is taken */
function bindExclusively(address: { hostname: string; port: number }): Bun.Server<undefined> {
  try {
    return Bun.serve({ ...address, reusePort: false, fetch: () => new Response() });
  } catch {
    throw addressTaken(address);
  }
}

export function addressTaken(address: ListenAddress): CommandError {
  const [place, kind] =
    'unix' in address ? [address.unix, 'path'] : [`Port ${address.port} on ${address.hostname}`, 'port'];
  return new CommandError(`${place} is taken. Stop what listens there, or choose another ${kind}.`);
}

type Worker = Bun.Subprocess<'pipe', 'inherit', 'inherit'>;

function spawnWorker(config: Config, number: number, addressLimits: LocalAddressLimits): Worker {
  // From source the program is `bun src/main.ts`. The compiled binary needs no script.
  const program = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, Bun.main];
  const flags = [
    '--host',
    config.host,
    '--port',
    String(config.port),
    '--data-dir',
    config.data_dir,
    '--workers',
    String(config.workers),
  ];
  return Bun.spawn([...program, 'serve', '--worker', String(number), ...flags], {
    stdio: ['pipe', 'inherit', 'inherit'],
    serialization: 'json',
    ipc: (question, worker) => answerWorker(addressLimits, worker, question),
  });
}

/** Whether a worker answers within a minute. A stop signal ends the wait and is not a failure. */
async function waitForAnswer(url: string, stopping: () => boolean, isHopeless: () => boolean): Promise<boolean> {
  const deadlineMs = Date.now() + START_MS;
  while (Date.now() < deadlineMs && !isHopeless()) {
    if (stopping()) return true;
    try {
      // Not a health check, which answers before all is open, and no operation, which would be traced.
      if ((await fetch(`${url}/robots.txt`)).status !== 503) return true;
    } catch {
      // Not listening yet.
    }
    await Bun.sleep(25);
  }
  return false;
}
