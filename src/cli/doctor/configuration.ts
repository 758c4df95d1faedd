/** Is the configuration one to run in earnest. That it can be read at all was seen before. */
import type { Config, SettingInForce } from '../../config.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Characters of entropy-bearing text below which a signing key can be guessed. */
const SIGNING_KEY_LENGTH_MIN = 32;

export function checkConfiguration(config: Config, settings: readonly SettingInForce[]): Finding {
  const given = settings.filter(({ origin }) => origin !== 'default').length;
  const remarks: [boolean, string, string][] = [
    [
      config.scan_allow.length > 0,
      `scans may reach ${config.scan_allow.join(', ')}`,
      'PORTSIDE_SCAN_ALLOW is meant for tests.',
    ],
    [
      config.base_url === '',
      'certificates name host and port for good',
      'Set PORTSIDE_BASE_URL to the address that others reach.',
    ],
    [
      config.contact.endsWith('.invalid'),
      'errors name a contact that does not exist',
      'Set PORTSIDE_CONTACT to an address that is read.',
    ],
    [
      config.signing_key.split(',').some((key) => key !== '' && key.trim().length < SIGNING_KEY_LENGTH_MIN),
      `a signing key has fewer than ${SIGNING_KEY_LENGTH_MIN} characters`,
      'Make one with `openssl rand -base64 32`.',
    ],
  ];
  const found = remarks.filter(([holds]) => holds);
  const count = `${settings.length} settings, ${given} given`;
  if (found.length === 0) return ok('configuration', count);
  return warning(
    'configuration',
    `${count}; ${found.map(([, text]) => text).join('; ')}`,
    found.map(([, , advice]) => advice).join(' '),
  );
}
