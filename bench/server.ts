/** Measured servers. By default each has the first core, and is stopped while another one is measured. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The server has one core and the load generator another, so that neither takes time from the other. */
export const SERVER_CORE = '0';
export const LOAD_CORE = '1';
const READY_WITHIN_MS = 20_000;
/** Unit of the kernel's counters in /proc; 100 on every Linux. */
const TICKS_PER_SECOND = 100;
const MAIN = join(import.meta.dir, '../src/main.ts');
const LOGS = join(import.meta.dir, '../.cache/bench/logs');

const running = new Set<MeasuredServer>();
// A stopped server does not receive Ctrl-C. Without this, an interrupted run would leave it behind.
process.on('exit', () => {
  for (const server of running) server.signal('SIGKILL');
});

export interface ServerOptions {
  env?: Record<string, string>;
  /** In the notation of `taskset -c`. */
  cores?: string;
  /** The compiled program, instead of the source. */
  program?: string;
  /** Processes that work for it: a database. Signals and processor time include them and what they started. */
  helpers?: number[];
}

export class MeasuredServer {
  readonly url: string;
  readonly #process: Bun.Subprocess;
  readonly #helpers: number[];

  private constructor(url: string, process: Bun.Subprocess, helpers: number[]) {
    this.url = url;
    this.#process = process;
    this.#helpers = helpers;
  }

  /** @throws when it does not answer on its port in time. */
  static async start(command: string[], url: string, options: ServerOptions = {}): Promise<MeasuredServer> {
    mkdirSync(LOGS, { recursive: true });
    const log = join(LOGS, `${new URL(url).port}.log`);
    const child = Bun.spawn(['taskset', '-c', options.cores ?? SERVER_CORE, ...command], {
      env: { ...process.env, NODE_ENV: 'production', ...options.env },
      stdio: ['ignore', 'ignore', Bun.file(log)],
    });
    const server = new MeasuredServer(url, child, options.helpers ?? []);
    running.add(server);
    for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline && child.exitCode === null; ) {
      try {
        // Portside answers 503 until all is open.
        if ((await fetch(url)).status !== 503) return server;
      } catch {
        // Not listening yet.
      }
      await Bun.sleep(10);
    }
    server.signal('SIGKILL');
    throw new Error(`${command.join(' ')} does not answer at ${url}; see ${log}`);
  }

  /** Starts Portside with additional `serve` flags. */
  static startPortside(dataDir: string, flags: string[] = [], options: ServerOptions = {}): Promise<MeasuredServer> {
    const port = freePort();
    const program = options.program ? [options.program] : [process.execPath, MAIN];
    const command = [...program, 'serve', '--port', String(port), '--data-dir', dataDir, ...flags];
    return MeasuredServer.start(command, `http://127.0.0.1:${port}`, options);
  }

  /**
   * Continues this server, runs `work` and stops the server again, so that its background work does not slow down the next
   * one that is measured.
   */
  async awake<T>(work: () => Promise<T>): Promise<T> {
    this.signal('SIGCONT');
    try {
      return await work();
    } finally {
      this.signal('SIGSTOP');
    }
  }

  /** Sends a signal to the process and its descendants. */
  signal(name: NodeJS.Signals): void {
    for (const pid of this.#pids()) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended: workers of a database come and go.
      }
    }
  }

  /** Sends a signal to the process alone. SIGUSR2 would end its children, which do not handle it. */
  signalAlone(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  /** Processor time its processes have used since they started, in seconds. */
  cpuSeconds(): number {
    const own = this.#ownPids().reduce((sum, pid) => sum + cpuSeconds(pid), 0);
    return this.#helpers.reduce((sum, pid) => sum + cpuSecondsBelow(pid), own);
  }

  /** Resident memory of its processes, in MB. */
  residentMb(): number {
    return this.#pids().reduce((sum, pid) => sum + residentMb(pid), 0);
  }

  async stop(): Promise<void> {
    this.signal('SIGCONT');
    this.#process.kill('SIGTERM');
    const kill = setTimeout(() => this.signal('SIGKILL'), 5000);
    await this.#process.exited;
    clearTimeout(kill);
    running.delete(this);
  }

  /** Ends it at once, as a crash would. Its helpers stay. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#process.exited;
    running.delete(this);
  }

  #ownPids(): number[] {
    return this.#isRunning() ? [this.#process.pid, ...descendants(this.#process.pid)] : [];
  }

  #pids(): number[] {
    const helpers = this.#isRunning() ? this.#helpers : [];
    return [...this.#ownPids(), ...helpers.flatMap((pid) => [pid, ...descendants(pid)])];
  }

  #isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }
}

/** Processor time of a process and its descendants, including those that have ended: PostgreSQL's workers come and go. */
export function cpuSecondsBelow(pid: number): number {
  try {
    return childrenOf(pid).reduce((sum, child) => sum + cpuSecondsBelow(child), cpuSeconds(pid, 4));
  } catch {
    return 0;
  }
}

/** Every process that this one started, and those that they started. */
export function descendants(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendants(child)]);
}

/** Empty for a process that has ended. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** The first two counters of a process are its own; the other two are those of its children that ended. */
function cpuSeconds(pid: number, counters: 2 | 4 = 2): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 11 + counters).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** A port that was just free. */
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
