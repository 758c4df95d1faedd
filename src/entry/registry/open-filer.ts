/** Builds what files certificates, for the service and the command line. */
import { readFileSync, statSync } from 'node:fs';
import type { Clock } from '../../domain/clock.ts';
import type { RegistryAccount } from '../../domain/filing.ts';
import type { FilingStore } from '../../domain/filing-store.ts';
import { Filer } from './filer.ts';
import { RegistryClient } from './registry-client.ts';

/** As the configuration names them. */
export interface FilingSettings {
  registry_url: string;
  registry_certifier_id: string;
  registry_collection_id: string;
  registry_token_file: string;
  registry_secret_file: string;
  registry_token_header: string;
  registry_secret_header: string;
  registry_import_path: string;
  registry_log_path: string;
  registry_version_path: string;
}

const REQUIRED = [
  'registry_url',
  'registry_certifier_id',
  'registry_collection_id',
  'registry_token_file',
  'registry_secret_file',
] as const satisfies (keyof FilingSettings)[];
const SECRET_BYTES_MAX = 16_384;

/** The settings that are empty and without which nothing is filed. */
export function missingSettings(settings: FilingSettings): string[] {
  return REQUIRED.filter((name) => settings[name] === '').map((name) => `PORTSIDE_${name.toUpperCase()}`);
}

/** Whose records are filed. Undefined if the operator has not said it. */
export function accountOf({
  registry_certifier_id: certifierId,
  registry_collection_id: collectionId,
}: FilingSettings) {
  return certifierId === '' || collectionId === ''
    ? undefined
    : ({ certifierId, collectionId } satisfies RegistryAccount);
}

/** Undefined unless every setting is there. */
export function openFiler(
  settings: FilingSettings,
  filings: FilingStore,
  clock: Pick<Clock, 'now'>,
): Filer | undefined {
  const account = accountOf(settings);
  if (!account || missingSettings(settings).length > 0) return undefined;
  const registry = new RegistryClient({
    settings: {
      ...account,
      url: settings.registry_url,
      importPath: settings.registry_import_path,
      logPath: settings.registry_log_path,
      versionPath: settings.registry_version_path,
      tokenHeader: settings.registry_token_header,
      secretHeader: settings.registry_secret_header,
    },
    secrets: () => ({
      token: readSecret(settings.registry_token_file),
      secret: readSecret(settings.registry_secret_file),
    }),
    send: fetch,
  });
  return new Filer({ filings, registry, account, clock });
}

/** @throws when it is not a file with one line of printable ASCII, which is all that a header can hold */
function readSecret(path: string): string {
  if (statSync(path).size > SECRET_BYTES_MAX) throw new Error('too large');
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[\x20-\x7e]+$/.test(text)) throw new Error('not one line of printable ASCII');
  return text;
}
