/** `portside pixel scan URL|FILE|FOLDER|LIST...`, also of files with tracking code. */
import { type Command, Option } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { systemNetwork } from '../adapters/system/network.ts';
import { PortsideError } from '../domain/errors.ts';
import type { IsolatedTasks } from '../domain/isolated-tasks.ts';
import type { DetailedReport, Severity } from '../domain/scan-report.ts';
import { readTrackingFile } from '../pixel/files/tracking-file-reader.ts';
import { TRACKING_NAMES, type TrackingKind } from '../pixel/files/tracking-kind.ts';
import { openScanners } from '../pixel/open-scanner.ts';
import type { Scan, Scanner } from '../pixel/scan.ts';
import { CommandError } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import {
  type CsvColumns,
  type FormatOptions,
  formatCsv,
  formatOf,
  printResult,
  withFormatOptions,
} from './csv-output.ts';
import { configFrom } from './options.ts';
import { print, printJson, say, write } from './output.ts';
import { addPixelAuditCommand } from './pixel-audit.ts';
import { addThemeCommand } from './pixel-theme.ts';
import { type ReportedScan, reportFile, writeReport } from './report-file.ts';
import { type PageToScan, pagesOf } from './scan-targets.ts';
import { type PageRow, printTable } from './scan-text/page-table.ts';
import { printReport } from './scan-text/report-text.ts';
import { terminalOptions } from './terminal.ts';

const AT_ONCE = 8;
/** All work of a command is its own. */
const OWNER = 'command';
/** The assumed address of a saved page. Relative addresses resolve against it. */
const SAVED_PAGE_URL = 'https://storefront.invalid/';

/** Findings that make the exit code 1, by the value of `--fail-on`. */
const FAIL_ON = { error: ['error'], warn: ['error', 'warn'], never: [] } satisfies Record<string, Severity[]>;

interface Options extends FormatOptions {
  out?: string;
  deep?: boolean;
  journey?: boolean;
  failOn: keyof typeof FAIL_ON;
}

const COLUMNS: CsvColumns<PageRow> = {
  page: ({ address }) => address,
  score: (row) => reportOf(row)?.score,
  errors: (row) => reportOf(row)?.severity_counts.error,
  warnings: (row) => reportOf(row)?.severity_counts.warn,
  infos: (row) => reportOf(row)?.severity_counts.info,
  rules: (row) => [...new Set(reportOf(row)?.findings.map(({ rule_id }) => rule_id))].join(' '),
  fault: (row) => ('fault' in row ? row.fault : ''),
  state: (row) => reportOf(row)?.state,
  not_looked_at: (row) =>
    reportOf(row)
      ?.not_looked_at.map(({ kind, id }) => `${kind} ${id}`)
      .join('; '),
  kind: (row) => ('report' in row ? (row.kind ?? 'page') : ''),
};

export function addPixelCommand(program: Command): void {
  const pixel = program.command('pixel').description('legacy tracking code on storefronts');
  addThemeCommand(pixel);
  addPixelAuditCommand(pixel);
  const scan = pixel
    .command('scan')
    .description(
      'scan addresses, saved pages, folders of saved pages, lists of addresses (text or CSV), and files with tracking code: ' +
        'a custom pixel, a GTM container (gtm.js or an export as JSON), or a HAR file',
    )
    .argument('<target...>', 'URL, host, saved page, folder, list, file with tracking code, or - for standard input')
    .option('--no-deep', 'read only the page, and none of the containers, loaders and custom pixels that it names')
    .addOption(new Option('--deep', 'read them too: the default').hideHelp())
    .option('--journey', 'visit a product, a collection, the cart and the search of each shop too, up to two minutes')
    .option('-o, --out <file>', 'write the report to a file: .html (one page), .sarif, .json or .csv', reportFile)
    .addOption(
      new Option(
        '--fail-on <severity>',
        'findings that make the exit code 1; "never" leaves it to pages that were not scanned or not judged',
      )
        .choices(Object.keys(FAIL_ON))
        .default('error'),
    );
  withFormatOptions(scan).action(async (targets: string[], options: Options) => {
    const { pages, isList } = await pagesOf(targets);
    await withCommandPool('pixel', async (pool) => {
      const workers = { keyed: pool, anonymous: pool };
      const { keyed: scanner } = openScanners(configFrom({}), clock, systemNetwork, workers);
      const scans: Scans = { scanner, tasks: pool };
      const rows = isList ? await scanAll(scans, pages, options) : [await scanOne(scans, pages[0]!, options)];
      requireGood(rows, options);
    });
  });
}

