/** The operations on the jobs of a family, as the document describes them. `routes.ts` answers them. */
import { type TObject, Type } from 'typebox';
import type { ErrorCode } from '../../../domain/errors.ts';
import { type HeaderName, V1_ERRORS } from '../../../http/openapi/operation.ts';
import type { V2Operation } from '../operation.ts';
import type { JobDefinition } from './family.ts';
import { headingsPage, linesPage, linesQuery } from './lines-schema.ts';
import { MEDIA_TYPES } from './media-types.ts';
import { UPLOAD_BYTES_MAX } from './read-upload.ts';
import { JobHeaders, JobList, JobParams, JobQuery, jobSchema, ResultQuery } from './schema.ts';

const READ_ERRORS: ErrorCode[] = [
  'unauthorized',
  'scope',
  'beta',
  'method_not_allowed',
  'rate_limited',
  'unavailable',
  'internal',
];
const ONE_ERRORS: ErrorCode[] = [...READ_ERRORS, 'not_found'];

/** What each operation on jobs is described with. */
export type JobOperations = Record<'create' | 'list' | 'read' | 'lines' | 'result' | 'remove', V2Operation> & {
  headings?: V2Operation;
};

export function jobOperations(definition: JobDefinition): JobOperations {
  const { product, path, name, noun, description, options, rows, fields, examples, lines } = definition;
  const of = { product } as const;
  const one = { path: `${path}/{id}`, params: JobParams, ...of };
  const answer = jobSchema(article(noun), fields);
  return {
    create: {
      path,
      method: 'post',
      ...of,
      query: options,
      headers: JobHeaders,
      body: jobBody(options, rows),
      upload: { bytesMax: UPLOAD_BYTES_MAX, mediaTypes: Object.values(MEDIA_TYPES) },
      text: {
        operationId: `create${name}`,
        tag: product,
        summary: `Begin ${article(noun)}`,
        description,
        answer: {
          status: 202,
          description: 'The job is stored and will be done.',
          schema: answer,
          headers: ['Location'],
        },
        errors: [...V1_ERRORS, 'conflict'],
        examples,
      },
    },
    list: {
      path,
      method: 'get',
      ...of,
      query: JobQuery,
      text: {
        operationId: `list${plural(name)}`,
        tag: product,
        summary: `List ${plural(noun)}`,
        description: 'Those that this key began, or a key it was rotated from or to, newest first.',
        answer: { description: 'A page of jobs.', schema: JobList },
        errors: [...READ_ERRORS, 'invalid_request'],
        examples: { first_page: { summary: 'The first page', parameters: { limit: '20' } } },
      },
    },
    read: {
      ...one,
      method: 'get',
      text: {
        operationId: `read${name}`,
        tag: product,
        summary: `Read the state of ${article(noun)}`,
        description: 'How far it is, its outcomes so far, and the lines at fault. Ask every few seconds.',
        answer: { description: 'The job.', schema: answer },
        errors: ONE_ERRORS,
      },
    },
    lines: {
      ...one,
      path: `${path}/{id}/lines`,
      method: 'get',
      query: linesQuery(lines),
      text: {
        operationId: `list${name}Lines`,
        tag: product,
        summary: `Read the lines of ${article(noun)}, page by page`,
        description: linesText(lines.query?.sort !== undefined),
        answer: { description: 'A page of lines.', schema: linesPage(lines) },
        errors: [...ONE_ERRORS, 'conflict', 'invalid_request'],
        examples: { first_page: { summary: 'The first page', parameters: { limit: '20' } } },
      },
    },
    ...(definition.hasHeadings && {
      headings: {
        ...one,
        path: `${path}/{id}/headings`,
        method: 'get',
        text: {
          operationId: `list${name}Headings`,
          tag: product,
          summary: `Count the lines of ${article(noun)} by chapter 99 heading`,
          description:
            'Over the lines that are done, also while it runs: by heading and outcome, with the highest rate.',
          answer: { description: 'The headings.', schema: headingsPage(lines) },
          errors: [...ONE_ERRORS, 'invalid_request'],
        },
      } as const,
    }),
    result: {
      ...one,
      path: `${path}/{id}/result`,
      method: 'get',
      query: ResultQuery,
      text: {
        operationId: `read${name}Result`,
        tag: product,
        summary: `Download the result of ${article(noun)}`,
        description:
          'As CSV, XLSX or JSON, by `format` or `Accept`. It is kept for seven days; afterwards it is a 404. While the job is not ' +
          'finished it is a 409 with `Retry-After`. An answer that breaks off is not the whole result.',
        answer: {
          description: 'The result.',
          mediaType: MEDIA_TYPES.json,
          schema: Type.Unsafe<unknown>({ description: 'The lines in order, with what was found.' }),
          files: [MEDIA_TYPES.csv, MEDIA_TYPES.xlsx],
          headers: RESULT_HEADERS,
        },
        errors: [...ONE_ERRORS, 'conflict', 'invalid_request'],
      },
    },
    remove: {
      ...one,
      method: 'delete',
      text: {
        operationId: `remove${name}`,
        tag: product,
        summary: `Cancel and remove ${article(noun)}`,
        description:
          'Stops it if it is open, gives back what was not needed, and removes the job with its result. For good.',
        answer: { status: 204, description: 'It is gone.', schema: {} },
        errors: ONE_ERRORS,
      },
    },
  };
}

function linesText(isSorted: boolean): string {
  return (
    'Also while it runs: in the order of the table, up to the first lines that are not done. Whoever follows `next_cursor` to its ' +
    'end sees every line once. One request reads a bounded part of a long job, so with filters a page can be empty and still have a ' +
    '`next_cursor`. 409 if the lists changed meanwhile and the job started over: begin again without a cursor.' +
    (isSorted ? ' Another order than `line` is a 409 until the job is finished.' : '')
  );
}

const RESULT_HEADERS: HeaderName[] = ['Content-Disposition'];

function jobBody(options: TObject, { field, max, schema }: JobDefinition['rows']): TObject {
  const rows = Type.Array(schema, { minItems: 1, maxItems: max, description: 'The rows, in order.' });
  const inBody = Object.entries(options.properties).map(([name, option]) => [
    name,
    Type.Optional({ ...option, description: 'As the parameter of this name.' }),
  ]);
  return Type.Object({ [field]: rows, ...Object.fromEntries(inBody) }, { additionalProperties: false });
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function plural(noun: string): string {
  return /batch/i.test(noun) ? noun.replace(/batch/i, '$&es') : `${noun}s`;
}
