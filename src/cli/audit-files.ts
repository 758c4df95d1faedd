/** What `portside pixel audit` writes: every store of the list is in every format, also one that was not scanned. */
import { csvRow } from '../domain/csv.ts';
import { auditMarkdown } from '../pixel/audit/markdown.ts';
import type { StoreOutcome, StoreStanding } from '../pixel/audit/store-outcome.ts';
import { type FleetScans, fleetReportHtml } from '../web/scan-report/fleet-page.tsx';
import tokens from '../web/tokens.css' with { type: 'text' };
import { endingOf, sarifOf } from './report-file.ts';

export interface AuditResult extends FleetScans {
  /** The worst first. */
  standings: readonly StoreStanding[];
  /** The outcome of a line of the list. */
  outcomeOf(line: number): StoreOutcome;
  /** When the audit ended, Unix milliseconds. */
  atMs: number;
}

/** The content of `out` in pieces, so that the reports are never in memory together. SARIF is one value. */
export function* auditContent(out: string, result: AuditResult): Generator<string> {
  switch (endingOf(out)) {
    case '.html':
      yield* fleetReportHtml({ ...result, tokens });
      return;
    case '.csv':
      yield* csvOf(result);
      return;
    case '.md':
      yield auditMarkdown(result.standings, result.outcomeOf);
      return;
    case '.sarif':
      yield sarifText(result);
      return;
    default:
      yield* jsonOf(result);
  }
}

function* jsonOf({ standings, outcomeOf }: AuditResult): Generator<string> {
  yield '[';
  for (const [at, { line, state }] of standings.entries())
    yield `${at === 0 ? '' : ','}\n${JSON.stringify({ ...outcomeOf(line), state })}`;
  yield '\n]\n';
}

function sarifText({ standings, outcomeOf }: AuditResult): string {
  const scans = standings
    .map(({ line }) => outcomeOf(line))
    .flatMap((outcome) => ('report' in outcome ? [{ name: outcome.url, report: outcome.report }] : []));
  const notScanned = standings.flatMap(({ address, state, fault = '' }) =>
    state === 'not_scanned' ? [{ name: address, fault }] : [],
  );
  return sarifOf(scans, notScanned);
}

const COLUMNS = [
  'line',
  'store',
  'state',
  'score',
  'severity',
  'rule_id',
  'message',
  'remedy',
  'ids',
  'places',
  'not_looked_at',
  'fault',
];

/** A row for each finding, and one for a store without findings. */
function* csvOf({ standings, outcomeOf }: AuditResult): Generator<string> {
  yield csvRow(COLUMNS);
  for (const standing of standings)
    for (const row of findingRows(standing, outcomeOf(standing.line))) yield csvRow(row);
}

function findingRows({ line, address, state, score, fault = '' }: StoreStanding, outcome: StoreOutcome): string[][] {
  const store = [String(line), address, state, score === null ? '' : String(score)];
  if (!('report' in outcome)) return [[...store, '', '', '', '', '', '', '', fault]];
  const { findings, not_looked_at } = outcome.report;
  const unread = not_looked_at.map(({ kind, id }) => `${kind} ${id}`).join('; ');
  if (findings.length === 0) return [[...store, '', '', '', '', '', '', unread, '']];
  return findings.map(({ severity, rule_id, message, remedy, ids, places }) => [
    ...store,
    severity,
    rule_id,
    message,
    remedy,
    ids.join(' '),
    String(places.length),
    unread,
    '',
  ]);
}
