/** The operations on the jobs of a family: begun, listed, read, downloaded and removed by the keys of one lineage. */
import { type TObject, Type } from 'typebox';
import type { Clock } from '../../../domain/clock.ts';
import { PortsideError } from '../../../domain/errors.ts';
import type { Job } from '../../../domain/job.ts';
import type { Log } from '../../../domain/log.ts';
import type { ChargeCost } from '../../../domain/resource-cost.ts';
import { requireCaller } from '../../../http/caller.ts';
import { KEYED_BODY_ERRORS, KEYED_READ_ERRORS } from '../../../http/openapi/operation-text.ts';
import { type Operation, operation } from '../../../http/operation.ts';
import { mediaTypeOf } from '../../../http/request-checks.ts';
import type { Jobs } from '../../../jobs/open-jobs.ts';
import { queryReader } from '../query-reader.ts';
import { type AcceptParts, acceptUpload } from './accept-upload.ts';
import type { JobDefinition, JobFamily, LineFilter } from './family.ts';
import { headingsPage, LINES_PAGE_DEFAULT, linesPage, linesQuery } from './lines-schema.ts';
import { cursorAfter, readJobQuery } from './list-query.ts';
import { acceptedFormat, formatOf, MEDIA_TYPES } from './media-types.ts';
import { isOpen, readLines } from './read-lines.ts';
import { UPLOAD_BYTES_MAX } from './read-upload.ts';
import { jobSummary, jobView } from './representation.ts';
import { notFound, requireJob, requireResult } from './require-job.ts';
import { outputsOf, streamOf } from './result-stream.ts';
import { JobHeaders, JobList, JobParams, JobQuery, jobSchema, ResultQuery } from './schema.ts';
import type { UploadSlots } from './upload-slots.ts';

export interface JobParts extends AcceptParts {
  jobFamilies: readonly JobFamily[];
  jobs: Pick<Jobs, 'accept' | 'find' | 'list' | 'chunks' | 'remove'>;
  uploadSlots: UploadSlots;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'fault'>;
}

/** Of a day: 500,000 lines are put in order. What was not used is given back. */
const READING_LINES_MOST = { storedBytes: 0, cpuMs: 10_000, bytesFetched: 0 };

interface LinesQuery extends LineFilter {
  sort?: string;
  cursor?: string;
  limit?: number;
}

const ONE_ERRORS = [...KEYED_READ_ERRORS, 'not_found'] as const;
const readNothing = queryReader(Type.Object({}, { additionalProperties: false }));
const readResultQuery = queryReader(ResultQuery);

