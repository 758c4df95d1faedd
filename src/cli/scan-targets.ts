/** The arguments of `portside pixel scan` as pages and files. What a file is decides its content, never its name alone. */
import { existsSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TrackingKind } from '../pixel/files/tracking-kind.ts';
import { CommandError } from './command-error.ts';
import { type EntryKind, readEntries } from './entry-list.ts';
import { fileContent } from './file-kind.ts';

/** Something to scan: an address, the bytes of a saved page, or those of a file with tracking code. */
export type PageToScan = { name: string; address: string } | { name: string; read: () => FileToScan };

interface FileToScan {
  bytes: Uint8Array;
  /** Absent for a page. */
  kind?: TrackingKind;
}

/** The most pages of a folder or a list that are scanned. More would be a crawl, which this command is not for. */
const PAGES_MAX = 10_000;
const FILE_BYTES_MAX = 64 * 1024 * 1024;
/** `shop.example`, `shop.example:8443/path`. The last label must not be the ending of a file. */
const BARE_HOST =
  /^(?:[\p{L}\p{N}-]+\.)+(?!(?:html?|txt|csv|tsv|pdf|json|xml|js|css|md|png|jpe?g|gif|svg|gz|xlsx?|docx?)(?:$|[/:]))\p{L}[\p{L}\p{N}-]{0,61}\p{L}(?::\d+)?(?:[/?]\S*)?$/iu;
const ADDRESS = /^https?:\/\/(?:[\p{L}\p{N}._-]+|\[[\da-f:.]+\])(?::\d+)?(?:[/?#]\S*)?$/iu;

const ADDRESSES: EntryKind = {
  noun: 'addresses',
  fits: (text) => ADDRESS.test(text) || BARE_HOST.test(text) || /^[^,;"]+\.html?$/i.test(text),
  separator: /\s+/,
  isHeader: (text) =>
    /^(?:.*[\s_-])?(?:url|uri|link|address|website|site|domain|host|hostname|store|shop|storefront|homepage)$/i.test(
      text,
    ),
};

/**
 * The pages of all targets, in their order. With one target a problem is an error; with several it is the fault of one page.
 * `isList` is false if the only target is one page.
 * @throws CommandError
 */
export async function pagesOf(targets: readonly string[]): Promise<{ pages: PageToScan[]; isList: boolean }> {
  const [target] = targets;
  let pages: PageToScan[] = [];
  // A list may have a million lines, which are too many for the arguments of one call.
  if (targets.length === 1) {
    const found = await pagesOfTarget(target!, basename);
    if (!Array.isArray(found)) return { pages: [found], isList: false };
    pages = pages.concat(found);
  } else {
    for (const target of targets) pages = pages.concat(await pagesOfTarget(target, String).catch(faultOf(target)));
  }
  if (pages.length > PAGES_MAX) {
    throw new CommandError(`These are ${pages.length} pages. One scan takes ${PAGES_MAX} at most: split the list.`);
  }
  return { pages, isList: true };
}

function faultOf(name: string): (error: unknown) => PageToScan {
  return (error) => ({
    name,
    read: () => {
      throw error;
    },
  });
}

/** @param nameOf the name of a file in the result, from its path */
async function pagesOfTarget(target: string, nameOf: (path: string) => string): Promise<PageToScan | PageToScan[]> {
  const address = addressOf(target);
  if (address) return { name: address, address };
  if (target !== '-' && statOf(target)?.isDirectory()) return pagesInFolder(target, nameOf);
  const name = target === '-' ? 'standard input' : target;
  const bytes = readFile(target);
  const content = fileContent(bytes, name);
  if (content.kind === 'other') throw notPage(name, content.what);
  if (content.kind === 'page') return { name, read: () => ({ bytes }) };
  if (content.kind === 'tracking') return { name, read: () => ({ bytes, kind: content.is }) };
  const entries = await readEntries(content.text, ADDRESSES, name);
  if (entries?.length === 0) throw new CommandError(`${name} lists no page.`);
  if (entries) return entries.map((entry) => pageOfEntry(entry, nameOf));
  if (!content.hasTags) throw notPage(name, 'text without HTML and without a list of addresses');
  return { name, read: () => ({ bytes }) };
}

/** A line of a list. It cannot be a list itself. */
function pageOfEntry(entry: string, nameOf: (path: string) => string): PageToScan {
  const address = addressOf(entry);
  if (address) return { name: address, address };
  return { name: statOf(entry) ? nameOf(entry) : entry, read: () => readPage(entry) };
}

/** An address as it is, and a host with `https://` unless a file has that name. Undefined for anything else. */
export function addressOf(target: string): string | undefined {
  if (/^https?:\/\//i.test(target)) return target;
  return BARE_HOST.test(target) && !existsSync(target) ? `https://${target}` : undefined;
}

function pagesInFolder(folder: string, nameOf: (path: string) => string): PageToScan[] {
  let names: string[];
  try {
    names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => /\.html?$/i.test(entry.name) && !entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    throw new CommandError(`${folder} is a folder that cannot be read.`);
  }
  if (names.length === 0) throw new CommandError(`${folder} holds no .html file.`);
  return names.map((name) => ({ name: nameOf(join(folder, name)), read: () => readPage(join(folder, name)) }));
}

function readPage(path: string): FileToScan {
  const bytes = readFile(path);
  const content = fileContent(bytes, path);
  if (content.kind === 'other') throw notPage(path, content.what);
  if (content.kind === 'text' && !content.hasTags) throw notPage(path, 'text without HTML');
  return content.kind === 'tracking' ? { bytes, kind: content.is } : { bytes };
}

function notPage(name: string, what: string): CommandError {
  return new CommandError(`${name} is ${what}, not a page, custom pixel, GTM container or HAR file.`);
}

/** @param path `-` for standard input */
export function readFile(path: string): Uint8Array {
  const stats = path === '-' ? undefined : statOf(path);
  // A device such as /dev/zero never ends.
  if (path !== '-' && !stats?.isFile() && !stats?.isFIFO()) throw unreadable(path);
  if (stats && stats.size > FILE_BYTES_MAX)
    throw new CommandError(`${path} has more than 64 MB, which is more than a scan reads.`);
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch {
    throw unreadable(path);
  }
}

function unreadable(path: string): CommandError {
  return new CommandError(`${path} is neither an address nor a file that can be read.`);
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
