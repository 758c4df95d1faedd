/** `/api/v2/tariff/audits`: a parts list, each line of it answered as a single lookup would. */
import { type TSchema, Type } from 'typebox';
import { PortsideError } from '../../../domain/errors.ts';
import type { IsolatedTasks } from '../../../domain/isolated-tasks.ts';
import type { Job } from '../../../domain/job.ts';
import { acceptTariffAudit } from '../../../tariff/audit/accept-audit.ts';
import { AuditLines, chunkOf, rowOf } from '../../../tariff/audit/audit-lines.ts';
import type { TariffAuditOptions } from '../../../tariff/audit/audit-options.ts';
import { type AuditedChunk, columnNames, tariffAuditResult } from '../../../tariff/audit/audit-result.ts';
import { writeAuditWorkbook } from '../../../tariff/audit/audit-workbook.ts';
import { acceptSheet } from '../../../tariff/audit/audited-sheet.ts';
import { ColumnsRefused } from '../../../tariff/audit/find-columns.ts';
import { LINE_SORTS, type LineFilter, type LineSort, type WantedLines } from '../../../tariff/audit/find-lines.ts';
import { OUTCOMES, type Outcome } from '../../../tariff/audit/outcome.ts';
import { auditCsv, auditJson } from '../../../tariff/audit/result-text.ts';
import type { Tariff } from '../../../tariff/tariff.ts';
import type { JobDefinition, JobFamily, JobOutput } from './family.ts';
import { meteredTasks } from './metered-tasks.ts';
import { ownerOf, type TableReader } from './table-reader.ts';

const column = (what: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `Header, letter or number of the column of ${what}.`,
    }),
  );

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const asOf = Type.String({ format: 'date', description: 'The day of lines without an entry date.' });
const lawReadTo = orNull(
  Type.String({ format: 'date' }),
  'The last day whose law was read; null until lines are done.',
);
const dataVersions = orNull(
  Type.Record(Type.String(), Type.String()),
  'The versions of the lists and of the schedule that every line is answered from; null until lines are done.',
);

export const TARIFF_AUDITS = {
  kind: 'tariff_audit',
  product: 'tariff',
  path: '/api/v2/tariff/audits',
  name: 'TariffAudit',
  noun: 'tariff audit',
  description:
    'Answers every line of a parts list as a single lookup would: 500,000 lines and 32 MB at most, as CSV, as a workbook or as ' +
    'JSON. Every column and row comes back in order, with what was found beside it. A damaged number is flagged, and its probable one ' +
    'used only if you accept that. With origins the Section 232 duty is worked out too. Columns that are not named are found by header ' +
    'and content. Costs one request for each 50 distinct numbers, of the day, when the job is accepted. Not a ruling.',
  options: Type.Object(
    {
      code_column: column('tariff numbers'),
      origin_column: column('countries of origin'),
      date_column: column('entry dates'),
      value_column: column('customs values in US dollars'),
      sheet: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 31,
          description: 'Sheet to read. If absent, the first with numbers.',
        }),
      ),
      accept_probable: Type.Optional(
        Type.Boolean({
          description: 'Use the probable number of a damaged one. `accepted` says why.',
        }),
      ),
      as_of: Type.Optional(
        Type.String({
          format: 'date',
          description: 'The day of lines without an entry date. Today in New York if absent.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  rows: {
    field: 'rows',
    max: 500_000,
    schema: Type.Record(Type.String(), Type.Unsafe<unknown>({ type: ['string', 'number', 'boolean', 'null'] }), {
      description: 'Cells by the name of their column.',
    }),
  },
  fields: {
    as_of: asOf,
    columns: Type.Record(Type.String(), Type.String(), {
      description: 'What each column was taken for: `code`, `origin`, `date`, `value`, and its name.',
    }),
    readings: Type.Array(Type.String(), {
      description: 'What was not read, and how ambiguous cells are read, and why.',
    }),
    law_read_to: lawReadTo,
    data_versions: dataVersions,
  },
  lines: {
    outcomes: Object.keys(OUTCOMES) as Outcome[],
    line: Type.Object(
      {
        line: Type.Integer({
          minimum: 1,
          description: 'Line of the CSV file, row of the sheet, or number of the item.',
        }),
        cells: Type.Array(Type.String(), { description: 'The cells that were sent, in the order of `columns`.' }),
      },
      {
        additionalProperties: Type.Union([Type.String(), Type.Number(), Type.Null()]),
        description:
          'A line: what was sent, and by the name of each added column what was found, such as `status`, `heading` and `rate`.',
      },
    ),
    query: {
      heading: Type.Optional(
        Type.String({ minLength: 1, maxLength: 40, description: 'Only lines with this chapter 99 heading.' }),
      ),
      q: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description:
            'Only lines with this text in the number, its description or a cell that was sent, ignoring case.',
        }),
      ),
      sort: Type.Optional(
        Type.Enum([...LINE_SORTS], {
          type: 'string',
          description:
            '`line` if absent: the order of the table. `rate`: the highest percentage that is named first, whatever it is charged on. ' +
            '`heading`, and `status` in the order of `status`. Of equals the order of the table; what has no rate or heading is last.',
        }),
      ),
    },
    fields: {
      columns: Type.Array(Type.String(), {
        description: 'The names of all columns, as in the result: those of `cells`, then those that were added.',
      }),
      as_of: asOf,
      law_read_to: lawReadTo,
      data_versions: dataVersions,
    },
  },
  hasHeadings: true,
  examples: {
    two_lines: {
      summary: 'Two lines of a parts list',
      body: {
        rows: [
          { part: 'Bolt M8', hts: '7318.15.2065', origin: 'CN' },
          { part: 'Bracket', hts: '7326.90.8688', origin: 'DE' },
        ],
      },
    },
  },
} satisfies JobDefinition;

