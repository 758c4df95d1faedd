/** The table of many pages. A page that was not judged has no score, and is never shown like a clean one. */
import type { DetailedReport, ScanState } from '../../domain/scan-report.ts';
import { TRACKING_NAMES, type TrackingKind } from '../../pixel/files/tracking-kind.ts';
import { columnsOf, painter, type TextOptions, wrap } from '../terminal.ts';
import { counted, plain, SEVERITIES, SEVERITY_STYLES } from './plain-text.ts';
import { scoreStyle, stateText } from './state-text.ts';

/** One row: a report, or a sentence that says why there is none. `kind`: of a file with tracking code. */
export type PageRow =
  | { address: string; report: DetailedReport; kind?: TrackingKind }
  | { address: string; fault: string };

/** In the column `judged`. */
const JUDGED: Record<ScanState, string> = { judged: 'fully', partly_judged: 'partly', not_judged: 'no' };
const HEAD = 'score  judged  error  warn  info  ';

/** In the given order, with a line of totals. Ends with a newline. */
export function printTable(rows: readonly PageRow[], options: TextOptions): string {
  const paint = painter(options);
  const room = columnsOf(options) - HEAD.length;
  const indent = ' '.repeat(HEAD.length);
  const note = (text: string) => wrap(text, room).map((line) => indent + paint('dim', line));
  const out = [paint('dim', `${HEAD}page`)];
  for (const row of rows) {
    const [address = '', ...rest] = addressLines(plain(row.address), room);
    if ('fault' in row) {
      out.push(`${paint(['bold', 'red'], '    –')}  ${'no'.padEnd(HEAD.length - 7)}${address}`);
      out.push(...rest.map((line) => indent + line), ...note(plain(row.fault)));
      continue;
    }
    const { report, kind } = row;
    const { score, state, severity_counts: counts } = report;
    const cells = SEVERITIES.map((severity) => {
      const text = String(counts[severity]).padStart(severity.length);
      return counts[severity] === 0 ? paint('dim', text) : paint(SEVERITY_STYLES[severity], text);
    });
    const mark = paint(scoreStyle(report), (score === null ? '–' : String(score)).padStart(5));
    out.push([mark, JUDGED[state].padEnd(6), ...cells, address].join('  '), ...rest.map((line) => indent + line));
    if (kind) out.push(...note(TRACKING_NAMES[kind]));
    if (state === 'not_judged')
      out.push(...note(`${stateText(report)}.`.replace(/^./, (first) => first.toUpperCase())));
  }
  return `${out.join('\n')}\n\n${totals(rows)}\n`;
}

/** An address on lines of at most `room`, broken behind a slash if possible. */
function addressLines(address: string, room: number): string[] {
  const lines: string[] = [''];
  const parts = address.split('/');
  for (const [at, part] of parts.entries()) {
    const [first = '', ...rest] = wrap(at < parts.length - 1 ? `${part}/` : part, room);
    if (lines.at(-1)!.length + first.length <= room) lines[lines.length - 1] += first;
    else lines.push(first);
    lines.push(...rest);
  }
  return lines;
}

/** The mean is that of the pages that have a score. */
function totals(rows: readonly PageRow[]): string {
  const reports = rows.flatMap((row) => ('report' in row ? [row.report] : []));
  const scores = reports.flatMap(({ score }) => (score === null ? [] : [score]));
  const notJudged = reports.length - scores.length;
  const failed = rows.length - reports.length;
  return [
    `${counted(scores.length, 'page')} judged`,
    ...(scores.length === 0 ? [] : [`mean score ${Math.round(scores.reduce((a, b) => a + b) / scores.length)}`]),
    ...(notJudged === 0 ? [] : [`${notJudged} not judged`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ].join(', ');
}
