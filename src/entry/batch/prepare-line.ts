/** From a row of a sheet to the body of a v2 request, or to the cells that keep it from being one. */
import { PortsideError } from '../../domain/errors.ts';
import { cellText, type TableRow } from '../../domain/table.ts';
import { columnLetters } from '../../spreadsheet/xlsx/cell-reference.ts';
import { readRequest } from '../issue/validate.ts';
import { readCell } from './cells.ts';
import { columnAt, columnNamed } from './columns.ts';
import { type Defaults, type Value, withDefaults } from './defaults.ts';
import type { SheetColumn } from './sheet-columns.ts';
import { shown } from './shown.ts';

/** Why a line gives no certificate. */
export interface CellFault {
  /** Heading of the column, or the name of the column that is missing. */
  column?: string;
  message: string;
}

export interface PreparedLine {
  line: number;
  /** Both as the line states them, for the result. */
  sku: string;
  product: string;
  /** The body of a v2 request. Absent if there are errors. */
  body?: Record<string, unknown>;
  errors: CellFault[];
}

/** More characters than any request may have, but not many more: the body goes through the database. */
const LINE_CHARS_MAX = 100_000;
/** Errors of one line that are kept. */
const ERRORS_MAX = 20;
const IDENTITY_CHARS_MAX = 200;

/** @param nowMs dates may not be in the future */
export function prepareLine(
  { line, cells }: TableRow,
  columns: readonly SheetColumn[],
  defaults: Defaults,
  nowMs: number,
): PreparedLine {
  const of = (name: string) => {
    const at = columns.find(({ column }) => column.name === name)?.at;
    return at === undefined ? '' : shown(cellText(cells[at]).trim()).slice(0, IDENTITY_CHARS_MAX);
  };
  const prepared = { line, sku: of('sku'), product: of('product_name') };
  const chars = cells.reduce<number>((sum, cell) => sum + cellText(cell).length, 0);
  if (chars > LINE_CHARS_MAX) {
    return { ...prepared, errors: [{ message: `The line has more than ${LINE_CHARS_MAX} characters.` }] };
  }
  const row = new RowReader(cells.length);
  for (const [at, cell] of cells.entries()) {
    const column = columns.find((known) => known.at === at);
    if (!column) {
      if (cellText(cell).trim() !== '') row.fault(`column ${columnLetters(at)}`, 'has a value but no heading.');
      continue;
    }
    const read = readCell(cell, column.column.kind);
    if (read && 'fault' in read) row.fault(column.heading, read.fault, column.column.pointer);
    else if (read) row.put(column, read.value);
  }
  row.take(defaults);
  const { body, numbers } = row.body();
  const errors = [...row.errors, ...requestFaults(body, nowMs, { row, columns, numbers })];
  return errors.length > 0 ? { ...prepared, errors: errors.slice(0, ERRORS_MAX) } : { ...prepared, body, errors };
}

/** Which laboratory or exclusion of the sheet stands at each index of the request. */
type Numbers = Record<'testing_labs' | 'exclusions', number[]>;

class RowReader {
  readonly errors: CellFault[] = [];
  /** Pointers of cells that are faulty already. */
  readonly faulty: string[] = [];
  /** Values by name of column, for each number. */
  readonly #values = new Map<number, Record<string, Value>>();

  constructor(readonly width: number) {}

  fault(column: string, message: string, pointer?: string): void {
    this.errors.push({ column, message: message.startsWith('must') ? `Must${message.slice(4)}` : sentence(message) });
    if (pointer !== undefined) this.faulty.push(pointer);
  }

  put({ column, number = 1 }: SheetColumn, value: Value): void {
    // The rules of a product are one list, in however many columns they are.
    const at = column.pointer === '/cpsc_rules_cited' ? 1 : number;
    const values = this.#values.get(at) ?? {};
    const earlier = values[column.name];
    values[column.name] = Array.isArray(earlier) && Array.isArray(value) ? [...earlier, ...value] : value;
    this.#values.set(at, values);
  }

