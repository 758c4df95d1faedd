/** The operator's password. It is stored as an argon2id hash. */
import type { Actor } from '../../domain/audit.ts';
import type { Clock } from '../../domain/clock.ts';
import { OPERATOR_PASSWORD } from '../../domain/settings-store.ts';
import type { Storage } from '../../domain/storage.ts';

export const PASSWORD_LENGTH_MIN = 12;
/** Hashing takes longer for longer text, and nobody types this much. */
export const PASSWORD_LENGTH_MAX = 1024;
/** Without 0 and o, 1, l and i, because it is copied from a terminal by eye. 20 of 31 letters, at almost 5 bits each, are 99 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 5;

type PasswordStorage = Pick<Storage, 'settings' | 'operator'>;

export async function hasPassword({ settings }: Pick<PasswordStorage, 'settings'>): Promise<boolean> {
  return (await settings.get(OPERATOR_PASSWORD)) !== undefined;
}

/** Stores the hash of `password`, ends all sessions and lifts every lockout: the operator may have forgotten the old one. */
export async function setPassword(
  { operator }: Pick<PasswordStorage, 'operator'>,
  clock: Clock,
  password: string,
  actor: Actor = { name: 'cli', origin: 'command line' },
): Promise<void> {
  const hash = await Bun.password.hash(password, { algorithm: 'argon2id' });
  await operator.setPassword(hash, {
    atMs: clock.now(),
    actor: actor.name,
    origin: actor.origin,
    action: 'password.set',
    subject: 'operator',
  });
}

/** Whether this is the operator's password. Takes a tenth of a second by design, on another thread. */
export async function isPassword({ settings }: Pick<PasswordStorage, 'settings'>, password: string): Promise<boolean> {
  const hash = await settings.get(OPERATOR_PASSWORD);
  if (hash === undefined || !password || password.length > PASSWORD_LENGTH_MAX) return false;
  return Bun.password.verify(password, hash);
}

/** Called at start with the password of the configuration. Sets it only if it differs, because setting it ends all sessions. */
export async function adoptPassword(storage: PasswordStorage, clock: Clock, password: string): Promise<void> {
  if (await isPassword(storage, password)) return;
  await setPassword(storage, clock, password, { name: 'configuration', origin: 'PORTSIDE_OPERATOR_PASSWORD' });
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
