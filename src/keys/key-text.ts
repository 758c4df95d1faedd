/**
 * The text of an API key: `svc_` and 24 characters of base62, of which 18 are random (107 bits) and 6 are a checksum. The
 * checksum is CRC-32 (IEEE) of the first 22 characters of the text. With it a typo is refused without a look-up, and secret
 * scanners can tell a real key from text that only looks like one.
 */
import type { Clock } from '../domain/clock.ts';
import { sha256Hex } from '../domain/sha256.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'svc_';
const RANDOM_LENGTH = 18;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^svc_[0-9A-Za-z]{24}$/;

export function makeKeyText(clock: Pick<Clock, 'random'>): string {
  let body = PREFIX;
  while (body.length < PREFIX.length + RANDOM_LENGTH) {
    for (const byte of clock.random(32)) {
      // 248 is the largest multiple of 62 below 256. Larger bytes would make the first characters more likely.
      if (byte < 248 && body.length < PREFIX.length + RANDOM_LENGTH) body += ALPHABET[byte % 62];
    }
  }
  return body + checksumOf(body);
}

/** Whether the text has the form and the checksum of a key. It need not have been issued. */
export function isKeyText(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return checksumOf(body) === text.slice(-CHECKSUM_LENGTH);
}

/** SHA-256 in hexadecimal, which is stored and looked up. The timing of a look-up by hash reveals nothing about the key. */
export function hashKeyText(text: string): string {
  return sha256Hex(text);
}

function checksumOf(body: string): string {
  let rest = Bun.hash.crc32(body);
  let checksum = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    checksum = ALPHABET[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
}
