/**
 * The keys that sign URLs: from the configuration (`current` or `current,previous`), or generated once and stored in the
 * database. A key's id is the start of its SHA-256, so that a URL names the key it was signed with.
 */
import type { Clock } from '../../domain/clock.ts';
import { type SettingsStore, SIGNING_KEY } from '../../domain/settings-store.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import type { SigningKey, SigningKeys } from './signed-url.ts';

export async function loadSigningKeys(
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
