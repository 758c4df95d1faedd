/** Places of manufacture and of testing (16 CFR 1110.11(a)(5), (6)). The registry has only the addresses of the parties. */
import { type AddressParts, type GccRequest, labsOf } from '../../domain/certificate.ts';
import { readCountry } from '../../domain/country-names.ts';
import { namesOtherPlace } from '../issue/address.ts';

/** JSON pointers of the stated places that are not where the address of the party is, so that the record does not say them. */
export function placesElsewhere(request: GccRequest): string[] {
  const { product_info: product, manufacturer } = request;
  const stated: [path: string, place: string | undefined, parts: AddressParts | undefined][] = [
    ['/product_info/place_of_manufacture', product.place_of_manufacture, manufacturer.address_parts],
    ...labsOf(request).map(({ path, lab }): [string, string | undefined, AddressParts | undefined] => [
      `${path}/test_place`,
      lab.test_place,
      lab.address_parts,
    ]),
  ];
  return stated.flatMap(([path, place, parts]) => (place === undefined || (parts && isAt(place, parts)) ? [] : [path]));
}

/** Whether a place is in the city of an address, and in no other country. A country alone is not a place that the address names. */
function isAt(place: string, parts: AddressParts): boolean {
  if (/(?!\p{Script=Latin})\p{L}/u.test(place) && !place.includes(parts.city)) return false;
  if (namesOtherPlace(place, parts)) return false;
  const own = readCountry(parts.country);
  const named = place.split(/[,;/()\n]/).flatMap((part) => readCountry(part) ?? []);
  // `Georgia` and `CA` are also states.
  return own === null || named.length === 0 || named.includes(own) || place.includes(parts.state_province ?? '\0');
}
