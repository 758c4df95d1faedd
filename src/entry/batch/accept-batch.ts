/**
 * From the sheets of a batch to the chunks of its job. Rows are read in an isolated worker, because a stranger wrote them, and lines
 * that give no certificate are known before anything is charged.
 */
import { PortsideError } from '../../domain/errors.ts';
import { type IsolatedTasks, isStarved, TaskFault, TaskOverrun } from '../../domain/isolated-tasks.ts';
import type { JobChunk } from '../../domain/job.ts';
import type { Cell, TableRow } from '../../domain/table.ts';
import { packRows, unpackRows } from '../../spreadsheet/row-chunk.ts';
import { type Defaults, readDefaultValues, readParties } from './defaults.ts';
import { type PreparedLine, prepareLine } from './prepare-line.ts';
import { type ProductLine, productKey, sameProductRemarks } from './same-product.ts';
import { readSheetColumns } from './sheet-columns.ts';

/** Certificates of one batch. */
export const BATCH_LINES_MAX = 5000;
/** Few, so that progress is seen, and little is looked up again after a crash. A certificate takes 50 ms. */
export const LINES_PER_CHUNK = 25;
/** Rows of the sheet of parties. More are no list of parties. */
const PARTIES_MAX = 1000;

/** A sheet as `spreadsheet/` reads it. */
export interface BatchSheet {
  header: readonly Cell[];
  headerLine: number;
  /** Rows below the header that have content. */
  rows: number;
  /** Those rows, packed (`spreadsheet/row-chunk.ts`). */
  chunks: readonly Uint8Array[];
}

export interface BatchOptions {
  /** The second sheet, `Parties`. */
  parties?: BatchSheet | undefined;
  /** Values for every line that does not state its own, by heading: `{"importer_name": "…"}`. */
  defaults?: Readonly<Record<string, string>> | undefined;
  /** What was said of the sheets when they were read. */
  remarks?: readonly string[] | undefined;
  /** Nothing is made: each line says what its certificate would state. It costs no request. */
  dryRun?: boolean | undefined;
}

/** What a job keeps of its acceptance. */
export interface EntryBatchOptions {
  headings: string[];
  /** Sentences for the sender: of the sheets, and of lines that state the same product. Absent in jobs of older versions. */
  readings?: string[];
  /** Set in a dry run. */
  dryRun?: true;
}

export interface AcceptedBatch {
  chunks: JobChunk[];
  /** Certificates to make: lines without an error. */
  units: number;
  linesTotal: number;
  options: EntryBatchOptions & { readings: string[] };
}

export interface AcceptParts {
  /** Workers of the group `entry`. */
  tasks: IsolatedTasks;
  /** On whose behalf. */
  owner: string;
  nowMs: number;
}

/**
 * @throws PortsideError `invalid_request` when a heading is unknown, the sheet of parties has a fault, or there are no lines or too
 *   many; `unavailable` when too much work waits
 */
export async function acceptEntryBatch(
  table: BatchSheet,
  options: BatchOptions,
  parts: AcceptParts,
): Promise<AcceptedBatch> {
  const columns = readSheetColumns(table.header, table.headerLine);
  requireCount(table.rows);
  const values = readDefaultValues(options.defaults ?? {});
  const input = { header: table.header, headerLine: table.headerLine, values, nowMs: parts.nowMs };
  const parties = options.parties && (await partiesOf(options.parties, parts));
  const accepted: AcceptedBatch = {
    chunks: [],
    units: 0,
    linesTotal: 0,
    options: {
      headings: columns.map(({ heading }) => heading),
      readings: [...(options.remarks ?? [])],
      ...(options.dryRun && { dryRun: true as const }),
    },
  };
  const products: ProductLine[] = [];
  for (const chunk of table.chunks) {
    const { text, bytes } = await inWorker(parts, 'batch-lines', { ...input, parties: parties ?? [] }, chunk);
    const { facts, products: ofChunk } = JSON.parse(text) as { facts: ChunkFacts[]; products: ProductLine[] };
    products.push(...ofChunk);
    let at = 0;
    for (const { firstLine, lines, makeable, size } of facts) {
      accepted.chunks.push({ number: accepted.chunks.length, firstLine, lines, input: bytes.slice(at, at + size) });
      if (!options.dryRun) accepted.units += makeable;
      accepted.linesTotal += lines;
      at += size;
    }
  }
  accepted.options.readings.push(...sameProductRemarks(products));
  return accepted;
}

