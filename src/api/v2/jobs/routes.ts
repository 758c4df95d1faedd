/** Jobs in v2: begun, listed, read, downloaded and removed by the keys of one lineage. One implementation for every family. */
import { type AnyElysia, Elysia } from 'elysia';
import { type TObject, Type } from 'typebox';
import type { Clock } from '../../../domain/clock.ts';
import { PortsideError } from '../../../domain/errors.ts';
import type { Job } from '../../../domain/job.ts';
import type { Log } from '../../../domain/log.ts';
import type { ChargeCost } from '../../../domain/resource-cost.ts';
import { requireCaller } from '../../../http/caller.ts';
import { HttpError } from '../../../http/error-response.ts';
import { mediaTypeOf } from '../../../http/request-checks.ts';
import { withCaller } from '../../../http/with-caller.ts';
import type { Jobs } from '../../../jobs/open-jobs.ts';
import { elysiaPath } from '../../v0/operation.ts';
import { type AcceptParts, acceptUpload } from './accept-upload.ts';
import type { JobFamily, LineFilter } from './family.ts';
import { LINES_PAGE_DEFAULT } from './lines-schema.ts';
import { cursorAfter, readJobQuery } from './list-query.ts';
import { acceptedFormat, formatOf, MEDIA_TYPES } from './media-types.ts';
import { type JobOperations, jobOperations } from './operations.ts';
import { queryReader } from './options.ts';
import { isOpen, readLines } from './read-lines.ts';
import { jobSummary, jobView } from './representation.ts';
import { outputsOf, streamOf } from './result-stream.ts';
import { ResultQuery } from './schema.ts';
import { UploadSlots } from './upload-slots.ts';

export interface JobParts extends AcceptParts {
  jobs: Pick<Jobs, 'accept' | 'find' | 'list' | 'chunks' | 'remove'>;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'fault'>;
}

/** While a job is open, its result is worth asking for again after this time. */
const RETRY_AFTER_S = 5;
const ID = /^job_[0-9A-Za-z]{24}$/;

/** Of a day: 500,000 lines are put in order. What was not used is given back. */
const READING_LINES_MOST = { storedBytes: 0, cpuMs: 10_000, bytesFetched: 0 };

interface LinesQuery extends LineFilter {
  sort?: string;
  cursor?: string;
  limit?: number;
}

const readNothing = queryReader(Type.Object({}, { additionalProperties: false }));
const progressView = (job: Job) => ({
  lines_done: job.linesDone,
  lines_total: job.linesTotal,
  may_grow: isOpen(job),
});

const hidden = { detail: { hide: true } };
const readResultQuery = queryReader<{ format?: keyof typeof MEDIA_TYPES }>(ResultQuery);

export function jobRoutes(families: readonly JobFamily[], parts: JobParts): AnyElysia {
  const slots = new UploadSlots();
  const app: AnyElysia = new Elysia({ name: 'jobs' });
  for (const family of families) app.use(familyRoutes(family, parts, slots));
  return app;
}

