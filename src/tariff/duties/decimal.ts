/** Exact decimal numbers, because binary fractions do not add up to cents. */

/** `units` divided by ten to the power of `scale`. */
interface Decimal {
  units: bigint;
  scale: number;
}

/** The decimal that JavaScript prints for a number: 0.1 is one tenth. @param value finite and not negative */
export function decimalOf(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/** May be negative. */
export function subtract(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) - unitsAt(b, scale), scale };
}

function unitsAt({ units, scale }: Decimal, target: number): bigint {
  return units * 10n ** BigInt(target - scale);
}

/** Rounded to cents, half a cent up. */
export function toCents({ units, scale }: Decimal): bigint {
  if (scale <= 2) return units * 10n ** BigInt(2 - scale);
  const divisor = 10n ** BigInt(scale - 2);
  return (2n * units + divisor) / (2n * divisor);
}

/** Without trailing zeros: `12.5`. */
export function formatDecimal({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  let end = digits.length;
  while (end > whole.length && digits[end - 1] === '0') end--;
  return sign + whole + (end === whole.length ? '' : `.${digits.slice(whole.length, end)}`);
}

/** `1234567.50` for 123456750 cents. */
export function formatCents(cents: bigint): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
