import { csvRow } from '../../domain/csv.ts';
import { keyColumns } from '../../keys/key-columns.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, type OperatorRequest } from '../operator-request.ts';
import { readFilter } from './list-filter.ts';

/** As many keys as the cache of a server holds. A page of one query is quick, and half a list would be misread. */
const ROWS_MAX = 100_000;
const ROWS_PER_CHUNK = 1000;

/** All keys that the filters of the page match, as CSV. The export itself is in the audit. */
export async function exportKeys(
  { storage, clock }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const nowMs = clock.now();
  const { name: actor, origin } = actorOf(request);
  const filter = readFilter(request);
  // Sorting all keys by what each has used would block the server, and a spreadsheet can sort.
  const order = filter.order === 'today' ? 'used' : filter.order;
  const { rows } = await storage.keys.search({ ...filter, order, limit: ROWS_MAX, offset: 0 }, nowMs);
  const detail = `${rows.length} keys`;
  await storage.activity.record({ atMs: nowMs, actor, origin, action: 'key.export', subject: 'keys', detail });
  const columns = keyColumns(nowMs);
  const encoder = new TextEncoder();
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(csvRow(Object.keys(columns))));
    },
    pull(controller) {
      if (at >= rows.length) return controller.close();
      const lines = rows
        .slice(at, at + ROWS_PER_CHUNK)
        .map((row) => csvRow(Object.values(columns).map((cell) => String(cell(row) ?? ''))));
      at += ROWS_PER_CHUNK;
      controller.enqueue(encoder.encode(lines.join('')));
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="portside-keys.csv"',
      'cache-control': 'no-store',
    },
  });
}
