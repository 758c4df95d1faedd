/** `portside keys issue | list | show | edit | rotate | revoke`. */
import { type Command, Option } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import type { Config } from '../config.ts';
import { type ApiKey, DEFAULT_LIMITS, type KeyStatus, SCOPES, type Scope, STATUS_TRAITS } from '../domain/key.ts';
import { KEY_ORDERS, type KeyOrder } from '../domain/key-store.ts';
import type { Storage } from '../domain/storage.ts';
import { keyColumns } from '../keys/key-columns.ts';
import { findKey, findPastedKey, hasSecretOfKey } from '../keys/key-finder.ts';
import { KeyIssuer } from '../keys/key-issuer.ts';
import { readKeyUsage } from '../limits/key-usage.ts';
import { readResourceUse } from '../limits/resource-use.ts';
import { betaWarning } from './beta-warning.ts';
import { type FormatOptions, printResult, withFormatOptions } from './csv-output.ts';
import { parseDuration } from './duration.ts';
import { keyFault } from './key-fault.ts';
import {
  formatKey,
  formatKeys,
  iso,
  isoMinute,
  printable,
  publicForeignUse,
  publicKey,
  publicResources,
} from './key-text.ts';
import {
  addBulkOptions,
  type BulkIssueOptions,
  type BulkRevokeOptions,
  issueFromFile,
  revokeFromFile,
} from './keys-bulk.ts';
import { addEditCommand, parseExpiry, parseKeyReference, parseLimit } from './keys-edit.ts';
import { type CommonOptions, withCommonOptions, withDataDirOption } from './options.ts';
import { print, printJson, say } from './output.ts';
import { parseSize } from './size.ts';
import { cliActor, withStorage } from './storage-access.ts';

const LIST_MAX = 100_000;
const STATUSES = Object.keys(STATUS_TRAITS) as KeyStatus[];
const KEY_ARGUMENT = 'id, what is shown of it (svc_ab12…wxyz), its last four characters, or the key';

interface IssueOptions extends BulkIssueOptions {
  scope?: Scope;
  name?: string;
  owner?: string;
  tags?: string;
  notes?: string;
  expires?: number | null;
  perMinute?: number;
  perDay?: number;
  storedMax?: number;
  cpuPerDay?: number;
  fetchedPerDay?: number;
  allowNetwork?: string[];
}

interface ListOptions extends CommonOptions, FormatOptions {
  status?: KeyStatus;
  scope?: Scope;
  owner?: string;
  tag?: string;
  text?: string;
  sort: KeyOrder;
}

export function addKeysCommand(program: Command): void {
  const keys = program.command('keys').description('issue and manage API keys');
  addIssueCommand(keys);
  addListCommand(keys);
  addShowCommand(keys);
  addEditCommand(keys, KEY_ARGUMENT);
  addRotateCommand(keys);
  addRevokeCommand(keys);
}

function addIssueCommand(keys: Command): void {
  const issue = withCommonOptions(
    keys.command('issue').description('issue a key and print it once, or many from a file'),
  )
    .addOption(new Option('--scope <scope>', 'the products that the key can use').choices(SCOPES))
    .option('--name <name>', 'who or what the key is for')
    .option('--owner <text>', 'who answers for the key')
    .option('--tags <words>', 'short words to find it by, separated by commas')
    .option('--notes <text>', 'free text; "delegate:on" in it enrols the key in the beta')
    .option(
      '--expires <when>',
      'when it ends: 90d from now, or its last day as 2027-01-31 (default never)',
      parseExpiry,
    )
    .option('--per-minute <n>', `requests a minute (default ${DEFAULT_LIMITS.perMinute})`, parseLimit)
    .option('--per-day <n>', `requests a UTC day (default ${DEFAULT_LIMITS.perDay})`, parseLimit)
    .option('--stored-max <size>', 'what its certificates may take, such as 500MB (default 2GB)', parseSize)
    .option('--cpu-per-day <duration>', 'processor time per UTC day, such as 30m (default 1h)', parseDuration)
    .option('--fetched-per-day <size>', 'what scans may fetch per UTC day (default 20GB)', parseSize)
    .option('--allow-network <cidr...>', 'refuse the key from anywhere else; an address or a network, up to 32');
  addBulkOptions(issue, 'issue').action((options: IssueOptions, command: Command) => {
    if (options.from !== undefined) {
      return withStorage(options, (storage) => issueFromFile(storage, options.from!, options));
    }
    const { name, scope } = options;
    if (name === undefined || scope === undefined) {
      return command.error(
        `error: ${name === undefined ? '--name' : '--scope'} is needed, or --from with a file of keys`,
      );
    }
    return withStorage(options, async (storage, config) => {
      const { storedMax: storedBytes, cpuPerDay: cpuMs, fetchedPerDay: bytesFetched } = options;
      const resources = { storedBytes, cpuMs, bytesFetched };
      const networks = options.allowNetwork?.join(' ');
      const expiresAt = options.expires ?? undefined;
      const input = { ...options, name, scope, resources, networks, expiresAt };
      const { row, key } = await keyWork(() => new KeyIssuer(storage, clock).issue(input, cliActor));
      showIssued(row, key, options.json);
      warnOfBeta(row, config);
    });
  });
}

