/**
 * Lines of stored audits, looked up in worker processes: a chunk of a stranger's table can be wide, and must not hold up lookups. What
 * is remembered is bounded in number, size and time, and can be made again from the stored chunks.
 */
import { LRUCache } from 'lru-cache';
import { PortsideError } from '../../domain/errors.ts';
import type { IsolatedTasks } from '../../domain/isolated-tasks.ts';
import type { Job } from '../../domain/job.ts';
import type { JobStore } from '../../domain/job-store.ts';
import { run } from './accept-audit.ts';
import type { TariffAuditOptions } from './audit-options.ts';
import { AUDIT_MEMORY_BYTES } from './audit-processor.ts';
import type { AuditedChunk } from './audit-result.ts';
import {
  type FoundLines,
  type HeadingCounts,
  highestRate,
  type LineFilter,
  type LineSort,
  type RowsByKey,
  type WantedLines,
} from './find-lines.ts';
import type { Outcome } from './outcome.ts';

/** A chunk that unpacks to all it may. Most take a hundredth of this. */
const BUDGET = { cpuMs: 20_000, memoryBytes: AUDIT_MEMORY_BYTES, outputBytes: 16 * 1024 * 1024, wallMs: 60_000 };
/** An order of 500,000 lines is 2 MB. */
const ORDERS_BYTES_MAX = 64 * 1024 * 1024;
const KEPT_MS = 5 * 60_000;
/** Orders that are made at once, of all lineages. */
const MAKING_MAX = 2;
/** Combinations of headings, rates and outcomes are bounded by the lists; this bounds what a faulty worker could send. */
const KEYS_MAX = 20_000;
const HEADINGS_MAX = 5000;
const JOBS_KEPT = 32;
/** Chunks of a job that one request counts: 50,000 lines. The next request goes on. */
const CHUNKS_COUNTED = 50;
/** Chunks are done about in order, so behind so many that are not done there are no others. */
const CHUNKS_MISSED = 16;

/** A row of a chunk in one number: a chunk has at most 65,536 rows, and a job 5,000 chunks. */
const ROWS = 65_536;
export const chunkOf = (place: number): number => Math.floor(place / ROWS);
export const rowOf = (place: number): number => place % ROWS;

export interface HeadingTotal {
  heading: string;
  lines: number;
  outcomes: Partial<Record<Outcome, number>>;
  /** The rate with the highest percentage, of lines that have this heading alone. */
  highest_rate: { percent: number | null; words: string } | null;
}

interface CountedJob {
  basis: string | undefined;
  chunks: Set<number>;
  lines: number;
  headings: Map<string, { outcomes: Partial<Record<Outcome, number>>; rates: Set<string> }>;
}

type Chunks = Pick<JobStore, 'chunks'>;

