/** A job whose work is hashing: it takes a while, and its result is known without doing it as a job. */
import { createHash } from 'node:crypto';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import type { ChunkOutcome, JobChunk, JobProcessor } from '../../../src/domain/job.ts';
import type { NewJob } from '../../../src/domain/job-store.ts';

export const CHUNKS = 200;
export const LINES = 10;
/** What is charged, and what each chunk turns out not to need. */
export const UNITS = 2000;
export const UNUSED_OF_CHUNK = 3;
export const LEASE_MS = 1500;
export const READY = 'r';
export const ADMITTED = 'a';
export const realClock = systemClock;

export function wideJob(chunkCount: number): Omit<NewJob, 'id' | 'lineageId' | 'keyId' | 'units' | 'perDay'> {
  const chunks = Array.from({ length: chunkCount }, (_, number) => ({
    number,
    firstLine: 1 + number * LINES,
    lines: LINES,
    input: createHash('sha512').update(String(number)).digest(),
  }));
  return { kind: 'tariff_audit', product: 'tariff', options: null, linesTotal: chunkCount * LINES, chunks };
}

export function outcomeOf({ number, firstLine, input }: JobChunk): ChunkOutcome {
  let hash = createHash('sha512').update(input).digest();
  for (let i = 0; i < 5000; i++) hash = createHash('sha512').update(hash).digest();
  return {
    output: hash,
    counts: { [number % 3 === 0 ? 'applies' : 'retired']: LINES },
    errors: [{ line: firstLine + (hash[0]! % LINES), column: 'A', message: `is ${hash[1]}` }],
    unitsUnused: UNUSED_OF_CHUNK,
    basis: 'the same',
  };
}

export const hashProcessor: JobProcessor = {
  kind: 'tariff_audit',
  run: async (_job, chunk) => outcomeOf(chunk),
};
