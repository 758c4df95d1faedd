import type { OperatorDependencies } from '../dependencies.ts';
import { type OperatorRequest, queryNumber } from '../operator-request.ts';
import { KINDS, readFilter, searchOf } from './filter.ts';
import { activityPage } from './view.tsx';

const ROWS_PER_PAGE = 100;

export async function searchActivity({ storage }: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const filter = readFilter(request);
  const before = queryNumber(request, 'before', 0, Number.MAX_SAFE_INTEGER) || undefined;
  // One more row than a page shows tells whether there is a next page.
  const found = await storage.activity.search({ ...searchOf(filter), before, limit: ROWS_PER_PAGE + 1 });
  const rows = found.slice(0, ROWS_PER_PAGE);
  return activityPage(request, {
    ...filter,
    kinds: KINDS,
    rows,
    isFirst: before === undefined,
    isLast: found.length === rows.length,
  });
}
