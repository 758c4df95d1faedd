/**
 * Runs isolated work in processes of the same program: one piece of work at a time in each, within a budget that is enforced
 * from here. A process that exceeds it is killed, and a spare one takes the next work.
 */
import { PortsideError } from '../domain/errors.ts';
import { type IsolatedTasks, TaskFault, type TaskOrder, type TaskResult } from '../domain/isolated-tasks.ts';
import { FairQueue } from './fair-queue.ts';
import { type ProcessUsage, processUsage } from './process-usage.ts';
import { type KillReason, type WorkerCommand, WorkerProcess } from './worker-process.ts';

export interface WorkerPoolOptions extends WorkerCommand {
  /** Processes that work at the same time. */
  workersMax: number;
  /** Work of one owner that runs at the same time: by default one less than all workers. */
  runningPerOwner?: number;
  /** Keep one process more while something runs, so that nobody waits for a start after a kill. */
  spare?: boolean;
  /** When there was no work for this time, processes end. */
  idleMs?: number;
  /** A process is replaced after so much work, so that nothing of one page lasts. By default it is 5,000 pieces. */
  jobsMax?: number;
  waitingMax?: number;
  waitingPerOwner?: number;
  /** Sum of the sizes of all waiting work. */
  waitingSize?: number;
  sizePerPass?: number;
  waitMs?: number;
  /** Told once what the system does not enforce, and of each process that does not start. */
  onWarning?: (message: string) => void;
}

interface Task {
  order: TaskOrder;
  owners: readonly string[];
  size: number;
  resolve(result: TaskResult): void;
  reject(error: Error): void;
  timer: Timer;
}

const WATCH_MS = 20;
const IDLE_MS = 60_000;
/** A new process compiles its code again, which takes the time of many pages. */
const JOBS_MAX = 5000;
const RETRY_AFTER_S = 1;
/** Starts that fail one after another, before work fails with them. */
const FAILED_STARTS_MAX = 3;
/** A process that keeps more than this share of its memory budget after its work is replaced. */
const KEPT_SHARE_MAX = 0.5;

