/** The searches of the request log and of the log of scans, as conditions for either database. */
import { and, type Column, eq, gt, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type LogCursor, OUTCOME_STATUSES, type RequestSearch } from '../domain/request-log.ts';
import type { LoggedScan, ScanLogRow, ScanOutcome, ScanSearch } from '../domain/scan-log.ts';

interface RequestColumns {
  id: Column;
  atMs: Column;
  requestId: Column;
  route: Column;
  status: Column;
  code: Column;
  keyId: Column;
}

export function requestFilter(columns: RequestColumns, search: Omit<RequestSearch, 'limit'>): SQL | undefined {
  const { atMs, status } = columns;
  const equal = (column: Column, value: string | number | undefined) =>
    value === undefined ? undefined : eq(column, value);
  const [first, end] = search.outcome ? OUTCOME_STATUSES[search.outcome] : [];
  return and(
    equal(columns.requestId, search.requestId),
    equal(columns.route, search.route),
    equal(columns.code, search.code),
    equal(status, search.status),
    first === undefined ? undefined : gte(status, first),
    end === undefined ? undefined : lt(status, end),
    search.keyIds && keyFilter(columns.keyId, search.keyIds),
    search.sinceMs === undefined ? undefined : gte(atMs, search.sinceMs),
    search.untilMs === undefined ? undefined : lt(atMs, search.untilMs),
    search.after && isOlder(columns, search.after),
  );
}

function keyFilter(keyId: Column, ids: readonly number[]): SQL {
  if (ids.length === 0) return sql`false`;
  return ids.length === 1 ? eq(keyId, ids[0]) : inArray(keyId, [...ids]);
}

function isOlder({ atMs, id }: Pick<RequestColumns, 'atMs' | 'id'>, after: LogCursor): SQL | undefined {
  return and(sql`${atMs} <= ${after.atMs}`, or(lt(atMs, after.atMs), lt(id, after.id)));
}

interface ScanColumns {
  id: Column;
  atMs: Column;
  address: Column;
  errors: Column;
  warnings: Column;
  code: Column;
  score: Column;
}

/** @param contains the database's condition that a column contains a text in small letters, ignoring case */
export function scanFilter(
  columns: ScanColumns,
  { text, outcome, sinceMs, untilMs, before }: Omit<ScanSearch, 'limit'>,
  contains: (column: Column, text: string) => SQL,
): SQL | undefined {
  const { id, atMs, address } = columns;
  return and(
    before === undefined ? undefined : lt(id, before),
    sinceMs === undefined ? undefined : gte(atMs, sinceMs),
    untilMs === undefined ? undefined : lt(atMs, untilMs),
    text ? contains(address, text.toLowerCase()) : undefined,
    outcome && outcomeFilter(columns, outcome),
  );
}

function outcomeFilter({ errors, warnings, code, score }: ScanColumns, outcome: ScanOutcome): SQL | undefined {
  if (outcome === 'failed') return sql`${code} <> ''`;
  if (outcome === 'not_judged') return and(eq(code, ''), isNull(score));
  const found = {
    error: gt(errors, 0),
    warn: and(eq(errors, 0), gt(warnings, 0)),
    clean: and(eq(errors, 0), eq(warnings, 0)),
  };
  return and(isNotNull(score), found[outcome]);
}

interface StoredScan extends Omit<LoggedScan, 'severityCounts' | 'findings'> {
  errors: number;
  warnings: number;
  infos: number;
  findings: string;
}

export function storedScan({ severityCounts, findings, ...scan }: LoggedScan): StoredScan {
  const { error: errors, warn: warnings, info: infos } = severityCounts;
  return { ...scan, errors, warnings, infos, findings: JSON.stringify(findings) };
}

export function scanOf({ errors, warnings, infos, findings, ...row }: StoredScan & { id: number }): ScanLogRow {
  return {
    ...row,
    severityCounts: { error: errors, warn: warnings, info: infos },
    findings: JSON.parse(findings) as LoggedScan['findings'],
  };
}