export function jobOperations(definition: JobDefinition): Operation<JobParts>[] {
  const { kind, product, path, name, noun, description, options, rows, fields, examples, lines } = definition;
  const one = { path: `${path}/{id}`, params: JobParams, product };
  const answer = jobSchema(article(noun), fields);
  const readOptions = queryReader(options);
  const linesSchema = linesQuery(lines);
  const readLinesQuery = queryReader(linesSchema);
  const familyOf = ({ jobFamilies }: JobParts) => jobFamilies.find((family) => family.definition.kind === kind)!;
  const view = (family: JobFamily, job: Job) => jobView(definition, job, family.about?.(job));
  const create = operation({
    path,
    method: 'post',
    product,
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
      errors: [...KEYED_BODY_ERRORS, 'conflict'],
      examples,
    },
    handler: (parts: JobParts) => {
      const family = familyOf(parts);
      return async ({ caller, request, set }) => {
        const known = requireCaller(caller);
        // The guard has checked the type. Faults of the query are found before the body is read.
        const format = formatOf(mediaTypeOf(request.headers.get('content-type')))!;
        const asked = readOptions(request.url);
        const job = await parts.uploadSlots.run(known.lineageId, () =>
          acceptUpload(family, parts, { caller: known, request, format, options: asked }),
        );
        set.status = 202;
        set.headers.location = `${path}/${job.id}`;
        return view(family, job);
      };
    },
  });
  const list = operation({
    path,
    method: 'get',
    product,
    query: JobQuery,
    text: {
      operationId: `list${plural(name)}`,
      tag: product,
      summary: `List ${plural(noun)}`,
      description: 'Those that this key began, or a key it was rotated from or to, newest first.',
      answer: { description: 'A page of jobs.', schema: JobList },
      errors: [...KEYED_READ_ERRORS, 'invalid_request'],
      examples: { first_page: { summary: 'The first page', parameters: { limit: '20' } } },
    },
    handler:
      (parts: JobParts) =>
      async ({ caller, request }) => {
        const { lineageId } = requireCaller(caller);
        const { jobs, next } = await parts.jobs.list(lineageId, { kind, ...readJobQuery(request.url) });
        return {
          jobs: jobs.map((job) => jobSummary(definition, job)),
          next_cursor: next === undefined ? null : cursorAfter(next),
        };
      },
  });
  const read = operation({
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
    handler: (parts: JobParts) => {
      const family = familyOf(parts);
      return async ({ caller, params }) =>
        view(family, await requireJob(definition, parts, requireCaller(caller).lineageId, params));
    },
  });
  const pageLines = operation({
    ...one,
    path: `${path}/{id}/lines`,
    method: 'get',
    query: linesSchema,
    text: {
      operationId: `list${name}Lines`,
      tag: product,
      summary: `Read the lines of ${article(noun)}, page by page`,
      description: linesText(lines.query?.sort !== undefined),
      answer: { description: 'A page of lines.', schema: linesPage(lines) },
      errors: [...ONE_ERRORS, 'conflict', 'invalid_request'],
      examples: { first_page: { summary: 'The first page', parameters: { limit: '20' } } },
    },
    handler: (parts: JobParts) => {
      const family = familyOf(parts);
      return async ({ caller, params, request }) => {
        const { lineageId } = requireCaller(caller);
        const {
          cursor,
          limit = LINES_PAGE_DEFAULT,
          sort = 'line',
          ...filter
        } = readLinesQuery(request.url) as LinesQuery;
        const find = () => requireJob(definition, parts, lineageId, params);
        if (sort !== 'line') requireResult(await find());
        const question = { filter, sort, cursor, limit };
        const ask = (charge: ChargeCost) => readLines(family, parts.jobs, find, question, charge);
        const isPlain = sort === 'line' && Object.keys(filter).length === 0;
        const { page, job } = await (isPlain ? ask(() => {}) : metered(parts, lineageId, ask));
        return { lines: page.lines, next_cursor: page.nextCursor, ...progressView(job), ...family.aboutLines?.(job) };
      };
    },
  });
  const headings = operation({
    ...one,
    path: `${path}/{id}/headings`,
    method: 'get',
    text: {
      operationId: `list${name}Headings`,
      tag: product,
      summary: `Count the lines of ${article(noun)} by chapter 99 heading`,
      description: 'Over the lines that are done, also while it runs: by heading and outcome, with the highest rate.',
      answer: { description: 'The headings.', schema: headingsPage(lines) },
      errors: [...ONE_ERRORS, 'invalid_request'],
    },
    handler: (parts: JobParts) => {
      const family = familyOf(parts);
      return async ({ caller, params, request }) => {
        const { lineageId } = requireCaller(caller);
        readNothing(request.url);
        const job = await requireJob(definition, parts, lineageId, params);
        const counted = await metered(parts, lineageId, (charge) => family.headings!(job, parts.jobs, charge));
        const after = await requireJob(definition, parts, lineageId, params);
        const { columns: _, ...about } = family.aboutLines?.(after) ?? {};
        return { headings: counted.headings, lines_counted: counted.linesCounted, ...progressView(after), ...about };
      };
    },
  });
  const result = operation({
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
        headers: ['Content-Disposition'],
      },
      errors: [...ONE_ERRORS, 'conflict', 'invalid_request'],
    },
    handler: (parts: JobParts) => {
      const family = familyOf(parts);
      return async ({ caller, params, request }) => {
        const job = await requireJob(definition, parts, requireCaller(caller).lineageId, params);
        const format = readResultQuery(request.url).format ?? acceptedFormat(request.headers.get('accept'));
        if (format === undefined) throw notAcceptable();
        requireResult(job);
        const headers = {
          'content-type': format === 'csv' ? `${MEDIA_TYPES.csv}; charset=utf-8` : MEDIA_TYPES[format],
          'content-disposition': `attachment; filename="${kind.replaceAll('_', '-')}-${job.id}.${format}"`,
        };
        if (request.method === 'HEAD') return new Response(null, { headers });
        const produce = (write: (bytes: Uint8Array) => Promise<void>) =>
          family.write(job, outputsOf(parts.jobs, job), format, write);
        return new Response(
          streamOf(produce, (error) => parts.log.fault('the result of a job was not written', error)),
          { headers },
        );
      };
    },
  });
  const remove = operation({
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
    handler:
      (parts: JobParts) =>
      async ({ caller, params }) => {
        const { lineageId } = requireCaller(caller);
        const { id } = await requireJob(definition, parts, lineageId, params);
        if (!(await parts.jobs.remove(lineageId, id))) throw notFound();
        return new Response(null, { status: 204 });
      },
  });
  return [create, list, read, pageLines, ...(definition.hasHeadings ? [headings] : []), result, remove];
}

/** Searching, sorting and counting lines is charged like the work on an upload. A page in the order of the table is not. */
function metered<T>({ meter }: JobParts, lineageId: number, work: (charge: ChargeCost) => Promise<T>): Promise<T> {
  return meter.run(lineageId, READING_LINES_MOST, work);
}

function progressView(job: Job) {
  return { lines_done: job.linesDone, lines_total: job.linesTotal, may_grow: isOpen(job) };
}

function notAcceptable(): PortsideError {
  const message = `The result is ${Object.values(MEDIA_TYPES).join(', ')}. Ask for one of them by Accept, or by the query as format=csv, format=xlsx or format=json.`;
  return new PortsideError('invalid_request', {
    message,
    details: [{ path: '/accept', message: 'names none of them' }],
  });
}

function linesText(isSorted: boolean): string {
  return (
    'Also while it runs: in the order of the table, up to the first lines that are not done. Whoever follows `next_cursor` to its ' +
    'end sees every line once. One request reads a bounded part of a long job, so with filters a page can be empty and still have a ' +
    '`next_cursor`. 409 if the lists changed meanwhile and the job started over: begin again without a cursor.' +
    (isSorted ? ' Another order than `line` is a 409 until the job is finished.' : '')
  );
}

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
