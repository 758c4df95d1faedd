/** Countries as the registry's public clients send them: by English name, such as `South Korea`. */
import { readCountry } from '../../domain/country-names.ts';
import { countryName } from '../issue/country-name.ts';

/** The name for a code or any usual spelling, such as `PRC` or `Viet Nam`. Undefined for what does not mean one country of ISO 3166-1. */
export function registryCountry(text: string): string | undefined {
  const code = readCountry(text);
  return code === null ? undefined : countryName(code);
}
