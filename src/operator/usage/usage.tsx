/** @jsxImportSource preact */
import type { OperatorDependencies } from '../dependencies.ts';
import { page } from '../layout.tsx';
import { type OperatorRequest, PageError, queryNumber } from '../operator-request.ts';
import { PRODUCTS, pointLabel, readUsageFigures, UsageFigures } from './usage-charts.tsx';

export async function usagePage(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const figures = await readUsageFigures(dependencies, dependencies.clock.now());
  return page(request, {
    title: 'Usage',
    section: 'usage',
    charts: true,
    body: (
      <>
        <div class="heading">
          <h1>Usage of all keys</h1>
          <span class="quiet">Times are UTC</span>
        </div>
        <UsageFigures {...figures} />
      </>
    ),
  });
}

/** `days.csv`, `minutes.csv`, `errors.csv`; of one key with `?key=ID`. Every value is a number or a word of ours. */
export async function usageCsv(
  { history, clock, keyIssuer }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const keyId = queryNumber(request, 'key', 0, Number.MAX_SAFE_INTEGER) || undefined;
  if (keyId !== undefined && !(await keyIssuer.find(keyId)))
    throw new PageError(404, 'Not found', 'There is no such key.');
  const table = request.params.table!;
  const nowMs = clock.now();
  let rows: (string | number)[][];
  if (table === 'errors') {
    const errors = await history.errors(keyId, nowMs);
    const lines = errors.map(({ code, product, today, total }) => [code, product, today, total]);
    rows = [['code', 'product', 'today', 'days_90'], ...lines];
  } else {
    const unit = table === 'days' ? 'day' : 'minute';
    const points = await history[table as 'days' | 'minutes'](keyId, nowMs);
    const lines = points.map(({ atMs, requests }) => [
      pointLabel(atMs, unit),
      ...PRODUCTS.map((product) => requests[product] ?? 0),
    ]);
    rows = [[`${unit}_utc`, ...PRODUCTS], ...lines];
  }
  const name = `portside-${table}${keyId === undefined ? '' : `-key-${keyId}`}.csv`;
  return new Response(rows.map((row) => `${row.join(',')}\r\n`).join(''), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}
