/**
 * Does the chunks of jobs in this process, beside its requests. Which chunk is next is decided by the store, for all processes; here is
 * decided how many run at once, and what becomes of one that fails.
 */
import type { Clock } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import { isStarved } from '../domain/isolated-tasks.ts';
import { JOB_KINDS, type JobKind, type JobProcessor } from '../domain/job.ts';
import { CHUNK_BYTES_MAX } from '../domain/job-progress.ts';
import type { ClaimedChunk, JobStore } from '../domain/job-store.ts';

/** Chunks of each kind at once. An audit of stores waits for the stores most of the time; the others use a core. */
const AT_ONCE: Record<JobKind, number> = { tariff_audit: 1, pixel_audit: 2, entry_batch: 1 };
/** How long a chunk of a process that was killed waits for another one. */
const LEASE_MS = 30_000;
const LOOK_EVERY_MS = 1000;
const PAUSE_MS_MIN = 5000;
const PAUSE_MS_MAX = 60_000;
/** A chunk that was begun so often and never ended kills its process, most likely. */
const ATTEMPTS_MAX = 20;
const FAILURE = 'Something failed on our side. What was not done was given back.';

export interface JobRunnerParts {
  store: JobStore;
  /** A kind without its work is left to other processes. */
  processors: readonly JobProcessor[];
  clock: Clock;
  /** Told of failures that are ours. */
  onFault(error: unknown): void;
  /** A failure of the database: tried again. */
  isStorageFault(error: unknown): boolean;
  leaseMs?: number;
}

interface Run {
  claimed: ClaimedChunk;
  abort: AbortController;
  ended: Promise<void>;
}

export class JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #owner: string;
  readonly #leaseMs: number;
  readonly #processors: ReadonlyMap<JobKind, JobProcessor>;
  readonly #running = new Set<Run>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #filling: Promise<void> | undefined;
  #wanted = false;
  #closed = false;
  /** For the metrics: chunks by what became of them. */
  readonly chunks = { done: 0, lost: 0, put_off: 0, failed: 0 };

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
    this.#owner = Buffer.from(parts.clock.random(6)).toString('hex');
    this.#leaseMs = parts.leaseMs ?? LEASE_MS;
    this.#processors = new Map(parts.processors.map((processor) => [processor.kind, processor]));
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.#timer.unref();
    void this.look();
  }

  /** Chunks that run in this process. */
  get running(): number {
    return this.#running.size;
  }

  /** Claims what there is room for. Never rejects. */
  look(): Promise<void> {
    this.#wanted = true;
    this.#filling ??= this.#fill()
      .catch((error) => this.#report(error))
      .finally(() => {
        this.#filling = undefined;
      });
    return this.#filling;
  }

  /** Stops what this process does for a job that was removed. */
  abort(jobId: string): void {
    for (const { claimed, abort } of this.#running) if (claimed.job.id === jobId) abort.abort();
  }

  /** Gives back what runs, and waits for that. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#filling;
    for (const { abort } of this.#running) abort.abort();
    await Promise.all([...this.#running].map(({ ended }) => ended));
  }

  async #fill(): Promise<void> {
    while (this.#wanted) {
      this.#wanted = false;
      for (;;) {
        const full = JOB_KINDS.filter((kind) => !this.#processors.has(kind) || this.#runningOf(kind) >= AT_ONCE[kind]);
        if (this.#closed || full.length === JOB_KINDS.length) break;
        const claimed = await this.#parts.store.claim(this.#owner, this.#leaseMs, full);
        if (!claimed) break;
        this.#start(claimed);
      }
    }
  }

  #runningOf(kind: JobKind): number {
    let running = 0;
    for (const { claimed } of this.#running) if (claimed.job.kind === kind) running++;
    return running;
  }

  #start(claimed: ClaimedChunk): void {
    const abort = new AbortController();
    const renewal = setInterval(() => void this.#renew(claimed, abort), this.#leaseMs / 3);
    renewal.unref();
    const run: Run = { claimed, abort, ended: Promise.resolve() };
    run.ended = this.#run(claimed, abort.signal)
      .catch((error) => this.#report(error))
      .finally(() => {
        clearInterval(renewal);
        this.#running.delete(run);
        if (!this.#closed) void this.look();
      });
    this.#running.add(run);
  }

  /** A lease that was lost, or a job that was removed by another process, ends the work. */
  async #renew({ job, lease }: ClaimedChunk, abort: AbortController): Promise<void> {
    try {
      if (!(await this.#parts.store.renew(job.id, lease, this.#leaseMs))) abort.abort();
    } catch (error) {
      // While the database is away the lease runs on. If it ends, the outcome is refused.
      this.#report(error);
    }
  }

  async #run(claimed: ClaimedChunk, signal: AbortSignal): Promise<void> {
    const { job, chunk, lease, attempt } = claimed;
    const { store } = this.#parts;
    try {
      if (attempt > ATTEMPTS_MAX) throw new Error(`Chunk ${chunk.number} of ${job.id} was begun ${attempt} times.`);
      const outcome = await this.#processors.get(job.kind)!.run(job, chunk, signal);
      if (outcome.output.byteLength > CHUNK_BYTES_MAX) throw new Error('The output of a chunk is too large.');
      const stored = await store.complete(claimed, outcome);
      this.chunks[stored ? 'done' : 'lost']++;
    } catch (error) {
      if (this.#isForLater(error, signal)) {
        this.chunks.put_off++;
        await store.release(job.id, lease, signal.aborted ? 0 : pauseMs(error));
        return;
      }
      this.chunks.failed++;
      this.#report(error);
      await store.fail(job.id, lease, error instanceof PortsideError ? error.message : FAILURE);
    }
  }

  #isForLater(error: unknown, signal: AbortSignal): boolean {
    if (signal.aborted || isStarved(error) || this.#parts.isStorageFault(error)) return true;
    return error instanceof PortsideError && error.code === 'unavailable';
  }

  #report(error: unknown): void {
    if (!(error instanceof PortsideError)) this.#parts.onFault(error);
  }
}

function pauseMs(error: unknown): number {
  const wantedMs = error instanceof PortsideError ? (error.retryAfterS ?? 0) * 1000 : 0;
  return Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, wantedMs));
}
