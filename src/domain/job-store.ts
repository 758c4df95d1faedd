/** Where jobs are kept. */
import type { ChunkOutcome, Job, JobChunk, JobKind, JobStatus } from './job.ts';

/** A job to accept. Everything of it is stored, and its units charged, in one transaction. */
export interface NewJob {
  id: string;
  kind: JobKind;
  lineageId: number;
  keyId: number;
  product: string;
  options: unknown;
  linesTotal: number;
  chunks: readonly JobChunk[];
  /** Taken from the day's limit, never from the minute. */
  units: number;
  perDay: number;
  /** Of the `Idempotency-Key`, if one was sent: SHA-256 of the request. */
  idempotency?: { key: string; fingerprint: string };
}

export type Acceptance =
  | { outcome: 'accepted' | 'repeated'; job: Job }
  /** The same `Idempotency-Key` came with another request. */
  | { outcome: 'conflict' }
  /** The day has not so many units left. It ends in `dayResetS` seconds. */
  | { outcome: 'day_spent'; dayLeft: number; dayResetS: number }
  /** Too many open jobs of this lineage or in all. */
  | { outcome: 'too_many' }
  /** Its rows do not fit in what the lineage may store. */
  | { outcome: 'storage_spent' };

/** A chunk that this process may do until `leaseUntilMs`. Nobody else does it meanwhile. */
export interface ClaimedChunk {
  job: Job;
  chunk: JobChunk;
  /** Changes with every claim: an outcome under an older one is refused. */
  lease: string;
  /** How often this chunk was begun and not given back, this time included: more than once after a process was killed. */
  attempt: number;
}

/** What waits and what is done, of all lineages. */
export interface JobLoad {
  open: number;
  /** Chunks that are not done, of open jobs. */
  chunksWaiting: number;
  /** When the oldest open job was accepted, Unix milliseconds. */
  oldestMs?: number;
}

export interface JobStore {
  accept(job: NewJob): Promise<Acceptance>;
  /**
   * The next chunk to do: of the lineage that waited longest, then of its oldest job. Undefined when there is none.
   * @param owner name of the process
   * @param exceptKinds kinds for which this process has no room
   */
  claim(owner: string, leaseMs: number, exceptKinds: readonly JobKind[]): Promise<ClaimedChunk | undefined>;
  /** Keeps a lease. False when it was lost: the chunk must be given up. */
  renew(jobId: string, lease: string, leaseMs: number): Promise<boolean>;
  /** Gives a chunk back undone. Nobody claims it for `pauseMs`. */
  release(jobId: string, lease: string, pauseMs?: number): Promise<void>;
  /** Stores an outcome and the progress, and ends the job after its last chunk. False when the lease was lost: nothing was stored. */
  complete(claimed: ClaimedChunk, outcome: ChunkOutcome): Promise<boolean>;
  fail(jobId: string, lease: string, failure: string): Promise<boolean>;
  find(lineageId: number, id: string): Promise<Job | undefined>;
  list(
    lineageId: number,
    search: { kind?: JobKind; status?: JobStatus; after?: string; limit: number },
  ): Promise<{ jobs: Job[]; next?: string }>;
  /** Input and output of the chunks of a job from a number on, in order, up to `limit`. */
  chunks(id: string, from: number, limit: number): Promise<{ chunk: JobChunk; output?: Uint8Array }[]>;
  /** Cancels if open and removes everything of it. Unused units are given back. False when there is no such job. */
  remove(lineageId: number, id: string): Promise<boolean>;
  /** Removes jobs whose result has expired, and ends those that were open too long, up to a bound. Returns how many. */
  prune(): Promise<number>;
  load(): Promise<JobLoad>;
}
