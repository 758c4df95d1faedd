import { type ScanLogRow, stateOf } from '../../domain/scan-log.ts';
import { PageError } from '../../http/browser/page-error.ts';
import { csvExport, isoTime } from '../csv-export.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { type OperatorRequest, queryNumber } from '../operator-request.ts';
import { readFilter, searchOf } from './filter.ts';
import { scanPage } from './scan-view.tsx';
import { scansPage } from './view.tsx';

const ROWS_PER_PAGE = 100;

export async function listScans({ storage }: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const filter = readFilter(request);
  const before = queryNumber(request, 'before', 0, Number.MAX_SAFE_INTEGER) || undefined;
  // One more row than a page shows tells whether there is a next page.
  const found = await storage.scanLog.search({ ...searchOf(filter), before, limit: ROWS_PER_PAGE + 1 });
  const scans = found.slice(0, ROWS_PER_PAGE);
  return scansPage(request, {
    filter,
    scans,
    isFirst: before === undefined,
    isLast: found.length === scans.length,
  });
}

export async function showScan({ storage }: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const scan = await storage.scanLog.find(Number(request.params.id));
  if (!scan) throw new PageError(404, 'Not found', 'There is no such scan. It may have been deleted since.');
  return scanPage(request, scan);
}

export function exportScans(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const filter = readFilter(request);
  return csvExport<ScanLogRow>(dependencies, request, {
    name: 'scans',
    singular: 'scan',
    filter: { ...filter },
    columns: {
      at: ({ atMs }) => isoTime(atMs),
      page: ({ address }) => address,
      score: ({ score }) => score,
      errors: ({ severityCounts }) => severityCounts.error,
      warnings: ({ severityCounts }) => severityCounts.warn,
      infos: ({ severityCounts }) => severityCounts.info,
      error: ({ code }) => code,
      with_key: ({ withKey }) => (withKey ? 'yes' : 'no'),
      deep: ({ deep }) => (deep ? 'yes' : 'no'),
      rules: ({ findings }) => [...new Set(findings.map(({ rule_id }) => rule_id))].join(' '),
      state: stateOf,
    },
    read: (last, limit) => dependencies.storage.scanLog.search({ ...searchOf(filter), before: last?.id, limit }),
  });
}