  take(defaults: Defaults): void {
    for (const number of new Set([1, ...this.#values.keys()])) {
      const stated = this.#values.get(number) ?? {};
      const own =
        number === 1
          ? defaults
          : { parties: defaults.parties.filter(({ party }) => party === 'testing_lab'), values: {} };
      if (number !== 1 && !Object.keys(stated).some((name) => name.startsWith('testing_lab_'))) continue;
      const all = withDefaults(stated, own);
      if ('fault' in all) this.fault(all.column, all.fault, columnNamed(all.column)!.pointer);
      else this.#values.set(number, { ...all.values });
    }
  }

  body(): { body: Record<string, unknown>; numbers: Numbers } {
    const body: Record<string, unknown> = {};
    const numbers: Numbers = { testing_labs: [], exclusions: [] };
    const identifiers: { type: string; value: Value }[] = [];
    for (const number of [...this.#values.keys()].sort((a, b) => a - b)) {
      for (const [name, value] of Object.entries(this.#values.get(number)!)) {
        const steps = columnNamed(name)!.pointer.split('/').slice(1);
        const list = steps[0] as keyof Numbers;
        if (steps[0] === 'identifiers') identifiers.push({ type: steps[1]!, value });
        else if (Object.hasOwn(numbers, list)) {
          if (!numbers[list].includes(number)) numbers[list].push(number);
          place(body, [list, String(numbers[list].indexOf(number)), ...steps.slice(2)], value);
        } else place(body, steps, value);
      }
    }
    if (identifiers.length > 0) body.identifiers = identifiers;
    return { body, numbers };
  }
}

/** @param steps names of fields, and indexes of lists */
function place(body: object, steps: readonly string[], value: Value): void {
  let at = body as Record<string, unknown>;
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const inner = at[step] ?? (/^\d+$/.test(steps[index + 1]!) ? [] : {});
    at[step] = inner;
    at = inner as Record<string, unknown>;
  }
  at[steps.at(-1)!] = value;
}

/** The faults of a body, each told of the column that its value is from. */
function requestFaults(
  body: Record<string, unknown>,
  nowMs: number,
  { row, columns, numbers }: { row: RowReader; columns: readonly SheetColumn[]; numbers: Numbers },
): CellFault[] {
  try {
    readRequest(body, nowMs, 'v2');
    return [];
  } catch (error) {
    if (!(error instanceof PortsideError)) throw error;
    return (error.details ?? []).flatMap(({ path, message }) => {
      const list = /^\/(testing_labs|exclusions)\/(\d+)/.exec(path);
      const number = list ? (numbers[list[1] as keyof Numbers][Number(list[2])] ?? 1) : 1;
      const column = columnOf(path, body);
      // A cell that is faulty already leaves its field empty.
      if (column && row.faulty.some((pointer) => pointer === column.pointer)) return [];
      const heading = columns.find((known) => known.column === column && (known.number ?? 1) === number)?.heading;
      const name = heading ?? (column && number > 1 ? `${column.name} ${number}` : column?.name);
      return [{ ...(name !== undefined && { column: name }), message: told(message) }];
    });
  }
}

/** The columns for a request without any of the identifiers, and for a group of which nothing is stated. */
const GROUP_COLUMNS = new Map([
  ['/identifiers', '/product_info/sku'],
  ['/product_info', '/product_info/name'],
  ['/manufacturer', '/manufacturer/name'],
]);

function columnOf(path: string, body: Record<string, unknown>) {
  const identifier = /^\/identifiers\/(\d+)/.exec(path);
  if (identifier) {
    const { type } = (body.identifiers as { type: string }[])[Number(identifier[1])]!;
    return columnAt(`/identifiers/${type}`);
  }
  return columnAt(GROUP_COLUMNS.get(path) ?? path);
}

/** A missing cell is told in the words of a sheet. */
function told(message: string): string {
  if (message === 'Required.' || message === 'Must not be empty.') return 'Is empty, and every certificate states it.';
  return message
    .replace(
      'At least one of model, sku, gtin and identifiers is required.',
      'Is empty: a certificate needs a model, an SKU, a GTIN or another identifier.',
    )
    .replace(
      'Either address or address_parts is required.',
      'Is empty: state the address in one column or in its parts.',
    );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
