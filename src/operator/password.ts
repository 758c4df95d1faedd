/** The operator's password: argon2id at rest, shown once when it is made here. */
import type { Clock } from '../clock.ts';
import { announce } from '../storage/changes.ts';
import type { Storage } from '../storage/open.ts';
import { audit } from '../storage/schema.ts';
import { readSetting, writeSetting } from '../storage/settings.ts';

const SETTING = 'operator_password';
/** No 0/o, 1/l/i: it is read off a terminal and typed. 31 letters, 5 bits each: 20 of them are 99 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 5;

export function hasPassword(storage: Storage): boolean {
  return readSetting(storage.records, SETTING) !== undefined;
}

/** Stores the hash of `password` and ends what rests on the old one: the change is announced to running servers. */
export async function setPassword(storage: Storage, clock: Clock, password: string): Promise<void> {
  const hash = await Bun.password.hash(password, { algorithm: 'argon2id' });
  storage.records.transaction(
    (tables) => {
      writeSetting(tables, SETTING, hash);
      tables
        .insert(audit)
        .values({
          atMs: clock.now(),
          actor: 'cli',
          origin: 'command line',
          action: 'password.set',
          subject: 'operator',
        })
        .run();
      announce(tables, 'operator');
    },
    { behavior: 'immediate' },
  );
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
