import { DAY_MS } from '../../domain/clock.ts';
import { MINUTE_MS } from '../../domain/sliding-minute.ts';
import { PageError } from '../../http/browser/page-error.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import type { OperatorRequest } from '../operator-request.ts';
import { documentationOf, explain } from './explanation.ts';
import { requestPage } from './request-view.tsx';

/** Around a request, of the same key. */
const NEARBY_MS = 5 * MINUTE_MS;
const NEARBY_ROWS = 20;

export async function showRequest({ storage }: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const row = await storage.requestLog.find(Number(request.params.id));
  if (!row) {
    throw new PageError(404, 'Not found', 'There is no such request in the log. It may have been deleted since.');
  }
  const key = row.keyId === null ? undefined : await storage.keys.find(row.keyId);
  const around = { sinceMs: row.atMs - NEARBY_MS, untilMs: Math.min(row.atMs + NEARBY_MS, row.atMs + DAY_MS) };
  const nearby = key ? await storage.requestLog.search({ keyIds: [key.id], ...around, limit: NEARBY_ROWS + 1 }) : [];
  return requestPage(request, {
    row,
    key,
    explanation: explain(row),
    documentation: documentationOf(row.code),
    nearby: nearby.filter(({ id }) => id !== row.id).slice(0, NEARBY_ROWS),
  });
}
