/**
 * CSV files of keys: those to issue, those to revoke, and those that were issued. `key-edit-file.ts` has those to edit. A file is read as a whole before anything is
 * done, and every problem names its line and column.
 */
import { parse } from 'csv-parse/sync';
import { csvRow, withoutGuard } from '../domain/csv.ts';
import { type ApiKey, SCOPES, type Scope } from '../domain/key.ts';
import type { KeyStore } from '../domain/key-store.ts';
import { EXPIRY_FORMS, readExpiry } from './key-expiry.ts';
import { KeyError, type KeyField } from './key-fields.ts';
import { findKey } from './key-finder.ts';
import { BULK_KEYS_MAX, type IssuedKey, type KeyIssuer, type NewKey } from './key-issuer.ts';

/** Room for 200 keys with the longest notes. */
export const KEY_FILE_BYTES_MAX = 2_000_000;
/** Parsing blocks the event loop, about 2 µs for a cell. Also counts the empty rows that a spreadsheet leaves. */
const CELLS_MAX = 50_000;
const PROBLEMS_SHOWN = 20;

/** The columns of a file of keys to issue, and the fields of a key that they hold. */
export const COLUMNS = {
  name: 'name',
  scope: 'scope',
  owner: 'owner',
  tags: 'tags',
  notes: 'notes',
  delegate: 'delegate',
  per_minute: 'perMinute',
  per_day: 'perDay',
  expires: 'expiresAt',
  networks: 'networks',
} as const satisfies Record<string, KeyField>;
export type Column = keyof typeof COLUMNS;
export const KEY_FILE_COLUMNS = Object.keys(COLUMNS) as readonly Column[];

