/** Countries by English name, such as Japan: as addresses are printed, and as the registry's public clients send them. */
import { isCountryCode } from '../../domain/countries.ts';

/** Made at first use: it takes 80 ms. */
let names: Intl.DisplayNames | undefined;
/** Where Unicode's name says more than the name of the place. */
const PLAIN = new Map<string, string>(Object.entries({ HK: 'Hong Kong', MO: 'Macao', MM: 'Myanmar', PS: 'Palestine' }));

/** The English name for a code of two letters, or the text itself. Undefined for two letters that are no country code. */
export function countryName(text: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(text)) return text;
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const code = text.toUpperCase();
  return isCountryCode(code) ? (PLAIN.get(code) ?? names.of(code)) : undefined;
}
