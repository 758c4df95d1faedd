/**
 * All settings, with default, bounds and description. Precedence: flag > environment > secret file > `portside.toml` > default.
 * A secret can be read from a file that `PORTSIDE_…_FILE` names, as Docker and systemd pass credentials. An unknown key in
 * `portside.toml` is an error, because a mistyped setting would otherwise silently keep its default.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { ConfigError } from './domain/config-error.ts';
import { hostName } from './http/host-name.ts';
import { parseListenAddress } from './http/listen-address.ts';

interface Setting<T> {
  /** @throws RangeError if the value is not valid */
  read(text: string): T;
  fallback: T;
  /** Which values are valid, for the error message: `Use ${validValues}.` */
  validValues: string;
  /** Never shown, and can be read from a file. */
  secret?: true;
  /** The value can contain a password, so an error message does not repeat it. */
  mayContainPassword?: true;
  description: string;
}

const text = (fallback: string, description: string): Setting<string> => ({
  read: (value) => value,
  fallback,
  validValues: 'text',
  description,
});

const secret = (description: string): Setting<string> => ({ ...text('', description), secret: true });

const databaseUrl = (description: string): Setting<string> => ({
  ...secret(description),
  read: (value) => {
    if (value !== '' && !(/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))) throw new RangeError();
    return value;
  },
  validValues: 'a URL that begins with postgres://, or leave it empty',
});

const integer = (fallback: number, min: number, max: number, description: string): Setting<number> => ({
  read: (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) throw new RangeError();
    return number;
  },
  fallback,
  validValues: `a whole number from ${min} to ${max}`,
  description,
});

const oneOf = <T extends string>(fallback: T, others: T[], description: string): Setting<T> => ({
  read: (value) => {
    if (value !== fallback && !others.includes(value as T)) throw new RangeError();
    return value as T;
  },
  fallback,
  validValues: [fallback, ...others].map((value) => `"${value}"`).join(' or '),
  description,
});

const hostPorts = (description: string): Setting<string[]> => ({
  read: (value) => {
    const entries = value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean);
    if (!entries.every((entry) => /^(\[[0-9a-fA-F:.]+\]|[^\s:/]+):\d{1,5}$/.test(entry))) throw new RangeError();
    return entries;
  },
  fallback: [],
  validValues: 'host:port pairs, separated by commas',
  description,
});

const hostNames = (description: string): Setting<string[]> => ({
  read: (value) => {
    const entries = value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean);
    if (!entries.every((entry) => hostName(entry) !== undefined && !/:\d+$/.test(entry))) throw new RangeError();
    return entries;
  },
  fallback: [],
  validValues: 'host names without ports, separated by commas',
  description,
});

const listenAddress = (description: string): Setting<string> => ({
  read: (value) => {
    if (value !== '') parseListenAddress(value);
    return value;
  },
  fallback: '',
  validValues: 'a port, host:port or unix:/path, or leave it empty',
  description,
});

const httpUrl = (description: string): Setting<string> => ({
  read: (value) => {
    if (value !== '' && !/^https?:$/.test(URL.parse(value)?.protocol ?? '')) throw new RangeError();
    return value;
  },
  fallback: '',
  validValues: 'a URL that begins with http:// or https://, or leave it empty',
  mayContainPassword: true,
  description,
});

/** A URL that everybody may see, so messages show it. */
const publicUrl = (description: string): Setting<string> => {
  const { read, fallback, validValues } = httpUrl(description);
  return { read, fallback, validValues, description };
};

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The secrets of the registry are sent there, so only a connection on this machine may be without TLS. */
const registryUrl = (description: string): Setting<string> => ({
  read: (value) => {
    const url = URL.parse(value);
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
    if (value !== '' && !(isSafe && !url?.username && !url?.password && !url?.search && !url?.hash))
      throw new RangeError();
    return value;
  },
  fallback: '',
  validValues:
    'a URL that begins with https://, or with http:// on loopback, without user, password and query, or leave it empty',
  mayContainPassword: true,
  description,
});

