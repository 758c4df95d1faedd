/** The jobs of a server: accepted here, done by the runner of any process, kept until a week after their end. */
import { PortsideError } from '../domain/errors.ts';
import { CHUNK_BYTES_MAX, CHUNKS_MAX } from '../domain/job-progress.ts';
import type { Acceptance, JobLoad, JobStore, NewJob } from '../domain/job-store.ts';
import { newJobId } from './job-id.ts';
import { JobRunner, type JobRunnerParts } from './job-runner.ts';

const PRUNE_EVERY_MS = 60_000;

export interface Jobs extends Pick<JobStore, 'find' | 'list' | 'chunks' | 'remove'> {
  /**
   * Stores a job, and takes its units from the day, in one transaction.
   * @throws PortsideError `invalid_request` when it has no rows, `payload_too_large` when they are too large
   */
  accept(job: Omit<NewJob, 'id'>): Promise<Acceptance>;
  /** What waits in the database, what runs in this process, and what became of its chunks. For metrics and pages. */
  load(): Promise<JobLoad & { running: number }>;
  readonly chunksEnded: Readonly<JobRunner['chunks']>;
  readonly running: number;
  /** Gives back what runs. Another process, or the next start, goes on with it. */
  close(): Promise<void>;
}

export function openJobs(parts: JobRunnerParts): Jobs {
  const { store, clock } = parts;
  const runner = new JobRunner(parts);
  const prune = () => store.prune().then(() => {}, parts.onFault);
  const pruning = setInterval(prune, PRUNE_EVERY_MS);
  pruning.unref();
  void runner.look();
  return {
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
    load: async () => ({ ...(await store.load()), running: runner.running }),
    get chunksEnded() {
      return runner.chunks;
    },
    get running() {
      return runner.running;
    },
    async close() {
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
