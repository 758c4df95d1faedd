/** Makes a job of an upload: reads it whole, has its product read it, and stores it with its price in one step. */
import { PortsideError } from '../../../domain/errors.ts';
import type { Job } from '../../../domain/job.ts';
import type { Acceptance } from '../../../domain/job-store.ts';
import { sha256Hex } from '../../../domain/sha256.ts';
import type { TableFormat } from '../../../domain/table.ts';
import { strictSchema } from '../../../http/standard-schema.ts';
import type { Jobs } from '../../../jobs/open-jobs.ts';
import type { Caller } from '../../../keys/key-cache.ts';
import type { ResourceMeter } from '../../../limits/resource-meter.ts';
import { TableRefused } from '../../../spreadsheet/table-refused.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import type { JobDefinition, JobFamily } from './family.ts';
import { readJsonBody } from './json-body.ts';
import { readUpload } from './read-upload.ts';
import { tableRefusal } from './table-refusal.ts';

export interface AcceptParts {
  jobs: Pick<Jobs, 'accept'>;
  meter: Pick<ResourceMeter, 'run'>;
}

interface UploadCall {
  caller: Caller;
  request: Request;
  format: TableFormat;
  /** From the query. */
  options: Readonly<Record<string, unknown>>;
}

/** Of a day. A file of 32 MB takes some seconds to read, and is charged those. */
const READING_MOST = { storedBytes: 0, cpuMs: 60_000, bytesFetched: 0 };
/** An open job is a matter of minutes. */
const TOO_MANY_RETRY_S = 60;

/** @throws PortsideError `invalid_request` and `payload_too_large` for the upload, `conflict`, `rate_limited` for the job */
export async function acceptUpload(family: JobFamily, parts: AcceptParts, call: UploadCall): Promise<Job> {
  const { definition } = family;
  const { caller, request, format, options } = call;
  const { keyId, lineageId, limits } = caller;
  const key = idempotencyKeyOf(request);
  const { bytes, digest } = await readUpload(request);
  const asked = format === 'json' ? await askedByJson(definition, bytes, options) : { bytes, options };
  const upload = await parts.meter
    .run(lineageId, READING_MOST, (charge) => family.read({ ...asked, format, lineageId, keyId, charge }))
    .catch((error) => {
      throw error instanceof TableRefused ? tableRefusal(error) : error;
    });
  const acceptance = await parts.jobs.accept({
    kind: definition.kind,
    product: definition.product,
    lineageId,
    keyId,
    perDay: limits.perDay,
    ...upload,
    ...(key !== undefined && { idempotency: { key, fingerprint: fingerprintOf(definition.kind, call, digest) } }),
  });
  if ('job' in acceptance) return acceptance.job;
  throw refusalOf(acceptance, upload.units);
}

/** The rows of a JSON body, and the options of its fields and of the query together. */
async function askedByJson({ rows: { field }, options: schema }: JobDefinition, bytes: Uint8Array, inQuery: object) {
  const { rows, fields } = await readJsonBody(bytes, field);
  const options = strictSchema(schema)['~standard'].validate(fields).value as Record<string, unknown>;
  const twice = Object.keys(fields).filter((name) => Object.hasOwn(inQuery, name));
  if (twice.length > 0) {
    const details = twice.map((name) => ({ path: `/${name}`, message: 'is in the query too' }));
    throw new PortsideError('invalid_request', { details });
  }
  return { bytes: rows, options: { ...inQuery, ...options } };
}

/** The same request has the same one, whatever the order of its options. */
function fingerprintOf(kind: string, { format, options }: UploadCall, digest: string): string {
  const asked = Object.entries(options).sort(([first], [second]) => (first < second ? -1 : 1));
  return sha256Hex(JSON.stringify([kind, format, asked, digest]));
}

function refusalOf(refused: Exclude<Acceptance, { job: Job }>, units: number): PortsideError {
  switch (refused.outcome) {
    case 'conflict':
      return new PortsideError('conflict');
    case 'day_spent': {
      const message = `This job costs ${units} requests, and ${refused.dayLeft} are left of the day. Nothing was charged. Send fewer lines, or wait for the next UTC day.`;
      return new PortsideError('rate_limited', { message, retryAfterS: refused.dayResetS, shouldRetry: false });
    }
    case 'too_many':
      return new PortsideError('rate_limited', {
        message: 'Too many jobs are open. Wait until one of them ends, or remove one. Nothing was charged.',
        retryAfterS: TOO_MANY_RETRY_S,
      });
    case 'storage_spent':
      return new PortsideError('rate_limited', {
        message:
          'The rows of this job do not fit in what this API key may store. Remove jobs that you no longer need. Nothing was charged.',
        shouldRetry: false,
      });
  }
}
