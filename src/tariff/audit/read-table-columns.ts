/** What an audit must know of a whole table before its first line: the columns, how they are to be read, and how many numbers there are. */
import { cellText, type TableRow } from '../../domain/table.ts';
import { unpackRows } from '../../spreadsheet/row-chunk.ts';
import { isUsDollar } from './currency.ts';
import { type AuditColumns, type ColumnChoice, findColumns } from './find-columns.ts';
import { readCode } from './read-code.ts';
import { type DateOrder, readDate, SwappedDates } from './read-date.ts';
import { type DecimalSign, isForeign, readValue } from './read-value.ts';

/** Rows that show what the columns hold: the first ones, and some of the others. */
const SAMPLE_FIRST = 300;
const SAMPLE_ALL = 2000;
/** Chunks that are unpacked for it, spread over the table. */
const SAMPLE_CHUNKS = 50;

export interface TableColumns {
  columns: AuditColumns;
  /** Different numbers that will be looked up. */
  codes: number;
  /** What was not read, and how cells that two readings fit are read, with the line that shows it. */
  readings: string[];
  /** Of each chunk, in order. */
  chunks: { firstLine: number; lines: number }[];
}

/**
 * @param names of the columns, empty if they have none
 * @param as_of the day of lines without an entry date
 * @param accepted probable numbers will be looked up too
 * @throws ColumnsRefused
 */
export function readTableColumns(
  names: readonly string[],
  chunks: readonly Uint8Array[],
  choice: ColumnChoice,
  exists: (digits: string) => boolean,
  as_of: string,
  accepted?: 'all',
): TableColumns {
  const found = findColumns(names, sampleOf(chunks), choice, exists, as_of);
  const columns: AuditColumns = found.columns;
  const readings = found.readings;
  const codes = new Set<string>();
  const dates = new Shown<DateOrder>();
  const swapped = new SwappedDates();
  const values = new Shown<DecimalSign>();
  const foreign = new Counted();
  const otherCurrency = new Counted();
  let unsaid = 0;
  let undated = 0;
  const lines: TableColumns['chunks'] = [];
  for (const chunk of chunks) {
    const rows = unpackRows<TableRow>(chunk);
    lines.push({ firstLine: rows[0]?.line ?? 0, lines: rows.length });
    for (const { line, cells } of rows) {
      const code = readCode(cells[columns.code], exists);
      if (code.kind === 'code') codes.add(code.digits);
      if (accepted && code.kind === 'damaged' && code.acceptable) codes.add(code.acceptable.replaceAll('.', ''));
      if (columns.date !== undefined) {
        const date = readDate(cells[columns.date]);
        swapped.see(cells[columns.date], date);
        if (date.kind === 'blank' && code.kind === 'code') undated++;
        if (date.kind === 'date') dates.see(date.shows, line, cellText(cells[columns.date]));
      }
      if (columns.value !== undefined) {
        const cell = cells[columns.value];
        const value = readValue(cell);
        if (isForeign(cell)) foreign.see(line, cellText(cell));
        else if (value.kind !== 'blank' && columns.currency !== undefined) {
          const currency = cellText(cells[columns.currency]).trim();
          if (currency === '') unsaid++;
          else if (!isUsDollar(currency)) otherCurrency.see(line, currency);
        }
        if (value.kind === 'value') values.see(value.shows, line, cellText(cells[columns.value]));
      }
    }
  }
  if (undated > 0) {
    const which = undated === 1 ? '1 line has no entry date and is' : `${undated} lines have no entry date and are`;
    readings.push(`${which} answered as of ${as_of}.`);
  }
  if (dates.sign !== undefined) {
    columns.dateOrder = dates.sign;
    const order = dates.sign === 'month' ? 'month, day, year' : 'day, month, year';
    readings.push(`Dates such as 03/04/2026 are read as ${order}, because line ${dates.line} has ${dates.text}.`);
  }
  if (swapped.areLikely) {
    columns.mayBeSwapped = true;
    readings.push(
      `Dates of the spreadsheet are unclear: it left line ${dates.line} (${dates.text}) as text, so it may have swapped day and month of the others.`,
    );
  }
  if (values.sign !== undefined) {
    columns.decimalSign = values.sign;
    const what = values.sign === '.' ? 'a dot before the cents' : 'a comma before the cents';
    readings.push(`Values are read with ${what}, because line ${values.line} has ${values.text}.`);
  }
  if (foreign.count > 0) {
    readings.push(
      `${valuesAre(foreign.count)} not used: line ${foreign.line} has ${foreign.text}, which is not in US dollars.`,
    );
  }
  // Without another currency the column says nothing that was not assumed.
  if (otherCurrency.count === 0) delete columns.currency;
  else {
    const name = names[columns.currency!]!.trim();
    const count = otherCurrency.count + unsaid;
    const { line, text } = otherCurrency;
    readings.push(`${valuesAre(count)} not used: column "${name}" does not say US dollars. Line ${line} has ${text}.`);
  }
  return { columns, codes: codes.size, readings, chunks: lines };
}

function valuesAre(count: number): string {
  return count === 1 ? '1 value is' : `${count} values are`;
}

/** How many cells are such, and the first of them. */
class Counted {
  count = 0;
  line = 0;
  text = '';

  see(line: number, text: string): void {
    if (this.count++ === 0) [this.line, this.text] = [line, text.trim().slice(0, 40)];
  }
}

/** Which of two readings the cells of a column show: the one that some show and none contradicts. */
class Shown<Sign> {
  line = 0;
  text = '';
  #seen: Sign | undefined;
  #contradicted = false;

  get sign(): Sign | undefined {
    return this.#contradicted ? undefined : this.#seen;
  }

  see(sign: Sign | undefined, line: number, text: string): void {
    if (sign === undefined) return;
    if (this.#seen === undefined) [this.#seen, this.line, this.text] = [sign, line, text.trim().slice(0, 40)];
    else if (this.#seen !== sign) this.#contradicted = true;
  }
}

function sampleOf(chunks: readonly Uint8Array[]): TableRow[] {
  const sample: TableRow[] = [];
  const every = Math.ceil(chunks.length / SAMPLE_CHUNKS);
  const sampled = chunks.filter((_, at) => at % every === 0);
  const perChunk = Math.ceil((SAMPLE_ALL - SAMPLE_FIRST) / Math.max(1, sampled.length));
  for (const [at, chunk] of sampled.entries()) {
    const rows = unpackRows<TableRow>(chunk);
    const wanted = at === 0 ? SAMPLE_FIRST + perChunk : perChunk;
    const step = at === 0 ? 1 : Math.max(1, Math.floor(rows.length / perChunk));
    for (let row = 0, taken = 0; row < rows.length && taken < wanted; row += step, taken++) sample.push(rows[row]!);
  }
  return sample;
}
