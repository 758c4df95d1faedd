/** `portside pixel scan URL|FILE|FOLDER|LIST...`. */
import { type Command, Option } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { systemNetwork } from '../adapters/system/network.ts';
import { PortsideError } from '../domain/errors.ts';
import type { ScanReport, Severity } from '../domain/scan-report.ts';
import { openScanners } from '../pixel/open-scanner.ts';
import { v1Report } from '../pixel/report/v1-report.ts';
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
import { print, write } from './output.ts';
import { printScan, printTable, type TableRow } from './pixel-text.ts';
import { type PageToScan, pagesOf } from './scan-targets.ts';
import { terminalOptions } from './terminal.ts';

const AT_ONCE = 8;
/** All work of a command is its own. */
const OWNER = 'command';
/** The assumed address of a saved page. Relative addresses resolve against it. */
const SAVED_PAGE_URL = 'https://storefront.invalid/';

/** Findings that make the exit code 1, by the value of `--fail-on`. */
const FAIL_ON = { error: ['error'], warn: ['error', 'warn'], never: [] } satisfies Record<string, Severity[]>;

interface Options extends FormatOptions {
  deep?: boolean;
  failOn: keyof typeof FAIL_ON;
}

const COLUMNS: CsvColumns<TableRow> = {
  page: ({ address }) => address,
  score: (row) => reportOf(row)?.score,
  errors: (row) => reportOf(row)?.severity_counts.error,
  warnings: (row) => reportOf(row)?.severity_counts.warn,
  infos: (row) => reportOf(row)?.severity_counts.info,
  rules: (row) => [...new Set(reportOf(row)?.findings.map(({ rule_id }) => rule_id))].join(' '),
  fault: (row) => ('fault' in row ? row.fault : ''),
};

export function addPixelCommand(program: Command): void {
  const scan = program
    .command('pixel')
    .description('legacy tracking code on storefronts')
    .command('scan')
    .description('scan addresses, saved pages, folders of saved pages, and lists of addresses (text or CSV)')
    .argument('<target...>', 'URL, host, saved page, folder, list, or - for standard input')
    .option('--deep', 'also read the GTM containers and first-party loaders that a page names')
    .addOption(
      new Option('--fail-on <severity>', 'findings that make the exit code 1; "never" leaves it to failed scans')
        .choices(Object.keys(FAIL_ON))
        .default('error'),
    );
  withFormatOptions(scan).action(async (targets: string[], options: Options) => {
    const { pages, isList } = await pagesOf(targets);
    await withCommandPool('pixel', async (pool) => {
      const workers = { keyed: pool, anonymous: pool };
      const { keyed: scanner } = openScanners(configFrom({}), clock, systemNetwork, workers);
      const rows = isList ? await scanAll(scanner, pages, options) : [await scanOne(scanner, pages[0]!, options)];
      requireGood(rows, options);
    });
  });
}

/** A page by itself is printed with its findings, and as JSON it is the answer of the API. */
async function scanOne(scanner: Scanner, page: PageToScan, options: Options): Promise<TableRow> {
  const scan = await scanPage(scanner, page, options).catch((error) => {
    throw new CommandError(messageOf(error));
  });
  const row = { address: page.name, report: v1Report(scan.report) };
  const url = 'address' in page ? scan.url : page.name;
  const format = formatOf(options);
  if (format === 'json') print(scan.body);
  else if (format === 'csv') await write(formatCsv([row], COLUMNS));
  else print(printScan({ ...scan, url }, terminalOptions()).trimEnd());
  return row;
}

async function scanAll(scanner: Scanner, pages: PageToScan[], options: Options): Promise<TableRow[]> {
  const rows: TableRow[] = new Array(pages.length);
  let next = 0;
  let done = 0;
  const scanNext = async () => {
    while (next < pages.length) {
      const at = next++;
      const page = pages[at]!;
      try {
        rows[at] = { address: page.name, report: v1Report((await scanPage(scanner, page, options)).report) };
      } catch (error) {
        rows[at] = { address: page.name, fault: messageOf(error) };
      }
      done++;
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${pages.length} pages`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, scanNext));
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  await printResult(options, { rows, columns: COLUMNS, table: () => printTable(rows, terminalOptions()).trimEnd() });
  return rows;
}

async function scanPage(scanner: Scanner, page: PageToScan, { deep }: Options): Promise<Scan> {
  if ('address' in page) return scanner.scan(page.address, { owner: OWNER, ...(deep && { deep }) });
  return scanner.scanDocument(page.read(), SAVED_PAGE_URL, OWNER);
}

/** @throws CommandError if a page was not scanned, or has findings of the severities that `--fail-on` names */
function requireGood(rows: readonly TableRow[], { failOn }: Options): void {
  const bad = FAIL_ON[failOn] as readonly Severity[];
  const failed = rows.filter((row) => 'fault' in row).length;
  const found = rows.filter((row) =>
    bad.some((severity) => (reportOf(row)?.severity_counts[severity] ?? 0) > 0),
  ).length;
  const of = (count: number) => (rows.length === 1 ? 'The page' : `${count} of ${rows.length} pages`);
  const has = rows.length === 1 || found === 1 ? 'has' : 'have';
  const faults = [
    ...(failed > 0 ? [`${of(failed)} could not be scanned.`] : []),
    ...(found > 0 ? [`${of(found)} ${has} findings of severity ${bad.join(' or ')} (--fail-on ${failOn}).`] : []),
  ];
  if (faults.length > 0) throw new CommandError(faults.join(' '));
}

function reportOf(row: TableRow): ScanReport | undefined {
  return 'report' in row ? row.report : undefined;
}

function messageOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (!(error instanceof PortsideError)) throw error;
  return error.details?.[0] ? `The address ${error.details[0].message}.` : error.message;
}
