import type { ActivityRow } from '../../domain/activity-log.ts';
import { csvExport, isoTime } from '../csv-export.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, type OperatorRequest } from '../operator-request.ts';
import { activityLines } from './export.ts';
import { readFilter, searchOf } from './filter.ts';

/** All rows that the filters of the page match. The export itself is in the audit too. */
export async function exportActivity(
  { storage, clock }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const filter = readFilter(request);
  const { name: actor, origin } = actorOf(request);
  const detail = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString();
  await storage.activity.record({ atMs: clock.now(), actor, origin, action: 'audit.export', subject: 'audit', detail });
  const lines = activityLines(storage.activity, searchOf(filter));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': 'attachment; filename="portside-audit.jsonl"',
      'cache-control': 'no-store',
    },
  });
}

/** The same rows as a table. */
export function exportActivityTable(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const filter = readFilter(request);
  return csvExport<ActivityRow>(dependencies, request, {
    name: 'audit',
    singular: 'audit',
    filter: { ...filter },
    columns: {
      id: ({ id }) => id,
      at: ({ atMs }) => isoTime(atMs),
      actor: ({ actor }) => actor,
      origin: ({ origin }) => origin,
      action: ({ action }) => action,
      subject: ({ subject }) => subject,
      detail: ({ detail }) => detail,
    },
    read: (last, limit) => dependencies.storage.activity.search({ ...searchOf(filter), before: last?.id, limit }),
  });
}
