/**
 * The customs value in a cell, as a decimal number of dollars. `1,234` is read only if other cells show what the comma means. A value in
 * another currency is never read.
 */
import { type Cell, cellText } from '../../domain/table.ts';
import { hasOtherCurrency, isUsDollar, namesOtherCurrency } from './currency.ts';

/** The sign before the cents. */
export type DecimalSign = '.' | ',';

export type ValueReading =
  | { kind: 'blank' }
  | { kind: 'value'; value: number /** The sign that the cell itself shows. */; shows?: DecimalSign }
  | { kind: 'unclear'; what: string };

const VALUE_MAX = 1_000_000_000_000;
const GROUPED_BY_COMMA = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,4})?$/;
const GROUPED_BY_DOT = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,4})?$/;

/** Whether the cell says another currency, in its text or by its format. */
export function isForeign(cell: Cell | undefined): boolean {
  return typeof cell === 'object'
    ? hasOtherCurrency(cell.format ?? '')
    : namesOtherCurrency(cellText(cell).slice(0, 80));
}

/**
 * @param sign what the column shows
 * @param currency the cell that says the currency; absent if all values are in US dollars
 */
export function readValue(cell: Cell | undefined, sign?: DecimalSign, currency?: Cell): ValueReading {
  if (isForeign(cell) || (currency !== undefined && !isUsDollar(cellText(currency)))) return unclear(cellText(cell));
  if (typeof cell === 'object' && cell.type === 'number') return amount(Number(cell.raw), cell.text);
  const text = cellText(cell).normalize('NFKC').trim();
  if (text === '') return { kind: 'blank' };
  const digits = text.replace(/^(?:US ?\$|\$|USD) ?| ?(?:USD|US\$|\$)$/g, '').replace(/[ '\u2019](?=\d{3}(?!\d))/g, '');
  if (/^\d{1,13}$/.test(digits)) return amount(Number(digits), text);
  // 1,234 and 1.234: the column says which.
  if (/^\d{1,3}[.,]\d{3}$/.test(digits)) {
    if (sign === undefined) return unclear(text);
    return amount(Number(digits.replaceAll(sign === '.' ? ',' : '.', '').replace(',', '.')), text);
  }
  if (GROUPED_BY_COMMA.test(digits) || /^\d{1,13}\.\d{1,6}$/.test(digits)) {
    return { ...amount(Number(digits.replaceAll(',', '')), text), shows: '.' } as ValueReading;
  }
  if (GROUPED_BY_DOT.test(digits) || /^\d{1,13},\d{1,6}$/.test(digits)) {
    return { ...amount(Number(digits.replaceAll('.', '').replace(',', '.')), text), shows: ',' } as ValueReading;
  }
  return unclear(text);
}

function amount(value: number, text: string): ValueReading {
  return Number.isFinite(value) && value >= 0 && value <= VALUE_MAX ? { kind: 'value', value } : unclear(text);
}

function unclear(text: string): ValueReading {
  return { kind: 'unclear', what: `the value "${text.slice(0, 40)}" is unclear` };
}
