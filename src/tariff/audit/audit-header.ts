/**
 * Which row of a table names its columns. The reader of the file goes by how full rows are; here the words decide: of the rows around the
 * one that it found, a row with a known name of tariff numbers is the header, so that no line is taken for one.
 */
import { type Cell, cellText, type TableFormat, type TableRow } from '../../domain/table.ts';
import { packRows, unpackRows } from '../../spreadsheet/row-chunk.ts';
import { parseCode, plainCode } from '../hts-code.ts';
import { headerRank, tariffNumbersOf } from './header-words.ts';

/** A table that was read from a file (`spreadsheet/`). */
export interface AuditTable {
  format: TableFormat;
  sheet?: string;
  header: readonly Cell[];
  /** Line of the header; absent or 0 if the table has none. */
  headerLine?: number;
  /** Lines below the header. */
  rows: number;
  /** The most cells that a line has. */
  columns: number;
  /** Packed `TableRow`s. */
  chunks: readonly Uint8Array[];
  /** Titles above the header. */
  preamble?: readonly TableRow[];
  /** What was read and could be missed. */
  remarks?: readonly string[];
}

export interface NamedTable {
  names: string[];
  chunks: readonly Uint8Array[];
  rows: number;
  preamble: readonly TableRow[];
  /** That a row was taken for the header, where it may be a line. */
  readings: string[];
}

export function namedTable(table: AuditTable): NamedTable {
  const { header, headerLine, chunks, rows, preamble = [] } = table;
  if (!headerLine) return { names: namesOf(header, table), chunks, rows, preamble, readings: [] };
  const found: TableRow = { line: headerLine, cells: header };
  // A first row that holds tariff numbers is no header, but a line like the others.
  if (header.some((cell) => (parseCode(plainCode(cellText(cell)))?.length ?? 0) >= 6)) {
    const names = namesOf([], table);
    return { names, chunks: [packRows([found]), ...chunks], rows: rows + 1, preamble, readings: [] };
  }
  if (!header.some((cell) => tariffNumbersOf(cellText(cell)) !== undefined)) {
    const above = preamble.findIndex(isHeader);
    if (above >= 0) {
      const lines = [...preamble.slice(above + 1), found];
      return {
        names: namesOf(preamble[above]!.cells, table),
        chunks: [packRows(lines), ...chunks],
        rows: rows + lines.length,
        preamble: preamble.slice(0, above),
        readings: [readAsHeader(preamble[above]!.line)],
      };
    }
    const [first, ...others] = chunks[0] ? unpackRows<TableRow>(chunks[0]) : [];
    if (first && isHeader(first)) {
      return {
        names: namesOf(first.cells, table),
        chunks: [...(others.length > 0 ? [packRows(others)] : []), ...chunks.slice(1)],
        rows: rows - 1,
        preamble: [...preamble, found],
        readings: [readAsHeader(first.line)],
      };
    }
    return { names: namesOf(header, table), chunks, rows, preamble, readings: [readAsHeader(headerLine)] };
  }
  const isBelowRows = preamble.some(({ cells }) => filled(cells) >= filled(header));
  const readings = isBelowRows ? [readAsHeader(headerLine)] : [];
  return { names: namesOf(header, table), chunks, rows, preamble, readings };
}

/** Of a row with one cell the name may be a title. */
function isHeader({ cells }: TableRow): boolean {
  return filled(cells) > 1 && cells.some((cell) => typeof cell === 'string' && headerRank(cell, 'code') !== undefined);
}

function filled(cells: readonly Cell[]): number {
  return cells.filter((cell) => cellText(cell).trim() !== '').length;
}

function namesOf(cells: readonly Cell[], { columns, header }: AuditTable): string[] {
  return Array.from({ length: Math.max(columns, header.length) }, (_, at) => cellText(cells[at]));
}

function readAsHeader(line: number): string {
  return `Line ${line} was read as the names of the columns.`;
}
