/** Keys that the registry keeps parties and versions under. The caller's own come first; the others are derived, always the same. */

/** RFC 4648, without the padding. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const PARTY_CHARS = 26;
const VERSION_CHARS = 18;

/**
 * The key of a party whose caller gave none: 130 bits of the SHA-256 of everything that is filed of it. A party that changes gets
 * another key, so a key never stands for two contents.
 */
export function derivedPartyKey(contentSha256: string): string {
  return `P-${base32(contentSha256, PARTY_CHARS)}`;
}

/**
 * The version of a certificate whose caller gave none: 90 bits of the SHA-256 of its id, which has 36 characters and does not fit.
 * It needs to be unique among the versions of one product only.
 */
export function derivedVersion(gccId: string): string {
  return `V${base32(Bun.SHA256.hash(gccId, 'hex'), VERSION_CHARS)}`;
}

function base32(hex: string, chars: number): string {
  let number = BigInt(`0x${hex}`) >> BigInt(256 - 5 * chars);
  let text = '';
  for (let at = 0; at < chars; at++) {
    text = BASE32[Number(number & 31n)] + text;
    number >>= 5n;
  }
  return text;
}
