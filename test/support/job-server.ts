/** The surface of jobs with the real guard, keys, limits and listener, over jobs and a product that a test controls. */
import { afterAll } from 'bun:test';
import { Type } from 'typebox';
import type { JobFamily, JobUpload } from '../../src/api/v2/jobs/family.ts';
import { jobOperations } from '../../src/api/v2/jobs/operations.ts';
import { UploadSlots } from '../../src/api/v2/jobs/upload-slots.ts';
import { utcDay } from '../../src/domain/clock.ts';
import { PortsideError } from '../../src/domain/errors.ts';
import type { Job, JobChunk } from '../../src/domain/job.ts';
import type { Acceptance, JobStore, NewJob } from '../../src/domain/job-store.ts';
import type { Scope } from '../../src/domain/key.ts';
import type { Log } from '../../src/domain/log.ts';
import { apiGuard } from '../../src/http/api-guard.ts';
import { drain } from '../../src/http/drain.ts';
import { HostCheck } from '../../src/http/host-check.ts';
import { KeyedRoutes } from '../../src/http/keyed-routes.ts';
import { openListener } from '../../src/http/listener.ts';
import { RequestMetrics } from '../../src/http/metrics/request-metrics.ts';
import { keyedOperations, operationRoutes } from '../../src/http/operation-routes.ts';
import { newJobId } from '../../src/jobs/job-id.ts';
import type { Jobs } from '../../src/jobs/open-jobs.ts';
import { KeyCache } from '../../src/keys/key-cache.ts';
import { KeyIssuer, type NewKey } from '../../src/keys/key-issuer.ts';
import { BatchingLimiter } from '../../src/limits/batching-limiter.ts';
import { ErrorTally } from '../../src/limits/error-tally.ts';
import { ForeignUseTally } from '../../src/limits/foreign-use-tally.ts';
import { ResourceMeter } from '../../src/limits/resource-meter.ts';
import { tempStorage, testClock } from './temp.ts';

/** Jobs in memory. Nothing runs them: a test moves them on. */
class HeldJobs implements Pick<Jobs, 'accept' | 'find' | 'list' | 'chunks' | 'remove'> {
  readonly jobs = new Map<string, Job>();
  readonly inputs = new Map<string, { chunk: JobChunk; output?: Uint8Array }[]>();
  readonly remembered = new Map<string, { fingerprint: string; id: string }>();
  refusal: Exclude<Acceptance, { job: Job }> | undefined;

  constructor(readonly now: () => number) {}

  async accept(job: Omit<NewJob, 'id'>): Promise<Acceptance> {
    const id = newJobId(testClock());
    const place = `${job.lineageId} ${job.idempotency?.key}`;
    const earlier = job.idempotency && this.remembered.get(place);
    if (earlier?.fingerprint === job.idempotency?.fingerprint && earlier) {
      return { outcome: 'repeated', job: this.jobs.get(earlier.id)! };
    }
    if (earlier) return { outcome: 'conflict' };
    if (this.refusal) return this.refusal;
    if (job.idempotency) this.remembered.set(place, { fingerprint: job.idempotency.fingerprint, id });
    const { kind, lineageId, keyId, options, linesTotal, units } = job;
    const accepted: Job = {
      ...{ id, kind, lineageId, keyId, options, linesTotal },
      ...{ status: 'queued', acceptedAtMs: this.now(), linesDone: 0, counts: {}, errors: [], errorsOmitted: 0 },
      ...{ unitsCharged: units, unitsReturned: 0, chargedDay: utcDay(this.now()) },
    };
    this.jobs.set(id, accepted);
    this.inputs.set(
      id,
      job.chunks.map((chunk) => ({ chunk })),
    );
    return { outcome: 'accepted', job: accepted };
  }

  async find(lineageId: number, id: string): Promise<Job | undefined> {
    const job = this.jobs.get(id);
    return job?.lineageId === lineageId ? job : undefined;
  }

  async list(lineageId: number, search: Parameters<JobStore['list']>[1]) {
    const { kind, status, after, limit } = search;
    const all = [...this.jobs.values()].reverse();
    const start = after === undefined ? 0 : all.findIndex(({ id }) => after.endsWith(id)) + 1;
    const found = all
      .slice(start)
      .filter(
        (job) =>
          job.lineageId === lineageId && job.kind === (kind ?? job.kind) && job.status === (status ?? job.status),
      );
    const jobs = found.slice(0, limit);
    return { jobs, ...(found.length > limit && { next: `${jobs.at(-1)!.acceptedAtMs}.${jobs.at(-1)!.id}` }) };
  }

  async chunks(id: string, from: number, limit: number) {
    return (this.inputs.get(id) ?? []).slice(from, from + limit);
  }

