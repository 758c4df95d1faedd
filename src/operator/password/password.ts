/** Passwords of operators. They are stored as argon2id hashes. */
import type { Clock } from '../../domain/clock.ts';

export const PASSWORD_LENGTH_MIN = 12;
/** Hashing takes longer for longer text, and nobody types this much. */
export const PASSWORD_LENGTH_MAX = 1024;
/** Without 0 and o, 1, l and i, because it is copied from a terminal by eye. 20 of 31 letters, at almost 5 bits each, are 99 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 5;
/** Of a random text that nobody knows. Checking it takes as long as checking the hash of an operator. */
const HASH_OF_NOBODY =
  '$argon2id$v=19$m=65536,t=2,p=1$qbTotirO6XNaVZBaoQkJROE7Ns8AcC3ve+XocFO7Rks$F3n90j9/WLZXdoCZmEu+Ou4iJMSu8XC9sOd2LLJP860';

export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password, { algorithm: 'argon2id' });
}

/**
 * Whether this is the password of `hash`. Takes a tenth of a second by design, on another thread, and as long for a name that no
 * operator has: the time must not tell which names exist.
 * @param hash undefined when there is no such operator
 */
export async function isPassword(hash: string | undefined, password: string): Promise<boolean> {
  if (!password || password.length > PASSWORD_LENGTH_MAX) return false;
  return (await Bun.password.verify(password, hash ?? HASH_OF_NOBODY)) && hash !== undefined;
}

/** Why this cannot be a password; undefined when it can. */
export function passwordFault(password: string): string | undefined {
  if (password.length < PASSWORD_LENGTH_MIN) return `A password has at least ${PASSWORD_LENGTH_MIN} characters.`;
  if (password.length > PASSWORD_LENGTH_MAX) return `A password has at most ${PASSWORD_LENGTH_MAX} characters.`;
  return undefined;
}

/** A random password, in four groups of five letters. */
export function makePassword(clock: Pick<Clock, 'random'>): string {
  const letters: string[] = [];
  while (letters.length < GROUPS * GROUP_LENGTH) {
    // 248 is 8 × 31: using larger bytes too would make the first letters more likely.
    for (const byte of clock.random(32)) if (byte < 248) letters.push(LETTERS[byte % LETTERS.length]!);
  }
  return Array.from({ length: GROUPS }, (_, i) =>
    letters.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}
