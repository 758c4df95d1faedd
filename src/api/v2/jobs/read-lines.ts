/**
 * Pages of the lines of a job, also while it runs. Lines come in the order of the table, up to the first chunk that is not done: so
 * whoever follows the cursors sees every line exactly once, in whatever order chunks end.
 */
import { PortsideError } from '../../../domain/errors.ts';
import type { Job } from '../../../domain/job.ts';
import type { JobStore } from '../../../domain/job-store.ts';
import type { ChargeCost } from '../../../domain/resource-cost.ts';
import type { JobFamily, LineFilter } from './family.ts';
import { follows, type LinePlace, lineCursor, readLineCursor } from './line-cursor.ts';

/** Chunks that one request reads at most: 10,000 lines of a parts list. */
const CHUNKS_PER_REQUEST = 10;
/** A chunk of other jobs is one line, or few. */
const SMALL_CHUNKS_PER_REQUEST = 100;
const SMALL_CHUNK_LINES = 10;

export interface LineQuestion {
  filter: LineFilter;
  /** `line` is the order of the table. */
  sort: string;
  cursor: string | undefined;
  limit: number;
}

export interface LinesPage {
  lines: readonly object[];
  nextCursor: string | null;
}

type Chunks = Pick<JobStore, 'chunks'>;

/** One spelling of the filters and the order. */
function questionOf({ filter: { status, heading, q }, sort }: LineQuestion): string {
  return JSON.stringify([sort, [...new Set(status ?? [])].sort(), heading ?? null, q ?? null]);
}

/**
 * @param find reads the job again: it may have started over while its chunks were read
 * @throws PortsideError `conflict` if it started over with other lists, `invalid_request` for the cursor, `not_found` if it was removed
 */
export async function readLines(
  family: JobFamily,
  store: Chunks,
  find: () => Promise<Job>,
  question: LineQuestion,
  charge: ChargeCost,
): Promise<{ page: LinesPage; job: Job }> {
  const { cursor } = question;
  const asked = questionOf(question);
  const start = cursor === undefined ? { chunk: 0, row: 0, mark: '-' } : readLineCursor(cursor, asked);
  const before = await find();
  if (!follows(start.mark, before.basis)) throw startedOver();
  const isSorted = question.sort !== 'line';
  const { lines, next } = isSorted
    ? await sortedLines(family, store, before, question, start.row, charge)
    : await linesInOrder(family, store, before, question, start, charge);
  const job = await find();
  if (before.basis === undefined && job.basis !== undefined) {
    // Lines were done meanwhile, and perhaps under two revisions of the lists. The next request sees which.
    return {
      page: { lines: [], nextCursor: cursor ?? lineCursor({ chunk: 0, row: 0, basis: undefined }, asked) },
      job,
    };
  }
  if (job.basis !== before.basis || !follows(start.mark, job.basis)) throw startedOver();
  const isOver = next === undefined || (next.isGap && !isOpen(job) && !isOpen(before));
  const nextCursor = isOver ? null : lineCursor({ ...next, basis: job.basis } satisfies LinePlace, asked);
  return { page: { lines, nextCursor }, job };
}

export function isOpen({ status }: Job): boolean {
  return status === 'queued' || status === 'running';
}

interface Found {
  lines: object[];
  /** Undefined at the end. `isGap`: the chunk is not done. */
  next?: { chunk: number; row: number; isGap?: true };
}

async function linesInOrder(
  family: JobFamily,
  store: Chunks,
  job: Job,
  { filter, limit }: LineQuestion,
  start: { chunk: number; row: number },
  charge: ChargeCost,
): Promise<Found> {
  const lines: object[] = [];
  let { row } = start;
  let most = CHUNKS_PER_REQUEST;
  for (let number = start.chunk, read = 0; ; number++, read++) {
    if (read >= most) return { lines, next: { chunk: number, row: 0 } };
    const [found] = await store.chunks(job.id, number, 1);
    if (found?.chunk.number !== number) return { lines };
    const { chunk, output } = found;
    if (output === undefined) return { lines, next: { chunk: number, row, isGap: true } };
    if (chunk.lines <= SMALL_CHUNK_LINES) most = SMALL_CHUNKS_PER_REQUEST;
    const wanted = { filter, from: row, max: limit - lines.length };
    const part = await family.findLines(job, { chunk, output }, wanted, charge);
    lines.push(...part.lines);
    if (part.next !== null) return { lines, next: { chunk: number, row: part.next } };
    if (lines.length >= limit) {
      const [more] = await store.chunks(job.id, number + 1, 1);
      return { lines, ...(more && { next: { chunk: number + 1, row: 0 } }) };
    }
    row = 0;
    // Lookups go on between two chunks.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

async function sortedLines(
  { order, findLines }: JobFamily,
  store: Chunks,
  job: Job,
  { filter, sort, limit }: LineQuestion,
  start: number,
  charge: ChargeCost,
): Promise<Found> {
  const places = await order!.make(job, store, filter, sort, charge);
  const wanted = [...places.subarray(start, start + limit)].map((place) => order!.placeOf(place));
  const byChunk = Map.groupBy(wanted, ({ chunk }) => chunk);
  const found = new Map<string, object>();
  for (const [number, ofChunk] of [...byChunk].slice(0, CHUNKS_PER_REQUEST)) {
    const [stored] = await store.chunks(job.id, number, 1);
    if (stored?.output === undefined || stored.chunk.number !== number) throw new PortsideError('not_found');
    const rows = ofChunk.map(({ row }) => row);
    const part = { filter: {}, from: 0, max: rows.length, rows };
    const { lines } = await findLines(job, { chunk: stored.chunk, output: stored.output }, part, charge);
    for (const [at, line] of lines.entries()) found.set(`${number} ${rows[at]}`, line);
  }
  const shown = wanted.map(({ chunk, row }) => found.get(`${chunk} ${row}`));
  // The first line that was not read ends the page: the next one begins with it.
  const end = shown.indexOf(undefined);
  const lines = (end === -1 ? shown : shown.slice(0, end)) as object[];
  const next = start + lines.length;
  return { lines, ...(next < places.length && { next: { chunk: 0, row: next } }) };
}

function startedOver(): PortsideError {
  const message =
    'The lists changed while the job ran, so it started over: lines that were read before may have another answer. Read from the ' +
    'beginning, without a cursor.';
  return new PortsideError('conflict', { message });
}
