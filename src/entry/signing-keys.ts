/**
 * The keys that sign URLs: from the configuration (`current` or `current,previous`), or made once and kept in the data
 * folder. A key's id is the beginning of its hash, so that a URL says which of two it was signed with.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Storage } from '../storage/open.ts';
import { readSetting, writeSetting } from '../storage/settings.ts';
import type { SigningKey, SigningKeys } from './signed-url.ts';

const SETTING = 'signing_key';

export function signingKeys(
  configured: string,
  storage: Pick<Storage, 'records'>,
  clock: Pick<Clock, 'random'>,
): SigningKeys {
  const [current, previous] = (configured || kept(storage, clock)).split(',').map((text) => text.trim());
  return { current: keyOf(current!), ...(previous && { previous: keyOf(previous) }) };
}

function kept({ records }: Pick<Storage, 'records'>, clock: Pick<Clock, 'random'>): string {
  return records.transaction(
    (tables) => {
      const known = readSetting(tables, SETTING);
      if (known !== undefined) return known;
      const made = Buffer.from(clock.random(32)).toString('base64url');
      writeSetting(tables, SETTING, made);
      return made;
    },
    { behavior: 'immediate' },
  );
}

function keyOf(text: string): SigningKey {
  return { id: createHash('sha256').update(text).digest('hex').slice(0, 8), secret: Buffer.from(text) };
}
