import type { Caller, Sent } from '../caller.ts';
import { JobError, OptionError, TimeoutError } from '../errors.ts';
import type { AnswerOf, OperationId, QueryOf } from '../operations.ts';
import type { CallOptions } from '../options.ts';
import { Paged } from '../page.ts';
import type { ApiPromise } from '../promise.ts';
import type { JobStatus, JobSummary, WithMeta } from '../types.ts';

/** A file with rows. */
export interface JobFile {
  file: Uint8Array | string;
  format: 'csv' | 'xlsx';
}

const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
};
export type ResultFormat = keyof typeof TYPES;

/** Results are large: 500,000 lines are some 200 MB. */
const RESULT_BYTES_MAX = 1024 * 1024 * 1024;
const RESULT = { timeoutMs: 900_000, deadlineMs: 1_800_000 };

export interface WaitOptions<Job> extends CallOptions {
  /** Told of the job after each look. */
  onProgress?: ((job: Job) => void) | undefined;
  /** Milliseconds between two looks. Default 2,000; asking counts as a request. */
  pollEveryMs?: number | undefined;
}

/** What a page of lines is made of. */
type LineOf<Lines extends OperationId> = AnswerOf<Lines> extends { lines: (infer Line)[] } ? Line : never;

interface JobFields {
  id: string;
  status: JobStatus;
  failure: string | null;
}

/** Work that the server does after it has answered: created, waited for, its lines and its result read. */
export class Jobs<
  Read extends OperationId,
  Result extends OperationId,
  List extends OperationId,
  Remove extends OperationId,
  Lines extends OperationId,
> {
  protected readonly caller: Caller;
  readonly #ids: { read: Read; result: Result; list: List; remove: Remove; lines: Lines };

  constructor(caller: Caller, ids: { read: Read; result: Result; list: List; remove: Remove; lines: Lines }) {
    this.caller = caller;
    this.#ids = ids;
  }

  protected upload<Id extends OperationId>(what: object, query: object): Sent<Id> {
    if (!('file' in what)) return { body: { ...what, ...query } };
    const { file, format } = what as JobFile;
    if (!Object.hasOwn(TYPES, format) || format === ('json' as string))
      throw new OptionError('format must be csv or xlsx.');
    return { file: { bytes: file, type: TYPES[format] }, query: query as Sent<Id>['query'] };
  }

  get(id: string, options: CallOptions = {}): ApiPromise<WithMeta<AnswerOf<Read>>> {
    return this.caller.json(this.#ids.read, { path: { id } as never }, options);
  }

  /** Newest first. */
  list(query: { status?: JobStatus; limit?: number } = {}, options: CallOptions = {}): Paged<List, JobSummary> {
    const items = (page: AnswerOf<List>) => (page as { jobs: JobSummary[] }).jobs;
    return new Paged(this.caller, this.#ids.list, { query: query as never }, options, items);
  }

  /** The lines that are done, also while the job runs. */
  lines(
    id: string,
    query: QueryOf<Lines> = {} as QueryOf<Lines>,
    options: CallOptions = {},
  ): Paged<Lines, LineOf<Lines>> {
    const items = (page: AnswerOf<Lines>) => (page as { lines: LineOf<Lines>[] }).lines;
    return new Paged(this.caller, this.#ids.lines, { path: { id } as never, query }, options, items);
  }

  /** Cancels it if it is open, and removes it with its result. What it did not use is given back. */
  async remove(id: string, options: CallOptions = {}): Promise<void> {
    await this.caller.send(this.#ids.remove, { path: { id } as never }, options, () => {});
  }

  /**
   * Waits until the job is finished. There is no deadline unless `deadlineMs` is given; each look has one of its own.
   * @throws JobError if it failed or was cancelled
   */
  async wait(
    id: string,
    {
      onProgress,
      pollEveryMs = 2_000,
      deadlineMs = Number.POSITIVE_INFINITY,
      ...options
    }: WaitOptions<WithMeta<AnswerOf<Read>>> = {},
  ): Promise<WithMeta<AnswerOf<Read>>> {
    if (!(pollEveryMs >= 0)) throw new OptionError('pollEveryMs must be milliseconds from 0.');
    const { clock } = this.caller.transport;
    const until = this.caller.transport.deadline({ deadlineMs });
    for (;;) {
      const left = until - clock.now();
      if (left <= 0) throw new TimeoutError(`The job ${id} is not finished at the deadline.`);
      const job = await this.get(id, {
        ...options,
        ...(left < Number.POSITIVE_INFINITY && { deadlineMs: left }),
      });
      onProgress?.(job);
      const { status, failure } = job as unknown as JobFields;
      if (status === 'finished') return job;
      if (status === 'failed' || status === 'cancelled') throw new JobError(id, status, failure);
      await clock.sleep(Math.min(this.#pause(job, pollEveryMs), Math.max(0, until - clock.now())), options.signal);
    }
  }

  /** Waiting must not use up the minute of the key. */
  #pause(
    job: { meta: { rateLimit: { minute?: { remaining: number; resetSeconds: number | undefined } | undefined } } },
    pollEveryMs: number,
  ): number {
    const { minute } = job.meta.rateLimit;
    return minute && minute.remaining < 1
      ? Math.max(pollEveryMs, ((minute.resetSeconds ?? 60) + 1) * 1000)
      : pollEveryMs;
  }

  /** The result as a file. */
  async result(id: string, format: ResultFormat, options: CallOptions = {}): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    await this.streamResult(id, format, (part) => void parts.push(part), options);
    const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  /** Gives the parts of the result as they arrive. A connection that breaks is an error, and what was given is a part of the result. */
  async streamResult(
    id: string,
    format: ResultFormat,
    sink: (part: Uint8Array) => void | Promise<void>,
    options: CallOptions = {},
  ): Promise<void> {
    const sent = { path: { id }, query: { format }, accept: TYPES[format] } as never;
    await this.caller.send(
      this.#ids.result,
      sent,
      { ...RESULT, ...options, sink, bytesMax: RESULT_BYTES_MAX },
      () => {},
    );
  }
}
