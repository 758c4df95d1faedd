/** `portside keys issue | list | show | rotate | revoke`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import type { Config } from '../config.ts';
import { type ApiKey, DEFAULT_LIMITS, SCOPES, type Scope, statusOf } from '../domain/key.ts';
import { resourceText } from '../domain/resource-text.ts';
import type { Resource } from '../domain/resources.ts';
import type { ForeignUse } from '../domain/usage-store.ts';
import { KeyError, KeyIssuer } from '../keys/key-issuer.ts';
import { type KeyUsage, readKeyUsage } from '../limits/key-usage.ts';
import { type ResourceUses, readResourceUse } from '../limits/resource-use.ts';
import { betaWarning } from './beta-warning.ts';
import { asCommandError, CommandError } from './command-error.ts';
import { parseDuration } from './duration.ts';
import { type CommonOptions, withCommonOptions } from './options.ts';
import { print, printJson, say } from './output.ts';
import { parseSize } from './size.ts';
import { cliActor, withStorage } from './storage-access.ts';
import { formatFields, formatTable } from './table.ts';
import { terminalOptions } from './terminal.ts';

const LIST_MAX = 100_000;

interface IssueOptions extends CommonOptions {
  scope: Scope;
  name: string;
  notes?: string;
  perMinute?: number;
  perDay?: number;
  storedMax?: number;
  cpuPerDay?: number;
  fetchedPerDay?: number;
}

export function addKeysCommand(program: Command): void {
  const keys = program.command('keys').description('issue and manage API keys');
  withCommonOptions(keys.command('issue').description('issue a key and print it once'))
    .addOption(new Option('--scope <scope>', 'the products that the key can use').choices(SCOPES).makeOptionMandatory())
    .requiredOption('--name <name>', 'who or what the key is for')
    .option('--notes <text>', 'free text; "delegate:on" in it enrols the key in the beta')
    .option('--per-minute <n>', `requests a minute (default ${DEFAULT_LIMITS.perMinute})`, parseLimit)
    .option('--per-day <n>', `requests a UTC day (default ${DEFAULT_LIMITS.perDay})`, parseLimit)
    .option('--stored-max <size>', 'what its certificates may take, such as 500MB (default 2GB)', parseSize)
    .option('--cpu-per-day <duration>', 'processor time per UTC day, such as 30m (default 1h)', parseDuration)
    .option('--fetched-per-day <size>', 'what scans may fetch per UTC day (default 20GB)', parseSize)
    .option('--allow-network <cidr...>', 'refuse the key from anywhere else; an address or a network, up to 32')
    .action((options: IssueOptions) =>
      withKeyIssuer(options, async (keyIssuer, config) => {
        const { storedMax: storedBytes, cpuPerDay: cpuMs, fetchedPerDay: bytesFetched } = options;
        const resources = { storedBytes, cpuMs, bytesFetched };
        const networks = options.allowNetwork?.join(' ');
        const { row, key } = await keyIssuer.issue({ ...options, resources, networks }, cliActor);
        showIssued(row, key, options.json);
        warnOfBeta(row, config);
      }),
    );

  withCommonOptions(keys.command('list').description('list keys, newest first')).action((options: CommonOptions) =>
    withKeyIssuer(options, async (keyIssuer) => {
      const rows = await keyIssuer.list(LIST_MAX);
      if (options.json) return printJson(rows.map((row) => publicKey(row)));
      print(
        formatTable(
          ['ID', 'KEY', 'SCOPE', 'STATUS', 'PER MINUTE', 'PER DAY', 'CREATED', 'LAST USED', 'NAME'],
          rows.map((row) => [
            String(row.id),
            `${row.prefix}…${row.lastFour}`,
            row.scope,
            statusOf(row, clock.now()),
            String(row.perMinute),
            String(row.perDay),
            isoMinute(row.createdAt),
            isoMinute(row.lastUsedAt),
            printable(row.name),
          ]),
          terminalOptions(),
        ),
      );
    }),
  );

  withCommonOptions(
    keys.command('show').description('show a key and its usage').argument('<id>', 'id of the key', parseId),
  ).action((id: number, options: CommonOptions) =>
    withStorage(options, async (storage) => {
      const keyIssuer = new KeyIssuer(storage, clock);
      const row = await keyIssuer.find(id);
      if (!row) throw new CommandError(`There is no key ${id}. \`portside keys list\` shows all keys.`);
      const usage = await readKeyUsage(storage, row, clock.now());
      const resources = await readResourceUse(storage, row, clock.now());
      const foreignUse = await storage.usage.foreignUse(id);
      if (options.json) {
        return printJson({
          ...publicKey(row),
          usage,
          resources: publicResources(resources),
          foreign_uses: publicForeignUse(foreignUse),
        });
      }
      print(formatKey(row, { usage, resources, foreignUse }, await keyIssuer.relatives(row)));
    }),
  );

  withCommonOptions(keys.command('rotate').description('issue a successor; the old key still works during the overlap'))
    .argument('<id>', 'id of the key', parseId)
    .option(
      '--overlap <duration>',
      'how long the old key still works, such as 0, 30m, 24h, 7d',
      parseDuration,
      86_400_000,
    )
    .action((id: number, options: CommonOptions & { overlap: number }) =>
      withKeyIssuer(options, async (keyIssuer, config) => {
        const { row, key, old } = await keyIssuer.rotate(id, options.overlap, cliActor);
        showIssued(row, key, options.json, { rotated_from: old.id, old_expires_at: iso(old.expiresAt) });
        if (!options.json) say(`Key ${old.id} works until ${isoMinute(old.expiresAt)} UTC.`);
        warnOfBeta(row, config);
      }),
    );

  withCommonOptions(
    keys
      .command('revoke')
      .description('revoke a key; it stops working at once')
      .argument('<id>', 'id of the key', parseId),
  ).action((id: number, options: CommonOptions) =>
    withKeyIssuer(options, async (keyIssuer) => {
      const row = await keyIssuer.revoke(id, cliActor);
      if (options.json) return printJson(publicKey(row));
      say(`Key ${row.id} (${printable(row.name)}) is revoked.`);
    }),
  );
}

interface IssueOptions {
  scope: Scope;
  name: string;
  notes?: string;
  perMinute?: number;
  perDay?: number;
  allowNetwork?: string[];
}

function withKeyIssuer(
  options: CommonOptions,
  work: (keyIssuer: KeyIssuer, config: Config) => Promise<void>,
): Promise<void> {
  return withStorage(options, async (storage, config) => {
    try {
      await work(new KeyIssuer(storage, clock), config);
    } catch (error) {
      throw asCommandError(error, KeyError);
    }
  });
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

/** A key as commands print it in JSON: everything but its hash. */
function publicKey(row: ApiKey) {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    notes: row.notes,
    display: `${row.prefix}…${row.lastFour}`,
    status: statusOf(row, clock.now()),
    limits: { per_minute: row.perMinute, per_day: row.perDay },
    lineage: row.lineageId,
    successor: row.successorId,
    created_at: iso(row.createdAt),
    expires_at: iso(row.expiresAt),
    revoked_at: iso(row.revokedAt),
    last_used_at: iso(row.lastUsedAt),
    networks: row.networks ? row.networks.split(' ') : [],
  };
}

