import { ApiKeyError } from './errors.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Returns the key without surrounding spaces. A key is `svc_`, 18 random base62 characters, and 6 that are their CRC-32, so a
 * typing mistake is found here instead of by a 401. Throws ApiKeyError, which never contains the key.
 */
export function checkKey(given: string | undefined): string {
  const key = given?.trim() ?? '';
  if (!key) throw new ApiKeyError('No API key: pass apiKey or set PORTSIDE_API_KEY.');
  if (!/^svc_[0-9A-Za-z]{24}$/.test(key)) {
    throw new ApiKeyError('This is not a Portside API key: expected "svc_" and 24 letters or digits.');
  }
  if (base62(crc32(key.slice(0, 22))) !== key.slice(22)) {
    throw new ApiKeyError('This API key has a typing mistake: its checksum does not match.');
  }
  return key;
}

function crc32(ascii: string): number {
  let crc = ~0;
  for (let at = 0; at < ascii.length; at++) {
    crc ^= ascii.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Six base62 digits, most significant first. */
function base62(value: number): string {
  let digits = '';
  for (let left = value; digits.length < 6; left = Math.floor(left / 62)) digits = ALPHABET[left % 62] + digits;
  return digits;
}
