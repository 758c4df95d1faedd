/** Addresses that are stated in parts, and as one text. */
import type { AddressParts } from '../../domain/certificate.ts';
import { countryName } from './country-name.ts';

/** The lines of a mailing address, with the country by its name. */
export function composedAddress(parts: AddressParts): string {
  const { line1, line2, unit, city, state_province: state, postal_code: code, country } = parts;
  const street = unit === undefined ? line1 : `${line1}, ${unit}`;
  const place = [state === undefined ? city : `${city},`, state, code].filter(Boolean).join(' ');
  return [street, line2, place, countryName(country) ?? country].filter(Boolean).join('\n');
}

/** Words in the names of many cities. They tell none of them from another. */
const ANY_CITY = new Set(['city', 'east', 'lower', 'north', 'saint', 'santa', 'south', 'town', 'upper', 'west']);
const CITY_WORD_CHARS_MIN = 4;

/**
 * Whether an address is that of another place than its parts: neither city nor postal code of the parts is in it. Either may be
 * left out or spelled otherwise. Texts that are not all in Latin letters are not compared: the parts may be a translation.
 */
export function namesOtherPlace(address: string, { city, postal_code: code }: AddressParts): boolean {
  if (/(?!\p{Script=Latin})\p{L}/u.test(address + city)) return false;
  const text = squeezed(address);
  const isIn = (part: string) => text.includes(squeezed(part));
  const cityWords = city
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word.length >= CITY_WORD_CHARS_MIN && !ANY_CITY.has(word.toLowerCase()));
  // The code of a country may stand before a postal code, and four more digits behind it.
  const codeDigits = code.match(/\d{4,}/g) ?? [];
  return ![city, code, ...cityWords, ...codeDigits].some(isIn);
}

/**
 * Whether the text of an address says all that its parts say, word by word: `8 Keji Road` is not in `88 Keji Road`. A country may be in
 * it by its name, or by its code as the last word.
 */
export function namesAllParts(address: string, { country, ...parts }: AddressParts): boolean {
  const text = spaced(address);
  const isIn = (part: string | undefined) => part === undefined || holdsWords(text, spaced(part));
  const lastWord = address.split(/[^\p{L}\p{N}]+/u).findLast((word) => word !== '');
  return Object.values(parts).every(isIn) && (lastWord === country || isIn(countryName(country) ?? country));
}

/** Words in lower case, with one blank between. */
function spaced(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Of a script that parts its words. Words of others have no edges. */
const PARTED = /(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai})[\p{L}\p{M}\p{N}]/u;

function holdsWords(text: string, part: string): boolean {
  const isEdge = (before: string | undefined, after: string | undefined) =>
    !(before && after && PARTED.test(before) && PARTED.test(after));
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    if (isEdge(text[at - 1], part[0]) && isEdge(part.at(-1), text[end])) return true;
  }
  return false;
}

/** Letters and digits alone, without accents: `Düsseldorf` is `Duesseldorf`, and `SW1A 1AA` is `sw1a1aa`. */
function squeezed(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[æœßøłđðþı]/g, (letter) => PLAIN_LETTERS.get(letter)!)
    .replace(/([aou])e/g, '$1');
}

/** Letters that do not come apart into a plain one and its accent. */
const PLAIN_LETTERS = new Map<string, string>(
  Object.entries({
    æ: 'ae',
    œ: 'oe',
    ß: 'ss',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ı: 'i',
  }),
);