function requireCount(rows: number): void {
  if (rows === 0) throw refused('The sheet has no lines below its header.');
  if (rows > BATCH_LINES_MAX) {
    throw refused(`A batch has at most ${BATCH_LINES_MAX} lines, and this sheet has ${rows}. Split it.`);
  }
}

function refused(message: string): PortsideError {
  return new PortsideError('invalid_request', { message, details: [{ path: '', message }] });
}

async function partiesOf(sheet: BatchSheet, parts: AcceptParts): Promise<Defaults['parties']> {
  if (sheet.rows > PARTIES_MAX) throw refused(`The sheet of parties has more than ${PARTIES_MAX} rows.`);
  const { header, headerLine } = sheet;
  const read: Defaults['parties'][] = [];
  for (const chunk of sheet.chunks) {
    const { text } = await inWorker(parts, 'batch-parties', { header, headerLine }, chunk);
    const answer = JSON.parse(text) as { parties: Defaults['parties'] } | { refusal: Refusal };
    if ('refusal' in answer) throw new PortsideError('invalid_request', answer.refusal);
    read.push(answer.parties);
  }
  return read.flat();
}

interface Refusal {
  message: string;
  details: { path: string; message: string }[];
}

/** What the worker says of each chunk. Their bytes stand one after the other. */
interface ChunkFacts {
  firstLine: number;
  lines: number;
  makeable: number;
  size: number;
}

const BUDGET = { cpuMs: 20_000, memoryBytes: 400 << 20, outputBytes: 64 << 20, wallMs: 60_000 };

async function inWorker({ tasks, owner }: AcceptParts, task: string, input: unknown, chunk: Uint8Array) {
  const order = { task, input, attachments: [chunk], budget: BUDGET, owners: [owner], size: chunk.byteLength };
  try {
    return await tasks.run(order);
  } catch (error) {
    if (isStarved(error)) throw new PortsideError('unavailable', { retryAfterS: 5, cause: error });
    if (error instanceof TaskOverrun)
      throw refused('The lines are too long to be read within the limits. Split the sheet.');
    if (error instanceof TaskFault) throw new PortsideError('internal', { cause: error });
    throw error;
  }
}

export interface LinesInput {
  header: readonly Cell[];
  headerLine: number;
  values: Defaults['values'];
  parties: Defaults['parties'];
  nowMs: number;
}

/** In the worker: the chunks of the job with their bytes, and which line states which product. */
export function prepareLines({ header, headerLine, values, parties, nowMs }: LinesInput, chunk: Uint8Array) {
  const columns = readSheetColumns(header, headerLine);
  const lines = unpackRows<TableRow>(chunk).map((row) => prepareLine(row, columns, { values, parties }, nowMs));
  const facts: ChunkFacts[] = [];
  const packed: Uint8Array[] = [];
  for (let at = 0; at < lines.length; at += LINES_PER_CHUNK) {
    const part: PreparedLine[] = lines.slice(at, at + LINES_PER_CHUNK);
    const bytes = packRows(part);
    packed.push(bytes);
    facts.push({
      firstLine: part[0]!.line,
      lines: part.length,
      makeable: part.filter(({ body }) => body !== undefined).length,
      size: bytes.byteLength,
    });
  }
  const products = lines.flatMap(({ line, body }): ProductLine[] => (body ? [{ line, key: productKey(body) }] : []));
  return { text: JSON.stringify({ facts, products }), bytes: new Uint8Array(Buffer.concat(packed)) };
}

/** In the worker: the parties of a sheet, or why it is refused. */
export function prepareParties({ header, headerLine }: Pick<LinesInput, 'header' | 'headerLine'>, chunk: Uint8Array) {
  try {
    return { text: JSON.stringify({ parties: readParties(header, headerLine, unpackRows<TableRow>(chunk)) }) };
  } catch (error) {
    if (!(error instanceof PortsideError)) throw error;
    return { text: JSON.stringify({ refusal: { message: error.message, details: error.details ?? [] } }) };
  }
}
