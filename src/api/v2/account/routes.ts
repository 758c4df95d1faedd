/** `/api/v2/account`: what a key is and has used, for the key itself, and its rotation. */
import { Type } from 'typebox';
import type { Clock } from '../../../domain/clock.ts';
import { HOUR_MS } from '../../../domain/clock.ts';
import { PortsideError } from '../../../domain/errors.ts';
import { JOB_KINDS, type JobKind } from '../../../domain/job.ts';
import { OPEN_JOBS_PER_LINEAGE } from '../../../domain/job-progress.ts';
import { type ApiKey, statusOf } from '../../../domain/key.ts';
import type { Storage } from '../../../domain/storage.ts';
import { bearerToken } from '../../../http/bearer-token.ts';
import { requireCaller } from '../../../http/caller.ts';
import { KEYED_BODY_ERRORS, KEYED_READ_ERRORS } from '../../../http/openapi/operation-text.ts';
import { operation } from '../../../http/operation.ts';
import { strictSchema } from '../../../http/standard-schema.ts';
import type { Jobs } from '../../../jobs/open-jobs.ts';
import type { OwnRotation } from '../../../keys/own-rotation.ts';
import { readKeyUsage } from '../../../limits/key-usage.ts';
import { readResourceUse } from '../../../limits/resource-use.ts';
import { UsageHistory } from '../../../limits/usage-history.ts';
import { timeOf } from '../certificates/representation.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { queryReader } from '../query-reader.ts';
import { Account, OVERLAP_HOURS_DEFAULT, RotatedKey, RotationHeaders, RotationRequest } from './schema.ts';

export interface AccountParts {
  storage: Pick<Storage, 'keys' | 'usage' | 'resources'>;
  jobs: Pick<Jobs, 'list'>;
  rotation: OwnRotation;
  /** The client's address, for the audit. */
  addressOf(request: Request): string;
  clock: Clock;
}

const readNothing = queryReader(Type.Object({}, { additionalProperties: false }));
const PRODUCTS = ['tariff', 'pixel', 'entry'] as const;
const FAMILIES = { tariff_audit: 'tariff_audits', pixel_audit: 'pixel_audits', entry_batch: 'entry_batches' } as const;
const common = { product: 'tariff', anyScope: true } as const;
const tag = 'account';

export const READ = operation({
  ...common,
  path: '/api/v2/account',
  method: 'get',
  text: {
    operationId: 'readAccount',
    tag,
    summary: 'Read what your key may use and has used',
    description:
      'The key, its limits, its requests of the last 90 days, its resources and its open jobs. A key of any scope may ask. ' +
      'The request itself is counted.',
    answer: { description: 'The account.', schema: Account },
    errors: [...KEYED_READ_ERRORS, 'invalid_request'],
  },
  handler: ({ storage, jobs, rotation, clock }: AccountParts) => {
    const history = new UsageHistory(storage);
    return async ({ caller, request }) => {
      const { keyId, lineageId } = requireCaller(caller);
      readNothing(request.url);
      const nowMs = clock.now();
      const row = await storage.keys.find(keyId);
      if (!row) throw new PortsideError('unauthorized');
      const successor = row.successorId === null ? undefined : await storage.keys.find(row.successorId);
      const status = statusOf(row, nowMs);
      const { minute, today } = await readKeyUsage(storage, row, nowMs);
      const { storedBytes, cpuMs, bytesFetched } = await readResourceUse(storage, row, nowMs);
      const days = await history.lineageDays(lineageId, nowMs);
      return {
        key: {
          ...keyView(row),
          status,
          successor_prefix: successor ? displayOf(successor) : null,
          may_rotate: rotation.isAllowed && status === 'active',
        },
        limits: { per_minute: row.perMinute, per_day: row.perDay },
        use: { minute, today, days: days.map(({ atMs, requests }) => dayView(atMs, requests)) },
        resources: {
          stored_bytes: useView(storedBytes),
          cpu_ms: useView(cpuMs),
          bytes_fetched: useView(bytesFetched),
        },
        open_jobs: { ...(await openJobs(jobs, lineageId)), limit: OPEN_JOBS_PER_LINEAGE },
      };
    };
  },
});

export const ROTATE = operation({
  ...common,
  path: '/api/v2/account/rotation',
  method: 'post',
  headers: RotationHeaders,
  body: strictSchema(RotationRequest),
  text: {
    operationId: 'rotateOwnKey',
    tag,
    summary: 'Rotate the key that asks',
    description:
      'Makes a successor with the same scope, limits, networks and expiry, and shows it once. The old key works until the ' +
      'overlap ends. 409 if the operator does not allow it, or if the key has a successor already.',
    answer: { status: 201, description: 'The new key.', schema: RotatedKey },
    errors: [...KEYED_BODY_ERRORS, 'conflict'],
    examples: { a_day: { summary: 'The old key works for another day', body: { overlap_hours: 24 } } },
  },
  handler:
    ({ rotation, addressOf }: AccountParts) =>
    async ({ body, caller, request, set }) => {
      const { overlap_hours = OVERLAP_HOURS_DEFAULT } = body;
      const { keyId } = requireCaller(caller);
      // The guard has verified it. Without it, a session of the workbench asks, and a session must not become a key.
      const keyText = bearerToken(request.headers.get('authorization'));
      if (!keyText) throw new PortsideError('unauthorized');
      const { key, row, old } = await rotation.rotate({
        ...{ keyId, keyText },
        overlapMs: overlap_hours * HOUR_MS,
        idempotencyKey: idempotencyKeyOf(request),
        origin: addressOf(request),
      });
      set.status = 201;
      return { key, ...keyView(row), old_key_until: timeOf(old.expiresAt!) };
    },
});

export const ACCOUNT_OPERATIONS = [READ, ROTATE];

function keyView(row: ApiKey) {
  const { name, scope, owner, createdAt, expiresAt } = row;
  const expires_at = expiresAt === null ? null : timeOf(expiresAt);
  return { name, prefix: displayOf(row), scope, owner, created_at: timeOf(createdAt), expires_at };
}

/** As the operator page shows it. */
const displayOf = ({ prefix, lastFour }: ApiKey): string => `${prefix}…${lastFour}`;

const useView = ({ used, limit }: { used: number; limit: number }) => ({ used, limit });

function dayView(atMs: number, requests: Record<string, number>) {
  const by_product = Object.fromEntries(PRODUCTS.map((product) => [product, requests[product] ?? 0]));
  const sum = Object.values(requests).reduce((total, of) => total + of, 0);
  return { date: timeOf(atMs).slice(0, 10), requests: sum, by_product };
}

/** A lineage has so few open jobs that a page holds them all. */
async function openJobs({ list }: Pick<Jobs, 'list'>, lineageId: number) {
  const countOf = async (kind: JobKind): Promise<number> => {
    let open = 0;
    for (const status of ['queued', 'running'] as const) {
      open += (await list(lineageId, { kind, status, limit: OPEN_JOBS_PER_LINEAGE })).jobs.length;
    }
    return open;
  };
  const counts: [string, number][] = [];
  for (const kind of JOB_KINDS) counts.push([FAMILIES[kind], await countOf(kind)]);
  return Object.fromEntries(counts);
}
