/** Cells and texts as the XML of a sheet. No formula is ever written. */
import type { Cell, TypedCell } from '../../domain/table.ts';
import { CELL_CHARS_MAX } from '../limits.ts';
import { columnLetters } from '../xlsx/cell-reference.ts';
import { isoOfSerial } from '../xlsx/date-format.ts';
import { parseDecimal } from '../xlsx/decimal.ts';

/** A number is a number of ours; a `TypedCell` is one of a table that was read, and is written as it was. */
export type OutputCell = Cell | number | boolean | null | undefined;

const ERRORS = new Set(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#GETTING_DATA']);
const DAYS_1904 = 1462;

/** @param style the index of a number format, and of the style of the column for everything else */
export function cellXml(cell: OutputCell, column: number, row: number, style: (format?: string) => number): string {
  if (cell === '' || cell === null || cell === undefined) return '';
  const start = `<c r="${columnLetters(column)}${row}"`;
  if (typeof cell === 'number' && Number.isFinite(cell)) return `${start}${styled(style())}><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `${start}${styled(style())} t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'object') {
    const value = typedValue(cell);
    if (value) return `${start}${styled(style(cell.format))}${value}</c>`;
  }
  const text = typeof cell === 'object' ? cell.text : String(cell);
  return text === '' ? '' : `${start}${styled(style())} t="inlineStr"><is>${textXml(text)}</is></c>`;
}

function styled(index: number): string {
  return index === 0 ? '' : ` s="${index}"`;
}

/** The type and value of a cell that is not text; undefined for what has to be written as text. */
function typedValue(cell: TypedCell): string | undefined {
  if (cell.type === 'boolean') return ` t="b"><v>${/^(?:1|true|on)$/i.test(cell.raw.trim()) ? 1 : 0}</v>`;
  if (cell.type === 'error') return ERRORS.has(cell.raw) ? ` t="e"><v>${escaped(cell.raw)}</v>` : undefined;
  if (!parseDecimal(cell.raw)) return undefined;
  return `><v>${cell.type === 'date' ? serialOf(cell) : cell.raw}</v>`;
}

/** Workbooks that are written count from 1900. */
function serialOf({ raw, iso }: TypedCell): string {
  const isFrom1904 = iso !== undefined && isoOfSerial(Number(raw), false) !== iso;
  return isFrom1904 ? String(Number(raw) + DAYS_1904) : raw;
}

/** `<t>` with a text, cut at what a cell can hold. */
function textXml(text: string): string {
  const shown =
    text.length > CELL_CHARS_MAX ? `${text.slice(0, CELL_CHARS_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
  return `<t xml:space="preserve">${escaped(protectedText(shown))}</t>`;
}

/** A text that looks like an escape is escaped itself, and so are characters that XML has not or that a reader would change. */
function protectedText(text: string): string {
  return text
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]/g,
      (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}

export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : char === '>' ? '&gt;' : '&quot;'));
}
