/**
 * What a product says of its jobs, so that one implementation serves the audits of tariff and pixel and the batches of entry: where
 * they are, what they take, and how a result is written.
 */
import type { TObject, TProperties, TSchema } from 'typebox';
import type { Job, JobChunk, JobKind } from '../../../domain/job.ts';
import type { JobStore } from '../../../domain/job-store.ts';
import type { Product } from '../../../domain/key.ts';
import type { ChargeCost } from '../../../domain/resource-cost.ts';
import type { TableFormat } from '../../../domain/table.ts';
import type { Example } from '../../../http/openapi/operation-text.ts';

/** What the document says of a family. */
export interface JobDefinition {
  kind: JobKind;
  product: Product;
  /** Of the collection: `/api/v2/tariff/audits`. */
  path: string;
  /** Of the operation ids: `TariffAudit`. */
  name: string;
  /** In a sentence: `tariff audit`. */
  noun: string;
  /** What it does, what it takes and what it costs. */
  description: string;
  /** What can be asked besides the rows: in the query for a file, as fields beside the rows in JSON. */
  options: TObject;
  /** The field of a JSON body with the rows, and the schema of one. */
  rows: { field: string; max: number; schema: TObject | TProperties[string] };
  /** Fields of a job of this family alone. */
  fields?: TProperties;
  examples: Record<string, Example>;
  /** What the pages of lines are described with. */
  lines: {
    /** The words of an outcome, as `counts` of a job has them. */
    outcomes: readonly string[];
    /** One line: an object of the result in JSON. */
    line: TSchema;
    /** Fields of the query and of the answer of this family alone. */
    query?: TProperties;
    fields?: TProperties;
  };
  /** Whether lines are also counted by chapter 99 heading. */
  hasHeadings?: true;
}

/** Which lines of a job are asked for. A family knows only the fields that its schema has. */
export interface LineFilter {
  status?: readonly string[];
  heading?: string;
  q?: string;
}

/** Lines of one chunk. */
export interface WantedLines {
  filter: LineFilter;
  /** Number of the first row of the chunk to look at. */
  from: number;
  max: number;
  /** Instead of `filter` and `from`: these rows, in this order. */
  rows?: readonly number[];
}

export interface FoundLines {
  /** Each has its `line`. */
  lines: readonly object[];
  /** The row to go on with; null at the end of the chunk. */
  next: number | null;
}

/** A file or a JSON body that was sent, in full. */
export interface JobUpload {
  bytes: Uint8Array;
  format: TableFormat;
  /** What the query asks, valid by `JobDefinition.options`. */
  options: Readonly<Record<string, unknown>>;
  lineageId: number;
  keyId: number;
  /** Is told what reading it took. */
  charge: ChargeCost;
}

/** What is stored of an upload. */
interface ReadUpload {
  options: unknown;
  linesTotal: number;
  chunks: readonly JobChunk[];
  /** Requests that it costs. */
  units: number;
}

export interface JobOutput {
  chunk: JobChunk;
  output: Uint8Array;
}

export interface JobFamily {
  definition: JobDefinition;
  /** @throws PortsideError `invalid_request`, TableRefused */
  read(upload: JobUpload): Promise<ReadUpload>;
  /** The fields that `JobDefinition.fields` describes. */
  about?(job: Job): Readonly<Record<string, unknown>>;
  /** Finds lines in a chunk that is done. @param charge is told what it took */
  findLines(job: Job, output: JobOutput, wanted: WantedLines, charge: ChargeCost): Promise<FoundLines>;
  /** Fields of an answer with lines that `JobDefinition.lines.fields` describes. */
  aboutLines?(job: Job): Readonly<Record<string, unknown>>;
  /** Orders the lines of a finished job. @returns places, which `placeOf` reads as chunk and row */
  order?: {
    make(
      job: Job,
      store: Pick<JobStore, 'chunks'>,
      filter: LineFilter,
      sort: string,
      charge: ChargeCost,
    ): Promise<Uint32Array>;
    placeOf(place: number): { chunk: number; row: number };
  };
  /** Lines that are done by chapter 99 heading. */
  headings?(
    job: Job,
    store: Pick<JobStore, 'chunks'>,
    charge: ChargeCost,
  ): Promise<{ headings: readonly object[]; linesCounted: number }>;
  /**
   * Writes the result of a finished job, a part at a time. Each `write` is awaited, so that a slow reader slows it down.
   * @param outputs in the order of the chunks, all of them or a throw
   */
  write(
    job: Job,
    outputs: AsyncIterable<JobOutput>,
    format: TableFormat,
    write: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void>;
}