interface AuditQuery {
  code_column?: string;
  origin_column?: string;
  date_column?: string;
  value_column?: string;
  sheet?: string;
  as_of?: string;
  accept_probable?: boolean;
}

export interface TariffAuditParts {
  read: TableReader;
  tariff: Pick<Tariff, 'data' | 'today'>;
  /** Workers of the group `tariff-audit`. */
  tasks: IsolatedTasks;
}

export function tariffAudits({ read, tariff, tasks }: TariffAuditParts): JobFamily {
  const lines = new AuditLines();
  return {
    definition: TARIFF_AUDITS,
    async read(upload) {
      const { code_column, origin_column, date_column, value_column, as_of, sheet, accept_probable }: AuditQuery =
        upload.options;
      const first = await read(upload, sheet);
      const named = {
        code: code_column,
        origin: origin_column,
        date: date_column,
        value: value_column,
        as_of,
        accepted: accept_probable ? 'all' : undefined,
      };
      const choice = Object.fromEntries(Object.entries(named).filter(([, name]) => name !== undefined));
      const parts = { data: tariff.data, today: tariff.today(), tasks: meteredTasks(tasks, upload.charge) };
      try {
        return await acceptSheet(
          first,
          (name) => read(upload, name),
          ({ headerLine, ...table }) =>
            acceptTariffAudit({ ...table, ...(headerLine > 0 && { headerLine }) }, choice, {
              ...parts,
              owner: ownerOf(upload.lineageId),
            }),
        );
      } catch (error) {
        if (!(error instanceof ColumnsRefused)) throw error;
        const { message, role } = error;
        throw new PortsideError('invalid_request', { message, details: [{ path: `/${role}_column`, message }] });
      }
    },
    about: aboutAudit,
    findLines: (job, { chunk: { input }, output }, wanted, charge) =>
      lines.find(job, { input, output }, wanted as WantedLines, meteredTasks(tasks, charge)),
    aboutLines: (job) => ({ columns: columnNames(job.options as TariffAuditOptions), ...lawOfAudit(job) }),
    order: {
      make: (job, store, filter, sort, charge) =>
        lines.order(job, store, filter as LineFilter, sort as LineSort, meteredTasks(tasks, charge)),
      placeOf: (place) => ({ chunk: chunkOf(place), row: rowOf(place) }),
    },
    headings: (job, store, charge) => lines.headings(job, store, meteredTasks(tasks, charge)),
    async write(job, outputs, format, write) {
      const result = tariffAuditResult(job.options as TariffAuditOptions, chunksOf(outputs));
      if (format === 'xlsx') {
        return writeAuditWorkbook(result, { write }, { title: job.id, createdAtMs: job.acceptedAtMs });
      }
      for await (const piece of format === 'csv' ? auditCsv(result) : auditJson(result))
        await write(Buffer.from(piece));
    },
  };
}

async function* chunksOf(outputs: AsyncIterable<JobOutput>): AsyncGenerator<AuditedChunk> {
  for await (const { chunk, output } of outputs) yield { input: chunk.input, output };
}

function aboutAudit(job: Job) {
  const { columns, header, readings } = job.options as TariffAuditOptions;
  const { code, origin, date, value } = columns;
  const at = Object.entries({ code, origin, date, value }).filter(
    (entry): entry is [string, number] => entry[1] !== undefined,
  );
  return {
    columns: Object.fromEntries(at.map(([role, index]) => [role, header[index]?.trim() || `column ${index + 1}`])),
    readings,
    ...lawOfAudit(job),
  };
}

function lawOfAudit({ options, basis }: Job) {
  const { as_of } = options as TariffAuditOptions;
  const { as_of: _, law_read_to = null, ...versions } = JSON.parse(basis ?? '{}') as Record<string, string>;
  return { as_of, law_read_to, data_versions: basis === undefined ? null : versions };
}
