/** What a command says when a key cannot be issued or changed. */
import { KeyError, type KeyField } from '../keys/key-fields.ts';
import { CommandError, UsageError } from './command-error.ts';

/** The option that sets each field. */
const OPTIONS: Record<KeyField, string> = {
  name: '--name',
  scope: '--scope',
  owner: '--owner',
  tags: '--tags',
  notes: '--notes',
  delegate: '--delegate',
  perMinute: '--per-minute',
  perDay: '--per-day',
  expiresAt: '--expires',
  networks: '--allow-network',
  storedBytes: '--stored-max',
  cpuMs: '--cpu-per-day',
  bytesFetched: '--fetched-per-day',
};

/** Wrong usage that names the option if a field is wrong, and a failure if the key does not allow it. Other errors as they are. */
export function keyFault(error: unknown): unknown {
  if (!(error instanceof KeyError)) return error;
  const { field, message } = error;
  return field === undefined ? new CommandError(message) : new UsageError(`error: ${OPTIONS[field]}: ${message}`);
}
