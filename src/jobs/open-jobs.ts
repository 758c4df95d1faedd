/** The jobs of a server: accepted here, done by the runner of any process, kept until a week after their end. */
import { PortsideError } from '../domain/errors.ts';
import { CHUNK_BYTES_MAX, CHUNKS_MAX } from '../domain/job-progress.ts';
import type { Acceptance, JobLoad, JobStore, NewJob } from '../domain/job-store.ts';
import { newJobId } from './job-id.ts';
import { JobRunner, type JobRunnerParts } from './job-runner.ts';

const PRUNE_EVERY_MS = 60_000;
/** The gauges of a metric may be this old. */
const LOAD_EVERY_MS = 10_000;

export interface Jobs extends Pick<JobStore, 'find' | 'list' | 'chunks' | 'remove'> {
  /** Begins to do what is open. Call it when the server listens: the work of a product may need its address. */
  start(): void;
  /**
   * Stores a job, and takes its units from the day, in one transaction.
   * @throws PortsideError `invalid_request` when it has no rows, `payload_too_large` when they are too large
   */
  accept(job: Omit<NewJob, 'id'>): Promise<Acceptance>;
  load(): Promise<JobLoad>;
  /** What waited in the database a moment ago, and what runs in this process. The names are label values of a metric. */
  gauges(): { open: number; chunks_waiting: number; chunks_running: number };
  /** For the metrics: chunks of this process by what became of them. */
  readonly chunksEnded: Readonly<JobRunner['chunks']>;
  /** Gives back what runs. Another process, or the next start, goes on with it. */
  close(): Promise<void>;
}

export function openJobs(parts: JobRunnerParts): Jobs {
  const { store, clock } = parts;
  const runner = new JobRunner(parts);
  const prune = () =>
    store.prune().catch((error) => {
      // While the disk is full nothing is pruned.
      if (!(error instanceof PortsideError)) parts.onFault(error);
    });
  const pruning = setInterval(prune, PRUNE_EVERY_MS);
  pruning.unref();
  let latest: JobLoad = { open: 0, chunksWaiting: 0 };
  const readLoad = async () => {
    latest = await store.load();
  };
  const reading = setInterval(() => readLoad().catch(() => {}), LOAD_EVERY_MS);
  reading.unref();
  return {
    start: () => runner.start(),
    async accept(job) {
      requireBounds(job);
      const acceptance = await store.accept({ ...job, id: newJobId(clock) });
      if (acceptance.outcome === 'accepted') void runner.look();
      return acceptance;
    },
    find: (lineageId, id) => store.find(lineageId, id),
    list: (lineageId, search) => store.list(lineageId, search),
    chunks: (id, from, limit) => store.chunks(id, from, limit),
    async remove(lineageId, id) {
      const removed = await store.remove(lineageId, id);
      if (removed) runner.abort(id);
      return removed;
    },
    load: () => store.load(),
    gauges: () => ({ open: latest.open, chunks_waiting: latest.chunksWaiting, chunks_running: runner.running }),
    get chunksEnded() {
      return runner.chunks;
    },
    async close() {
      clearInterval(reading);
      clearInterval(pruning);
      await runner.close();
    },
  };
}

function requireBounds({ chunks }: Pick<NewJob, 'chunks'>): void {
  if (chunks.length === 0) throw new PortsideError('invalid_request', { message: 'The file has no rows.' });
  const largest = chunks.reduce((most, { input }) => Math.max(most, input.byteLength), 0);
  if (chunks.length <= CHUNKS_MAX && largest <= CHUNK_BYTES_MAX) return;
  const message = 'The rows of this file are too large. Split it into several files.';
  throw new PortsideError('payload_too_large', { message });
}
