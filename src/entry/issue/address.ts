/** Addresses that are stated in parts. */
import type { AddressParts } from '../../domain/certificate.ts';
import { countryName } from './country-name.ts';

/** The lines of a mailing address, with the country by its name. */
export function composedAddress(parts: AddressParts): string {
  const { line1, line2, unit, city, state_province: state, postal_code: code, country } = parts;
  const street = unit === undefined ? line1 : `${line1}, ${unit}`;
  const place = [state === undefined ? city : `${city},`, state, code].filter(Boolean).join(' ');
  return [street, line2, place, countryName(country) ?? country].filter(Boolean).join('\n');
}