  async remove(lineageId: number, id: string): Promise<boolean> {
    if ((await this.find(lineageId, id)) === undefined) return false;
    this.inputs.delete(id);
    return this.jobs.delete(id);
  }

  /** Every line of a job is done: its output is its input. */
  finish(id: string): void {
    const job = this.jobs.get(id)!;
    for (const held of this.inputs.get(id)!) held.output = held.chunk.input;
    const expiresAtMs = this.now() + 7 * 86_400_000;
    const ended = { status: 'finished', linesDone: job.linesTotal, endedAtMs: this.now(), expiresAtMs } as const;
    this.jobs.set(id, { ...job, ...ended, startedAtMs: this.now(), counts: { done: job.linesTotal } });
  }
}

/** A product that takes lines of text and gives them back. A line `bad` cannot be read. */
function echoFamily(path: string, kind: Job['kind'], product: 'tariff' | 'pixel' | 'entry'): JobFamily {
  return {
    definition: {
      ...{ kind, product, path, name: 'Echo', noun: 'echo', description: 'Echoes lines.', examples: {} },
      options: Type.Object(
        {
          code_column: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          journey: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
      rows: { field: 'rows', max: 500_000, schema: Type.String() },
      lines: { outcomes: ['a', 'b', 'c'], line: Type.Object({ line: Type.Integer(), text: Type.String() }) },
    },
    async read({ bytes, options }: JobUpload) {
      const lines = Buffer.from(bytes).toString('latin1').split('\n').filter(Boolean);
      if (lines.includes('bad')) throw new PortsideError('invalid_request');
      const chunks = lines.map((text, number) => ({
        number,
        firstLine: number + 1,
        lines: 1,
        input: Buffer.from(text),
      }));
      return { options, linesTotal: lines.length, chunks, units: lines.length };
    },
    // A line is its text, and its outcome the text too.
    async findLines(_job, { output }, { filter, from, max }) {
      const text = Buffer.from(output).toString();
      const isWanted = from === 0 && max > 0 && (filter.status ?? [text]).includes(text);
      return { lines: isWanted ? [{ line: 1, text }] : [], next: null };
    },
    about: () => ({ law_read_to: '2026-10-09' }),
    async write(_job, outputs, format, write) {
      await write(Buffer.from(`${format}:`));
      for await (const { output } of outputs) await write(output);
    },
  };
}

export async function startJobServer(more: Partial<JobFamily> = {}) {
  const storage = tempStorage();
  const clock = testClock();
  const jobs = new HeldJobs(() => clock.now());
  const faults: unknown[] = [];
  const log: Log = { request() {}, info() {}, fault: (_, error) => faults.push(error) };
  const issuer = new KeyIssuer(storage, clock);
  const limiter = new BatchingLimiter({
    ledger: storage.openLedger(clock),
    clock,
    onFault: (error) => faults.push(error),
  });
  const meter = new ResourceMeter({ ledger: storage.resources, clock, onFault: (error) => faults.push(error) });
  const families = [
    { ...echoFamily('/api/v2/tariff/audits', 'tariff_audit', 'tariff'), ...more },
    echoFamily('/api/v2/pixel/audits', 'pixel_audit', 'pixel'),
    echoFamily('/api/v2/entry/batches', 'entry_batch', 'entry'),
  ];
  const operations = families.flatMap(({ definition }) => jobOperations(definition));
  const keyedRoutes = new KeyedRoutes(keyedOperations(operations));
  const app = apiGuard({
    keyed: {
      routes: keyedRoutes,
      cache: new KeyCache((hash) => issuer.findByHash(hash), clock),
      limiter,
      errors: new ErrorTally(storage, clock),
      foreignUses: new ForeignUseTally(storage, clock),
      addressOf: () => '127.0.0.1',
      beta: true,
    },
    logRequests: false,
    recordsRequests: false,
    routeOf: (path) => path,
    isStorageFault: () => false,
    contact: 'support@portside.invalid',
    clock,
    log,
  }).use(
    operationRoutes(operations, { jobFamilies: families, jobs, uploadSlots: new UploadSlots(), clock, log, meter }),
  );
  const { server: listener } = openListener(
    {
      address: { hostname: '127.0.0.1', port: 0 },
      reusePort: false,
      metrics: new RequestMetrics(),
      hosts: new HostCheck({ base_url: '', hosts: [], host: '127.0.0.1' }),
      anyHost: new Set(),
    },
    { app, waiting: keyedRoutes.products },
  );
  afterAll(async () => {
    await drain(listener);
    await meter.close();
  });
  const key = async (scope: Scope = 'all', options: Partial<NewKey> = {}) =>
    (await issuer.issue({ name: 'test', scope, notes: 'delegate:on', ...options }, { name: 'test', origin: 'test' }))
      .key;
  return { url: `http://127.0.0.1:${listener.port}`, port: listener.port!, jobs, clock, faults, issuer, key };
}
