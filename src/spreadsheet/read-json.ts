import type { Cell } from '../domain/table.ts';
import { repeatedFieldAt } from './repeated-field.ts';
import type { TableBuilder } from './table-builder.ts';
import { refuse } from './table-refused.ts';

/**
 * Reads an array of objects, whose field names are the header, or of arrays. The line of a row is its position from 1.
 * @throws TableRefused naming the row and the field
 */
export function readJson(bytes: Uint8Array, table: TableBuilder): void {
  const text = decoded(bytes);
  const rows = parsed(text);
  if (!Array.isArray(rows)) refuse('The file must be an array of rows: objects, or arrays of cells.');
  const names = new Map<string, number>();
  const areObjects = rows.some((row) => isObject(row));
  for (const [at, row] of rows.entries()) {
    if (areObjects ? !isObject(row) : !Array.isArray(row)) {
      refuse(`must be ${areObjects ? 'an object' : 'an array of cells'}, as the other rows`, { line: at + 1 });
    }
    if (areObjects) for (const name of Object.keys(row as object)) if (!names.has(name)) names.set(name, names.size);
    if (names.size > 1000) refuse('Objects have at most 1,000 different fields.', { line: at + 1 });
  }
  if (areObjects) {
    const twice = repeatedFieldAt(text, (at) => Object.keys(rows[at] as object).length);
    if (twice >= 0) refuse('This object gives a field twice.', { line: twice + 1 });
    table.setHeader([...names.keys()]);
  }
  for (const [at, row] of rows.entries()) {
    const line = at + 1;
    if (!areObjects) {
      table.add(
        line,
        (row as unknown[]).map((value, column) => cellOf(value, line, String(column + 1))),
      );
      continue;
    }
    const cells: Cell[] = [];
    for (const [name, value] of Object.entries(row as object)) cells[names.get(name)!] = cellOf(value, line, name);
    for (let column = 0; column < cells.length; column++) cells[column] ??= '';
    table.add(line, cells);
  }
}

/** A number as it stands in the file: a JavaScript number loses digits. */
class JsonNumber {
  constructor(readonly raw: string) {}
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('The file is not UTF-8.');
  }
}

function parsed(text: string): unknown {
  const keepNumber = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new JsonNumber(context?.source ?? String(value)) : value;
  try {
    return JSON.parse(text, keepNumber as (key: string, value: unknown) => unknown);
  } catch (error) {
    if (error instanceof RangeError) refuse('The file is not rows of cells: it is nested too deeply.');
    if (!(error instanceof SyntaxError)) throw error;
    return refuse(`The file is not JSON: ${error.message.slice(0, 200)}.`);
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}

function cellOf(value: unknown, line: number, column: string): Cell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return { type: 'boolean', raw: String(value), text: String(value) };
  if (value instanceof JsonNumber) return { type: 'number', raw: value.raw, text: value.raw };
  return refuse('must be text, a number, true, false or null', { line, column: column.slice(0, 100) });
}
