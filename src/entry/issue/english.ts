/**
 * Which required texts do not stand in English (15 U.S.C. 2063(g)(2)). It is a check of the script, not of the language: a text
 * passes if it has Latin letters, or if its parallel text has. Vietnamese passes, Russian does not.
 */
import { type GccRequest, labsOf } from '../../domain/certificate.ts';
import { composedAddress } from './address.ts';
import { isTestingExcluded } from './exclusions.ts';

/** With letters of another script beside them, fewer Latin letters are a unit or a size, not a name. */
const LATIN_BESIDE_OTHERS_MIN = 3;
/** Legal forms and codes of countries stand in Latin letters beside a name or address that does not. */
const NO_NAME = new Set(
  (
    'ag as bhd bv co company corp corporation gmbh inc incorporated jsc kg kk limited llc llp lp ltd nv oy plc pt pte pty pvt sa sdn ' +
    'srl chn gbr hkg ind jpn kor prc roc rok twn uae uk usa vnm'
  ).split(' '),
);
const LATIN_WORD = /\p{Script=Latin}[\p{Script=Latin}\p{M}.]*/gu;

/** Whether a text is in Latin letters, at least in part. */
export function hasLatinText(text: string): boolean {
  const words = text.normalize('NFKC').match(LATIN_WORD) ?? [];
  const isLatin = words.length > 0 && !/(?!\p{Script=Latin})\p{L}/u.test(text);
  const named = words.map((word) => word.replaceAll('.', '').toLowerCase()).filter((word) => !NO_NAME.has(word));
  return isLatin || [...named.join('')].length >= LATIN_BESIDE_OTHERS_MIN;
}

type Party = Partial<Pick<NonNullable<GccRequest['certifier']>, 'name' | 'name_en' | 'address' | 'address_parts'>>;

/** JSON pointers of the required texts that have no Latin letters, and no parallel text that has. */
export function textsWithoutEnglish(request: GccRequest): string[] {
  const { product_info: product, manufacturer, certifier = {}, records_contact: records = {} } = request;
  const { attestation, exclusions } = request;
  const labs = isTestingExcluded(request) ? [] : labsOf(request);
  const parties: [path: string, party: Party][] = [
    ['/certifier', certifier],
    ['/records_contact', records],
    ['/manufacturer', manufacturer],
    ...labs.map(({ path, lab }): [string, Party] => [path, lab]),
  ];
  const texts: [path: string, text: string | undefined, parallel?: string][] = [
    ['/product_info/name', product.name, product.name_en],
    ['/product_info/description', product.description, product.description_en],
    ['/product_info/place_of_manufacture', product.place_of_manufacture],
    ...labs.map(({ path, lab }): [string, string | undefined] => [`${path}/test_place`, lab.test_place]),
    ...parties.map(([path, { name, name_en }]): [string, string | undefined, string?] => [
      `${path}/name`,
      name,
      name_en,
    ]),
    ...exclusions.map(({ basis }, index): [string, string] => [`/exclusions/${index}/basis`, basis]),
    ['/attestation/name', attestation?.name],
    ['/attestation/statement', attestation?.statement],
  ];
  return [
    ...texts
      .filter(([, text, parallel = '']) => text !== undefined && !hasLatinText(text) && !hasLatinText(parallel))
      .map(([path]) => path),
    ...parties.filter(([, party]) => !hasLatinAddress(party)).map(([path]) => `${path}/address`),
  ];
}

function hasLatinAddress({ address, address_parts: parts }: Party): boolean {
  if (address === undefined) return true;
  // The country is always in Latin letters, so that alone says nothing. A street can be a number without a name.
  if (parts && hasLatinText(parts.city) && (hasLatinText(parts.line1) || !/\p{L}/u.test(parts.line1))) return true;
  return !(parts && address === composedAddress(parts)) && hasLatinText(address);
}
