/** The operator's password: argon2id at rest, shown once when it is made here. */
import type { Clock } from '../clock.ts';
import type { Actor } from '../keys/register.ts';
import { announce } from '../storage/changes.ts';
import type { Storage } from '../storage/open.ts';
import { operatorFailures, operatorSessions } from '../storage/schema.ts';
import { readSetting, writeSetting } from '../storage/settings.ts';
import { recordAudit } from './audit.ts';

export const PASSWORD_LENGTH_MIN = 12;
/** Hashing takes longer the longer the text; nobody types this much. */
export const PASSWORD_LENGTH_MAX = 1024;
const SETTING = 'operator_password';
/** No 0/o, 1/l/i: it is read off a terminal and typed. 31 letters, 5 bits each: 20 of them are 99 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 5;

export function hasPassword(storage: Storage): boolean {
  return readSetting(storage.records, SETTING) !== undefined;
}

/** Stores the hash of `password` and ends what rests on the old one: sessions, and the lockout of whoever forgot it. */
export async function setPassword(
  storage: Storage,
  clock: Clock,
  password: string,
  actor: Actor = { name: 'cli', origin: 'command line' },
): Promise<void> {
  const hash = await Bun.password.hash(password, { algorithm: 'argon2id' });
  storage.records.transaction(
    (tables) => {
      writeSetting(tables, SETTING, hash);
      tables.delete(operatorSessions).run();
      tables.delete(operatorFailures).run();
      recordAudit(tables, clock.now(), actor, 'password.set', 'operator');
      announce(tables, 'operator');
    },
    { behavior: 'immediate' },
  );
}

/** Whether this is the operator's password. Takes a tenth of a second by design, off the event loop. */
export async function isPassword(storage: Storage, password: string): Promise<boolean> {
  const hash = readSetting(storage.records, SETTING);
  if (hash === undefined || !password || password.length > PASSWORD_LENGTH_MAX) return false;
  return Bun.password.verify(password, hash);
}

/** A password chosen by configuration is the one that counts: a start with another one sets it. */
export async function adoptPassword(storage: Storage, clock: Clock, password: string): Promise<void> {
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
