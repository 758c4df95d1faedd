/** `portside pixel scan URL|FILE|FOLDER|LIST...`. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { systemNetwork } from '../adapters/system/network.ts';
import { PortsideError } from '../domain/errors.ts';
import { openScanners } from '../pixel/open-scanner.ts';
import type { Scan, Scanner } from '../pixel/scan.ts';
import { CommandError } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import { configFrom } from './options.ts';
import { print, printJson } from './output.ts';
import { printScan, printTable, type TableRow } from './pixel-text.ts';
import { terminalOptions } from './terminal.ts';

/** The most pages of a folder or a list that are scanned. More would be a crawl, which this command is not for. */
const PAGES_MAX = 10_000;
const AT_ONCE = 8;
/** All work of a command is its own. */
const OWNER = 'command';
/** The assumed address of a saved page. Relative addresses resolve against it. */
const SAVED_PAGE_URL = 'https://storefront.invalid/';
const BARE_HOST = /^(?:[a-z0-9-]+\.)+(?!html?$)[a-z]{2,63}(?::\d+)?(?:\/|$)/i;

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
      const pages = pagesOf(target);
      await withCommandPool('pixel', (pool) => {
        const workers = { keyed: pool, anonymous: pool };
        const { keyed: scanner } = openScanners(configFrom({}), clock, systemNetwork, workers);
        return typeof pages === 'string' ? scanOne(scanner, pages, options) : scanAll(scanner, pages, options);
      });
    });
}

async function scanOne(scanner: Scanner, page: string, options: Options): Promise<void> {
  const scan = await scanPage(scanner, page, options).catch((error) => {
    throw new CommandError(messageOf(error));
  });
  if (options.json) print(scan.body);
  else print(printScan({ ...scan, url: isAddress(page) ? scan.url : page }, terminalOptions()).trimEnd());
}

async function scanAll(scanner: Scanner, pages: string[], options: Options): Promise<void> {
  const rows: TableRow[] = new Array(pages.length);
  let next = 0;
  let done = 0;
  const scanNext = async () => {
    while (next < pages.length) {
      const at = next++;
      const page = pages[at]!;
      const address = isAddress(page) ? page : basename(page);
      try {
        rows[at] = { address, report: (await scanPage(scanner, page, options)).report };
      } catch (error) {
        rows[at] = { address, fault: messageOf(error) };
      }
      done++;
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${pages.length} pages`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, scanNext));
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (options.json) printJson(rows);
  else print(printTable(rows, terminalOptions()).trimEnd());
}

async function scanPage(scanner: Scanner, page: string, { deep }: Options): Promise<Scan> {
  if (isAddress(page)) return scanner.scan(page, { owner: OWNER, ...(deep && { deep }) });
  return scanner.scanDocument(readPage(page), SAVED_PAGE_URL, OWNER);
}

function readPage(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new CommandError(`${path} is neither an address nor a file that can be read.`);
  }
}

/** One page, or the list of pages in a folder or a text file. */
function pagesOf(target: string): string | string[] {
  if (isAddress(target)) return target;
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder && !target.endsWith('.txt')) return target;
  const pages = isFolder ? pagesIn(target) : pagesListed(readPage(target).toString());
  if (pages.length === 0) throw new CommandError(`${target} ${isFolder ? 'holds no .html file' : 'lists no page'}.`);
  return pages.slice(0, PAGES_MAX);
}

function pagesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => /\.html?$/i.test(entry.name) && !entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .sort();
  } catch {
    throw new CommandError(`${folder} is a folder that cannot be read.`);
  }
}

/** One address or file on each line. A host without a scheme gets `https://`, unless a file has that name. */
function pagesListed(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => (BARE_HOST.test(line) && !existsSync(line) ? `https://${line}` : line));
}

function isAddress(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

function messageOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (!(error instanceof PortsideError)) throw error;
  return error.details?.[0] ? `The address ${error.details[0].message}.` : error.message;
}
