/**
 * The text of an API key: `svc_` and 24 characters of base62, 18 random (107 bits) and 6 that check them. The check is
 * CRC-32 (IEEE) of the first 22 characters, so that a typo is refused without a look-up and secret scanners can tell a
 * real key from its likeness.
 */
import type { Clock } from '../domain/clock.ts';
import { sha256Hex } from '../domain/sha256.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'svc_';
const RANDOM_LENGTH = 18;
const CHECK_LENGTH = 6;
const SHAPE = /^svc_[0-9A-Za-z]{24}$/;

export function makeKeyText(clock: Pick<Clock, 'random'>): string {
  let body = PREFIX;
  while (body.length < PREFIX.length + RANDOM_LENGTH) {
    for (const byte of clock.random(32)) {
      // 248 is the largest multiple of 62 in a byte; a byte above it would favour the first characters.
      if (byte < 248 && body.length < PREFIX.length + RANDOM_LENGTH) body += ALPHABET[byte % 62];
    }
  }
  return body + checkOf(body);
}

/** Whether this is the text of a key that could have been issued. Says nothing of whether it was. */
export function isKeyText(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const body = text.slice(0, -CHECK_LENGTH);
  return checkOf(body) === text.slice(-CHECK_LENGTH);
}

/** SHA-256 as hex: what is stored and looked up. A look-up by hash leaks nothing of the key through its timing. */
export function hashKeyText(text: string): string {
  return sha256Hex(text);
}

function checkOf(body: string): string {
  let rest = Bun.hash.crc32(body);
  let check = '';
  for (let i = 0; i < CHECK_LENGTH; i++) {
    check = ALPHABET[rest % 62] + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}
