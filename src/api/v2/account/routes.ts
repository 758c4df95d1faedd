/** `/api/v2/account`: what a key is and has used, for the key itself, and its rotation. */
import { Elysia } from 'elysia';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../../domain/clock.ts';
import { HOUR_MS } from '../../../domain/clock.ts';
import { PortsideError } from '../../../domain/errors.ts';
import { JOB_KINDS, type JobKind } from '../../../domain/job.ts';
import { OPEN_JOBS_PER_LINEAGE } from '../../../domain/job-progress.ts';
import { type ApiKey, statusOf } from '../../../domain/key.ts';
import type { Storage } from '../../../domain/storage.ts';
import { bearerToken } from '../../../http/bearer-token.ts';
import { requireCaller } from '../../../http/caller.ts';
import { strictSchema } from '../../../http/standard-schema.ts';
import { withCaller } from '../../../http/with-caller.ts';
import type { Jobs } from '../../../jobs/open-jobs.ts';
import type { OwnRotation } from '../../../keys/own-rotation.ts';
import { readKeyUsage } from '../../../limits/key-usage.ts';
import { readResourceUse } from '../../../limits/resource-use.ts';
import { UsageHistory } from '../../../limits/usage-history.ts';
import { timeOf } from '../certificates/representation.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { queryReader } from '../page-query.ts';
import { READ, ROTATE } from './operations.ts';
import { OVERLAP_HOURS_DEFAULT, RotationRequest } from './schema.ts';

export interface AccountRouteParts {
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

export function accountRoutes(parts: AccountRouteParts) {
  const { storage, rotation, addressOf, clock } = parts;
  const history = new UsageHistory(storage);
  return new Elysia({ name: 'account' })
    .use(withCaller)
    .get(
      READ.path,
      async ({ caller, request }) => {
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
          open_jobs: { ...(await openJobs(parts.jobs, lineageId)), limit: OPEN_JOBS_PER_LINEAGE },
        };
      },
      { detail: { hide: true } },
    )
    .post(
      ROTATE.path,
      async ({ body, caller, request, set }) => {
        const { overlap_hours = OVERLAP_HOURS_DEFAULT } = body as Static<typeof RotationRequest>;
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
      { parse: 'json', body: strictSchema(RotationRequest) },
    );
}

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
