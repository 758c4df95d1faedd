/** The arguments of `portside pixel audit` as stores: addresses, and lists of them as text, CSV or XLSX. */
import { basename } from 'node:path';
import { isStoreAddress } from '../pixel/audit/store-address.ts';
import { ADDRESS_HEADER, type ListedStores, storesOfTable } from '../pixel/audit/store-list.ts';
import type { Store } from '../pixel/audit/store-outcome.ts';
import { TRACKING_NAMES } from '../pixel/files/tracking-kind.ts';
import { readTable } from '../spreadsheet/read-table.ts';
import { TableRefused } from '../spreadsheet/table-refused.ts';
import { CommandError } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import { fileContent } from './file-kind.ts';
import { say } from './output.ts';
import { addressOf, readFile } from './scan-targets.ts';

/** More would be a crawl, which this command is not for. */
const STORES_MAX = 10_000;
const FAULTS_SHOWN = 10;
const FAULT_CHARS = 80;

/**
 * The stores of all targets, in their order. The lines are those of the file if it is the only target, and count from 1 otherwise.
 * @throws CommandError that names every line without an address, before anything is fetched
 */
export async function storesOf(targets: readonly string[]): Promise<Store[]> {
  const lists: Store[][] = [];
  for (const target of targets) lists.push(await storesOfTarget(target));
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  if (count > STORES_MAX)
    throw new CommandError(`These are ${count} stores. One audit takes ${STORES_MAX} at most: split the list.`);
  return lists.length === 1 ? lists[0]! : lists.flat().map(({ address }, at) => ({ line: at + 1, address }));
}

async function storesOfTarget(target: string): Promise<Store[]> {
  const address = addressOf(target);
  if (address !== undefined) {
    if (!isStoreAddress(address)) throw new CommandError(`${target} is not the address of a store.`);
    return [{ line: 1, address }];
  }
  const name = target === '-' ? 'standard input' : basename(target);
  const stores = await storesOfFile(readFile(target), name);
  if (stores.length === 0) throw new CommandError(`${name} lists no store.`);
  requireAddresses(stores, name);
  return stores;
}

async function storesOfFile(bytes: Uint8Array, name: string): Promise<Store[]> {
  const content = fileContent(bytes, name);
  if (content.kind === 'page')
    throw new CommandError(`${name} is a page, not a list of stores. Scan it with "portside pixel scan".`);
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (content.kind === 'other' && !isArchive)
    throw new CommandError(`${name} is ${content.what}, not a list of stores.`);
  if (content.kind === 'tracking')
    throw new CommandError(
      `${name} is a ${TRACKING_NAMES[content.is]}, not a list of stores. Scan it with "portside pixel scan".`,
    );
  const lines = content.kind === 'text' ? storesOfLines(content.text) : undefined;
  if (lines) return lines;
  const { stores, column } = await storesOfSheet(bytes, name);
  say(`Reading the addresses in column ${column} of ${name}.`);
  return stores;
}

/** One address on each line; what follows a # is a comment. Undefined if the text is a table. */
function storesOfLines(text: string): Store[] | undefined {
  const stores = text
    .split(/\r\n?|\n/)
    .map((line, at) => ({ line: at + 1, address: withoutComment(line) }))
    .filter(({ address }) => address !== '');
  if (stores.some(({ address }) => /[,;\t]/.test(address) && !isStoreAddress(address))) return undefined;
  const [first] = stores;
  return first && stores.length > 1 && ADDRESS_HEADER.test(first.address) ? stores.slice(1) : stores;
}

/** The # of an address is not behind a space. */
function withoutComment(line: string): string {
  const text = line.trim();
  const at = text.startsWith('#') ? 0 : text.search(/\s#/);
  return at === -1 ? text : text.slice(0, at).trim();
}

/** @throws CommandError */
async function storesOfSheet(bytes: Uint8Array, name: string): Promise<ListedStores> {
  try {
    const table = await withCommandPool('spreadsheet', (pool) => readTable({ bytes }, {}, pool, ['command']));
    if (table.rows > STORES_MAX)
      throw new CommandError(`${name} has ${table.rows} rows. One audit takes ${STORES_MAX} stores at most: split it.`);
    return storesOfTable(table);
  } catch (error) {
    throw error instanceof TableRefused ? new CommandError(`${name}: ${error.message}`) : error;
  }
}

function requireAddresses(stores: readonly Store[], name: string): void {
  const wrong = stores.filter(({ address }) => !isStoreAddress(address));
  if (wrong.length === 0) return;
  const shown = wrong
    .slice(0, FAULTS_SHOWN)
    .map(({ line, address }) =>
      address === '' ? `  line ${line} has no address` : `  line ${line}: "${address.slice(0, FAULT_CHARS)}"`,
    );
  const more = wrong.length > FAULTS_SHOWN ? [`  and ${wrong.length - FAULTS_SHOWN} more`] : [];
  const what = wrong.length === 1 ? 'A line is' : `${wrong.length} of ${stores.length} lines are`;
  throw new CommandError(
    [`${name}: ${what} not the address of a store. Nothing was scanned.`, ...shown, ...more].join('\n'),
  );
}
