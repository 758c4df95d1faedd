/** One worker process and the work it does. The process is not trusted: its output is counted and checked as it comes. */
import {
  type BudgetResource,
  type TaskBudget,
  TaskFault,
  type TaskOrder,
  TaskOverrun,
  type TaskResult,
} from '../domain/isolated-tasks.ts';
import { FrameFault, FrameReader, frameOf } from './frame.ts';
import type { ProcessUsage } from './process-usage.ts';

export interface WorkerCommand {
  /** Program and arguments that end in `runWorker` with the arguments that follow. */
  command: readonly string[];
  group: string;
  /** For the limit of the kernel. The budget of each order is enforced besides. */
  memoryBytes: number;
  /**
   * Garbage is collected as on a machine with so much memory. By default it is the real one, where a heap of 50 MB that is filled again
   * and again grows to four times that.
   */
  collectFor?: number;
}

/**
 * Why a process is gone. `ended`: by itself, or by somebody else. `recycled`: it did enough work. `idle`: there was no work.
 */
export type KillReason = BudgetResource | 'protocol' | 'ended' | 'recycled' | 'idle' | 'closed';

interface Job {
  budget: TaskBudget;
  startedMs: number;
  cpuMsBefore: number;
  reader: FrameReader;
  resolve(result: TaskResult): void;
  reject(error: Error): void;
}

/** The first message of a process: the names of what `confine` could not do. */
const READY_BYTES_MAX = 4096;
/** The text of a reply, beside its output. */
const REPLY_BYTES_MAX = 4096;

export class WorkerProcess {
  readonly #child: Bun.Subprocess<'pipe', 'pipe', 'ignore'>;
  readonly #usage: ProcessUsage;
  readonly #ready = Promise.withResolvers<string[]>();
  #job: Job | undefined;
  #killed: KillReason | undefined;
  #readyBytes = 0;
  /** The processor time that the process itself reported, for platforms where nobody else can tell. */
  #reportedCpuMs = 0;
  /** Orders done. */
  jobs = 0;
  /** Settles when the process is gone and its order was answered. */
  readonly gone: Promise<KillReason>;

