/**
 * Several processes on one port and one database. The supervisor answers nothing itself: it starts the workers, starts
 * one anew that died, and passes the stop signal on. Limits stay exact because every group commit decides under the
 * database's one write lock, whichever process it runs in.
 */
import { type Config, ownAddress } from '../config.ts';
import { CommandError, say } from './context.ts';
import { onStopSignal } from './stop-signal.ts';

/** A worker that dies sooner than this is not started again at once: a broken set-up must not spin. */
const QUICK_DEATH_MS = 2000;
const RESTART_DELAY_MS = 1000;

/** Runs until a stop signal. `config.port` is one that `claimPort` gave. @throws CommandError when the workers do not start. */
export async function supervise(config: Config, ready: () => void): Promise<void> {
  let stopping = false;
  const running = new Set<Worker>();
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
      const worker = spawnWorker(config, index + 1);
      running.add(worker);
      await worker.exited;
      running.delete(worker);
      if (stopping) return;
      say(`A worker ended (${worker.exitCode ?? worker.signalCode}); it is started again.`);
      if (Date.now() - startedMs < QUICK_DEATH_MS) await Bun.sleep(RESTART_DELAY_MS);
    }
  };
  onStopSignal(stop, stopNow);
  const workers = Array.from({ length: config.workers }, run);
  const answers = await answering(ownAddress(config, config.port), () => stopping);
  if (answers) ready();
  else stop();
  await Promise.all(workers);
  if (!answers) throw new CommandError('The workers did not start.');
}

/** A free port, or the one wanted. Binds it alone for a moment: with a shared port a second copy would silently take half the traffic. */
export function claimPort({ host, port }: Config): number {
  try {
    const probe = Bun.serve({ hostname: host, port, reusePort: false, fetch: () => new Response() });
    const claimed = probe.port!;
    probe.stop(true);
    return claimed;
  } catch {
    throw new CommandError(`Port ${port} on ${host} is taken: is another copy running?`);
  }
}

type Worker = Bun.Subprocess<'pipe', 'inherit', 'inherit'>;

function spawnWorker(config: Config, number: number): Worker {
  // From source the program is `bun src/main.ts`, compiled it is the binary alone.
  const program = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, Bun.main];
  const flags = ['--host', config.host, '--port', String(config.port), '--data-dir', config.data_dir];
  return Bun.spawn([...program, 'serve', '--worker', String(number), ...flags], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

/** Whether a worker answers within five seconds. A stop signal meanwhile is no failure. */
async function answering(url: string, stopping: () => boolean): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (stopping()) return true;
    try {
      if ((await fetch(`${url}/healthz`)).ok) return true;
    } catch {
      // Not yet listening.
    }
    await Bun.sleep(25);
  }
  return false;
}
