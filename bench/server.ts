/** Servers under measurement: each a process of its own, alone on the first core, asleep while another is measured. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The server has one core to itself and the load generator another, so that neither takes time from the other. */
export const SERVER_CORE = '0';
export const LOAD_CORE = '1';
const READY_WITHIN_MS = 20_000;
/** Of the kernel's counters in /proc; 100 on every Linux. */
const TICKS_PER_SECOND = 100;
const LOGS = join(import.meta.dir, '../.cache/bench/logs');

const running = new Set<Bun.Subprocess>();
// A server that sleeps hears no Ctrl-C: without this an interrupted run would leave it behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class MeasuredServer {
  readonly url: string;
  readonly #process: Bun.Subprocess;

  private constructor(url: string, process: Bun.Subprocess) {
    this.url = url;
    this.#process = process;
  }

  /** @throws when it does not answer on its port in time. */
  static async start(command: string[], url: string, env: Record<string, string> = {}): Promise<MeasuredServer> {
    mkdirSync(LOGS, { recursive: true });
    const log = join(LOGS, `${new URL(url).port}.log`);
    const child = Bun.spawn(['taskset', '-c', SERVER_CORE, ...command], {
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'ignore', Bun.file(log)],
    });
    running.add(child);
    for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline && child.exitCode === null; ) {
      try {
        await fetch(url);
        return new MeasuredServer(url, child);
      } catch {
        await Bun.sleep(10);
      }
    }
    child.kill('SIGKILL');
    throw new Error(`${command.join(' ')} does not answer at ${url}; it may have said why in ${log}`);
  }

  /**
   * Runs `work` with this server awake, and puts it to sleep again: work that a server does in the background is then on
   * its own account and not on that of whoever is measured next.
   */
  async awake<T>(work: () => Promise<T>): Promise<T> {
    this.#process.kill('SIGCONT');
    try {
      return await work();
    } finally {
      this.#process.kill('SIGSTOP');
    }
  }

  /** Processor time its threads have used since it started, in seconds. */
  cpuSeconds(): number {
    const stat = readFileSync(`/proc/${this.#process.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGCONT');
    this.#process.kill('SIGTERM');
    const kill = setTimeout(() => this.#process.kill('SIGKILL'), 5000);
    await this.#process.exited;
    clearTimeout(kill);
    running.delete(this.#process);
  }
}

/** A port that was free a moment ago. */
export function freePort(): number {
  const probe = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  const port = probe.port!;
  probe.stop(true);
  return port;
}

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1];
  return (Number(kib) * 1024) / 1e6;
}