  /** @throws if the system starts no process */
  constructor({ command, group, memoryBytes, collectFor }: WorkerCommand, usageOf: (pid: number) => ProcessUsage) {
    this.#child = Bun.spawn([...command, group, String(process.pid), String(memoryBytes)], {
      // No secret of the server, and no setting that changes how the program starts.
      env: collectFor === undefined ? {} : { BUN_JSC_forceRAMSize: String(collectFor) },
      cwd: '/',
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'ignore',
    });
    this.#usage = usageOf(this.#child.pid);
    // A program that forgets to close its pool can still end.
    this.#child.unref();
    this.#ready.promise.catch(() => {});
    this.gone = this.#follow();
  }

  /** Resolves when the process waits for orders, with what its system does not enforce. Rejects if it ends before. */
  get ready(): Promise<string[]> {
    return this.#ready.promise;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Also true of a process that somebody else has just killed, before the system tells us: it holds no memory. */
  get dead(): boolean {
    return this.#killed !== undefined || this.#usage.residentBytes() === 0;
  }

  /** Memory beyond that of the process when it was ready. */
  get grownBytes(): number {
    return (this.#usage.residentBytes() ?? 0) - this.#readyBytes;
  }

  /** Does one order. Call only when no other runs. */
  run({ task, input, attachments, budget }: TaskOrder): Promise<TaskResult> {
    const { promise, resolve, reject } = Promise.withResolvers<TaskResult>();
    const reader = new FrameReader(budget.outputBytes + REPLY_BYTES_MAX);
    const job = { budget, startedMs: performance.now(), cpuMsBefore: this.#cpuMs(), reader, resolve, reject };
    this.#job = job;
    try {
      for (const chunk of frameOf(JSON.stringify({ task, input }), attachments)) void this.#write(chunk);
      void settle(this.#child.stdin.flush());
    } catch {
      // The process has ended. `gone` tells how.
    }
    return promise;
  }

  /** Kills the process if its order exceeds a budget. The watchdog calls it while something runs. */
  watch(): void {
    const job = this.#job;
    if (!job || this.#killed) return;
    const { budget } = job;
    if (this.#cpuMs() - job.cpuMsBefore > budget.cpuMs) this.kill('cpuMs');
    else if (this.grownBytes > budget.memoryBytes) this.kill('memoryBytes');
    else if (performance.now() - job.startedMs > budget.wallMs) this.kill('wallMs');
  }

  kill(reason: KillReason): void {
    this.#killed ??= reason;
    this.#child.kill('SIGKILL');
  }

  #write(chunk: Uint8Array): Promise<unknown> {
    return settle(this.#child.stdin.write(chunk));
  }

  #cpuMs(): number {
    return this.#usage.cpuMs() ?? this.#reportedCpuMs;
  }

  async #follow(): Promise<KillReason> {
    try {
      let greeting: FrameReader | undefined = new FrameReader(READY_BYTES_MAX);
      for await (const chunk of this.#child.stdout) {
        if (this.#killed) break;
        const reader: FrameReader | undefined = greeting ?? this.#job?.reader;
        if (!reader) throw new FrameFault('malformed');
        const parts = reader.push(chunk);
        if (!parts) continue;
        if (greeting) {
          greeting = undefined;
          this.#greet(parts);
        } else this.#finish(parts);
      }
    } catch (error) {
      this.kill(error instanceof FrameFault && error.reason === 'too large' ? 'outputBytes' : 'protocol');
    }
    // Nothing more can come from it.
    this.#child.kill('SIGKILL');
    await this.#child.exited;
    this.#usage.close();
    this.#ready.reject(new Error(`A worker process ended before it was ready (${this.#exitText()}).`));
    const reason = this.#killed ?? (this.#child.signalCode === 'SIGABRT' ? 'memoryBytes' : 'ended');
    this.#fail(reason);
    return reason;
  }

  #greet(parts: Buffer[]): void {
    const { ready, missing } = parseReply(parts[0]!);
    if (ready !== true || !Array.isArray(missing)) throw new FrameFault('malformed');
    this.#readyBytes = this.#usage.residentBytes() ?? 0;
    this.#ready.resolve(missing.map(String));
  }

  #finish([head, text, bytes]: Buffer[]): void {
    const reply = parseReply(head!);
    if (typeof reply.cpuMs === 'number' && reply.cpuMs >= 0) this.#reportedCpuMs = reply.cpuMs;
    // An engine that gives up on a large buffer is stopped too: what else failed in it is not known.
    if (reply.outOfMemory === true) {
      this.kill('memoryBytes');
      return;
    }
    const job = this.#job!;
    const cost = { cpuMs: Math.max(0, this.#cpuMs() - job.cpuMsBefore) };
    if (reply.done === true && text && bytes) {
      this.#job = undefined;
      this.jobs++;
      job.resolve({ text: text.toString(), bytes: new Uint8Array(bytes), cost });
    } else if (typeof reply.fault === 'string') {
      this.#job = undefined;
      this.jobs++;
      job.reject(new TaskFault('threw', reply.fault, cost));
    } else throw new FrameFault('malformed');
  }

  /** Answers the order that ran when the process ended. Its bill is exact: the system added it up at the end. */
  #fail(reason: KillReason): void {
    const job = this.#job;
    if (!job) return;
    this.#job = undefined;
    const totalMs = Number(this.#child.resourceUsage()?.cpuTime.total ?? 0) / 1000;
    const cost = { cpuMs: Math.max(0, totalMs - job.cpuMsBefore) };
    if (Object.hasOwn(job.budget, reason)) job.reject(new TaskOverrun(reason as BudgetResource, cost));
    else job.reject(new TaskFault(reason === 'protocol' ? 'protocol' : 'ended', this.#exitText(), cost));
  }

  #exitText(): string {
    return String(this.#child.signalCode ?? `exit code ${this.#child.exitCode}`);
  }
}

/** @throws FrameFault unless the part is a small JSON object */
function parseReply(head: Buffer): Record<string, unknown> {
  try {
    const value = head.length <= REPLY_BYTES_MAX ? JSON.parse(head.toString()) : undefined;
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Not JSON: the same fault.
  }
  throw new FrameFault('malformed');
}

/** A write to a process that has ended rejects. Its end is reported elsewhere. */
function settle(written: number | Promise<number> | undefined): Promise<unknown> {
  return Promise.resolve(written).catch(() => {});
}
