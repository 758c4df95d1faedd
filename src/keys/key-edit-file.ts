/**
 * CSV files of keys to edit. An empty cell leaves a value as it is, so that the list of keys as CSV can be changed in a spreadsheet and
 * read back. Columns of that list that cannot be set are passed over.
 */
import { csvRow } from '../domain/csv.ts';
import type { ApiKey } from '../domain/key.ts';
import type { KeyStore } from '../domain/key-store.ts';
import { keyColumns } from './key-columns.ts';
import { decideEdit, type KeyEdit } from './key-edit.ts';
import { KeyError } from './key-fields.ts';
import {
  COLUMNS,
  type Column,
  findReferencedKeys,
  headerProblems,
  KEY_FILE_COLUMNS,
  KeyFileError,
  problemAt,
  readExpiryCell,
  readLimit,
  readRows,
  readScope,
  readSwitch,
} from './key-file.ts';
import { BULK_KEYS_MAX } from './key-issuer.ts';

/** What is written to empty a value, because an empty cell leaves it. */
const EMPTYING: Partial<Record<Column, string>> = {
  owner: 'none',
  tags: 'none',
  notes: 'none',
  networks: 'any',
  per_minute: 'default',
  per_day: 'default',
};

interface PlannedEdit {
  row: ApiKey;
  edit: KeyEdit;
  /** Such as `owner none to "Ann"`; empty if nothing differs. */
  changes: string;
}

export interface PlannedEdits {
  edits: PlannedEdit[];
  /** The file with ids in place of what named the keys, which may have been whole keys. */
  text: string;
}

/**
 * What a file would change, all checked against the keys as they are now.
 * @throws KeyFileError with every problem
 */
export async function readKeysToEdit(text: string, keys: KeyStore, nowMs: number): Promise<PlannedEdits> {
  const [header, ...rows] = readRows(text);
  const names = header?.cells.map((name) => name.toLowerCase()) ?? [];
  const reference = ['id', 'key'].find((name) => names.includes(name));
  const problems = headerProblems(names, Object.keys(keyColumns(nowMs)), ['id or key', ...KEY_FILE_COLUMNS]);
  if (!reference) problems.push('Line 1: the column id or key is missing.');
  const columns = names.filter((name): name is Column => Object.hasOwn(COLUMNS, name));
  if (columns.length === 0) problems.push('Line 1: no column says what to change.');
  if (problems.length > 0 || !reference) throw new KeyFileError(problems);
  if (rows.length === 0) throw new KeyFileError(['The file names no keys.']);
  if (rows.length > BULK_KEYS_MAX) {
    throw new KeyFileError([`The file names ${rows.length} keys. At most ${BULK_KEYS_MAX} can be edited at once.`]);
  }
  for (const { line, cells } of rows) {
    if (cells.length !== names.length)
      problems.push(`Line ${line}: ${cells.length} cells, but the header has ${names.length}.`);
  }
  if (problems.length > 0) throw new KeyFileError(problems);
  const edits: PlannedEdit[] = [];
  const seen = new Map<number, number>();
  for (const { line, cells } of rows) {
    const cellOf = (name: string) => cells[names.indexOf(name)] ?? '';
    try {
      const [row] = await findReferencedKeys(keys, [{ line, text: cellOf(reference) }]);
      const earlier = seen.get(row!.id);
      if (earlier !== undefined) throw new KeyFileError([`Line ${line}: key ${row!.id} is on line ${earlier} too.`]);
      seen.set(row!.id, line);
      const edit = readEdit(columns, cellOf, nowMs);
      // No column is about resources, so their limits do not matter here.
      edits.push({ row: row!, edit, changes: decideEdit(row!, {}, edit, nowMs)?.detail ?? '' });
    } catch (error) {
      if (error instanceof KeyFileError) problems.push(error.message);
      else if (error instanceof KeyError) problems.push(problemAt(line, error, columns));
      else throw error;
    }
  }
  if (problems.length > 0) throw new KeyFileError(problems);
  const lines = rows.map(({ cells }, at) => [
    String(edits[at]!.row.id),
    ...columns.map((name) => cells[names.indexOf(name)]!),
  ]);
  return { edits, text: [['id', ...columns], ...lines].map(csvRow).join('') };
}

/** What is absent stays as it is. @throws KeyError */
function readEdit(columns: readonly Column[], cellOf: (column: Column) => string, nowMs: number): KeyEdit {
  const edit: KeyEdit = {};
  const textOf = (column: Column) => (cellOf(column) === EMPTYING[column] ? '' : cellOf(column));
  for (const column of columns) {
    const cell = cellOf(column);
    if (cell === '') continue;
    if (column === 'scope') edit.scope = readScope(cell);
    else if (column === 'delegate') edit.delegate = readSwitch(cell);
    else if (column === 'per_minute') edit.perMinute = textOf(column) === '' ? null : readLimit(cell, 'perMinute');
    else if (column === 'per_day') edit.perDay = textOf(column) === '' ? null : readLimit(cell, 'perDay');
    else if (column === 'expires') edit.expiresAt = readExpiryCell(cell, nowMs);
    else edit[column] = textOf(column);
  }
  return edit;
}
