/** The wire shapes that jobs of all families have in common. */
import { type TProperties, type TSchema, Type } from 'typebox';
import type { TableFormat } from '../../../domain/table.ts';
import { idempotencyHeaders } from '../idempotency-key.ts';
import { MEDIA_TYPES } from './media-types.ts';

const PAGE_MAX = 100;
export const PAGE_DEFAULT = 50;
const CURSOR_MAX = 200;
const STATUSES = ['queued', 'running', 'finished', 'cancelled', 'failed'] as const;
const FORMATS = Object.keys(MEDIA_TYPES) as TableFormat[];

const strict = { additionalProperties: false } as const;
const choice = <V extends string>(values: readonly V[], description: string) =>
  Type.Enum([...values], { type: 'string', description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const time = { type: 'string', format: 'date-time' } as const;
const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const timeOrNull = (description: string) => orNull(Type.String(time), description);

export const JobHeaders = idempotencyHeaders(
  'The same key with the same request gives the same job; another request under the same key is a 409.',
);

export const JobParams = Type.Object({
  id: Type.String({
    description: 'Id of a job that this key began, or a key it was rotated from or to.',
    examples: ['job_7Kq2Zr9sVb4XwNcE1mTfYh3d'],
  }),
});

export const ResultQuery = Type.Object(
  {
    format: Type.Optional(
      choice(FORMATS, 'The format of the result. It goes before `Accept`; without both it is CSV.'),
    ),
  },
  strict,
);

export const JobQuery = Type.Object(
  {
    status: Type.Optional(choice(STATUSES, 'Only jobs of this status.')),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: CURSOR_MAX, description: '`next_cursor` of the page before.' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PAGE_MAX, description: `Jobs of a page; ${PAGE_DEFAULT} if absent.` }),
    ),
  },
  strict,
);

const LineError = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: 'Line of the CSV file, row of the sheet, or number of the item.' }),
    column: orNull(Type.String(), 'Name or letter of the column, if one cell is at fault.'),
    message: Type.String({ description: 'What is wrong, and what was expected.' }),
  },
  { description: 'What one line met.' },
);

const summary = {
  id: Type.String({ pattern: '^job_[0-9A-Za-z]{24}$', description: 'Identifier of the job.' }),
  status: choice(
    STATUSES,
    '`queued` and `running` are open. `finished`: the result can be read. `failed`: a fault of ours; what was not done was ' +
      'given back.',
  ),
  lines_total: count('Lines that were sent.'),
  lines_done: count('Lines that are done. Their outcomes are in `counts`.'),
  progress: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Part of the lines that is done. Never 1 before all are.',
  }),
  accepted_at: Type.String({ ...time, description: 'When the upload was accepted.' }),
  started_at: timeOrNull('When the first lines were begun.'),
  ended_at: timeOrNull('When it ended.'),
  expires_at: timeOrNull('When the job and its result are removed: seven days after the end.'),
  units_charged: count("Requests taken from the day's limit when the job was accepted."),
  units_returned: count('Of these, requests that were not needed and were given back to the same day.'),
  charged_day: Type.String({ format: 'date', description: 'The UTC day that they were taken from.' }),
  result_url: orNull(Type.String({ format: 'uri-reference' }), 'Where the result is; null until it is finished.'),
};

const JobSummary = Type.Object(summary, { description: 'A job in a list.' });

/** @param noun says which family it is of @param fields those of the family alone */
export function jobSchema<Fields extends TProperties>(noun = 'job', fields = {} as Fields) {
  return Type.Object(
    {
      ...summary,
      counts: Type.Record(Type.String(), count('Lines.'), { description: 'Lines by outcome, of those that are done.' }),
      errors: Type.Array(LineError, { description: 'The first lines at fault.' }),
      errors_omitted: count('Lines at fault beyond those in `errors`. The result has all of them.'),
      failure: orNull(Type.String(), 'Why the job failed.'),
      ...fields,
    },
    { description: `A job: ${noun}.` },
  );
}

export const JobList = Type.Object(
  {
    jobs: Type.Array(JobSummary, { description: 'Newest first.' }),
    next_cursor: orNull(Type.String(), 'Send it as `cursor` for the next page; null on the last.'),
  },
  { description: 'A page of jobs.' },
);

/** Named schemas of the document. */
export const jobSchemas = { JobList, JobSummary, LineError };