/** The file cannot be used. Nothing was done. One line for each problem. */
export class KeyFileError extends Error {
  constructor(problems: readonly string[]) {
    const more = problems.length - PROBLEMS_SHOWN;
    super([...problems.slice(0, PROBLEMS_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
  }
}

export interface Row {
  line: number;
  cells: string[];
}

/**
 * The keys that a file asks for, all checked.
 * @throws KeyFileError with every problem
 */
export function readKeysToIssue(text: string, keyIssuer: KeyIssuer, nowMs: number): NewKey[] {
  const [header, ...rows] = readRows(text);
  const names = header?.cells.map((name) => name.toLowerCase()) ?? [];
  const problems = headerProblems(names, KEY_FILE_COLUMNS, KEY_FILE_COLUMNS);
  for (const needed of ['name', 'scope']) {
    if (!names.includes(needed)) problems.push(`Line 1: the column ${needed} is missing.`);
  }
  if (problems.length > 0) throw new KeyFileError(problems);
  if (rows.length === 0) throw new KeyFileError(['The file has no keys.']);
  if (rows.length > BULK_KEYS_MAX) {
    throw new KeyFileError([`The file has ${rows.length} keys. At most ${BULK_KEYS_MAX} can be issued at once.`]);
  }
  const keys: NewKey[] = [];
  for (const { line, cells } of rows) {
    if (cells.length !== names.length) {
      problems.push(`Line ${line}: ${cells.length} cells, but the header has ${names.length}.`);
      continue;
    }
    const cellOf = (column: Column) => cells[names.indexOf(column)] ?? '';
    try {
      const key = readKey(cellOf, nowMs);
      keyIssuer.check(key);
      keys.push(key);
    } catch (error) {
      if (!(error instanceof KeyError)) throw error;
      problems.push(problemAt(line, error, KEY_FILE_COLUMNS));
    }
  }
  if (problems.length > 0) throw new KeyFileError(problems);
  return keys;
}

/** Faults in the names of the columns. @param told those that a user may write, of all that are `known` */
export function headerProblems(names: readonly string[], known: readonly string[], told: readonly string[]): string[] {
  return names.flatMap((name, at) => [
    ...(known.includes(name) ? [] : [`Line 1: "${shown(name)}" is not a column. The columns are ${told.join(', ')}.`]),
    ...(names.indexOf(name) < at ? [`Line 1: the column ${shown(name)} is there twice.`] : []),
  ]);
}

/** A fault of a line, and its column. */
export function problemAt(line: number, { field, message }: KeyError, columns: readonly Column[]): string {
  const column = columns.find((name) => COLUMNS[name] === field);
  return `Line ${line}${column ? `, ${column}` : ''}: ${message}`;
}

function readKey(cellOf: (column: Column) => string, nowMs: number): NewKey {
  const scope = readScope(cellOf('scope'));
  const expiresAt = cellOf('expires') === '' ? null : readExpiryCell(cellOf('expires'), nowMs);
  return {
    name: cellOf('name'),
    scope,
    owner: cellOf('owner'),
    tags: cellOf('tags'),
    notes: cellOf('notes'),
    delegate: readSwitch(cellOf('delegate')),
    perMinute: readLimit(cellOf('per_minute'), 'perMinute'),
    perDay: readLimit(cellOf('per_day'), 'perDay'),
    expiresAt: expiresAt ?? undefined,
    networks: cellOf('networks'),
  };
}

export function readScope(cell: string): Scope {
  const scope = SCOPES.find((known) => known === cell);
  return cellValue(cell, scope, `not a scope. Use ${SCOPES.join(', ')}.`, 'scope');
}

/** Unix milliseconds; null for never. */
export function readExpiryCell(cell: string, nowMs: number): number | null {
  return cellValue(cell, readExpiry(cell, nowMs), `not an expiry. ${EXPIRY_FORMS}`, 'expiresAt');
}

export function readSwitch(cell: string): boolean | undefined {
  if (cell === '') return undefined;
  return cellValue(cell, ['on', 'off'].includes(cell) ? cell === 'on' : undefined, 'neither on nor off.', 'delegate');
}

export function readLimit(cell: string, field: KeyField): number | undefined {
  if (cell === '') return undefined;
  return cellValue(cell, /^\d{1,10}$/.test(cell) ? Number(cell) : undefined, 'not a whole number.', field);
}

/** @throws KeyError that shows the cell, if it has no value */
function cellValue<T>(cell: string, value: T | undefined, what: string, field: KeyField): T {
  if (value !== undefined) return value;
  throw new KeyError(`"${shown(cell)}" is ${what}`, field);
}

/** A text of a file that names a key, and where it is. */
export interface KeyReference {
  line: number;
  text: string;
}

/**
 * The keys that a file names: its column `id`, or else `key`, or without such a header the first cell of each line.
 * @throws KeyFileError
 */
export function readKeysToRevoke(text: string): KeyReference[] {
  const rows = readRows(text);
  const names = rows[0]?.cells.map((name) => name.toLowerCase()) ?? [];
  const named = ['id', 'key'].map((name) => names.indexOf(name)).find((at) => at >= 0);
  const column = named ?? 0;
  const references = rows
    .slice(named === undefined ? 0 : 1)
    .map(({ line, cells }) => ({ line, text: cells[column] ?? '' }));
  const empty = references.filter((reference) => reference.text === '');
  if (empty.length > 0) throw new KeyFileError(empty.map(({ line }) => `Line ${line}: no key.`));
  if (references.length === 0) throw new KeyFileError(['The file names no keys.']);
  if (references.length > BULK_KEYS_MAX) {
    throw new KeyFileError([
      `The file names ${references.length} keys. At most ${BULK_KEYS_MAX} can be revoked at once.`,
    ]);
  }
  return references;
}

/** The rows of the keys that a file names, each once, in its order. @throws KeyFileError naming every line without a key */
export async function findReferencedKeys(keys: KeyStore, references: readonly KeyReference[]): Promise<ApiKey[]> {
  const found = new Map<number, ApiKey>();
  const problems: string[] = [];
  for (const { line, text } of references) {
    try {
      const row = await findKey(keys, text);
      found.set(row.id, row);
    } catch (error) {
      if (!(error instanceof KeyError)) throw error;
      problems.push(`Line ${line}: ${error.message}`);
    }
  }
  if (problems.length > 0) throw new KeyFileError(problems);
  return [...found.values()];
}

/** The text of a file. @throws KeyFileError if it is not UTF-8: names would be stored with � in them */
export function decodeKeyFile(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new KeyFileError(['The file is not UTF-8. Save it from the spreadsheet as “CSV UTF-8”.']);
  }
}

/** The issued keys as CSV, in the order of the file that asked for them. It holds the keys themselves. */
export function issuedKeysCsv(issued: readonly IssuedKey[]): string {
  const lines = issued.map(({ row, key }) => {
    const expires = row.expiresAt === null ? '' : new Date(row.expiresAt).toISOString();
    return [String(row.id), key, row.name, row.scope, row.owner, row.tags, expires];
  });
  return [['id', 'key', 'name', 'scope', 'owner', 'tags', 'expires'], ...lines].map(csvRow).join('');
}

/** Separated by commas, or by semicolons if the first line has only those. Empty lines are skipped. */
export function readRows(text: string): Row[] {
  if (Buffer.byteLength(text) > KEY_FILE_BYTES_MAX) throw new KeyFileError(['The file is larger than 2 MB.']);
  const header = text.split(/\r?\n/, 1)[0] ?? '';
  const delimiter = header.includes(';') && !header.includes(',') ? ';' : ',';
  if (hasMoreCells(text, delimiter, CELLS_MAX)) {
    throw new KeyFileError([`The file has more than ${CELLS_MAX} cells. It may name up to ${BULK_KEYS_MAX} keys.`]);
  }
  const options = { bom: true, info: true, relax_column_count: true, delimiter } as const;
  let parsed: { record: string[]; info: { lines: number } }[];
  try {
    parsed = parse(text, options) as unknown as typeof parsed;
  } catch (fault) {
    // The parser's own message may repeat a cell.
    if (fault instanceof Error && 'lines' in fault)
      throw new KeyFileError([`Line ${fault.lines}: a quote is misplaced.`]);
    throw fault;
  }
  return parsed.flatMap(({ record }, at) => {
    // `lines` counts to the end of a record, so a record begins on the line after the one before it.
    const line = (parsed[at - 1]?.info.lines ?? 0) + 1;
    const cells = record.map((cell) => withoutGuard(cell).trim());
    return cells.some((cell) => cell !== '') ? [{ line, cells }] : [];
  });
}

/** Whether there are more cells than `max`, empty ones included. Text in quotes is one cell. */
function hasMoreCells(text: string, delimiter: string, max: number): boolean {
  let cells = 1;
  let isQuoted = false;
  for (let at = 0; at < text.length && cells <= max; at++) {
    const char = text[at];
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === delimiter || char === '\n' || (char === '\r' && text[at + 1] !== '\n'))) cells++;
  }
  return cells > max;
}

/** Part of a cell for a message. A file may have a key in the wrong column, so no long word is repeated. */
function shown(cell: string): string {
  return cell
    .replace(/\p{C}/gu, '�')
    .replace(/svc_[0-9A-Za-z]{5,}/g, 'svc_…')
    .slice(0, 40);
}