function addListCommand(keys: Command): void {
  withFormatOptions(withDataDirOption(keys.command('list').description('list keys, newest first')))
    .addOption(new Option('--status <status>', 'only keys in this state').choices(STATUSES))
    .addOption(new Option('--scope <scope>', 'only keys of this scope').choices(SCOPES))
    .option('--owner <text>', 'only keys of this owner')
    .option('--tag <word>', 'only keys with this tag')
    .option('--text <text>', 'only keys with it in name, owner, tags, notes or last four characters')
    .addOption(
      new Option('--sort <order>', 'created or used: latest first; today: most used first; name: from A')
        .choices(KEY_ORDERS)
        .default('created'),
    )
    .action((options: ListOptions) =>
      withStorage(options, async (storage) => {
        const rows = await searchKeys(storage, options);
        const json = rows.map((row) => publicKey(row));
        await printResult(options, { rows, columns: keyColumns(clock.now()), json, table: () => formatKeys(rows) });
      }),
    );
}

async function searchKeys({ keys }: Storage, options: ListOptions): Promise<ApiKey[]> {
  const { status, scope, owner, sort: order, text = '' } = options;
  const tag = options.tag?.toLowerCase();
  if (hasSecretOfKey(text)) {
    const pasted = await findPastedKey(keys, text);
    return pasted ? [pasted] : [];
  }
  const filters = { text, ...(status && { status }), ...(scope && { scope }), ...(owner !== undefined && { owner }) };
  const search = { ...filters, ...(tag && { tag }), order, descending: order !== 'name', limit: LIST_MAX, offset: 0 };
  return (await keys.search(search, clock.now())).rows;
}

function addShowCommand(keys: Command): void {
  withCommonOptions(
    keys.command('show').description('show a key and its usage').argument('<key>', KEY_ARGUMENT, parseKeyReference),
  ).action((text: string, options: CommonOptions) =>
    withStorage(options, async (storage) => {
      const row = await keyWork(() => findKey(storage.keys, text));
      const usage = await readKeyUsage(storage, row, clock.now());
      const resources = await readResourceUse(storage, row, clock.now());
      const foreignUse = await storage.usage.foreignUse(row.id);
      if (options.json) {
        return printJson({
          ...publicKey(row),
          usage,
          resources: publicResources(resources),
          foreign_uses: publicForeignUse(foreignUse),
        });
      }
      print(formatKey(row, { usage, resources, foreignUse }, await storage.keys.relatives(row)));
    }),
  );
}

function addRotateCommand(keys: Command): void {
  withCommonOptions(keys.command('rotate').description('issue a successor; the old key still works during the overlap'))
    .argument('<key>', KEY_ARGUMENT, parseKeyReference)
    .addOption(
      new Option('--overlap <duration>', 'how long the old key still works, such as 0, 30m or 7d')
        .argParser(parseDuration)
        .default(86_400_000, '24h'),
    )
    .action((text: string, options: CommonOptions & { overlap: number }) =>
      withStorage(options, async (storage, config) => {
        const keyIssuer = new KeyIssuer(storage, clock);
        const { row, key, old } = await keyWork(async () =>
          keyIssuer.rotate((await findKey(storage.keys, text)).id, options.overlap, cliActor),
        );
        showIssued(row, key, options.json, { rotated_from: old.id, old_expires_at: iso(old.expiresAt) });
        if (!options.json) say(`Key ${old.id} works until ${isoMinute(old.expiresAt)} UTC.`);
        warnOfBeta(row, config);
      }),
    );
}

function addRevokeCommand(keys: Command): void {
  const revoke = withCommonOptions(
    keys.command('revoke').description('revoke a key, or those in a file; they stop working at once'),
  ).argument('[key]', KEY_ARGUMENT, parseKeyReference);
  addBulkOptions(revoke, 'revoke').action((text: string | undefined, options: BulkRevokeOptions, command: Command) => {
    if ((text === undefined) === (options.from === undefined)) {
      return command.error('error: name one key, or --from with a file of keys');
    }
    if (options.from !== undefined) {
      return withStorage(options, (storage) => revokeFromFile(storage, options.from!, options));
    }
    return withStorage(options, async (storage) => {
      const found = await keyWork(() => findKey(storage.keys, text!));
      if (options.dryRun) return say(`Key ${found.id} (${printable(found.name)}) would be revoked.`);
      const row = await keyWork(() => new KeyIssuer(storage, clock).revoke(found.id, cliActor));
      if (options.json) return printJson(publicKey(row));
      say(`Key ${row.id} (${printable(row.name)}) is revoked.`);
    });
  });
}

/** @throws UsageError or CommandError for a KeyError */
async function keyWork<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw keyFault(error);
  }
}

function showIssued(row: ApiKey, key: string, json = false, extra: object = {}): void {
  if (json) {
    printJson({ ...publicKey(row), key, ...extra });
    return;
  }
  print(key);
  say(`Key ${row.id} (${printable(row.name)}), scope ${row.scope}. It is shown only this once. Store it now.`);
}

/** On stderr, also with `--json`: whoever reads the output with a program still sees it. */
function warnOfBeta(row: ApiKey, config: Config): void {
  const warning = betaWarning(row, config);
  if (warning !== undefined) say(warning);
}
