/** `-o FILE` of scans: a report as a file, in the format that the ending of its name asks for. */
import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { version } from '../../package.json';
import type { DetailedReport } from '../domain/scan-report.ts';
import { sarifLog } from '../pixel/report/sarif.ts';
import { scanReportHtml } from '../web/scan-report/report-page.tsx';
import tokens from '../web/tokens.css' with { type: 'text' };
import { CommandError } from './command-error.ts';

/** A scan that has a report. */
export interface ReportedScan {
  /** Address, or name of a file or folder. */
  name: string;
  report: DetailedReport;
  /** Where the root of a theme is, relative to the working folder, with `/`. Code scanning finds files by it. */
  root?: string;
}

const ENDINGS = ['.html', '.sarif', '.json', '.csv'] as const;
/** A summary for a build is written beside the reports that programs read. */
const ENDINGS_OF_SEVERAL = [...ENDINGS, '.md'] as const;
type Ending = (typeof ENDINGS_OF_SEVERAL)[number];

/** The value of `-o`. @throws InvalidArgumentError if the name has none of the endings */
export function reportFile(file: string): string {
  return withEnding(file, ENDINGS);
}

/** The values of a `-o` that may be repeated. @throws InvalidArgumentError if a name has none of the endings */
export function reportFiles(file: string, earlier: readonly string[] = []): string[] {
  return [...earlier, withEnding(file, ENDINGS_OF_SEVERAL)];
}

function withEnding(file: string, endings: readonly Ending[]): string {
  const ending = endingOf(file);
  if (ending === undefined || !endings.includes(ending))
    throw new InvalidArgumentError(`A report ends in ${endings.join(', ')}; that decides its format.`);
  return file;
}

export function endingOf(file: string): Ending | undefined {
  return ENDINGS_OF_SEVERAL.find((known) => known === extname(file).toLowerCase());
}

interface ReportTexts {
  json: unknown;
  csv: () => string;
  markdown?: () => string;
}

/**
 * Writes the file, or replaces it.
 * @param texts what JSON, CSV and Markdown files hold
 * @throws CommandError
 */
export function writeReport(file: string, scans: readonly ReportedScan[], atMs: number, texts: ReportTexts): void {
  try {
    writeFileSync(file, contentOf(endingOf(file), scans, atMs, texts));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} cannot be written.`);
  }
}

function contentOf(
  ending: Ending | undefined,
  scans: readonly ReportedScan[],
  atMs: number,
  { json, csv, markdown }: ReportTexts,
): string {
  if (ending === '.json') return `${JSON.stringify(json, null, 2)}\n`;
  if (ending === '.csv') return csv();
  if (ending === '.md' && markdown) return markdown();
  if (ending === '.sarif') return sarifOf(scans);
  const [scan, ...others] = scans;
  if (!scan || others.length > 0)
    throw new CommandError('An HTML report of `pixel scan` is of one page. Use `pixel audit` for several.');
  return scanReportHtml({ ...scan, atMs, tokens });
}

/** Scans as one SARIF log. A page that was not scanned, or not judged, makes the run one that failed. */
export function sarifOf(
  scans: readonly ReportedScan[],
  notScanned: readonly { name: string; fault: string }[] = [],
): string {
  const sources = notScanned.map(({ name, fault }) => ({
    findings: [],
    name,
    notLookedAt: [],
    fault: `${name}: ${fault}`,
  }));
  return sarifLog([...scans.map(sarifSource), ...sources], version);
}

function sarifSource({ name, report, root }: ReportedScan) {
  const url = URL.parse(name);
  const path = url ? `${url.hostname}${url.pathname}` : name.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+/, '');
  return {
    findings: report.findings,
    name: path.endsWith('/') ? `${path}index.html` : path,
    ...(root !== undefined && { root }),
    ...(url && { url: url.href.split(/[?#]/)[0]! }),
    ...(report.state === 'not_judged' && { fault: `${name}: It was not judged. Nothing can be said about its tags.` }),
    notLookedAt: report.not_looked_at.map(
      ({ kind, id, name: title, reason }) => `${kind.replaceAll('_', ' ')} ${title ?? id}: ${reason}`,
    ),
  };
}
