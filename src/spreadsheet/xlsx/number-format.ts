/** How a number looks in a number format: `0101210010` for 101210010 in `0000000000`, `7317.00.5518` for 7317005518 in `0000\.00\.0000`. */
import { type Decimal, generalText, partsOf, rounded } from './decimal.ts';
import type { FormatSection, FormatToken } from './format-sections.ts';

/** @param raw the number in the file, for a format that shows it as it is */
export function formatNumber({ tokens, signed }: FormatSection, value: Decimal, raw: string): string {
  const minus = signed && value.isNegative ? '-' : '';
  // A fraction (`# ?/?`) is shown as a decimal number: the digits are what matters.
  if (tokens.some(({ type }) => type === 'slash') && tokens.some(({ type }) => type === 'digit'))
    return generalText(value, raw);
  if (tokens.some(({ type }) => type === 'general')) {
    const text = generalText({ ...value, isNegative: false }, raw.replace(/^-/, ''));
    return (
      minus +
      tokens
        .map((token) => (token.type === 'general' ? text : plain(token)))
        .join('')
        .trim()
    );
  }
  const exponentAt = tokens.findIndex(({ type }) => type === 'exponent');
  const text = exponentAt < 0 ? digitsText(tokens, value) : scientificText(tokens, exponentAt, value);
  return (minus + text).trim();
}

function scientificText(tokens: readonly FormatToken[], exponentAt: number, value: Decimal): string {
  const mantissa = tokens.slice(0, exponentAt);
  const pointAt = mantissa.findIndex(({ type }) => type === 'point');
  const places = pointAt < 0 ? 0 : mantissa.slice(pointAt).filter(({ type }) => type === 'digit').length;
  const before = pointAt < 0 ? mantissa : mantissa.slice(0, pointAt);
  const step = Math.max(1, before.filter(({ type }) => type === 'digit').length);
  // The exponent is a multiple of the digits before the point: `##0.0E+0` shows 12345 as 12.3E+3.
  let exponent = value.digits === '' ? 0 : Math.floor((value.point - 1) / step) * step;
  let shown = rounded({ ...value, point: value.point - exponent }, places);
  if (shown.point > step) {
    exponent += step;
    shown = rounded({ ...value, point: value.point - exponent }, places);
  }
  const tail = tokens.slice(exponentAt + 1);
  const width = tail.filter(({ type }) => type === 'digit').length;
  const isPlain = (tokens[exponentAt] as { text: string }).text === 'e-';
  const sign = exponent < 0 ? '-' : isPlain ? '' : '+';
  const literals = tail
    .filter(({ type }) => type !== 'digit')
    .map(plain)
    .join('');
  return `${digitsText(mantissa, shown)}E${sign}${String(Math.abs(exponent)).padStart(width, '0')}${literals}`;
}

function digitsText(tokens: readonly FormatToken[], value: Decimal): string {
  const pointAt = tokens.findIndex(({ type }) => type === 'point');
  const before = pointAt < 0 ? tokens : tokens.slice(0, pointAt);
  const after = pointAt < 0 ? [] : tokens.slice(pointAt + 1);
  const lastDigit = before.findLastIndex(({ type }) => type === 'digit');
  // Commas behind the last digit divide by a thousand each; one between digits groups.
  const thousands = commasAtEnd(before) + commasAtEnd(after);
  const isGrouped = before.slice(0, Math.max(0, lastDigit)).some(({ type }) => type === 'comma');
  const percents = tokens.filter(({ type }) => type === 'percent').length;
  const places = after.filter(({ type }) => type === 'digit').length;
  const shown = rounded({ ...value, point: value.point + 2 * percents - 3 * thousands }, places);
  const { whole, fraction } = partsOf(shown);
  return wholeText(before, whole, isGrouped) + fractionText(pointAt >= 0, after, fraction);
}

function commasAtEnd(tokens: readonly FormatToken[]): number {
  const lastDigit = tokens.findLastIndex(({ type }) => type === 'digit');
  return tokens.slice(lastDigit + 1).filter(({ type }) => type === 'comma').length;
}

/** Digits fill their places from the right, and the first place takes all that are left. */
function wholeText(tokens: readonly FormatToken[], whole: string, isGrouped: boolean): string {
  const firstDigit = tokens.findIndex(({ type }) => type === 'digit');
  let text = '';
  let left = whole.length;
  let written = 0;
  const put = (digit: string) => {
    if (isGrouped && written > 0 && written % 3 === 0 && digit !== ' ') text = `,${text}`;
    text = digit + text;
    written++;
  };
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at]!;
    if (token.type !== 'digit') {
      text = plain(token) + text;
      continue;
    }
    if (left > 0) put(whole[--left]!);
    else if (token.text === '0') put('0');
    else if (token.text === '?') put(' ');
    if (at === firstDigit) while (left > 0) put(whole[--left]!);
  }
  return text;
}

function fractionText(hasPoint: boolean, tokens: readonly FormatToken[], fraction: string): string {
  if (!hasPoint) return '';
  let text = '.';
  let at = 0;
  for (const token of tokens) {
    if (token.type !== 'digit') text += token.type === 'point' ? '.' : plain(token);
    else {
      const digit = fraction[at++];
      if (digit !== undefined) text += digit;
      else if (token.text !== '#') text += token.text === '0' ? '0' : ' ';
    }
  }
  return text;
}

function plain(token: FormatToken): string {
  if (token.type === 'literal') return token.text;
  return token.type === 'percent' ? '%' : '';
}
