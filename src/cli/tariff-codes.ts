/** The arguments of `portside tariff lookup` as codes: each is a code, a file with codes, or `-` for standard input. */
import { existsSync } from 'node:fs';
import { tariffNumbersOf } from '../tariff/audit/header-words.ts';
import { readDigits } from '../tariff/hts-code.ts';
import { CommandError } from './command-error.ts';
import { type EntryKind, readEntries } from './entry-list.ts';
import { readInputFile, readStandardInput } from './input-file.ts';

/** More would take minutes and print a gigabyte. */
const CODES_MAX = 100_000;
const FILE_BYTES_MAX = 64_000_000;

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
  let codes: string[] = [];
  // A file may have a million codes, which are too many for the arguments of one call.
  for (const one of given) codes = codes.concat(one === '-' || namesFile(one) ? await codesIn(one) : one);
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
  const bytes = path === '-' ? readStandardInput(FILE_BYTES_MAX) : readInputFile(path, FILE_BYTES_MAX);
  const codes = await readEntries(textOf(bytes), CODES, name);
  if (codes === undefined)
    throw new CommandError(`${name} is no list of HTS codes: most of its lines are something else.`);
  if (codes.length === 0) throw new CommandError(`${name} lists no code.`);
  return codes;
}

/** Spreadsheets also write UTF-16, with a byte order mark. */
function textOf(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('latin1');
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
