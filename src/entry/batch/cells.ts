/**
 * Reads a cell as the person saw it. What a spreadsheet damaged beyond doubt is refused, never repaired: the value would be printed on
 * a certificate.
 */
import type { Cell, TypedCell } from '../../domain/table.ts';
import type { CellKind } from './columns.ts';
import { shown } from './shown.ts';

/** A value of a request, or why the cell holds none, as the end of a sentence that begins with the column. */
export type CellReading = { value: string | boolean | string[] } | { fault: string };

/** What a spreadsheet keeps of a number. */
const DIGITS_KEPT = 15;
/** What spreadsheets write in a cell whose formula failed. */
const ERRORS = ['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!'];
const YES = ['yes', 'y', 'true', 'x'];
const NO = ['no', 'n', 'false'];
const TYPE_AGAIN = 'Format the cell as text and type it again.';

/** Undefined if the cell is empty. */
export function readCell(cell: Cell | undefined, kind: CellKind): CellReading | undefined {
  if (cell === undefined) return undefined;
  const text = (typeof cell === 'string' ? cell : cell.text).trim();
  if (text === '') return undefined;
  if ((typeof cell !== 'string' && cell.type === 'error') || ERRORS.includes(text)) {
    const held = text.startsWith('=') ? 'a formula without a value' : `the error ${shown(text)}`;
    return { fault: `holds ${held}. Write the value itself.` };
  }
  if (kind === 'date' || kind === 'month') return typeof cell === 'string' ? { value: text } : readDay(cell, kind);
  if (kind === 'yes_or_no') return readYesOrNo(text);
  const damage = typeof cell === 'string' ? damagedText(text, kind) : damagedNumber(cell);
  if (damage !== undefined) return { fault: damage };
  if (kind === 'choice') return { value: text.toLowerCase() };
  // A long number in a cell without a format looks shortened, but the file has all of its digits.
  const seen = typeof cell !== 'string' && cell.type === 'number' && isExponent(text) ? cell.raw : text;
  return { value: kind === 'list' ? listOf(seen) : seen };
}

/** In a CSV that a spreadsheet wrote, the digits are gone. */
function damagedText(text: string, kind: CellKind): string | undefined {
  return kind === 'code' && isExponent(text) ? shortened(text) : undefined;
}

function damagedNumber({ type, text, raw, format }: TypedCell): string | undefined {
  if (type === 'date') return `holds a date, ${shown(text)}. ${TYPE_AGAIN}`;
  if (type !== 'number') return undefined;
  if (/e/i.test(raw)) return shortened(isExponent(text) ? text : raw);
  if (isExponent(text) && format !== undefined) return shortened(text);
  const digits = raw.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length > DIGITS_KEPT
    ? `holds a number of more than ${DIGITS_KEPT} digits, of which a spreadsheet loses the last. ${TYPE_AGAIN}`
    : undefined;
}

function shortened(text: string): string {
  return `shows ${shown(text)}: a spreadsheet shortened a long number. ${TYPE_AGAIN}`;
}

/** `1.2E+15`. A name such as `12E34` has no sign. */
function isExponent(text: string): boolean {
  return /^-?\d[.,]?\d{0,20}E[+-]\d{1,3}$/i.test(text);
}

function readYesOrNo(text: string): CellReading {
  const word = text.toLowerCase();
  if (YES.includes(word)) return { value: true };
  if (NO.includes(word)) return { value: false };
  return { fault: 'must be yes or no.' };
}

/** A date of a workbook with the precision that its format shows: `Mar-26` is a month. */
function readDay(cell: TypedCell, kind: 'date' | 'month'): CellReading {
  const { type, text, iso, format } = cell;
  const expected = kind === 'date' ? 'Write YYYY-MM-DD.' : 'Write YYYY-MM-DD or YYYY-MM.';
  if (type !== 'date') return { fault: `holds ${shown(text)}, which is not a date. ${expected}` };
  const day = iso !== undefined && /^\d{4}-/.test(iso) ? iso.slice(0, 10) : undefined;
  if (day === undefined) return { fault: `holds ${shown(text)}, which is not a date. ${expected}` };
  const letters = format === undefined ? 'ymd' : plainFormat(format);
  if (!letters.includes('y') || !letters.includes('m')) {
    return { fault: `shows ${shown(text)}, which is not a whole date. ${expected}` };
  }
  if (letters.includes('d')) return { value: day };
  return kind === 'month' ? { value: day.slice(0, 7) } : { fault: `shows ${shown(text)}, without a day. ${expected}` };
}

/** A number format without its quoted and bracketed parts, in lower case. */
function plainFormat(format: string): string {
  let plain = '';
  let until = '';
  for (const char of format.toLowerCase()) {
    if (until !== '') until = char === until ? '' : until;
    else if (char === '"') until = '"';
    else if (char === '[') until = ']';
    else plain += char;
  }
  return plain;
}

/** Entries are separated by a semicolon, a vertical bar or a line break, and by a comma that a new title and `CFR` follow. */
function listOf(text: string): string[] {
  const entries: string[] = [];
  for (const part of text.split(/[;|\r\n]/)) {
    let begun = '';
    for (const piece of part.split(',')) {
      if (begun === '' || /^\s{0,3}\d{1,2} (?:CFR|U\.?S\.?C)/i.test(piece)) {
        if (begun !== '') entries.push(begun);
        begun = piece;
      } else begun += `,${piece}`;
    }
    entries.push(begun);
  }
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
