/** `/api/v2/entry/batches`: a certificate for each line of a sheet. */
import { Type } from 'typebox';
import type { Clock } from '../../../domain/clock.ts';
import type { IsolatedTasks } from '../../../domain/isolated-tasks.ts';
import { acceptEntryBatch, type EntryBatchOptions } from '../../../entry/batch/accept-batch.ts';
import type { LineOutcome } from '../../../entry/batch/make-line.ts';
import { readBatchSheets, sheetRemarks } from '../../../entry/batch/read-sheets.ts';
import { RESULT_COLUMNS, type ResultRow, resultRow } from '../../../entry/batch/result.ts';
import { unpackRows } from '../../../spreadsheet/row-chunk.ts';
import type { JobDefinition, JobFamily, JobOutput } from './family.ts';
import { meteredTasks } from './metered-tasks.ts';
import { findRows, tableLine } from './table-lines.ts';
import { ownerOf, type TableReader } from './table-reader.ts';
import { writeTable } from './write-table.ts';

const LINES_MAX = 5000;

export const ENTRY_BATCHES = {
  kind: 'entry_batch',
  product: 'entry',
  path: '/api/v2/entry/batches',
  name: 'EntryBatch',
  noun: 'batch of certificates',
  description:
    `Makes a certificate of conformity for each of up to ${LINES_MAX} lines, each exactly once: as CSV, as a workbook or as JSON, ` +
    'with the columns of `portside entry batch --template`. A heading that is not one of them refuses the upload. A line that ' +
    'cannot be made is named with its column, and the others are made. Costs one request for each certificate. A certificate is never ' +
    'changed: `dry_run` says first what each would state.',
  options: Type.Object(
    {
      sheet: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 31,
          description: 'The sheet of a workbook with the lines. The first one if absent.',
        }),
      ),
      dry_run: Type.Optional(
        Type.Boolean({
          description:
            'true: nothing is made, and it costs no request. Each line says which state its certificate would have, and what it would lack.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  rows: {
    field: 'rows',
    max: LINES_MAX,
    schema: Type.Record(Type.String(), Type.Unsafe<unknown>({ type: ['string', 'number', 'boolean', 'null'] }), {
      description: 'Cells by heading: `{"product_name": "…"}`.',
    }),
  },
  fields: {
    dry_run: Type.Optional(Type.Boolean({ description: 'true: nothing was made.' })),
    // Optional, so that a client of this version also reads the answers of an older server.
    readings: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Which sheets of a workbook were read and which were not, what could be missed in them, and which lines state the same ' +
          'product and lot.',
      }),
    ),
  },
  lines: {
    outcomes: ['issued', 'checked', 'not_made'],
    line: tableLine<ResultRow>(RESULT_COLUMNS, 'A line of the sheet and its certificate.'),
  },
  examples: {
    one_line: {
      summary: 'One line',
      body: {
        rows: [
          {
            sku: 'HLM-MRD-M-BLK',
            product_name: 'Adult bicycle helmet',
            date_of_manufacture: '2025-03-14',
            place_of_manufacture: 'Shenzhen, China',
            manufacturer_name: 'Bright Harbor Sports Co., Ltd.',
            manufacturer_address: '88 Keji Road, Nanshan District, Shenzhen 518057, China',
            manufacturer_contact_email: 'compliance@brightharbor.example',
            testing_lab_name: 'Harbor Testing Laboratories',
            test_date: '2025-02-20',
            rules: '16 CFR part 1203',
          },
        ],
      },
    },
  },
} satisfies JobDefinition;

export interface EntryBatchParts {
  read: TableReader;
  /** Workers of the group `entry`. */
  tasks: IsolatedTasks;
  clock: Pick<Clock, 'now'>;
}

export function entryBatches({ read, tasks, clock }: EntryBatchParts): JobFamily {
  return {
    definition: ENTRY_BATCHES,
    async read(upload) {
      const { sheet, dry_run: dryRun }: { sheet?: string; dry_run?: boolean } = upload.options;
      const sheets = await readBatchSheets((name) => read(upload, name), sheet);
      const metered = meteredTasks(tasks, upload.charge);
      return acceptEntryBatch(
        sheets.table,
        { parties: sheets.parties, remarks: sheetRemarks(sheets), dryRun },
        { tasks: metered, owner: ownerOf(upload.lineageId), nowMs: clock.now() },
      );
    },
    about: ({ options }) => {
      const { readings = [], dryRun } = options as EntryBatchOptions;
      return { readings, ...(dryRun && { dry_run: true }) };
    },
    findLines: findRows((output) => unpackRows<LineOutcome>(output).map((outcome) => resultRow(outcome)), 'outcome'),
    write: (job, outputs, format, write) =>
      writeTable(
        { title: 'Certificates', createdAtMs: job.acceptedAtMs, columns: RESULT_COLUMNS, rows: rowsOf(outputs) },
        format,
        { write },
      ),
  };
}

async function* rowsOf(outputs: AsyncIterable<JobOutput>): AsyncGenerator<(string | number)[]> {
  for await (const { output } of outputs) {
    yield* unpackRows<LineOutcome>(output).map((outcome) => Object.values(resultRow(outcome)));
  }
}
