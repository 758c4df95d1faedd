/**
 * Every setting in one table: flag, environment variable, key in `portside.toml`, default, bounds.
 * Precedence: flag > environment > file > default. A secret may come from a file (`PORTSIDE_…_FILE`), as Docker and
 * systemd credentials do. An unknown key in the file is an error: a misspelt limit must not run as its default.
 */
import { existsSync, readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';

interface Setting<T> {
  read(text: string): T;
  fallback: T;
  /** What a valid value looks like, for the error message. */
  expects: string;
  secret?: true;
  about: string;
}

const text = (fallback: string, about: string): Setting<string> => ({
  read: (value) => value,
  fallback,
  expects: 'text',
  about,
});

const secret = (about: string): Setting<string> => ({ ...text('', about), secret: true });

const databaseUrl = (about: string): Setting<string> => ({
  ...secret(about),
  read: (value) => {
    if (value !== '' && !(/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))) throw new RangeError();
    return value;
  },
  expects: 'empty or an address that begins with postgres://',
});

const integer = (fallback: number, min: number, max: number, about: string): Setting<number> => ({
  read: (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) throw new RangeError();
    return number;
  },
  fallback,
  expects: `a whole number from ${min} to ${max}`,
  about,
});

const oneOf = <T extends string>(fallback: T, others: T[], about: string): Setting<T> => ({
  read: (value) => {
    if (value !== fallback && !others.includes(value as T)) throw new RangeError();
    return value as T;
  },
  fallback,
  expects: [fallback, ...others].map((value) => `"${value}"`).join(' or '),
  about,
});

const hostPorts = (about: string): Setting<string[]> => ({
  read: (value) => {
    const entries = value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean);
    if (!entries.every((entry) => /^(\[[0-9a-fA-F:.]+\]|[^\s:/]+):\d{1,5}$/.test(entry))) throw new RangeError();
    return entries;
  },
  fallback: [],
  expects: 'a comma list of host:port',
  about,
});

const endpoint = (about: string): Setting<string> => ({
  read: (value) => {
    if (value !== '' && !/^https?:$/.test(URL.parse(value)?.protocol ?? '')) throw new RangeError();
    return value;
  },
  fallback: '',
  expects: 'an http or https address',
  about,
});

const networks = (fallback: string, about: string): Setting<string> => ({
  read: (value) => {
    const entries = value.split(',').map((entry) => entry.trim());
    if (!entries.every((entry) => entry === '' || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry))) {
      throw new RangeError();
    }
    return value;
  },
  fallback,
  expects: 'a comma list of addresses or CIDRs',
  about,
});

export const SETTINGS = {
  host: text('127.0.0.1', 'Address to listen on.'),
  port: integer(8080, 0, 65535, 'Port to listen on; 0 takes a free one.'),
  data_dir: text('./var', 'Folder of the database and of what must outlive a restart.'),
  workers: integer(1, 1, 64, 'Processes that share the port and the database.'),
  base_url: text(
    '',
    'Public address: certificates name it for good, and signed URLs begin with it. When empty, certificates name host and port, and signed URLs the address that the request came to.',
  ),
  contact: text('support@portside.invalid', 'The `contact` of every error.'),
  beta: oneOf<'on' | 'off'>('on', ['off'], 'Whether the closed-beta gate stands.'),
  signing_key: secret('Secret of the signed URLs; made once and kept in the data folder when empty.'),
  operator_password: secret('Password of the operator page; made once and printed when empty.'),
  scan_allow: hostPorts('Private addresses a scan may reach; meant for tests.'),
  scan_cache_seconds: integer(600, 0, 86_400, 'How long a scan is remembered.'),
  url_ttl: integer(86_400, 60, 604_800, 'Seconds a signed URL stays valid.'),
  drain_delay: integer(
    0,
    0,
    300,
    'Seconds between a stop signal, at which `/readyz` turns to 503, and the last request taken: time for a load balancer to look.',
  ),
  list_days_max: integer(
    365,
    0,
    3650,
    'Days after which the tariff list in force is stale and the server not ready; 0 is never.',
  ),
  disk_floor_mb: integer(
    256,
    0,
    1_000_000,
    'Megabytes free on the disk of the data folder below which it is not ready.',
  ),
  metrics_allow: networks(
    '127.0.0.0/8,::1',
    'Addresses that may read `/metrics` directly; a forwarded request never may.',
  ),
  otlp_endpoint: endpoint(
    'OpenTelemetry collector that traces are sent to, such as http://127.0.0.1:4318; none when empty.',
  ),
  database_url: databaseUrl('postgres://… for several machines; SQLite in the data folder when empty.'),
  log: oneOf<'errors' | 'requests'>('errors', ['requests'], 'What is logged.'),
  trust_proxy: networks(
    '',
    'Addresses of proxies whose X-Forwarded-For is believed (comma list of addresses or CIDRs).',
  ),
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
export type Config = { [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer T> ? T : never };

/** The address a server has by itself, where no `base_url` says how others reach it. */
export function ownAddress({ host }: Pick<Config, 'host'>, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A setting that cannot be used; the command exits with 2 and this message. */
export class ConfigError extends Error {}

export interface ConfigSources {
  flags?: Partial<Record<SettingName, string>>;
  env?: Record<string, string | undefined>;
  /** Path of the file; absent means `portside.toml` in the working directory, if there is one. */
  file?: string;
}

/** @throws ConfigError naming the setting and what it expects. */
export function loadConfig(sources: ConfigSources = {}): Config {
  return Object.fromEntries(readSettings(sources).map(({ name, value }) => [name, value])) as Config;
}

/** Where a setting's value was found. */
type Origin = 'flag' | 'environment' | 'secret file' | 'file' | 'default';

export interface SettingInForce {
  name: SettingName;
  value: unknown;
  origin: Origin;
  secret: boolean;
}

/** Every setting with its value and where that came from. @throws ConfigError as `loadConfig` */
export function readSettings({
  flags = {},
  env = process.env,
  file = 'portside.toml',
}: ConfigSources = {}): SettingInForce[] {
  const fromFile = readFile(file);
  return (Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]).map(([name, setting]) => {
    const variable = `PORTSIDE_${name.toUpperCase()}`;
    const found = (
      [
        ['flag', flags[name]],
        ['environment', env[variable]],
        ['secret file', secretFile(env, variable, setting)],
        ['file', fromFile[name]],
      ] as const
    ).find(([, text]) => text !== undefined);
    const [origin, text] = found ?? (['default', undefined] as const);
    const secret = setting.secret ?? false;
    try {
      return { name, value: text === undefined ? setting.fallback : setting.read(text), origin, secret };
    } catch {
      throw new ConfigError(`${origin === 'flag' ? `--${name}` : variable} must be ${setting.expects}.`);
    }
  });
}

function secretFile(env: Record<string, string | undefined>, variable: string, setting: Setting<unknown>) {
  const path = env[`${variable}_FILE`];
  if (!setting.secret || !path) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new ConfigError(`${variable}_FILE cannot be read.`);
  }
}

function readFile(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  let parsed: Record<string, unknown>;
  try {
    parsed = Bun.TOML.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch {
    throw new ConfigError(`${path} is not valid TOML.`);
  }
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed)) {
    if (!Object.hasOwn(SETTINGS, name)) throw new ConfigError(`${path}: unknown setting "${name}".`);
    const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
    if (!isList && !['string', 'number'].includes(typeof value)) {
      throw new ConfigError(`${path}: "${name}" must be text, a number or a list of texts.`);
    }
    values[name] = isList ? value.join(',') : String(value);
  }
  return values;
}
