/** What a worker process does for an audit: decide the columns of a table, audit the lines of a chunk, and find lines in it. */
import type { TaskGroup, TaskOutput } from '../../domain/isolated-tasks.ts';
import type { LineError } from '../../domain/job.ts';
import type { TableRow } from '../../domain/table.ts';
import { packRows, unpackRows } from '../../spreadsheet/row-chunk.ts';
import { embeddedTariff } from '../embedded.ts';
import { lawOf, unpackData } from './audit-data.ts';
import type { TariffAuditOptions } from './audit-options.ts';
import { type AuditOptions, Auditor } from './audit-rows.ts';
import { LINE_COLUMNS } from './columns.ts';
import { type ColumnChoice, ColumnsRefused } from './find-columns.ts';
import { findLines, headingsOf, type LineFilter, type LineSort, rowsByKey, type WantedLines } from './find-lines.ts';
import { readTableColumns, type TableColumns } from './read-table-columns.ts';
import type { AuditSummary } from './summary.ts';

export interface AcceptInput {
  names: readonly string[];
  choice: ColumnChoice;
  as_of: string;
  dataKey: string;
  /** The length of each chunk. A piece of work has few attachments, so the chunks are one. */
  chunkBytes: readonly number[];
  accepted?: 'all';
}

export type AcceptOutput =
  | TableColumns
  | { refused: { message: string; role: string; columns: readonly string[]; isMissing: boolean } };

export interface ChunkInput {
  options: AuditOptions;
  dataKey: string;
}

export interface ChunkOutput {
  summary: AuditSummary;
  errors: LineError[];
  /** Lines at fault beyond `errors`. */
  errorsOmitted: number;
}

interface HeadingsInput {
  options: TariffAuditOptions;
}

interface LinesInput extends HeadingsInput {
  wanted: WantedLines;
}

interface KeysInput extends HeadingsInput {
  filter: LineFilter;
  sort: LineSort;
}

/** Errors of a chunk that are told one by one. */
const ERRORS_MAX = 100;

let auditor: { key: string; auditor: Auditor } | undefined;

function auditorOf(key: string, attachments: readonly Uint8Array[]): Auditor {
  if (auditor?.key !== key) auditor = { key, auditor: new Auditor(unpackData(attachments)) };
  return auditor.auditor;
}

export const auditTasks: TaskGroup = {
  warmUp: () => embeddedTariff(),
  tasks: {
    /** @param attachments the data, then the chunks of the table one after another */
    accept(
      { names, choice, as_of, dataKey, chunkBytes, accepted }: AcceptInput,
      [lists, schedule, bytes]: Uint8Array[],
    ): Partial<TaskOutput> {
      const { data } = auditorOf(dataKey, [lists!, schedule!]);
      let at = 0;
      const chunks = chunkBytes.map((length) => {
        at += length;
        return bytes!.subarray(at - length, at);
      });
      return { text: JSON.stringify(columnsOf()) };

      function columnsOf(): AcceptOutput {
        try {
          return readTableColumns(names, chunks, choice, (digits) => data.numbers.exists(digits), as_of, accepted);
        } catch (error) {
          if (!(error instanceof ColumnsRefused)) throw error;
          const { message, role, columns, isMissing } = error;
          return { refused: { message, role, columns, isMissing } };
        }
      }
    },

    /** @param attachments the chunk and its output */
    async lines({ options, wanted }: LinesInput, [input, output]: Uint8Array[]): Promise<Partial<TaskOutput>> {
      return { text: JSON.stringify(await findLines(options, { input: input!, output: output! }, wanted)) };
    },

    /** @param attachments the chunk and its output */
    async keys({ options, filter, sort }: KeysInput, [input, output]: Uint8Array[]): Promise<Partial<TaskOutput>> {
      return { text: JSON.stringify(await rowsByKey(options, { input: input!, output: output! }, filter, sort)) };
    },

    /** @param attachments the output of a chunk */
    headings({ options }: HeadingsInput, [output]: Uint8Array[]): Partial<TaskOutput> {
      return { text: JSON.stringify(headingsOf(options, output!)) };
    },

    /** @param attachments the data, then the chunk. @returns the added cells as bytes (`audit-output.ts`) */
    chunk({ options, dataKey }: ChunkInput, [lists, schedule, chunk]: Uint8Array[]): Partial<TaskOutput> {
      const rows = unpackRows<TableRow>(chunk!);
      const chunkAuditor = auditorOf(dataKey, [lists!, schedule!]);
      const { rows: added, earlier, summary } = chunkAuditor.audit(rows, options);
      const [status, missing] = ['status', 'missing'].map((wanted) =>
        LINE_COLUMNS.findIndex(({ name }) => name === wanted),
      ) as [number, number];
      const errors: LineError[] = [];
      let errorsOmitted = 0;
      added.forEach((cells, at) => {
        const isFault = ['damaged', 'invalid', 'undated'].includes(cells[status] as string);
        if (!isFault) return;
        if (errors.length < ERRORS_MAX) errors.push({ line: rows[at]!.line, message: String(cells[missing]) });
        else errorsOmitted++;
      });
      const output: ChunkOutput = { summary, errors, errorsOmitted };
      // A heap that grows undisturbed takes half as much again.
      Bun.gc(false);
      return {
        text: JSON.stringify(output),
        bytes: packRows([{ summary, earlier, law: lawOf(chunkAuditor.data) }, ...added]),
      };
    },
  },
};
