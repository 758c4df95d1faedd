/** Decimal numbers of any length. A JavaScript number would lose digits that the file has. */

/** 0.digits times ten to the power of `point`: 12.5 is { digits: '125', point: 2 }. No zeros at either end of `digits`. */
export interface Decimal {
  isNegative: boolean;
  digits: string;
  point: number;
}

/** As General shows it: Excel keeps 15 digits. */
const DIGITS_SHOWN = 15;
const POINT_MAX = 400;

export function parseDecimal(text: string): Decimal | undefined {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text);
  if (!parts || text.length > 1000) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  if (whole === '' && fraction === '') return undefined;
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first < 0) return { isNegative: false, digits: '', point: 0 };
  const point = whole.length - first + Number(exponent);
  if (Math.abs(point) > POINT_MAX) return undefined;
  return { isNegative: sign === '-', digits: withoutEndZeros(all.slice(first)), point };
}

/** Rounded half away from zero to so many digits behind the decimal point. */
export function rounded(value: Decimal, places: number): Decimal {
  const keep = value.point + places;
  if (keep >= value.digits.length) return value;
  if (keep < 0) return { ...value, isNegative: false, digits: '', point: 0 };
  const up = value.digits[keep]! >= '5';
  let digits = value.digits.slice(0, keep);
  let point = value.point;
  if (up) {
    const sum = (BigInt(digits === '' ? '0' : digits) + 1n).toString();
    if (sum.length > digits.length) point++;
    digits = sum;
  }
  digits = withoutEndZeros(digits);
  return digits === '' ? { isNegative: false, digits, point: 0 } : { ...value, digits, point };
}

/** Digits before and behind the decimal point, without zeros that are not needed: `0.5` is `''` and `5`. */
export function partsOf({ digits, point }: Decimal): { whole: string; fraction: string } {
  if (digits === '') return { whole: '', fraction: '' };
  if (point <= 0) return { whole: '', fraction: '0'.repeat(-point) + digits };
  return { whole: digits.slice(0, point).padEnd(point, '0'), fraction: digits.slice(point) };
}

/** Without exponent as long as it has at most 20 digits: a code of ten digits is never shown as `7.317E+09`. */
export function generalText(value: Decimal, raw: string): string {
  // More digits than Excel has are no computed fraction: another program wrote a long code.
  if (/^\d+$/.test(raw)) return raw.replace(/^0+(?=\d)/, '');
  const shown = rounded(value, DIGITS_SHOWN - value.point);
  if (shown.digits === '') return '0';
  const sign = shown.isNegative ? '-' : '';
  if (shown.point > 20 || shown.point < -8) {
    const [first, rest] = [shown.digits.slice(0, 1), shown.digits.slice(1)];
    const exponent = shown.point - 1;
    return `${sign}${first}${rest && `.${rest}`}E${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const { whole, fraction } = partsOf(shown);
  return `${sign}${whole || '0'}${fraction && `.${fraction}`}`;
}

function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
