/** Whether the configuration is fit for production. */
import type { Config, ResolvedSetting } from '../../config.ts';
import { type Outcome, ok, warning } from './check-result.ts';

/** A shorter signing key could be guessed. */
const SIGNING_KEY_LENGTH_MIN = 32;

/** @param config a configuration that could be loaded, so its values are valid */
export function checkConfiguration(config: Config, settings: readonly ResolvedSetting[]): Outcome {
  const set = settings.filter(({ origin }) => origin !== 'default').length;
  const problems: { exists: boolean; text: string; advice: string }[] = [
    {
      exists: config.scan_allow.length > 0,
      text: `scans may reach ${config.scan_allow.join(', ')}`,
      advice: 'Unset PORTSIDE_SCAN_ALLOW; it is meant for tests.',
    },
    {
      exists: config.base_url === '',
      text: 'certificates will contain host and port permanently',
      advice: 'Set PORTSIDE_BASE_URL to the public address.',
    },
    {
      exists: config.contact.endsWith('.invalid'),
      text: 'the contact in error responses does not exist',
      advice: 'Set PORTSIDE_CONTACT to an address that somebody reads.',
    },
    {
      exists: config.signing_key.split(',').some((key) => key !== '' && key.trim().length < SIGNING_KEY_LENGTH_MIN),
      text: `a signing key has fewer than ${SIGNING_KEY_LENGTH_MIN} characters`,
      advice: 'Make one with `openssl rand -base64 32`.',
    },
  ];
  const found = problems.filter(({ exists }) => exists);
  const count = `${settings.length} settings, ${set} set`;
  if (found.length === 0) return ok(count);
  return warning(`${count}; ${found.map(({ text }) => text).join('; ')}`, found.map(({ advice }) => advice).join(' '));
}
