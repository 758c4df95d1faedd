/** The operator's password: argon2id at rest, shown once when it is made here. */
import type { Clock } from '../../domain/clock.ts';
import { OPERATOR_PASSWORD } from '../../domain/settings-store.ts';
import type { Storage } from '../../domain/storage.ts';
import type { Actor } from '../../keys/key-issuer.ts';

export const PASSWORD_LENGTH_MIN = 12;
/** Hashing takes longer the longer the text; nobody types this much. */
export const PASSWORD_LENGTH_MAX = 1024;
/** No 0/o, 1/l/i: it is read off a terminal and typed. 31 letters, 5 bits each: 20 of them are 99 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** What a password rests on. */
type PasswordPlace = Pick<Storage, 'settings' | 'operator'>;

export async function hasPassword({ settings }: Pick<PasswordPlace, 'settings'>): Promise<boolean> {
  return (await settings.get(OPERATOR_PASSWORD)) !== undefined;
}

/** Stores the hash of `password` and ends what rests on the old one: sessions, and the lockout of whoever forgot it. */
export async function setPassword(
  { operator }: Pick<PasswordPlace, 'operator'>,
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

/** Whether this is the operator's password. Takes a tenth of a second by design, off the event loop. */
export async function isPassword({ settings }: Pick<PasswordPlace, 'settings'>, password: string): Promise<boolean> {
  const hash = await settings.get(OPERATOR_PASSWORD);
  if (hash === undefined || !password || password.length > PASSWORD_LENGTH_MAX) return false;
  return Bun.password.verify(password, hash);
}

/** A password chosen by configuration is the one that counts: a start with another one sets it. */
export async function adoptPassword(storage: PasswordPlace, clock: Clock, password: string): Promise<void> {
  if (await isPassword(storage, password)) return;
  await setPassword(storage, clock, password, { name: 'configuration', origin: 'PORTSIDE_OPERATOR_PASSWORD' });
}

export function makePassword(clock: Pick<Clock, 'random'>): string {
  const letters: string[] = [];
  while (letters.length < GROUPS * GROUP_LENGTH) {
    // 248 = 8 × 31: a byte above it would favour the first letters.
    for (const byte of clock.random(32)) if (byte < 248) letters.push(LETTERS[byte % LETTERS.length]!);
  }
  return Array.from({ length: GROUPS }, (_, i) =>
    letters.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}