/** A page by itself is printed as a report. As JSON it is the answer of v2 with the address of the page. */
async function scanOne(scans: Scans, page: PageToScan, options: Options): Promise<PageRow> {
  if (process.stderr.isTTY) process.stderr.write(options.journey ? '\rVisiting the pages of the shop…' : '\rScanning…');
  const scan = await scanPage(scans, page, options)
    .catch((error) => {
      throw new CommandError(messageOf(error));
    })
    .finally(clearProgress);
  const { report, kind } = scan;
  const row = { address: page.name, report, ...(kind && { kind }) };
  const url = 'address' in page ? scan.url : page.name;
  const json = { url, ...(kind && { kind }), ...report };
  const title = kind ? `${url} (${TRACKING_NAMES[kind]})` : url;
  const format = formatOf(options);
  if (options.out !== undefined) writeRows(options.out, [row], json, [{ name: url, report }]);
  else if (format === 'json') printJson(json);
  else if (format === 'csv') await write(formatCsv([row], COLUMNS));
  else print(printReport(title, report, terminalOptions()).trimEnd());
  return row;
}

async function scanAll(scans: Scans, pages: PageToScan[], options: Options): Promise<PageRow[]> {
  const rows: PageRow[] = new Array(pages.length);
  let next = 0;
  let done = 0;
  const scanNext = async () => {
    while (next < pages.length) {
      const at = next++;
      const page = pages[at]!;
      try {
        const { report, kind } = await scanPage(scans, page, options);
        rows[at] = { address: page.name, report, ...(kind && { kind }) };
      } catch (error) {
        rows[at] = { address: page.name, fault: messageOf(error) };
      }
      done++;
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${pages.length} pages`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, scanNext));
  clearProgress();
  if (options.out !== undefined) {
    const reported = rows.flatMap((row) => ('report' in row ? { name: row.address, report: row.report } : []));
    writeRows(options.out, rows, rows, reported);
    return rows;
  }
  await printResult(options, { rows, columns: COLUMNS, table: () => printTable(rows, terminalOptions()).trimEnd() });
  return rows;
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

/** Pages that were not scanned are in JSON and CSV files. They have nothing to say in the other formats, and the exit code is 1. */
function writeRows(file: string, rows: readonly PageRow[], json: unknown, reported: readonly ReportedScan[]): void {
  writeReport(file, reported, clock.now(), { json, csv: () => formatCsv(rows, COLUMNS) });
  say(`Wrote ${file}.`);
}

interface Scans {
  scanner: Scanner;
  /** Reads files with tracking code. */
  tasks: IsolatedTasks;
}

/** `kind`: of a file with tracking code. */
async function scanPage(
  { scanner, tasks }: Scans,
  page: PageToScan,
  { deep = true, journey = false }: Options,
): Promise<Pick<Scan, 'url' | 'report'> & { kind?: TrackingKind }> {
  if ('address' in page) return scanner.scan(page.address, { owner: OWNER, deep, journey });
  const { bytes, kind } = page.read();
  if (kind === undefined) return scanner.scanDocument(bytes, SAVED_PAGE_URL, OWNER);
  const { name } = page;
  return { url: name, kind, report: await readTrackingFile(tasks, { kind, name }, bytes, OWNER) };
}

/** @throws CommandError if a page was not scanned or not judged, or has findings of the severities that `--fail-on` names */
function requireGood(rows: readonly PageRow[], { failOn }: Options): void {
  const bad = FAIL_ON[failOn] as readonly Severity[];
  const reports = rows.flatMap((row) => reportOf(row) ?? []);
  const judged = reports.filter(({ state }) => state !== 'not_judged');
  const failed = rows.length - reports.length;
  const notJudged = reports.length - judged.length;
  const found = judged.filter(({ severity_counts: counts }) => bad.some((severity) => counts[severity] > 0)).length;
  const of = (count: number) => (rows.length === 1 ? 'The page' : `${count} of ${rows.length} pages`);
  const one = (count: number) => rows.length === 1 || count === 1;
  const faults = [
    ...(failed > 0 ? [`${of(failed)} could not be scanned.`] : []),
    ...(notJudged > 0 ? [`${of(notJudged)} ${one(notJudged) ? 'was' : 'were'} not judged.`] : []),
    ...(found > 0
      ? [`${of(found)} ${one(found) ? 'has' : 'have'} findings of severity ${bad.join(' or ')} (--fail-on ${failOn}).`]
      : []),
  ];
  if (faults.length > 0) throw new CommandError(faults.join(' '));
}

function reportOf(row: PageRow): DetailedReport | undefined {
  return 'report' in row ? row.report : undefined;
}

function messageOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (!(error instanceof PortsideError)) throw error;
  return error.details?.[0] ? `The address ${error.details[0].message}.` : error.message;
}
