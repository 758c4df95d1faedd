/**
 * Long work that a server does from durable rows: an audit of a parts list, an audit of a fleet of stores, a batch of certificates.
 * A job is cut into chunks when it is accepted. The result of a chunk and the progress of its job are stored in one transaction, so
 * that any process continues after any crash, and nothing is done or counted twice.
 */
export const JOB_KINDS = ['tariff_audit', 'pixel_audit', 'entry_batch'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** `queued` and `running` are open; the others are final. `failed`: a fault of ours, and everything not done was given back. */
export type JobStatus = 'queued' | 'running' | 'finished' | 'cancelled' | 'failed';

/** What one line of the input met. A job keeps the first ones, and counts the rest. */
export interface LineError {
  line: number;
  /** Name or letter of the column, if one cell is at fault. */
  column?: string;
  message: string;
}

export interface Job {
  /** `job_` and 24 characters. */
  id: string;
  kind: JobKind;
  /** Who asked: their lineage sees it. */
  lineageId: number;
  keyId: number;
  status: JobStatus;
  /** Unix milliseconds. */
  acceptedAtMs: number;
  startedAtMs?: number;
  endedAtMs?: number;
  /** When the result goes: seven days after the end. */
  expiresAtMs?: number;
  /** What the kind needs besides the rows: columns, origin, journey. A JSON value, the same for every chunk. */
  options: unknown;
  linesTotal: number;
  linesDone: number;
  /** By outcome: `applies`, `retired`, `scanned`, `issued`. */
  counts: Readonly<Record<string, number>>;
  errors: readonly LineError[];
  /** Errors beyond those that are kept. */
  errorsOmitted: number;
  /** Requests taken from the day's limit when the job was accepted, and given back since. */
  unitsCharged: number;
  unitsReturned: number;
  /** The UTC day they were taken from. They are given back to the same day. */
  chargedDay: number;
  /** Why it failed, in words for the owner. */
  failure?: string;
  /** What its outcomes depend on besides its input (`ChunkOutcome.basis`); absent until the first chunk is done. */
  basis?: string;
}

/** Some lines of a job. `input` and `output` are what the kind makes of them; most are compressed rows (`spreadsheet/row-chunk.ts`). */
export interface JobChunk {
  /** From 0. */
  number: number;
  firstLine: number;
  lines: number;
  input: Uint8Array;
}

/** What a chunk came to. */
export interface ChunkOutcome {
  output: Uint8Array;
  counts: Readonly<Record<string, number>>;
  errors: readonly LineError[];
  /** Lines at fault beyond `errors`. 0 if absent. */
  errorsOmitted?: number;
  /** Of the units that were charged for this chunk, those that were not needed: pages that were not fetched. */
  unitsUnused: number;
  /**
   * What the outcome depends on besides its input: the versions of the lists. When it differs from that of an earlier chunk the job
   * starts over, so that one result never mixes two.
   */
  basis?: string;
}

/** How a product does one kind of job. */
export interface JobProcessor {
  kind: JobKind;
  /**
   * Does a chunk. It may run again after a crash, on another machine: the same chunk gives the same output, and what it stores outside of
   * its output it stores once for each `job.id` and line.
   * @param signal aborted when the job was cancelled or the process stops
   * @throws PortsideError `unavailable` to try again later; anything else fails the job
   */
  run(job: Job, chunk: JobChunk, signal: AbortSignal): Promise<ChunkOutcome>;
}
