/** The body of a result, written while it is read: a part of it is in memory at a time, however large it is. */
import type { Job } from '../../../domain/job.ts';
import type { JobStore } from '../../../domain/job-store.ts';
import type { JobOutput } from './family.ts';

/** Chunks that are read from the storage at once. */
const CHUNKS_AT_ONCE = 4;

/**
 * The outputs of a finished job in order.
 * @throws when one is missing: the job was removed meanwhile. What was sent so far must then not look like the whole.
 */
export async function* outputsOf(store: Pick<JobStore, 'chunks'>, job: Job): AsyncGenerator<JobOutput> {
  let lines = 0;
  for (let next = 0; lines < job.linesTotal; ) {
    const found = await store.chunks(job.id, next, CHUNKS_AT_ONCE);
    if (found.length === 0) throw new ResultGone(job.id);
    for (const { chunk, output } of found) {
      if (chunk.number !== next || output === undefined) throw new ResultGone(job.id);
      yield { chunk, output };
      // Lookups go on between two chunks.
      await new Promise<void>((resolve) => setImmediate(resolve));
      lines += chunk.lines;
      next++;
    }
  }
}

export class ResultGone extends Error {
  constructor(id: string) {
    super(`the result of ${id} was removed while it was read`);
    this.name = 'ResultGone';
  }
}

/**
 * A stream of what `produce` writes. `produce` waits for the reader, and ends by a throw of `write` when the reader has gone. When
 * `produce` throws, the connection is cut off, so that nobody takes a part for the whole.
 * @param onFault told of what `produce` threw, unless the reader had gone
 */
export function streamOf(
  produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
  onFault: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  let isGone = false;
  let wanted = Promise.withResolvers<void>();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = async (bytes: Uint8Array) => {
          if (isGone) throw new ReaderGone();
          if (bytes.byteLength > 0) controller.enqueue(bytes);
          if ((controller.desiredSize ?? 0) > 0) return;
          wanted = Promise.withResolvers<void>();
          await wanted.promise;
          if (isGone) throw new ReaderGone();
        };
        // Not awaited: a stream is read only after its start.
        void produce(write).then(
          () => isGone || controller.close(),
          (error) => {
            if (isGone) return;
            onFault(error);
            controller.error(error);
          },
        );
      },
      pull: () => wanted.resolve(),
      cancel() {
        isGone = true;
        wanted.resolve();
      },
    },
    { highWaterMark: 1 },
  );
}

class ReaderGone extends Error {
  constructor() {
    super('the reader has gone');
    this.name = 'ReaderGone';
  }
}