export class AuditLines {
  readonly #orders = new LRUCache<string, Uint32Array>({
    maxSize: ORDERS_BYTES_MAX,
    sizeCalculation: (order) => order.byteLength + 1000,
    ttl: KEPT_MS,
  });
  readonly #making = new Map<string, Promise<Uint32Array>>();
  readonly #counted = new LRUCache<string, CountedJob>({ max: JOBS_KEPT, ttl: KEPT_MS });

  /** Lines of one chunk. */
  async find(job: Job, chunk: AuditedChunk, wanted: WantedLines, tasks: IsolatedTasks): Promise<FoundLines> {
    const found = await ask<FoundLines>(tasks, job, 'lines', { wanted }, [chunk.input, chunk.output]);
    const { lines, next } = found;
    // The worker read what a stranger wrote, and may act for the stranger.
    const isNext = next === null || (Number.isInteger(next) && next >= wanted.from);
    if (!Array.isArray(lines) || lines.length > wanted.max || !isNext) throw faulty();
    return found;
  }

  /**
   * The places of all lines of a finished audit that match, in order. Made once, and remembered for a few minutes.
   * @throws PortsideError `unavailable` if too many are being made, `not_found` if the audit was removed meanwhile
   */
  async order(job: Job, store: Chunks, filter: LineFilter, sort: LineSort, tasks: IsolatedTasks): Promise<Uint32Array> {
    const { status, heading, q } = filter;
    const name = JSON.stringify([job.id, job.basis, sort, [...(status ?? [])].sort(), heading, q]);
    const known = this.#orders.get(name) ?? this.#making.get(name);
    if (known) return known;
    if (this.#making.size >= MAKING_MAX) throw new PortsideError('unavailable', { retryAfterS: 2 });
    const making = this.#make(job, store, filter, sort, tasks);
    this.#making.set(name, making);
    try {
      const order = await making;
      this.#orders.set(name, order);
      return order;
    } finally {
      this.#making.delete(name);
    }
  }

  async #make(job: Job, store: Chunks, filter: LineFilter, sort: LineSort, tasks: IsolatedTasks): Promise<Uint32Array> {
    const groups = new Map<string | number | null, number[]>();
    let lines = 0;
    for (let number = 0; lines < job.linesTotal; number++) {
      const [found] = await store.chunks(job.id, number, 1);
      if (!found?.output || found.chunk.number !== number) throw new PortsideError('not_found');
      const parts = await ask<RowsByKey>(tasks, job, 'keys', { filter, sort }, [found.chunk.input, found.output]);
      for (const [key, rows] of parts) {
        const places = groups.get(key);
        const added = rows.map((row) => placeOf(number, row, found.chunk.lines));
        if (!places) groups.set(key, added);
        else for (const place of added) places.push(place);
      }
      if (groups.size > KEYS_MAX) throw faulty();
      lines += found.chunk.lines;
    }
    const keys = [...groups.keys()].sort(sort === 'rate' ? highestFirst : lowestFirst);
    const order = new Uint32Array(keys.reduce<number>((sum, key) => sum + groups.get(key)!.length, 0));
    let at = 0;
    for (const key of keys) {
      // Copied group by group: the rows of a group are in the order of the table already.
      order.set(groups.get(key)!, at);
      at += groups.get(key)!.length;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    return order;
  }

  /**
   * Lines by heading, of the chunks that are done, also while the audit runs. A request counts a bounded number of chunks and the next
   * goes on, so of a long audit `linesCounted` may be less than what is done.
   */
  async headings(
    job: Job,
    store: Chunks,
    tasks: IsolatedTasks,
  ): Promise<{ headings: HeadingTotal[]; linesCounted: number }> {
    let counted = this.#counted.get(job.id);
    // An audit that started over has other lists.
    if (!counted || counted.basis !== job.basis) {
      counted = { basis: job.basis, chunks: new Set(), lines: 0, headings: new Map() };
      this.#counted.set(job.id, counted);
    }
    let read = 0;
    let missed = 0;
    for (let number = 0; read < CHUNKS_COUNTED && missed < CHUNKS_MISSED; number++) {
      if (counted.chunks.has(number)) continue;
      const [found] = await store.chunks(job.id, number, 1);
      if (found?.chunk.number !== number) break;
      if (found.output === undefined) {
        missed++;
        continue;
      }
      const counts = await ask<HeadingCounts>(tasks, job, 'headings', {}, [found.output]);
      read++;
      // Another request may have counted it meanwhile.
      if (counted.chunks.has(number)) continue;
      counted.chunks.add(number);
      counted.lines += found.chunk.lines;
      addCounts(counted, counts);
    }
    return { headings: [...counted.headings].map(totalOf).sort(mostLinesFirst), linesCounted: counted.lines };
  }
}

async function ask<T>(
  tasks: IsolatedTasks,
  job: Job,
  task: string,
  question: object,
  attachments: readonly Uint8Array[],
): Promise<T> {
  const size = attachments.reduce((sum, { length }) => sum + length, 0);
  const input = { options: job.options as TariffAuditOptions, ...question };
  const order = { task, input, attachments, budget: BUDGET, owners: [`lineage ${job.lineageId}`], size };
  return JSON.parse((await run(tasks, order)).text) as T;
}

function placeOf(chunk: number, row: number, lines: number): number {
  if (!Number.isInteger(row) || row < 0 || row >= Math.min(lines, ROWS)) throw faulty();
  return chunk * ROWS + row;
}

function faulty(): PortsideError {
  return new PortsideError('internal', { cause: new Error('a worker answered what no worker answers') });
}

type Key = string | number | null;

/** Lines without a key are last in every order. */
function lowestFirst(a: Key, b: Key): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : a > b ? 1 : 0;
}

function highestFirst(a: Key, b: Key): number {
  return a === null || b === null ? lowestFirst(a, b) : lowestFirst(b, a);
}

function addCounts({ headings }: CountedJob, counts: HeadingCounts): void {
  for (const [heading, { outcomes, rates }] of Object.entries(counts)) {
    let total = headings.get(heading);
    if (!total) {
      if (headings.size >= HEADINGS_MAX) throw faulty();
      total = { outcomes: {}, rates: new Set() };
      headings.set(heading, total);
    }
    for (const [outcome, lines] of Object.entries(outcomes)) {
      total.outcomes[outcome as Outcome] = (total.outcomes[outcome as Outcome] ?? 0) + lines;
    }
    for (const rate of rates) if (total.rates.size < HEADINGS_MAX) total.rates.add(rate);
  }
}

function totalOf([heading, { outcomes, rates }]: [string, { outcomes: HeadingTotal['outcomes']; rates: Set<string> }]) {
  const lines = Object.values(outcomes).reduce((sum, of) => sum + of, 0);
  const [highest] = [...rates].map((words) => ({ percent: highestRate(words), words })).sort(byPercent);
  return { heading, lines, outcomes, highest_rate: highest ?? null };
}

function byPercent(a: { percent: number | null; words: string }, b: { percent: number | null; words: string }): number {
  return highestFirst(a.percent, b.percent) || lowestFirst(a.words, b.words);
}

function mostLinesFirst(a: HeadingTotal, b: HeadingTotal): number {
  return b.lines - a.lines || lowestFirst(a.heading, b.heading);
}
