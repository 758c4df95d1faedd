/**
 * The keys that sign URLs: from the configuration (`current` or `current,previous`), or made once and kept in the data
 * folder. A key's id is the beginning of its hash, so that a URL says which of two it was signed with.
 */
import type { Clock } from '../../domain/clock.ts';
import type { SettingsStore } from '../../domain/settings-store.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import type { SigningKey, SigningKeys } from './signed-url.ts';

/** The setting that holds the key made here. */
export const SIGNING_KEY = 'signing_key';

export async function signingKeys(
  configured: string,
  { settings }: { settings: SettingsStore },
  clock: Pick<Clock, 'random'>,
): Promise<SigningKeys> {
  const make = () => Buffer.from(clock.random(32)).toString('base64url');
  const [current, previous] = (configured || (await settings.keep(SIGNING_KEY, make)))
    .split(',')
    .map((text) => text.trim());
  return { current: keyOf(current!), ...(previous && { previous: keyOf(previous) }) };
}

function keyOf(text: string): SigningKey {
  return { id: sha256Hex(text).slice(0, 8), secret: Buffer.from(text) };
}