/** Use and limits of the lineage: stored bytes in total, the others on this UTC day. */
function publicResources({ storedBytes, cpuMs, bytesFetched }: ResourceUses) {
  return {
    stored_bytes: { used: storedBytes.used, limit: storedBytes.limit },
    cpu_ms_today: { used: cpuMs.used, limit: cpuMs.limit },
    bytes_fetched_today: { used: bytesFetched.used, limit: bytesFetched.limit },
  };
}

function publicForeignUse(use: ForeignUse | undefined) {
  return use
    ? { requests: use.requests, last_address: use.lastAddress, last_at: iso(use.lastAt) }
    : { requests: 0, last_address: null, last_at: null };
}

interface KeyUses {
  usage: KeyUsage;
  resources: ResourceUses;
  foreignUse: ForeignUse | undefined;
}

function formatKey(row: ApiKey, { usage, resources, foreignUse }: KeyUses, relatives: ApiKey[]): string {
  const fields: [string, string][] = [
    ['Key', `${row.id}  ${row.prefix}…${row.lastFour}`],
    ['Name', printable(row.name)],
    ['Scope', row.scope],
    ['Notes', printable(row.notes) || '-'],
    ['Status', statusOf(row, clock.now())],
    ['Created', `${isoMinute(row.createdAt)} UTC`],
    ['Expires', row.expiresAt === null ? 'never' : `${isoMinute(row.expiresAt)} UTC`],
    ['Networks', row.networks || 'any'],
    ...(foreignUse ? [['Refused elsewhere', foreignUseText(foreignUse)] satisfies [string, string]] : []),
    ['Last minute', `${usage.minute} of ${row.perMinute}`],
    ['Today', `${usage.today} of ${row.perDay}`],
    ['Total', String(usage.total)],
    ['Stored', ofLimit('storedBytes', resources)],
    ['Processor', `${ofLimit('cpuMs', resources)} today`],
    ['Fetched', `${ofLimit('bytesFetched', resources)} today`],
  ];
  for (const other of relatives) {
    fields.push([other.id < row.id ? 'Earlier key' : 'Later key', `key ${other.id}, ${statusOf(other, clock.now())}`]);
  }
  return formatFields(fields, terminalOptions());
}

function ofLimit(resource: Resource, resources: ResourceUses): string {
  const { used, limit } = resources[resource];
  return `${resourceText(resource, used)} of ${resourceText(resource, limit)}`;
}

function foreignUseText({ requests, lastAddress, lastAt }: ForeignUse): string {
  return `${requests}, last from ${lastAddress} at ${isoMinute(lastAt)} UTC`;
}

/** Replaces control characters, which would let the name of a key control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '�');
}

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function isoMinute(ms: number | null): string {
  return ms === null ? '-' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

function parseId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError('This is not the id of a key. Use a number from `portside keys list`.');
  return Number(text);
}

function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('This is not a limit. Use a whole number above 0.');
  return Number(text);
}