function familyRoutes(family: JobFamily, parts: JobParts, slots: UploadSlots) {
  const { definition } = family;
  const { path, kind } = definition;
  const operations: JobOperations = jobOperations(definition);
  const readOptions = queryReader<Record<string, unknown>>(definition.options);
  const readLinesQuery = queryReader<LinesQuery>(operations.lines.query as TObject);
  /** Searching, sorting and counting lines is charged like the work on an upload. A page in the order of the table is not. */
  const metered = <T>(lineageId: number, work: (charge: ChargeCost) => Promise<T>) =>
    parts.meter.run(lineageId, READING_LINES_MOST, work);
  const app = new Elysia({ name: `lines ${path}` }).use(withCaller);
  if (operations.headings && family.headings) {
    const { headings } = family;
    app.get(
      elysiaPath(operations.headings.path),
      async ({ caller, params, request }) => {
        const { lineageId } = requireCaller(caller);
        readNothing(request.url);
        const job = await requireJob(family, parts, lineageId, params);
        const counted = await metered(lineageId, (charge) => headings(job, parts.jobs, charge));
        const after = await requireJob(family, parts, lineageId, params);
        const { columns: _, ...about } = family.aboutLines?.(after) ?? {};
        return { headings: counted.headings, lines_counted: counted.linesCounted, ...progressView(after), ...about };
      },
      hidden,
    );
  }
  const view = (job: Job) => jobView(definition, job, family.about?.(job));
  return new Elysia({ name: `jobs ${path}` })
    .use(withCaller)
    .post(
      path,
      async ({ caller, request, set }) => {
        const known = requireCaller(caller);
        // The guard has checked the type. Faults of the query are found before the body is read.
        const format = formatOf(mediaTypeOf(request.headers.get('content-type')))!;
        const options = readOptions(request.url);
        const job = await slots.run(known.lineageId, () =>
          acceptUpload(family, parts, { caller: known, request, format, options }),
        );
        set.status = 202;
        set.headers.location = `${path}/${job.id}`;
        return view(job);
      },
      { ...hidden, parse: 'none' },
    )
    .get(
      path,
      async ({ caller, request }) => {
        const { lineageId } = requireCaller(caller);
        const { jobs, next } = await parts.jobs.list(lineageId, { kind, ...readJobQuery(request.url) });
        return {
          jobs: jobs.map((job) => jobSummary(definition, job)),
          next_cursor: next === undefined ? null : cursorAfter(next),
        };
      },
      hidden,
    )
    .get(
      elysiaPath(operations.read.path),
      async ({ caller, params }) => view(await requireJob(family, parts, requireCaller(caller).lineageId, params)),
      hidden,
    )
    .get(
      elysiaPath(operations.lines.path),
      async ({ caller, params, request }) => {
        const { lineageId } = requireCaller(caller);
        const { cursor, limit = LINES_PAGE_DEFAULT, sort = 'line', ...filter } = readLinesQuery(request.url);
        const find = () => requireJob(family, parts, lineageId, params);
        if (sort !== 'line') requireResult(await find());
        const question = { filter, sort, cursor, limit };
        const read = (charge: ChargeCost) => readLines(family, parts.jobs, find, question, charge);
        const isPlain = sort === 'line' && Object.keys(filter).length === 0;
        const { page, job } = await (isPlain ? read(() => {}) : metered(lineageId, read));
        return { lines: page.lines, next_cursor: page.nextCursor, ...progressView(job), ...family.aboutLines?.(job) };
      },
      hidden,
    )
    .get(
      elysiaPath(operations.result.path),
      async ({ caller, params, request }) => {
        const job = await requireJob(family, parts, requireCaller(caller).lineageId, params);
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
      },
      hidden,
    )
    .use(app)
    .delete(
      elysiaPath(operations.remove.path),
      async ({ caller, params }) => {
        const { lineageId } = requireCaller(caller);
        const { id } = await requireJob(family, parts, lineageId, params);
        if (!(await parts.jobs.remove(lineageId, id))) throw notFound();
        return new Response(null, { status: 204 });
      },
      hidden,
    );
}

/** @throws PortsideError `not_found`, the same whether another lineage began it, nobody did, or it has expired */
async function requireJob(
  { definition }: JobFamily,
  { jobs, clock }: JobParts,
  lineageId: number,
  { id }: Partial<Record<string, string>>,
): Promise<Job> {
  const job = id !== undefined && ID.test(id) ? await jobs.find(lineageId, id) : undefined;
  const isThere = job?.kind === definition.kind && (job.expiresAtMs === undefined || job.expiresAtMs > clock.now());
  if (!isThere) throw notFound();
  return job;
}

function notFound(): PortsideError {
  const message = 'This API key has no job with this id here. Jobs are removed seven days after their end.';
  return new PortsideError('not_found', { message });
}

/** @throws PortsideError `conflict` for a job without a result, with `Retry-After` if it may have one later */
function requireResult({ status, linesDone, linesTotal, failure }: Job): void {
  if (status === 'finished') return;
  if (status === 'cancelled')
    throw new PortsideError('conflict', { message: 'The job was cancelled. It has no result.' });
  if (status === 'failed') {
    const message = `The job failed and has no result${failure === undefined ? '.' : `: ${failure}`}`;
    throw new PortsideError('conflict', { message });
  }
  const message = `The job is ${status}: ${linesDone} of ${linesTotal} lines are done. Its result can be read when it is finished.`;
  throw new HttpError('conflict', { 'retry-after': String(RETRY_AFTER_S) }, { message });
}

function notAcceptable(): PortsideError {
  const message = `The result is ${Object.values(MEDIA_TYPES).join(', ')}. Ask for one of them by Accept, or by the query as format=csv, format=xlsx or format=json.`;
  return new PortsideError('invalid_request', {
    message,
    details: [{ path: '/accept', message: 'names none of them' }],
  });
}
