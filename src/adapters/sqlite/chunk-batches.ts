/** The chunks of a new job, in batches that are written one at a time while others get their turn. */
import type { JobChunk } from '../../domain/job.ts';

const CHUNKS_MAX = 100;
/** A batch of about so many bytes takes a few milliseconds to write. */
const BYTES_MAX = 256 * 1024;

/** In order. A chunk that is larger than a batch is one by itself. */
export function* batchesOf(chunks: readonly JobChunk[]): Generator<JobChunk[]> {
  let batch: JobChunk[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    if (batch.length > 0 && (bytes + chunk.input.byteLength > BYTES_MAX || batch.length >= CHUNKS_MAX)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(chunk);
    bytes += chunk.input.byteLength;
  }
  if (batch.length > 0) yield batch;
}
