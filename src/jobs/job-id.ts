import type { Clock } from '../domain/clock.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 24;

/** `job_` and 24 random characters of base62 (143 bits). */
export function newJobId(clock: Pick<Clock, 'random'>): string {
  let text = '';
  while (text.length < LENGTH) {
    for (const byte of clock.random(32)) {
      // 248 is the largest multiple of 62 below 256. Larger bytes would make the first characters more likely.
      if (byte < 248 && text.length < LENGTH) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return `job_${text}`;
}
