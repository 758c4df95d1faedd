/** Prints a scan as text for a terminal. Pure functions: the caller passes the width and the colour. */
import { stripVTControlCharacters } from 'node:util';
import type { DetailedFinding, DetailedReport, ScanReport, Severity } from '../domain/scan-report.ts';
import { columnsOf, type Paint, painter, type Style, type TextOptions, wrap } from './terminal.ts';

export interface PrintedScan {
  url: string;
  report: DetailedReport;
}

const SEVERITIES: Severity[] = ['error', 'warn', 'info'];
const STYLE: Record<Severity, Style> = { error: ['bold', 'red'], warn: ['bold', 'yellow'], info: ['bold', 'blue'] };

/** Text on one line. Anyone can write a page, so its escape sequences and line breaks must not reach the terminal. */
function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

function cut(text: string, columns: number): string {
  const points = [...text];
  return points.length > columns ? `${points.slice(0, columns - 1).join('')}…` : text;
}

function scoreStyle(score: number): Style {
  if (score >= 90) return ['bold', 'green'];
  return score >= 80 ? ['bold', 'yellow'] : ['bold', 'red'];
}

function counted(count: number, noun: Severity): string {
  if (noun === 'info') return `${count} info`;
  return `${count} ${noun === 'warn' ? 'warning' : 'error'}${count === 1 ? '' : 's'}`;
}

function summary({ severity_counts: counts }: Pick<ScanReport, 'severity_counts'>): string {
  return SEVERITIES.map((severity) => counted(counts[severity], severity)).join(', ');
}

function placeOf({ places }: DetailedFinding): string {
  const { line, column, container } = places[0] ?? {};
  const at = line === undefined ? '' : `line ${line}${column === undefined ? '' : `:${column}`}`;
  const where = container === undefined ? '' : `in ${plain(container)}`;
  return [at, where].filter(Boolean).join(' ');
}

/** The report of one page: the score, then each finding with place, excerpt and remedy, worst first. Ends with a newline. */
export function printScan(scan: PrintedScan, options: TextOptions): string {
  const paint = painter(options);
  const columns = columnsOf(options);
  const { score } = scan.report;
  const out = [
    paint('bold', cut(plain(scan.url), columns)),
    `${score === null ? paint(['bold', 'red'], 'not judged') : paint(scoreStyle(score), `${score}/100`)}  ${summary(scan.report)}`,
  ];
  for (const severity of SEVERITIES) {
    for (const finding of scan.report.findings.filter((one) => one.severity === severity)) {
      out.push('', ...findingLines(finding, paint, columns));
    }
  }
  return `${out.join('\n')}\n`;
}

/** The message of the API without its place and remedy, which have their own lines here. */
function shortMessage({ message, remedy, places }: DetailedFinding): string {
  const { line, column } = places[0] ?? {};
  const what = message.endsWith(remedy) ? message.slice(0, message.length - remedy.length) : message;
  return plain(what.replace(` (line ${line}, column ${column})`, ''));
}

const INDENT = '       ';

function findingLines(finding: DetailedFinding, paint: Paint, columns: number): string[] {
  const room = columns - INDENT.length;
  const where = placeOf(finding);
  const head = `${paint(STYLE[finding.severity], finding.severity.padEnd(5))}  ${paint('bold', plain(finding.rule_id))}`;
  const headColumns = INDENT.length + plain(finding.rule_id).length + 2;
  const fits = headColumns + where.length <= columns;
  const lines = [where && fits ? `${head}  ${paint('dim', where)}` : head];
  if (where && !fits) lines.push(...wrap(where, room).map((line) => INDENT + paint('dim', line)));
  lines.push(...wrap(shortMessage(finding), room).map((line) => INDENT + line));
  const excerpt = plain(finding.places[0]?.excerpt ?? '');
  if (excerpt) lines.push(`${INDENT}${paint('dim', `| ${cut(excerpt, room - 2)}`)}`);
  const [first, ...rest] = wrap(plain(finding.remedy), room - 2);
  if (first) {
    lines.push(`${INDENT}${paint('green', '→')} ${first}`, ...rest.map((line) => `${INDENT}  ${line}`));
  }
  return lines;
}

/** One row of the table of pages: a report, or a sentence that says why there is none. */
export type TableRow = { address: string; report: ScanReport } | { address: string; fault: string };

/** The table of many pages, in the given order, with a line of totals. Ends with a newline. */
export function printTable(rows: TableRow[], options: TextOptions): string {
  const paint = painter(options);
  const columns = columnsOf(options);
  const out = [paint('dim', 'score  error   warn   info  page')];
  for (const row of rows) {
    const page = plain(row.address);
    if ('fault' in row) {
      const room = columns - HEAD_COLUMNS;
      out.push(`${paint(['bold', 'red'], '    –')}${' '.repeat(HEAD_COLUMNS - 5)}${cut(page, room)}`);
      out.push(...wrap(plain(row.fault), room).map((line) => ' '.repeat(HEAD_COLUMNS) + paint('dim', line)));
      continue;
    }
    const { score, severity_counts: counts } = row.report;
    const cells = SEVERITIES.map((severity) => {
      const text = String(counts[severity]).padStart(7);
      return counts[severity] === 0 ? paint('dim', text) : paint(STYLE[severity], text);
    });
    const cell = paint(scoreStyle(score), String(score).padStart(5));
    out.push(`${cell}${cells.join('')}  ${cut(page, columns - HEAD_COLUMNS)}`);
  }
  return `${out.join('\n')}\n\n${totals(rows)}\n`;
}

const HEAD_COLUMNS = 28;

function totals(rows: TableRow[]): string {
  const scores = rows.flatMap((row) => ('report' in row ? [row.report.score] : []));
  const failed = rows.length - scores.length;
  const pages = `${scores.length} ${scores.length === 1 ? 'page' : 'pages'} scanned`;
  const mean = scores.length === 0 ? '' : `, mean score ${Math.round(scores.reduce((a, b) => a + b) / scores.length)}`;
  return `${pages}${mean}${failed === 0 ? '' : `, ${failed} failed`}`;
}