export class WorkerPool implements IsolatedTasks {
  readonly #options: WorkerPoolOptions;
  readonly #queue: FairQueue<Task>;
  readonly #all = new Set<WorkerProcess>();
  /** Ready and without work, the one that ended its work last at the end. */
  #idle: WorkerProcess[] = [];
  readonly #busy = new Set<WorkerProcess>();
  #usageOf: ((pid: number) => ProcessUsage) | undefined;
  #watchdog: Timer | undefined;
  #idleTimer: Timer | undefined;
  #failedStarts = 0;
  #warned = false;
  #closed = false;
  /** For the metrics: processes that ended, by reason. */
  readonly ended: Partial<Record<KillReason, number>> = {};
  /** For the metrics: processor time of all work. */
  cpuMs = 0;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#queue = new FairQueue({
      waiting: options.waitingMax ?? 64,
      waitingPerOwner: options.waitingPerOwner ?? 64,
      waitingSize: options.waitingSize ?? Number.POSITIVE_INFINITY,
      runningPerOwner: options.runningPerOwner ?? Math.max(1, options.workersMax - 1),
      sizePerPass: options.sizePerPass ?? Number.POSITIVE_INFINITY,
    });
  }

  run(order: TaskOrder): Promise<TaskResult> {
    if (this.#closed) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const { owners, size = 0 } = order;
      const timer = setTimeout(() => {
        this.#queue.remove(task);
        reject(unavailable());
      }, this.#options.waitMs ?? 15_000);
      const task: Task = { order, owners, size, resolve, reject, timer };
      if (this.#queue.add(task)) this.#dispatch();
      else {
        clearTimeout(timer);
        reject(unavailable());
      }
    });
  }

  prepare(): void {
    if (!this.#closed && this.#all.size === this.#busy.size) this.#start();
  }

  /** Processes at work, and ready for work, and work that waits. The names are label values of a metric. */
  load(): { running: number; spare: number; waiting: number } {
    return { running: this.#busy.size, spare: this.#idle.length, waiting: this.#queue.length };
  }

  /** The ids of the processes, for tests. */
  get pids(): number[] {
    return [...this.#all].map(({ pid }) => pid);
  }

  /** Kills all processes and waits until they are gone. Work that runs or waits fails as `unavailable`. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    for (const task of this.#queue.clear()) this.#refuse(task);
    for (const worker of this.#all) worker.kill('closed');
    await Promise.all([...this.#all].map(({ gone }) => gone));
  }

  #dispatch(): void {
    while (this.#queue.length > 0 && this.#idle.length > 0 && this.#busy.size < this.#options.workersMax) {
      const worker = this.#idle.pop()!;
      if (worker.dead) continue;
      const task = this.#queue.next();
      if (!task) {
        this.#idle.push(worker);
        break;
      }
      clearTimeout(task.timer);
      void this.#do(task, worker);
    }
    this.#startWanted();
  }

  async #do(task: Task, worker: WorkerProcess): Promise<void> {
    this.#busy.add(worker);
    this.#watchdog ??= setInterval(() => this.#watch(), WATCH_MS);
    const settled = worker.run(task.order).then(
      (result) => {
        this.cpuMs += result.cost.cpuMs;
        task.resolve(result);
      },
      (error) => {
        this.cpuMs += error.cost?.cpuMs ?? 0;
        task.reject(this.#closed && error instanceof TaskFault ? unavailable() : error);
      },
    );
    this.#startWanted();
    await settled;
    this.#queue.ended(task);
    this.#busy.delete(worker);
    if (this.#busy.size === 0) {
      clearInterval(this.#watchdog);
      this.#watchdog = undefined;
    }
    if (this.#closed) return;
    if (this.#isWorn(worker)) worker.kill('recycled');
    else if (!worker.dead) this.#idle.push(worker);
    this.#dispatch();
    this.#endIdleLater();
  }

  #isWorn(worker: WorkerProcess): boolean {
    const { jobsMax = JOBS_MAX, memoryBytes } = this.#options;
    return worker.jobs >= jobsMax || worker.grownBytes > memoryBytes * KEPT_SHARE_MAX;
  }

  #watch(): void {
    for (const worker of this.#busy) worker.watch();
  }

  /** One process for each piece of work that can run, and the spare one. */
  #startWanted(): void {
    if (this.#closed) return;
    const { workersMax, spare } = this.#options;
    const active = Math.min(workersMax, this.#busy.size + this.#queue.length);
    // Not while starts fail: no work would fail with the spare process, so nothing would end the attempts.
    const isSpareWanted = spare === true && active > 0 && this.#failedStarts < FAILED_STARTS_MAX;
    const wanted = active + Number(isSpareWanted);
    while (this.#all.size < wanted) if (!this.#start()) break;
  }

  /** False if the system starts no process. */
  #start(): boolean {
    let worker: WorkerProcess;
    try {
      this.#usageOf ??= processUsage();
      worker = new WorkerProcess(this.#options, this.#usageOf);
    } catch (error) {
      this.#failedStarts = FAILED_STARTS_MAX;
      this.#failStart(error);
      return false;
    }
    this.#all.add(worker);
    worker.ready.then(
      (missing) => {
        this.#failedStarts = 0;
        this.#warnOf(missing);
        // At the front: a process that has worked is faster, and takes the next work.
        this.#idle.unshift(worker);
        this.#dispatch();
        this.#endIdleLater();
      },
      (error) => this.#failStart(error),
    );
    void worker.gone.then((reason) => {
      this.#all.delete(worker);
      this.#idle = this.#idle.filter((other) => other !== worker);
      this.ended[reason] = (this.ended[reason] ?? 0) + 1;
      this.#startWanted();
    });
    return true;
  }

  /** Starts again, but after a few failures one piece of work fails for each: a broken program is not started for ever. */
  #failStart(error: unknown): void {
    if (this.#closed) return;
    this.#options.onWarning?.(`A worker process did not start: ${error instanceof Error ? error.message : error}`);
    if (++this.#failedStarts <= FAILED_STARTS_MAX) return;
    const task = this.#queue.next();
    if (!task) return;
    this.#queue.ended(task);
    this.#refuse(task);
  }

  #warnOf(missing: string[]): void {
    if (this.#warned || missing.length === 0) return;
    this.#warned = true;
    this.#options.onWarning?.(`Worker processes run without: ${missing.join(', ')}.`);
  }

  #refuse(task: Task): void {
    clearTimeout(task.timer);
    task.reject(unavailable());
  }

  #endIdleLater(): void {
    const { idleMs = IDLE_MS } = this.#options;
    clearTimeout(this.#idleTimer);
    if (this.#closed) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#busy.size === 0) for (const worker of [...this.#idle]) worker.kill('idle');
    }, idleMs);
    this.#idleTimer.unref();
  }
}

function unavailable(): PortsideError {
  return new PortsideError('unavailable', { retryAfterS: RETRY_AFTER_S });
}
