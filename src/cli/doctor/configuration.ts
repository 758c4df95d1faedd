/** Whether the configuration is fit for production. */
import type { Config, ResolvedSetting, SettingName } from '../../config.ts';
import { missingSettings } from '../../entry/registry/open-filer.ts';
import { unknownVariables } from '../unknown-variables.ts';
import { type Outcome, ok, warning } from './check-result.ts';

/** A shorter signing key could be guessed. */
const SIGNING_KEY_LENGTH_MIN = 32;
const TOKEN_LENGTH_MIN = 16;

/** @param config a configuration that could be loaded, so its values are valid */
export function checkConfiguration(
  config: Config,
  settings: readonly ResolvedSetting[],
  env: Record<string, string | undefined>,
): Outcome {
  const unknown = unknownVariables(env);
  const set = settings.filter(({ origin }) => origin !== 'default').length;
  const isSet = (name: SettingName) =>
    settings.some((setting) => setting.name === name && setting.origin !== 'default');
  const registry = missingSettings(config);
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
    {
      exists: config.metrics_token !== '' && config.metrics_token.length < TOKEN_LENGTH_MIN,
      text: `the token of the metrics has fewer than ${TOKEN_LENGTH_MIN} characters`,
      advice: 'Make one with `openssl rand -base64 24`.',
    },
    {
      exists: isSet('metrics_allow') && config.metrics_token === '' && config.admin_listen === '',
      text: 'nobody can read the metrics',
      advice: 'Set PORTSIDE_METRICS_TOKEN or PORTSIDE_ADMIN_LISTEN; PORTSIDE_METRICS_ALLOW alone shows them to nobody.',
    },
    {
      exists: config.registry_url !== '' && registry.length > 0,
      text: `no certificate is sent to the registry: ${registry.join(', ')} ${registry.length === 1 ? 'is' : 'are'} empty`,
      advice: 'Set what the registry lacks, or unset PORTSIDE_REGISTRY_URL.',
    },
    {
      exists: unknown.length > 0,
      text: unknown.join(' ').replace(/\.$/, ''),
      advice: 'Correct or unset the variables that are not settings.',
    },
  ];
  const found = problems.filter(({ exists }) => exists);
  const count = `${settings.length} settings, ${set} set`;
  if (found.length === 0) return ok(count);
  return warning(`${count}; ${found.map(({ text }) => text).join('; ')}`, found.map(({ advice }) => advice).join(' '));
}
