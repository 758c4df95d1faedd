import { PageError } from '../../http/browser/page-error.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { type OperatorRequest, queryNumber } from '../operator-request.ts';
import { PRODUCTS, pointLabel, readUsageReport, type UsageUnit } from './report.ts';
import { usagePage } from './view.tsx';

export async function showUsage(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  return usagePage(request, await readUsageReport(dependencies, request));
}

/** `days.csv`, `hours.csv`, `minutes.csv` or `errors.csv`, with `?key=ID` for one key. Values are numbers and our own words, so none needs quotes. */
export async function downloadUsage(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const keyId = queryNumber(request, 'key', 0, Number.MAX_SAFE_INTEGER) || undefined;
  if (keyId !== undefined && !(await dependencies.keyIssuer.find(keyId))) {
    throw new PageError(404, 'Not found', 'There is no such key.');
  }
  const table = request.params.file!.replace('.csv', '') as keyof typeof TABLES;
  const rows = await TABLES[table](dependencies, keyId);
  const name = `portside-${table}${keyId === undefined ? '' : `-key-${keyId}`}.csv`;
  return new Response(rows.map((row) => `${row.join(',')}\r\n`).join(''), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}

type Rows = (string | number)[][];

const TABLES = {
  days: ({ history, clock }: OperatorDependencies, keyId?: number) =>
    pointRows('day', history.days(keyId, clock.now())),
  hours: ({ history, clock }: OperatorDependencies, keyId?: number) =>
    pointRows('hour', history.hours(keyId, clock.now())),
  minutes: ({ history, clock }: OperatorDependencies, keyId?: number) =>
    pointRows('minute', history.minutes(keyId, clock.now())),
  errors: async ({ history, clock }: OperatorDependencies, keyId?: number): Promise<Rows> => {
    const errors = await history.errors(keyId, clock.now());
    const lines = errors.map(({ code, product, today, total }) => [code, product, today, total]);
    return [['code', 'product', 'today', 'days_90'], ...lines];
  },
};

async function pointRows(unit: UsageUnit, points: ReturnType<OperatorDependencies['history']['days']>): Promise<Rows> {
  const lines = (await points).map(({ atMs, requests }) => [
    pointLabel(atMs, unit),
    ...PRODUCTS.map((product) => requests[product] ?? 0),
  ]);
  return [[`${unit}_utc`, ...PRODUCTS], ...lines];
}
