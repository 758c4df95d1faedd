/** Addresses that are stated in parts. */
import type { AddressParts } from '../../domain/certificate.ts';

/** The lines of a mailing address. */
export function composedAddress(parts: AddressParts): string {
  const { line1, line2, unit, city, state_province: state, postal_code: code, country } = parts;
  const street = unit === undefined ? line1 : `${line1}, ${unit}`;
  const place = [city, [state, code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [street, line2, place, country].filter(Boolean).join('\n');
}
