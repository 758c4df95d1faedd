/** The arguments of `portside tariff lookup` as codes: each is a code, a file with codes, or `-` for standard input. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { tariffNumbersOf } from '../tariff/audit/header-words.ts';
import { readDigits } from '../tariff/hts-code.ts';
import { CommandError, unreadableFile } from './command-error.ts';
import { type EntryKind, readEntries } from './entry-list.ts';

/** More would take minutes and print a gigabyte. */
const CODES_MAX = 100_000;
const FILE_BYTES_MAX = 64 * 1024 * 1024;

const USUAL_HEADER = /(?:^|[^a-z])(?:hts|htsus|hs|tariff|commodity|harmonized)(?:[^a-z]|$)|^codes?$/i;

const CODES: EntryKind = {
  noun: 'codes',
  fits: (text) => readDigits(text) !== null,
  separator: /[\s,;]+/,
  isHeader: (text) => tariffNumbersOf(text) !== undefined || USUAL_HEADER.test(text),
  ifTwo: 'Leave one of them out, or use "tariff audit" with --code-column <name>.',
};

/** @throws CommandError */
export async function readCodes(given: readonly string[]): Promise<string[]> {
  const codes: string[] = [];
  for (const one of given) codes.push(...(one === '-' || namesFile(one) ? await codesIn(one) : [one]));
  if (codes.length > CODES_MAX) {
    throw new CommandError(`These are ${codes.length} codes. One lookup takes ${CODES_MAX} at most: split the list.`);
  }
  return codes;
}

/** A path, or a name with an ending. Nobody writes a code like that. */
const LOOKS_LIKE_FILE = /[/\\]|\.[a-z]{2,5}$|^\.+$/i;

/** A code is never taken for a file, even if there is one with its name. A file that is not there must not be an invalid code. */
function namesFile(text: string): boolean {
  if (CODES.fits(text)) return false;
  return LOOKS_LIKE_FILE.test(text) || existsSync(text);
}

async function codesIn(path: string): Promise<string[]> {
  const name = path === '-' ? 'standard input' : path;
  let bytes: Buffer;
  try {
    if (path !== '-') requireReadable(path);
    bytes = readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    throw error instanceof CommandError ? error : unreadableFile(name, error);
  }
  const codes = await readEntries(textOf(bytes), CODES, name);
  if (codes === undefined)
    throw new CommandError(`${name} is no list of HTS codes: most of its lines are something else.`);
  if (codes.length === 0) throw new CommandError(`${name} lists no code.`);
  return codes;
}

/** A device such as /dev/zero never ends. */
function requireReadable(path: string): void {
  const stats = statSync(path);
  if (stats.isCharacterDevice() || stats.isBlockDevice()) throw new CommandError(`${path} is a device, not a file.`);
  if (stats.size > FILE_BYTES_MAX) throw new CommandError(`${path} has more than 64 MB.`);
}

/** Spreadsheets also write UTF-16, with a byte order mark. */
function textOf(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('latin1');
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