const registryPath = (fallback: string, places: readonly string[], description: string): Setting<string> => ({
  read: (value) => {
    if (!/^\/[^\s?#]*$/.test(value) || !places.every((place) => value.includes(place))) throw new RangeError();
    return value;
  },
  fallback,
  validValues: ['a path that begins with /', ...places].join(' and contains '),
  description,
});

const headerName = (fallback: string, description: string): Setting<string> => ({
  read: (value) => {
    if (!/^[A-Za-z0-9-]{1,64}$/.test(value)) throw new RangeError();
    return value;
  },
  fallback,
  validValues: 'the name of an HTTP header',
  description,
});

/** An empty name would listen on every address. */
const listenHost = (fallback: string, description: string): Setting<string> => ({
  read: (value) => {
    if (!/^[\w.:%-]+$/.test(value)) throw new RangeError();
    return value;
  },
  fallback,
  validValues: 'an IP address or the name of a host; 0.0.0.0 and :: are all addresses of this machine',
  description,
});

const networks = (fallback: string, description: string): Setting<string> => ({
  read: (value) => {
    const entries = value.split(',').map((entry) => entry.trim());
    if (!entries.every((entry) => entry === '' || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry))) {
      throw new RangeError();
    }
    return value;
  },
  fallback,
  validValues: 'IP addresses or CIDR ranges, separated by commas',
  description,
});

export const SETTINGS = {
  host: listenHost('127.0.0.1', 'Address to listen on.'),
  port: integer(8080, 0, 65535, 'Port to listen on; 0 chooses a free one.'),
  data_dir: text('./var', 'Folder of the database.'),
  workers: integer(1, 1, 64, 'Number of processes that share the port and the database.'),
  base_url: publicUrl(
    'Public URL of the server. Certificates contain it permanently, and signed URLs begin with it. If empty, certificates contain host and port, and signed URLs begin with the address of the request.',
  ),
  hosts: hostNames(
    'Host names of this server, besides that of the public URL. If either is set, requests with another Host are refused (421).',
  ),
  contact: text('support@portside.invalid', 'The `contact` in every error response.'),
  key_offer: text(
    '',
    'How a visitor gets an API key, for the first page: a sentence or two. Addresses that begin with https:// become links. If empty, it names the contact.',
  ),
  beta: oneOf<'on' | 'off'>('on', ['off'], 'Whether only keys enrolled in the closed beta are accepted.'),
  key_rotation: oneOf<'off' | 'on'>(
    'off',
    ['on'],
    'Whether a key may rotate itself, with `POST /api/v2/account/rotation`. If off, only operators rotate keys.',
  ),
  signing_key: secret('Secret that signs URLs. If empty, one is generated and stored in the database.'),
  signer_key: secret(
    'Private key that signs certificates: PEM, RSA or P-256, without a passphrase. If empty, one is generated and stored in the database.',
  ),
  signer_certificate: secret('Certificate of that key, and those of its issuers after it: PEM. Set both or neither.'),
  timestamp_url: httpUrl(
    'Time-stamp authority (RFC 3161) for the signatures of certificates. If empty, they have no time stamp.',
  ),
  operator_password: secret(
    'Password of the operator page. If empty, one is generated at the first start and printed.',
  ),
  scan_allow: hostPorts('Private addresses that scans may reach; meant for tests.'),
  scan_cache_seconds: integer(600, 0, 86_400, 'Seconds for which a scan is cached.'),
  url_ttl: integer(86_400, 60, 604_800, 'Seconds for which a signed URL is valid.'),
  drain_delay: integer(
    0,
    0,
    300,
    'Seconds for which requests are still accepted after a stop signal, so that a load balancer can see `/readyz` answer 503.',
  ),
  list_days_max: integer(
    365,
    0,
    3650,
    'Days since the law was read above which the tariff lists are stale and the server is not ready; 0 means never.',
  ),
  disk_floor_mb: integer(
    256,
    0,
    1_000_000,
    'Free megabytes on the disk of the data folder below which the server is not ready and stores nothing new. Below a quarter of it, counted requests are refused.',
  ),
  metrics_allow: networks(
    '127.0.0.0/8,::1',
    'Addresses from which `/metrics` may be read with the token. Not for the admin listener.',
  ),
  metrics_token: secret(
    'Bearer token without which the public listener does not show `/metrics`. If empty, it never shows them.',
  ),
  admin_listen: listenAddress(
    'Listener for `/metrics`, the details of `/readyz` and `/operator`: a port of 127.0.0.1, host:port, or unix:/path. If set, the public listener does not have them. Worker N of several uses the port N - 1 higher, or the path with `.N` at its end from the second on.',
  ),
  otlp_endpoint: httpUrl(
    'OpenTelemetry collector for traces, such as http://127.0.0.1:4318. If empty, no traces are sent.',
  ),
  database_url: databaseUrl(
    'PostgreSQL database (postgres://…), for several machines. If empty, SQLite in the data folder.',
  ),
  registry_url: registryUrl(
    'Experimental: address of the import calls of the CPSC Product Registry. If it or one of the next four settings is empty, nothing is filed.',
  ),
  registry_certifier_id: text('', 'The certifier that certificates are filed for, as the registry calls it.'),
  registry_collection_id: text('', 'The collection of that certifier that they are filed in.'),
  registry_token_file: text(
    '',
    'File with the registry’s token that expires, as it is sent in its header. It is read again for each call.',
  ),
  registry_secret_file: text('', 'File with the second secret of the registry.'),
  registry_token_header: headerName('Authorization', 'Header of the token. CPSC’s own name of it was not read.'),
  registry_secret_header: headerName('X-API-Key', 'Header of the second secret. CPSC’s own name of it was not read.'),
  registry_import_path: registryPath('/import', [], 'Path of the import call. CPSC’s own was not read.'),
  registry_log_path: registryPath(
    '/import/{importId}',
    ['{importId}'],
    'Path of the import log. CPSC’s own was not read.',
  ),
  registry_version_path: registryPath(
    '/certificates/{productId}/{versionId}',
    ['{productId}', '{versionId}'],
    'Path of a certificate by product and version, asked when the answer to an import was lost. CPSC’s own was not read.',
  ),
  log: oneOf<'errors' | 'requests'>('errors', ['requests'], 'What is logged: errors only, or all requests too.'),
  request_log_days: integer(7, 0, 90, 'Days for which answered requests are kept for the operator page; 0 keeps none.'),
  request_log_mb: integer(
    256,
    1,
    1_000_000,
    'Megabytes of the database that the requests kept for the operator page may take. The oldest go first.',
  ),
  trust_proxy: networks('', 'Addresses of the proxies whose X-Forwarded-For is trusted.'),
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
export type Config = { [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer T> ? T : never };

/** The SQLite file in the data folder. */
export function databasePath({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'portside.db');
}

/** The URL of the server by host and port, used if `base_url` is empty. */
export function ownAddress({ host }: Pick<Config, 'host'>, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

export interface ConfigSources {
  flags?: Partial<Record<SettingName, string>>;
  env?: Record<string, string | undefined>;
  /** Path of the configuration file. Defaults to `portside.toml` in the working directory; it need not exist. */
  file?: string;
}

/** @throws ConfigError that names the setting and its valid values */
export function loadConfig(sources: ConfigSources = {}): Config {
  return Object.fromEntries(resolveSettings(sources).map(({ name, value }) => [name, value])) as Config;
}

/** Where a setting's value was found. */
type Origin = 'flag' | 'environment' | 'secret file' | 'file' | 'default';

export interface ResolvedSetting {
  name: SettingName;
  value: unknown;
  origin: Origin;
  secret: boolean;
}

/** Every setting with its value and the origin of the value. @throws ConfigError as `loadConfig` does */
export function resolveSettings({
  flags = {},
  env = process.env,
  file = 'portside.toml',
}: ConfigSources = {}): ResolvedSetting[] {
  const fromFile = readConfigFile(file);
  return (Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]).map(([name, setting]) => {
    const variable = `PORTSIDE_${name.toUpperCase()}`;
    const found = (
      [
        ['flag', flags[name]],
        ['environment', env[variable]],
        ['secret file', readSecretFile(env, variable, setting)],
        ['file', fromFile[name]],
      ] as const
    ).find(([, text]) => text !== undefined);
    const [origin, text] = found ?? (['default', undefined] as const);
    const secret = setting.secret ?? false;
    try {
      return { name, value: text === undefined ? setting.fallback : setting.read(text), origin, secret };
    } catch {
      const places = {
        flag: `--${name.replaceAll('_', '-')}`,
        environment: variable,
        'secret file': `${variable}_FILE`,
        file: `${file}: ${name}`,
        default: name,
      };
      const place = places[origin];
      const value = secret || setting.mayContainPassword ? 'the value' : `"${shorten(text ?? '')}"`;
      throw new ConfigError(`${place}: ${value} is not valid. Use ${setting.validValues}.`);
    }
  });
}

/** A value for an error message: without control characters, and at most 80 characters long. */
function shorten(text: string): string {
  const shown = text.replace(/\p{C}/gu, '�');
  return shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
}

function readSecretFile(env: Record<string, string | undefined>, variable: string, setting: Setting<unknown>) {
  const path = env[`${variable}_FILE`];
  if (!setting.secret || !path) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new ConfigError(`${variable}_FILE: the file it names cannot be read. Check its path and permissions.`);
  }
}

function readConfigFile(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  let parsed: Record<string, unknown>;
  try {
    parsed = Bun.TOML.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch {
    throw new ConfigError(`${path}: the file cannot be read, or is not valid TOML.`);
  }
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(parsed)) {
    if (!Object.hasOwn(SETTINGS, name))
      throw new ConfigError(`${path}: unknown setting "${name}". Check its spelling.`);
    const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
    if (!isList && !['string', 'number'].includes(typeof value)) {
      throw new ConfigError(`${path}: ${name} is not valid. Use a string, a number or a list of strings.`);
    }
    values[name] = isList ? value.join(',') : String(value);
  }
  return values;
}
