/** A table becomes an audit: its columns are decided, its numbers counted, and the day of its answers is fixed. */

import { PortsideError } from '../../domain/errors.ts';
import { type IsolatedTasks, isStarved, TaskFault, TaskOverrun } from '../../domain/isolated-tasks.ts';
import type { JobChunk } from '../../domain/job.ts';
import { cellText } from '../../domain/table.ts';
import { checkDate } from '../tariff.ts';
import type { TariffData } from '../tariff-data.ts';
import { packData } from './audit-data.ts';
import { type AuditTable, namedTable } from './audit-header.ts';
import type { TariffAuditOptions } from './audit-options.ts';
import { type ColumnChoice, ColumnsRefused } from './find-columns.ts';
import type { ColumnRole } from './header-words.ts';
import type { AcceptInput, AcceptOutput } from './worker-tasks.ts';

export interface TariffAuditChoice extends ColumnChoice {
  /** By default today in New York. */
  as_of?: string;
  /** A day whose answers are compared with those of `as_of`. */
  since?: string;
  /** A person accepts the probable numbers of all lines. */
  accepted?: 'all';
}

export interface AcceptedAudit {
  chunks: JobChunk[];
  /** One for each 50 different numbers. */
  units: number;
  options: TariffAuditOptions;
  linesTotal: number;
}

/** Different numbers that are one unit of the day's limit. */
export const CODES_PER_UNIT = 50;
const MEMORY_BYTES = 512 * 1024 * 1024;
/** Half a million lines are unpacked twice. */
const BUDGET = { cpuMs: 60_000, memoryBytes: MEMORY_BYTES, outputBytes: 1024 * 1024, wallMs: 180_000 };

/**
 * @param today in New York
 * @throws ColumnsRefused if a column cannot be told, PortsideError `invalid_request` for a day before the lists begin
 */
export async function acceptTariffAudit(
  table: AuditTable,
  choice: TariffAuditChoice,
  { data, today, tasks, owner }: { data: TariffData; today: string; tasks: IsolatedTasks; owner: string },
): Promise<AcceptedAudit> {
  const as_of = checkDate(choice.as_of ?? today, '/as_of');
  const since = choice.since === undefined ? undefined : checkDate(choice.since, '/since');
  const { names, chunks, rows, preamble, readings } = namedTable(table);
  const { code, origin, date, value, accepted } = choice;
  const named = Object.entries({ code, origin, date, value }).filter(([, name]) => name !== undefined);
  const { key, attachments } = packData(data);
  const chunkBytes = chunks.map(({ length }) => length);
  const input: AcceptInput = {
    names,
    choice: Object.fromEntries(named),
    as_of,
    dataKey: key,
    chunkBytes,
    ...(accepted && { accepted }),
  };
  const size = chunkBytes.reduce((sum, length) => sum + length, 0);
  const order = {
    task: 'accept',
    input,
    attachments: [...attachments, Buffer.concat(chunks)],
    budget: BUDGET,
    owners: [owner],
    size,
  };
  const output = JSON.parse((await run(tasks, order)).text) as AcceptOutput;
  if ('refused' in output) {
    const { message, role, columns, isMissing } = output.refused;
    // Formulas without a value, or another sheet, are often the reason.
    const remarks = isMissing ? (table.remarks ?? []) : [];
    throw new ColumnsRefused([message, ...remarks].join(' '), role as ColumnRole, columns, isMissing);
  }
  return {
    chunks: output.chunks.map((lines, number) => ({ number, ...lines, input: chunks[number]! })),
    units: Math.ceil(output.codes / CODES_PER_UNIT),
    linesTotal: rows,
    options: {
      as_of,
      columns: output.columns,
      ...(since !== undefined && { since }),
      ...(accepted && { accepted }),
      header: names,
      ...(table.sheet !== undefined && { sheet: table.sheet }),
      preamble: preamble.map(({ cells }) => cells.map(cellText)),
      readings: [...(table.remarks ?? []), ...readings, ...output.readings],
    },
  };
}

/** Runs work that only our own fault or a busy machine can make fail. */
export async function run(tasks: IsolatedTasks, order: Parameters<IsolatedTasks['run']>[0]) {
  try {
    return await tasks.run(order);
  } catch (error) {
    if (isStarved(error)) throw new PortsideError('unavailable', { retryAfterS: 5, cause: error });
    if (error instanceof TaskOverrun || error instanceof TaskFault)
      throw new PortsideError('internal', { cause: error });
    throw error;
  }
}
