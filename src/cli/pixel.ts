/** `portside pixel scan URL|FILE|FOLDER|LIST...`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { PortsideError } from '../errors.ts';
import { systemNetwork } from '../network.ts';
import { openScanner } from '../pixel/open.ts';
import { printScan, printTable, type TableRow } from '../pixel/print.ts';
import type { Scan, Scanner } from '../pixel/scan.ts';
import { CommandError, clock, configFrom, print, printJson, showsColour } from './context.ts';

/** A page that a folder or a list names; more than this is a crawl, which is not what this command is for. */
const PAGES_MAX = 10_000;
const AT_ONCE = 8;
/** Where a saved page is taken to come from; relative addresses resolve against it. */
const SAVED_PAGE_URL = 'https://storefront.invalid/';

interface Options {
  json?: boolean;
  deep?: boolean;
}

export function addPixelCommand(program: Command): void {
  program
    .command('pixel')
    .description('legacy tracking code on storefronts')
    .command('scan')
    .description('scan an address, a saved page, a folder of saved pages, or a text file that lists addresses')
    .argument('<target>', 'URL, .html file, folder, or .txt list')
    .option('--deep', 'also read the GTM containers and first-party loaders that a page names')
    .option('--json', "print the API's answer")
    .action(async (target: string, options: Options) => {
      const scanner = openScanner(configFrom({}), clock, systemNetwork);
      const pages = pagesOf(target);
      if (typeof pages === 'string') return scanOne(scanner, pages, options);
      return scanAll(scanner, pages, options);
    });
}

async function scanOne(scanner: Scanner, page: string, options: Options): Promise<void> {
  const scan = await scanPage(scanner, page, options).catch((error) => {
    throw new CommandError(sentence(error));
  });
  if (options.json) print(scan.body);
  else print(printScan({ ...scan, url: isAddress(page) ? scan.url : page }, look()).trimEnd());
}

async function scanAll(scanner: Scanner, pages: string[], options: Options): Promise<void> {
  const rows: TableRow[] = new Array(pages.length);
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < pages.length) {
      const at = next++;
      const page = pages[at]!;
      const address = isAddress(page) ? page : basename(page);
      try {
        rows[at] = { address, report: (await scanPage(scanner, page, options)).report };
      } catch (error) {
        rows[at] = { address, fault: sentence(error) };
      }
      done++;
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${pages.length} pages`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (options.json) printJson(rows);
  else print(printTable(rows, look()).trimEnd());
}

async function scanPage(scanner: Scanner, page: string, { deep }: Options): Promise<Scan> {
  return isAddress(page) ? scanner.scan(page, { deep }) : scanner.scanDocument(readFileSync(page), SAVED_PAGE_URL);
}

/** One page, or the many that a folder or a list names. */
function pagesOf(target: string): string | string[] {
  if (isAddress(target)) return target;
  try {
    if (statSync(target).isDirectory()) {
      const files = readdirSync(target).filter((file) => /\.html?$/i.test(file));
      return files
        .sort()
        .map((file) => join(target, file))
        .slice(0, PAGES_MAX);
    }
    if (!target.endsWith('.txt')) return target;
    const lines = readFileSync(target, 'utf8').split('\n');
    return lines
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .slice(0, PAGES_MAX);
  } catch {
    throw new CommandError(`${target} is neither an address nor a file that can be read.`);
  }
}

function isAddress(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

function sentence(error: unknown): string {
  if (!(error instanceof PortsideError)) throw error;
  return error.details?.[0] ? `The address ${error.details[0].message}.` : error.message;
}

function look() {
  return { colour: showsColour(), width: process.stdout.columns };
}
