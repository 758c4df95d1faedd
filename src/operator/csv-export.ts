/** A list as CSV, with the filters of its page. It is read in batches, so that its length does not matter. Each export is audited. */
import { csvRow } from '../domain/csv.ts';
import type { OperatorDependencies } from './dependencies.ts';
import { actorOf, type OperatorRequest } from './operator-request.ts';

/** A file of more rows is of no use in a spreadsheet. */
const ROWS_MAX = 200_000;
const BATCH_ROWS = 500;

type CsvCell = string | number | null | undefined;

export interface CsvExport<Row> {
  /** The list: in the name of the file, in the audit (`request.export`) and as its subject. */
  name: string;
  /** One of it, in the name of the action. */
  singular: string;
  /** What the filters are, for the audit. */
  filter: Record<string, string | number | undefined>;
  columns: Record<string, (row: Row) => CsvCell>;
  /** Rows after `last`, in the order of the page. */
  read(last: Row | undefined, limit: number): Promise<Row[]>;
}

export async function csvExport<Row>(
  { storage, clock }: OperatorDependencies,
  request: OperatorRequest,
  { name, singular, filter, columns, read }: CsvExport<Row>,
): Promise<Response> {
  const { name: actor, origin } = actorOf(request);
  const given = Object.entries(filter).flatMap(([key, value]) => (value ? [[key, String(value)]] : []));
  const detail = new URLSearchParams(given).toString();
  await storage.activity.record({
    atMs: clock.now(),
    actor,
    origin,
    action: `${singular}.export`,
    subject: name,
    detail,
  });
  const encoder = new TextEncoder();
  let last: Row | undefined;
  let rowsLeft = ROWS_MAX;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(csvRow(Object.keys(columns))));
    },
    async pull(controller) {
      const limit = Math.min(BATCH_ROWS, rowsLeft);
      const rows = limit > 0 ? await read(last, limit) : [];
      rowsLeft -= rows.length;
      last = rows.at(-1);
      const lines = rows.map((row) => csvRow(Object.values(columns).map((cell) => String(cell(row) ?? ''))));
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')));
      if (rows.length < limit || rowsLeft === 0) controller.close();
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="portside-${name}.csv"`,
      'cache-control': 'no-store',
    },
  });
}

export function isoTime(ms: number | undefined | null): string {
  return ms == null ? '' : new Date(ms).toISOString();
}
